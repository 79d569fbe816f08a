// Names of the posts (02 §2): no operator has them, and whoever writes one learns what governs it.
#pragma once

#include <string_view>

namespace strate {

struct WorldLaw {
  std::string_view name;
  std::string_view setting;  ///< the key that governs it
};

constexpr WorldLaw kWorldLaws[] = {
    {"origin_room", "archetype"},
    {"boundary_seal", "seal_thickness_m"},
    {"passage_tube", "passages"},
    {"passage_support", "passages"},
    {"landing", "passages"},
    {"landing_floor", "passages"},
    {"edge_seal", "world.edge_seal_m"},
    {"player_edits", "edits"},
};

constexpr const WorldLaw* world_law(std::string_view name) {
  for (const WorldLaw& law : kWorldLaws)
    if (law.name == name) return &law;
  return nullptr;
}

}  // namespace strate
