// tunnel_network: rooms joined by tunnels, all reachable from the hub. Published ids: rock, rooms,
// tunnels, worms (off), columns (off), roughness.
#include "compiler/op.hpp"

namespace strate::archetypes {

ArchetypeRow tunnel_network_row() {
  return {.id = "tunnel_network",
          .doc = "rooms joined by tunnels, all reachable from the hub",
          .recipe_json = R"({
  "$schema": "recipe-1.json",
  "stack": [
    { "id": "rock", "op": "solid" },
    { "id": "rooms", "op": "rooms", "combine": "smooth_subtract", "blend_m": 1.5 },
    { "id": "tunnels", "op": "tunnels", "combine": "smooth_subtract", "blend_m": 1,
      "joins": "rooms"
    },
    { "id": "worms", "op": "worms", "on": false, "combine": "subtract" },
    { "id": "columns", "op": "columns", "on": false, "combine": "smooth_union", "blend_m": 1 },
    { "id": "roughness", "op": "roughness", "amount_m": 0.5 }
  ]
}
)"};
}

}  // namespace strate::archetypes
