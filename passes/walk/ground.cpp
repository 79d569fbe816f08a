#include "passes/walk/ground.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "passes/walk/rock_near.hpp"

namespace strate {
namespace {

double height_m(const Lattice& lattice, std::int64_t parts) {
  return static_cast<double>(parts) * static_cast<double>(lattice.voxel_um()) / (kPart * 1e6);
}

/// Height of the lower face of the rock that holds solid sample `c`, sought down to level `lowest`.
std::int64_t underside(const Lattice& lattice, Coord c, std::int64_t lowest) {
  while (c.z > lowest && lattice.solid(c - Coord{0, 0, 1})) --c.z;
  if (c.z <= lowest) return c.z * kPart;
  return (c.z - 1) * kPart + lattice.crossing(c - Coord{0, 0, 1}, 2);
}

}  // namespace

std::optional<Ground> ground_at(const Lattice& lattice, std::int64_t x, std::int64_t y, double z,
                                double reach) {
  const IndexBox& w = lattice.window();
  const double voxel = metres(lattice.voxel_um());
  const auto index = [&](double m) { return static_cast<std::int64_t>(std::floor(m / voxel)); };
  const std::int64_t lo = std::max(w.lo.z, index(z - reach)),
                     hi = std::min(w.hi.z - 1, index(z + reach) + 1);
  if (x < w.lo.x || x >= w.hi.x || y < w.lo.y || y >= w.hi.y) return std::nullopt;
  std::optional<Ground> best;
  for (std::int64_t k = lo; k < hi; ++k) {
    const Coord c{x, y, k};
    const int t = lattice.crossing(c, 2);
    if (t == 0 || !lattice.solid(c)) continue;
    const std::int64_t top = k * kPart + t;
    const double height = height_m(lattice, top);
    const double off = std::fabs(height - z);
    if (off > reach || (best && off >= std::fabs(best->height - z))) continue;
    const auto sight = static_cast<std::int64_t>(kGroundSightM / voxel);
    const std::int64_t low = underside(lattice, c, std::max(w.lo.z, k - sight));
    const std::int64_t roof = roof_over(lattice, {x, y, k + 1}, k + sight);
    best = Ground{height, height_m(lattice, top - low), height_m(lattice, roof - top)};
  }
  return best;
}

std::optional<double> ground_height(const Lattice& lattice, Vec3 place, double reach) {
  const double voxel = metres(lattice.voxel_um());
  const double fx = std::floor(place.x / voxel), fy = std::floor(place.y / voxel);
  const double u = place.x / voxel - fx, v = place.y / voxel - fy;
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    const auto ground = ground_at(lattice, static_cast<std::int64_t>(fx) + (i & 1),
                                  static_cast<std::int64_t>(fy) + (i >> 1), place.z, reach);
    if (!ground) return std::nullopt;
    sum += ground->height * (i & 1 ? u : 1 - u) * (i >> 1 ? v : 1 - v);
  }
  return sum;
}

double plane_tilt_deg(const std::vector<Vec3>& points) {
  if (points.size() < 3) return 0;
  Vec3 mean;
  for (const Vec3& p : points) mean = mean + p;
  mean = mean * (1.0 / static_cast<double>(points.size()));
  double xx = 0, xy = 0, yy = 0, xz = 0, yz = 0;
  for (const Vec3& p : points) {
    const Vec3 d = p - mean;
    xx += d.x * d.x, xy += d.x * d.y, yy += d.y * d.y;
    xz += d.x * d.z, yz += d.y * d.z;
  }
  const double det = xx * yy - xy * xy;
  if (!(det > 0)) return 0;
  const double gx = (xz * yy - yz * xy) / det, gy = (yz * xx - xz * xy) / det;
  return atan_deg(std::sqrt(gx * gx + gy * gy));
}

}  // namespace strate
