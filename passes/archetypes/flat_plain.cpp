// flat_plain: one wide hall with natural pillars. Published ids: rock, hall, columns, roughness.
#include "compiler/op.hpp"

namespace strate::archetypes {

ArchetypeRow flat_plain_row() {
  return {.id = "flat_plain", .doc = "one wide hall with natural pillars", .recipe_json = R"({
  "$schema": "recipe-1.json",
  "stack": [
    { "id": "rock", "op": "solid" },
    { "id": "hall", "op": "slab", "combine": "subtract" },
    { "id": "columns", "op": "columns", "combine": "smooth_union", "blend_m": 1.5 },
    { "id": "roughness", "op": "roughness",
      "amount_m": { "by": "height_m", "stops": [[20, 0.67], [34, 1]] }
    }
  ]
}
)"};
}

}  // namespace strate::archetypes
