// One tile of the fit grid: see fit_grid.hpp.
#pragma once

#include <vector>

#include "passes/walk/fit_grid.hpp"

namespace strate {

/// Measures tiles one after the other; one a worker. Memory is held from tile to tile. A player
/// that the tables do not hold (WalkTables::held) fits nowhere: every tile is empty.
class FitTileMaker {
 public:
  FitTileMaker(const Lattice& lattice, const WalkParams& params, const IndexBox& known);
  FitTile make(Coord tile);

 private:
  enum class Kind { none, full, mixed };
  /// What the tile and its neighbours say without a look at their samples.
  Kind kind_of(Coord tile) const;
  void load_rock();
  void window_rock();
  void erode();
  void add_crossings();
  void add_tile_crossings(const LatticeTile& tile, Coord base);
  void add_row_crossings(const LatticeTile& tile, int axis, int row, std::uint32_t mask,
                         Coord base);
  void add_lens(const std::vector<StencilRow>& rows, int x, int y, int z);
  void add_solid_lens();
  FitTile packed();

  const Lattice& lattice_;
  const WalkTables& tables_;
  const IndexBox known_;
  const int reach_, below_, above_;    ///< samples around the tile that matter
  const int rock_y_, rock_z_;          ///< sizes of the rock rows loaded
  const int pad_y_, pad_lo_, pad_hi_;  ///< rows around the tile that stencils may touch
  const int rows_y_;
  Coord origin_;
  std::vector<std::uint64_t> rock_, window_, next_, blocked_;
  std::vector<std::vector<std::uint64_t>> classes_;
  std::vector<std::uint32_t> lens_;
};

}  // namespace strate
