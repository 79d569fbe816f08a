// Noise over columns that share no axis has the bits of the lone point.
#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

#include "compiler/hash.hpp"
#include "passes/density/kernels.hpp"

using namespace strate;

TEST_CASE("noise: scattered columns have the bits of lone points at every SIMD level") {
  constexpr std::size_t kRows = 9;
  alignas(64) static double x[kRows * kBlockRow], y[kRows * kBlockRow];
  alignas(64) static float out[kRows * kBlockRow];
  int differ = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const double span = seed % 3 == 0 ? 1e7 : 90;
    for (std::size_t i = 0; i < kRows * kBlockRow; ++i) {
      x[i] = (unit(draw(seed, 1, i)) - 0.5) * span;
      // Cell borders too, where a fraction is 0.
      y[i] = i % 7 == 0 ? static_cast<double>(i) : (unit(draw(seed, 2, i)) - 0.5) * span;
    }
    const Fbm f =
        make_fbm(seed, 1.0 / (1 + static_cast<double>(seed)), 1 + static_cast<int>(seed % 5));
    for (SimdLevel level : simd_levels()) {
      kernels(level).fbm_scattered(f, x, y, kRows, out);
      for (std::size_t i = 0; i < kRows * kBlockRow; ++i) {
        const float expected = fbm_point(f, x[i], y[i], 0);
        differ += std::memcmp(&expected, out + i, sizeof expected) != 0;
      }
    }
  }
  CHECK(differ == 0);
}
