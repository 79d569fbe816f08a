#include "fields.hpp"

namespace strate::test {

namespace {

constexpr double kVoxel = 0.125;

double corner_value(std::uint64_t seed, Coord c) {
  return unit(draw_at(seed, 0, 1, c.x, c.y, c.z)) * 2 - 1;
}

double fade(double t) { return t * t * (3 - 2 * t); }

}  // namespace

BoxVerdict FormulaSource::classify(const IndexBox& box, unsigned) const {
  if (slope_ < 0) return BoxVerdict::unknown;
  const Coord s = box.size();
  const Coord mid{box.lo.x + s.x / 2, box.lo.y + s.y / 2, box.lo.z + s.z / 2};
  const double half = static_cast<double>(std::max({s.x, s.y, s.z})) / 2 + 1;
  const double reach = slope_ * half * 1.7320508075688773;
  const double d = static_cast<double>(field_(mid));
  if (d - reach >= kBandM) return BoxVerdict::air_beyond_band;
  if (d + reach <= -kBandM) return BoxVerdict::rock_beyond_band;
  if (d - reach >= 0) return BoxVerdict::air;
  if (d + reach < 0) return BoxVerdict::rock;
  return BoxVerdict::unknown;
}

void FormulaSource::sample(const IndexBox& box, unsigned, float* out) const {
  const Coord s = box.size();
  for (int z = 0; z < s.z; ++z)
    for (int y = 0; y < s.y; ++y)
      for (int x = 0; x < s.x; ++x)
        out[block_index(static_cast<int>(s.y), x, y, z)] = field_(box.lo + Coord{x, y, z});
}

Field air_sphere(double x, double y, double z, double radius_vx) {
  return [=](Coord c) {
    const double dx = static_cast<double>(c.x) - x, dy = static_cast<double>(c.y) - y,
                 dz = static_cast<double>(c.z) - z;
    return static_cast<float>((radius_vx - std::sqrt(dx * dx + dy * dy + dz * dz)) * kVoxel);
  };
}

Field flat_ground(double z_vx) {
  return [=](Coord c) { return static_cast<float>((static_cast<double>(c.z) - z_vx) * kVoxel); };
}

Field white_noise(std::uint64_t seed) {
  return [=](Coord c) { return static_cast<float>(corner_value(seed, c)); };
}

Field smooth_caves(std::uint64_t seed, int cell) {
  return [=](Coord c) {
    const Coord n{floor_div(c.x, cell), floor_div(c.y, cell), floor_div(c.z, cell)};
    const auto part = [cell](std::int64_t i, std::int64_t k) {
      return fade(static_cast<double>(i - k * cell) / cell);
    };
    const double u = part(c.x, n.x), v = part(c.y, n.y), w = part(c.z, n.z);
    double sum = 0;
    for (int i = 0; i < 8; ++i) {
      const int x = i & 1, y = i >> 1 & 1, z = i >> 2;
      sum += (x ? u : 1 - u) * (y ? v : 1 - v) * (z ? w : 1 - w) *
             corner_value(seed, n + Coord{x, y, z});
    }
    return static_cast<float>(sum * cell * kVoxel / 3);
  };
}

}  // namespace strate::test
