// underwater: the rock of tunnel_network, to the bit at the same seed, under a water plane.
// Published ids: those of tunnel_network.
#include "compiler/op.hpp"

namespace strate::archetypes {

ArchetypeRow tunnel_network_row();

ArchetypeRow underwater_row() {
  return {.id = "underwater",
          .doc =
              "tunnel_network under water, two fifths of its height unless water.level_m says "
              "otherwise",
          .recipe_json = tunnel_network_row().recipe_json,
          .water = true};
}

}  // namespace strate::archetypes
