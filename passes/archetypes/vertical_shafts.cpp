// vertical_shafts: deep wells with stairs wound into their walls, joined by tunnels at every
// height. Published ids: rock, shafts, roughness.
#include "compiler/op.hpp"

namespace strate::archetypes {

ArchetypeRow vertical_shafts_row() {
  return {.id = "vertical_shafts",
          .doc = "deep wells with winding treads, joined by tunnels",
          .recipe_json = R"({
  "$schema": "recipe-1.json",
  "stack": [
    { "id": "rock", "op": "solid" },
    { "id": "shafts", "op": "shafts", "combine": "subtract" },
    { "id": "roughness", "op": "roughness", "amount_m": 0.5 }
  ]
}
)"};
}

}  // namespace strate::archetypes
