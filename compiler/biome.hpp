// Biomes of one strate (02 §6): which part of the climate each rules, and what it changes there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/recipe.hpp"

namespace strate {

/// Most biomes of a strate.
inline constexpr std::size_t kMostBiomes = 16;

/// What a biome changes of one operator: parameters that replace those of its entry.
struct BiomeSet {
  std::string id;  ///< the operator's address
  std::vector<Param> params;
  SourceRef source;

  const Value* param(std::string_view name) const {
    for (const Param& p : params)
      if (p.name == name) return &p.value;
    return nullptr;
  }
};

struct Biome {
  std::string name;  ///< its file's: "ash-field"
  Interval relief{0, 1}, moisture{0, 1};
  std::vector<BiomeSet> set;
  SourceRef source;

  const BiomeSet* of(std::string_view id) const {
    for (const BiomeSet& s : set)
      if (s.id == id) return &s;
    return nullptr;
  }
};

/// The climates of the biomes cover 0 … 1 both ways; where they overlap the first rules.
struct BiomeMap {
  double cell_m = 88;  ///< from one site to the next
  std::vector<Biome> biomes;

  bool empty() const { return biomes.empty(); }
  /// −1: there is none of that name.
  int find(std::string_view name) const {
    for (std::size_t b = 0; b < biomes.size(); ++b)
      if (biomes[b].name == name) return static_cast<int>(b);
    return -1;
  }
};

/// The entry as it stands where a biome rules alone.
inline OpEntry with_set(OpEntry entry, const BiomeSet& set) {
  for (const Param& changed : set.params) {
    bool there = false;
    for (Param& p : entry.params)
      if (p.name == changed.name) p.value = changed.value, there = true;
    if (!there) entry.params.push_back(changed);
  }
  return entry;
}

/// A rectangle of climates.
struct ClimateBox {
  Interval relief{0, 1}, moisture{0, 1};
};
/// Finds climates of `inside` that no biome covers; false if there are none.
bool find_climate_hole(const std::vector<Biome>& biomes, const ClimateBox& inside, ClimateBox& out);

}  // namespace strate
