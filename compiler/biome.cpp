#include "compiler/biome.hpp"

#include <algorithm>

namespace strate {
namespace {

/// The places between which nothing changes along one side.
std::vector<double> cuts_of(const std::vector<Biome>& biomes, Interval Biome::*side,
                            Interval inside) {
  std::vector<double> cuts{inside.lo, inside.hi};
  for (const Biome& b : biomes)
    for (double v : {(b.*side).lo, (b.*side).hi})
      if (v > inside.lo && v < inside.hi) cuts.push_back(v);
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

}  // namespace

bool find_climate_hole(const std::vector<Biome>& biomes, const ClimateBox& inside,
                       ClimateBox& out) {
  const std::vector<double> r = cuts_of(biomes, &Biome::relief, inside.relief);
  const std::vector<double> m = cuts_of(biomes, &Biome::moisture, inside.moisture);
  const auto open = [&](std::size_t i, std::size_t j) {
    const double relief = (r[i] + r[i + 1]) / 2, moisture = (m[j] + m[j + 1]) / 2;
    return std::none_of(biomes.begin(), biomes.end(), [&](const Biome& b) {
      return b.relief.contains(relief) && b.moisture.contains(moisture);
    });
  };
  for (std::size_t j = 0; j + 1 < m.size(); ++j)
    for (std::size_t i = 0; i + 1 < r.size(); ++i) {
      if (!open(i, j)) continue;
      // As wide as it is open, then as high.
      std::size_t right = i + 1, top = j + 1;
      while (right + 1 < r.size() && open(right, j)) ++right;
      const auto whole = [&](std::size_t row) {
        for (std::size_t k = i; k < right; ++k)
          if (!open(k, row)) return false;
        return true;
      };
      while (top + 1 < m.size() && whole(top)) ++top;
      out = {{r[i], r[right]}, {m[j], m[top]}};
      return true;
    }
  return false;
}

}  // namespace strate
