// The rules of standing and walking (10 C 2–5) as the code follows them, with what was mended and why.
//
// Lengths in 1/256 voxel unless they end in _vx. p is a sample; the capsule's lower sphere is centred
// on it. Heights of one level are kept as depths under it: depth = 256 · p.z − height.
//
// 2. floor. At level k every column has the highest crossing with rock below and air above that lies
//    at or under k and not deeper than `depth`, else none. Then these heights are closed: the least
//    over all squares of (2 · closing_vx + 1)² columns that hold the column, of the highest in the
//    square. C(k, column) is the result, floor(p) = C(p.z, p's column).
// 3. standing(p): fits(p), not fits(p − 1), walkable(p), floor(p) ≥ p − rest.
// 4. walkable(p): of the four squares of stride_vx columns with a corner at p, one has a slope
//    (2gx)² + (2gy)² ≤ slope2, from C at its corners.
// 5. move p → q, one of eight neighbouring columns, both standing: floors differ by at most `climb`,
//    |Δz| ≤ rise_vx; p up to h = max(p.z, q.z), across at h, down to q: every sample fits and the move
//    across is swept. If the move is steeper than the scramble limit, C(p.z, p − s·d) and
//    C(q.z, q + s·d), s = stride_vx, exist and differ by at most `climb`.
//
// closing_vx and stride_vx keep the sizes that the rules have at 0.125 m (two and one columns) on
// finer lattices, where they would otherwise bridge less and slice steep faces finer.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "passes/walk/fit_grid.hpp"
#include "passes/walk/params.hpp"

namespace strate {

/// Depth of a column without a floor.
inline constexpr std::int16_t kNoFloor = 0x4000;

/// A standing sample while it is being measured.
struct Stand {
  Coord p;
  std::int16_t depth = 0;                  ///< of its floor
  std::array<std::int16_t, kMoves> around; ///< depths of C(p.z) at p + stride · move
};

/// Rule 5 between two standing samples; q stands one column from p in direction `move`.
bool walk_move(const FitGrid& grid, const WalkParams& params, const Stand& p, const Stand& q,
               int move);

/// Length of such a move. [Units: 1/256 voxel]
std::uint32_t move_weight(int move, std::int64_t floor_difference);

}  // namespace strate
