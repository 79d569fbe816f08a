#include "passes/pictures/grain.hpp"

#include <cstdint>

namespace strate {

namespace {

/// −1 … 1 of one lattice node.
float node(std::int32_t x, std::int32_t y, std::int32_t z, std::uint32_t salt) {
  std::uint32_t h = salt;
  for (const std::int32_t c : {x, y, z}) {
    h = (h ^ static_cast<std::uint32_t>(c)) * 0x9e3779b1u;
    h ^= h >> 15;
  }
  h *= 0x85ebca77u;
  h ^= h >> 13;
  return static_cast<float>(h >> 8) * (2.0f / 16777216.0f) - 1.0f;
}

struct Fraction {
  std::int32_t cell;
  float fade, slope;
};

Fraction split(double p) {
  const double f = std::floor(p);
  const auto t = static_cast<float>(p - f);
  return {static_cast<std::int32_t>(static_cast<std::int64_t>(f)), t * t * (3 - 2 * t),
          6 * t * (1 - t)};
}

/// A rotation without a fixed lattice axis, so that no streak runs along x or y; its rows are unit
/// vectors of thirds. Odd salts turn one way, even ones the other.
template <class V, class T>
V turned(V v, bool back, T third) {
  if (back)
    return {(2 * v.x + 2 * v.y - v.z) * third, (-v.x + 2 * v.y + 2 * v.z) * third,
            (2 * v.x - v.y + 2 * v.z) * third};
  return {(2 * v.x - v.y + 2 * v.z) * third, (2 * v.x + 2 * v.y - v.z) * third,
          (-v.x + 2 * v.y + 2 * v.z) * third};
}

}  // namespace

Grain grain_at(Vec3 place, double size_m, std::uint32_t salt) {
  const bool way = (salt & 1u) != 0;
  const Vec3 at = turned(place, way, 1.0 / 3);
  const double f = 1.0 / size_m;
  const Fraction x = split(at.x * f), y = split(at.y * f), z = split(at.z * f);
  float c[2][2][2];
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i) c[k][j][i] = node(x.cell + i, y.cell + j, z.cell + k, salt);
  float ex[2][2], dx[2][2];
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 2; ++j) {
      dx[k][j] = c[k][j][1] - c[k][j][0];
      ex[k][j] = c[k][j][0] + x.fade * dx[k][j];
    }
  const float y0 = ex[0][0] + y.fade * (ex[0][1] - ex[0][0]);
  const float y1 = ex[1][0] + y.fade * (ex[1][1] - ex[1][0]);
  const float dx0 = dx[0][0] + y.fade * (dx[0][1] - dx[0][0]);
  const float dx1 = dx[1][0] + y.fade * (dx[1][1] - dx[1][0]);
  const float dy0 = ex[0][1] - ex[0][0], dy1 = ex[1][1] - ex[1][0];
  const auto per_m = static_cast<float>(f);
  const Vec3f slope{(dx0 + z.fade * (dx1 - dx0)) * x.slope * per_m,
                    (dy0 + z.fade * (dy1 - dy0)) * y.slope * per_m, (y1 - y0) * z.slope * per_m};
  return {y0 + z.fade * (y1 - y0), turned(slope, !way, 1.0f / 3)};
}

}  // namespace strate
