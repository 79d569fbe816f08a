// Standing samples of a tile: floors level by level, closed, judged (rules 2–4 of rules.hpp).
#pragma once

#include <vector>

#include "compiler/lattice.hpp"
#include "passes/walk/rules.hpp"

namespace strate {

/// One a worker; memory is held from tile to tile.
class StandFinder {
 public:
  /// `wanted`: samples asked about, all of which the lattice's window lets one judge.
  StandFinder(const Lattice& lattice, const FitGrid& grid, const WalkParams& params,
              const IndexBox& wanted, const IndexBox& core);
  /// Standing samples of the tile, in ascending (z, y, x).
  void find(Coord tile, std::vector<Stand>& out);
  /// Samples of `core` of the last tile that would stand were their ground less steep.
  std::uint64_t steep() const { return steep_; }

 private:
  struct Rows {
    int lo = 0, hi = 0;  ///< half-open, tile rows
  };
  bool find_candidates(Coord tile);
  Rows candidate_rows(int z) const;
  void clear_floors();
  void lower_floors();
  void take_crossings(std::int64_t z);
  void close_floors(Rows rows);
  bool walkable(const std::int16_t* c) const;
  void judge(int z, Rows rows, std::vector<Stand>& out);
  std::int16_t* plane(std::vector<std::int16_t>& v, int y) const {
    return v.data() + static_cast<std::size_t>(y + pad_) * stride_;
  }

  const Lattice& lattice_;
  const FitGrid& grid_;
  const WalkParams& params_;
  const IndexBox wanted_, core_;
  const int pad_, side_, stride_;  ///< columns around the tile; side of the plane; its row length
  Coord origin_;
  std::uint64_t steep_ = 0;
  std::array<std::uint32_t, kRows> candidates_{};
  std::vector<std::int16_t> depth_, work_, closed_;
};

}  // namespace strate
