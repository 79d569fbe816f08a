#include "compiler/mesh.hpp"

namespace strate {

SurfaceClass surface_class(const TileMesh& mesh, const std::array<std::uint32_t, 3>& triangle) {
  const auto& a = mesh.position[triangle[0]];
  const auto& b = mesh.position[triangle[1]];
  const auto& c = mesh.position[triangle[2]];
  const auto d = [](std::uint16_t to, std::uint16_t from) {
    return static_cast<std::int64_t>(to) - from;
  };
  const std::int64_t ux = d(b[0], a[0]), uy = d(b[1], a[1]), uz = d(b[2], a[2]);
  const std::int64_t vx = d(c[0], a[0]), vy = d(c[1], a[1]), vz = d(c[2], a[2]);
  const auto nx = static_cast<double>(uy * vz - uz * vy);
  const auto ny = static_cast<double>(uz * vx - ux * vz);
  const auto nz = static_cast<double>(ux * vy - uy * vx);
  constexpr double kTanSquared = 0.98613;  // tan² 44.8°
  if (nx * nx + ny * ny > kTanSquared * (nz * nz)) return SurfaceClass::wall;
  return nz > 0 ? SurfaceClass::ground : SurfaceClass::ceiling;
}

}  // namespace strate
