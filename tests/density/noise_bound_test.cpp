// Ranges of noise over boxes, against brute force.
#include "passes/density/noise_bound.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "passes/density/bounds_check.hpp"
#include "passes/density/interval.hpp"

using namespace strate;

namespace {

constexpr int kSide = 7;

double along(double lo, double hi, int i) { return lo + (hi - lo) * i / (kSide - 1); }

}  // namespace

TEST_CASE("noise: the range of a box encloses every value and every slope in it") {
  const Box3 region{{-50, -50, -50}, {50, 50, 50}};
  double slack = 0, limits = 0;
  for (std::uint64_t n = 0; n < 1200; ++n) {
    const Fbm f =
        make_fbm(n, 1.0 / (1.5 + static_cast<double>(n % 40)), 1 + static_cast<int>(n % 4));
    const Box3 box = random_box(77, n, region, 12);
    const bool flat = n % 3 == 0;
    const NoiseRange r = noise_range(f, box, flat);
    double least = 9, most = -9;
    for (int k = 0; k < kSide; ++k)
      for (int j = 0; j < kSide; ++j)
        for (int i = 0; i < kSide; ++i) {
          const double x = along(box.lo.x, box.hi.x, i), y = along(box.lo.y, box.hi.y, j);
          const double z = flat ? 0 : along(box.lo.z, box.hi.z, k);
          const double v = fbm_point(f, x, y, z);
          least = std::min(least, v), most = std::max(most, v);
          // A difference quotient inside the box lies within the slopes, up to float rounding.
          const double step = std::min(box.hi.x - x, 0.25);
          if (step < 0.1) continue;
          const double slope = (fbm_point(f, x + step, y, z) - v) / step;
          CHECK(slope >= r.dx.lo - 1e-4);
          CHECK(slope <= r.dx.hi + 1e-4);
        }
    CHECK(r.value.lo <= least);
    CHECK(r.value.hi >= most);
    slack += width(r.value) - (most - least), limits += 2 * kNoiseSup;
  }
  // And it says more than the noise's own limits.
  CHECK(slack < 0.5 * limits);
}
