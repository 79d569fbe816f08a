#include "passes/density/floor.hpp"

#include <algorithm>

namespace strate {

std::optional<Um> floor_under(const World& world, Um x, Um y, Um z, Um lowest, Scratch& scratch) {
  const auto rock = [&](Um height) { return world.at(x, y, height, {}, scratch) < 0; };
  bool in_rock = rock(z);
  for (Um air = z; air > lowest;) {
    const Um below = std::max(lowest, air - world.def().voxel_um);
    const bool met = rock(below);
    if (!in_rock && met) {
      Um solid = below;
      while (air - solid > 1) {
        const Um middle = solid + (air - solid) / 2;
        (rock(middle) ? solid : air) = middle;
      }
      return air;
    }
    in_rock = met, air = below;
  }
  return std::nullopt;
}

}  // namespace strate
