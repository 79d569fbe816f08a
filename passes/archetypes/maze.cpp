// maze: corridors in layers, joined by ramps, each of which leads to the root. Published ids: rock,
// corridors, roughness.
#include "compiler/op.hpp"

namespace strate::archetypes {

ArchetypeRow maze_row() {
  return {.id = "maze", .doc = "corridors in layers, joined by ramps", .recipe_json = R"({
  "$schema": "recipe-1.json",
  "stack": [
    { "id": "rock", "op": "solid" },
    { "id": "corridors", "op": "lattice_corridors", "combine": "subtract" },
    { "id": "roughness", "op": "roughness", "amount_m": 0.5 }
  ]
}
)"};
}

}  // namespace strate::archetypes
