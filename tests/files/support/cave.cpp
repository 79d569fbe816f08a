#include "cave.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

namespace strate::test {

namespace {

float raw_density(Coord c) {
  const auto ball = [&c](double x, double y, double z, double r) {
    const double dx = static_cast<double>(c.x) - x, dy = static_cast<double>(c.y) - y,
                 dz = static_cast<double>(c.z) - z;
    return r - std::sqrt(dx * dx + dy * dy + dz * dz);
  };
  const double way = 5 - std::hypot(static_cast<double>(c.y) - 20, static_cast<double>(c.z) - 34);
  const double limit = std::min(static_cast<double>(c.x) + 1, 60 - static_cast<double>(c.x));
  const double d =
      std::max({ball(0.3, 20.1, 40.2, 22), ball(62.2, 19.3, 37.4, 17), std::min(way, limit)});
  return static_cast<float>(d * 0.125);
}

class Cave final : public TileSource {
 public:
  BoxVerdict classify(const IndexBox& box, unsigned) const override {
    const Coord s = box.size();
    const double half = static_cast<double>(std::max({s.x, s.y, s.z})) / 2 + 1;
    const double reach = 0.125 * 1.7320508075688773 * half;
    const double d = raw_density({box.lo.x + s.x / 2, box.lo.y + s.y / 2, box.lo.z + s.z / 2});
    if (d - reach >= kBandM) return BoxVerdict::air_beyond_band;
    return d + reach <= -kBandM ? BoxVerdict::rock_beyond_band : BoxVerdict::unknown;
  }
  void sample(const IndexBox& box, unsigned, float* out) const override {
    const Coord s = box.size();
    for (int z = 0; z < s.z; ++z)
      for (int y = 0; y < s.y; ++y)
        for (int x = 0; x < s.x; ++x)
          out[block_index(static_cast<int>(s.y), x, y, z)] = raw_density(box.lo + Coord{x, y, z});
  }
};

}  // namespace

float cave_density(Coord c) { return std::clamp(raw_density(c), -0.5f, 0.5f) + 0.0f; }

SampledStrate sampled_cave(IndexBox window, bool prune, int mesh_step) {
  SampleRequest request;
  request.window = window;
  request.prune = prune;
  request.mesh_steps = {mesh_step};
  auto sampled = sample_strate(Cave(), request, serial_executor());
  REQUIRE(sampled);
  return std::move(*sampled);
}

}  // namespace strate::test
