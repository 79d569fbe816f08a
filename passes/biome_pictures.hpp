// What biomes give to pictures: the colour of rock, and maps of biomes and climate.
#pragma once

#include <array>
#include <optional>

#include "formats/files/png.hpp"
#include "passes/cook.hpp"
#include "passes/pictures/pictures.hpp"

namespace strate {

/// The strate's rock over the baked window: the biomes' colours by their shares, as heights are
/// blended. Nothing if the strate has no biomes.
std::optional<RockTint> rock_tint(const Cook& cook, std::size_t index);

/// What materials make of one place: the dominant biome's colour, mixed with the neighbour's by the
/// border weight.
Rgb biome_color(const StrateSettings& settings, int dominant, int neighbour, float border);

/// One pixel is a place of the lattice, 0.25 m apart (the voxel if that is larger), north up: pixel
/// (i, j) stands at x = lo.x + i · step, y = hi.y − 1 − j · step of the window's samples. A caption
/// bar lies under each.
struct BiomeMaps {
  RgbImage biome;             ///< biome_color; the names in the caption bar
  RgbImage relief, moisture;  ///< grey: 255 times the map
};
/// The strate has biomes. `window`: samples; z is not used.
BiomeMaps biome_maps(const Cook& cook, std::size_t index, const IndexBox& window,
                     const Caption& caption);

}  // namespace strate
