// surface_world: open ground with hills and mountains under a shaped rock sky. Published ids: air,
// ground, cliffs (off), terraces (off), lines (off), overhangs (off), roughness, sky.
#include "compiler/op.hpp"

namespace strate::archetypes {

ArchetypeRow surface_world_row() {
  return {.id = "surface_world",
          .doc = "open ground with hills and mountains under a shaped rock sky",
          .recipe_json = R"({
  "$schema": "recipe-1.json",
  "stack": [
    { "id": "air", "op": "void" },
    { "id": "ground", "op": "heightfield", "combine": "union" },
    { "id": "cliffs", "op": "cliff", "on": false },
    { "id": "terraces", "op": "terrace", "on": false },
    { "id": "lines", "op": "layer_lines", "on": false },
    { "id": "overhangs", "op": "overhang", "on": false },
    { "id": "roughness", "op": "roughness", "amount_m": 0.25, "scale_m": 4 },
    { "id": "sky", "op": "sky_cap", "combine": "union" }
  ]
}
)"};
}

}  // namespace strate::archetypes
