// crystal_chamber: one tall hall with many slender, leaning pillars. Published ids: rock, hall,
// columns, roughness.
#include "compiler/op.hpp"

namespace strate::archetypes {

ArchetypeRow crystal_chamber_row() {
  return {.id = "crystal_chamber",
          .doc = "one tall hall with many slender, leaning pillars",
          .recipe_json = R"({
  "$schema": "recipe-1.json",
  "stack": [
    { "id": "rock", "op": "solid" },
    { "id": "hall", "op": "slab", "combine": "subtract",
      "floor_m": 12,
      "ceiling_m": 48,
      "floor_relief_m": 2.5,
      "ceiling_relief_m": 5,
      "scale_m": 20
    },
    { "id": "columns", "op": "columns", "combine": "smooth_union", "blend_m": 1,
      "spacing_m": 14,
      "radius_m": [0.8, 2.4],
      "occupancy": 0.8,
      "flare": 0.15,
      "lean_deg": 12
    },
    { "id": "roughness", "op": "roughness", "amount_m": 0.3, "scale_m": 3 }
  ]
}
)"};
}

}  // namespace strate::archetypes
