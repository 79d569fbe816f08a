// A tile of the sparse grid from a tile's block of clamped densities.
#pragma once

#include "compiler/density_grid.hpp"

namespace strate {

/// `block` has the layout of tile_sample. Samples outside `window` (lattice indices) become +band.
GridTile grid_tile(const float* block, Coord tile, const IndexBox& window);

/// A tile that is −band or +band throughout.
GridTile uniform_grid_tile(bool solid, Coord tile, const IndexBox& window);

}  // namespace strate
