// floating_islands: islands in the air over a plain of bedrock, joined by bridges; one stands on
// the ground. Published ids: air, ground, islands, roughness, roof.
#include "compiler/op.hpp"

namespace strate::archetypes {

ArchetypeRow floating_islands_row() {
  return {.id = "floating_islands",
          .doc = "islands in the air, joined by bridges; one is anchored to the bedrock",
          .recipe_json = R"({
  "$schema": "recipe-1.json",
  "stack": [
    { "id": "air", "op": "void" },
    { "id": "ground", "op": "heightfield", "combine": "union",
      "base_m": 6,
      "relief_m": 3,
      "warp_m": 6,
      "scale_m": 90,
      "ridges": 0.2,
      "ridge_scale_m": 40,
      "detail_m": 0.4
    },
    { "id": "islands", "op": "islands", "combine": "union", "anchor": true },
    { "id": "roughness", "op": "roughness", "amount_m": 0.75 },
    { "id": "roof", "op": "sky_cap", "combine": "union" }
  ]
}
)"};
}

}  // namespace strate::archetypes
