// Inside of a WalkSlab.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "passes/walk/fit_components.hpp"
#include "passes/walk/fit_grid.hpp"
#include "passes/walk/rules.hpp"
#include "passes/walk/walk.hpp"

namespace strate {

/// A walk move that leaves the core up- or downward, to be joined with the slab there.
struct CrossMove {
  std::uint32_t node = 0;
  Coord to;
  std::uint32_t weight = 0;
};

struct WalkSlab::Impl {
  IndexBox core;
  IndexBox judged;  ///< where standing is known, core included
  WalkParams params;
  FitGrid grid;
  FitComponents bodies;

  /// Nodes by column: column[(y · width + x)] … column[+ 1]; ascending z.
  std::vector<std::uint32_t> column;
  std::vector<std::uint32_t> at;    ///< index of a node's column
  std::vector<std::int16_t> z;      ///< above core.lo.z
  std::vector<std::int16_t> depth;  ///< of the floor, 1/256 voxel under the node
  /// Walk moves inside the core: byte d has bit j set if move d leads to the j-th node of its
  /// column at or over z − rise_vx. There are at most eight: nodes stand two samples apart, within
  /// `rest` of a floor that all of them share, since a second floor would lie over the capsule's
  /// head.
  std::vector<std::uint64_t> moves;
  std::vector<CrossMove> crosses;  ///< by (node, to)
  std::uint64_t steep = 0;         ///< places of the core that carry the capsule, but too steep

  std::size_t column_index(std::int64_t x, std::int64_t y) const {
    return static_cast<std::size_t>((y - core.lo.y) * (core.hi.x - core.lo.x) + (x - core.lo.x));
  }
  bool has_column(std::int64_t x, std::int64_t y) const {
    return core.lo.x <= x && x < core.hi.x && core.lo.y <= y && y < core.hi.y;
  }
  Coord node(std::uint32_t index) const;
  std::int64_t floor_of(std::uint32_t index) const;
  std::uint32_t find(Coord p) const;
  /// First node of a column at or over z; one past the column's last if none.
  std::uint32_t first_at(std::size_t column_index, std::int64_t z) const;
  /// Appends the moves inside the core, ascending.
  std::size_t steps(std::uint32_t index, std::span<WalkStep> out) const;
};

/// Order of moves by the (y, x) of where they lead.
inline constexpr std::array<int, kMoves> kMovesByPlace{6, 5, 3, 4, 0, 7, 1, 2};

}  // namespace strate
