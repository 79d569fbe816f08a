// The same noise everywhere (09 D14, D15): ten million samples at the coordinate limit are spread
// as those at the origin.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <vector>

#include "compiler/units.hpp"
#include "passes/density/noise.hpp"

using namespace strate;

namespace {

struct Spread {
  double mean = 0, variance = 0, low = 0, high = 0;  ///< low, high: 1 % and 99 % quantiles
};

constexpr int kSide = 40, kBlocks = 160;  // 160 · 40³ = 10 240 000 samples

/// Samples of blocks that stand far apart, at a spacing that no octave shares.
std::vector<float> samples_at(double base) {
  constexpr double kSpacing = 1.37;
  struct alignas(64) Values {
    float v[kBlockMax * kBlockMax * kBlockRow];
  };
  const auto values = std::make_unique<Values>();
  NoiseScratch scratch;
  std::vector<float> all;
  all.reserve(static_cast<std::size_t>(kBlocks) * kSide * kSide * kSide);
  for (int block = 0; block < kBlocks; ++block) {
    alignas(64) double p[3][kBlockRow];
    for (int axis = 0; axis < 3; ++axis)
      for (int i = 0; i < kBlockRow; ++i)
        p[axis][i] = base + 97.0 * block + 13.0 * axis + std::min(i, kSide - 1) * kSpacing;
    const Axes axes{p[0], p[1], p[2], kSide, kSide, kSide};
    fbm_block(make_fbm(static_cast<std::uint64_t>(block), 0.25, 4), axes, scratch, values->v);
    for (int row = 0; row < kSide * kSide; ++row)
      all.insert(all.end(), values->v + row * kBlockRow, values->v + row * kBlockRow + kSide);
  }
  return all;
}

Spread spread_of(std::vector<float> v) {
  Spread s;
  for (const float x : v) s.mean += static_cast<double>(x);
  s.mean /= static_cast<double>(v.size());
  for (const float x : v) {
    const double d = static_cast<double>(x) - s.mean;
    s.variance += d * d;
  }
  s.variance /= static_cast<double>(v.size());
  const auto quantile = [&](double q) {
    const auto at = v.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(v.size()));
    std::nth_element(v.begin(), at, v.end());
    return static_cast<double>(*at);
  };
  s.low = quantile(0.01);
  s.high = quantile(0.99);
  return s;
}

}  // namespace

TEST_CASE("noise: ten million samples 10 000 km out are spread as those at the origin") {
  const Spread here = spread_of(samples_at(0));
  const Spread far = spread_of(samples_at(kWorldLimitM - 20'000));
  INFO("origin: mean " << here.mean << " variance " << here.variance << " quantiles " << here.low
                       << " " << here.high);
  INFO("far: mean " << far.mean << " variance " << far.variance << " quantiles " << far.low << " "
                    << far.high);
  CHECK(here.variance > 0.01);
  CHECK(std::fabs(far.variance / here.variance - 1) <= 0.02);
  CHECK(std::fabs(far.low / here.low - 1) <= 0.02);
  CHECK(std::fabs(far.high / here.high - 1) <= 0.02);
  CHECK(std::fabs(far.mean) <= 0.02 * std::sqrt(far.variance));
  CHECK(std::fabs(here.mean) <= 0.02 * std::sqrt(here.variance));
}
