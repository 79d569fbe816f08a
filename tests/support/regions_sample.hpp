// Worlds of lateral regions, built by hand.
#pragma once

#include <string>
#include <utility>

#include "tests/support/season_sample.hpp"

namespace strate::sample {

inline Region region(std::string id, Recipe recipe, double share = 1) {
  return {std::move(id), share, std::move(recipe), ""};
}

/// Replaces the recipe of a strate.
inline void lay_regions(StrateWorld& s, std::vector<Region> list, double cell_m, double blend_m) {
  s.recipe = {};
  s.regions.cell_m = cell_m, s.regions.blend_m = blend_m;
  s.regions.list = std::move(list);
}

/// Corridors on a lattice.
inline Recipe corridors(double cell_m = 14, double radius_m = 2.75) {
  Recipe r;
  r.stack = {entry("rock", "solid"),
             entry("corridors", "lattice_corridors", Combine::subtract,
                   {{"cell_m", one(cell_m)}, {"radius_m", one(radius_m)}}),
             entry("roughness", "roughness", Combine::none, {{"amount_m", one(0.25)}})};
  return r;
}

}  // namespace strate::sample
