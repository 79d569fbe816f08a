// The rules of standing and walking (10 C 2–5) as the code follows them, with what was mended and
// why.
//
// Lengths in 1/256 voxel unless they end in _vx. p is a sample; the capsule's lower sphere is
// centred on it. Heights of one level are kept as depths under it: depth = 256 · p.z − height.
//
// 0. The capsule that is measured has radius R and the player's whole height: its axis is the
// height
//    less 2 R. It still holds the player's own. (With the axis of 1.08 m it stood 1.794 m high, and
//    a ceiling of 1.91 m over a floor between samples did not always let it stand.)
// 1. fits(p): no solid sample and no crossing nearer than R to the axis from p up. A move to one of
// 8
//    neighbours keeps R from the swept axis rectangle.
// 2. floor. At level k every column has the highest crossing with rock below and air above that
// lies
//    at or under k and not deeper than `depth`, else none. These heights are closed: the least over
//    all squares of (closing_vx + 1)² columns that hold the column, of the highest in the square.
//    C(k, column) is the closed height where that lifts the column by more than `pit`, else its
//    own: a shallower pit is walkable ground, and columns that touch a wall read up to a voxel
//    high, which a closing would spread over steep ground near walls. floor(p) = C(p.z, p's
//    column).
// 3. standing(p): fits(p), not fits(p − 1), walkable(p), floor(p) ≥ p − rest. rest = one voxel and
//    the larger of R / cos(scramble), as on a slope, and R + climb, as where the sphere hangs on
//    the edge of a step that it is about to take: with the first alone no step over 0.3 m is
//    climbed.
// 4. walkable(p): of the four squares of stride_vx columns with a corner at p, one has a slope
//    (2gx)² + (2gy)² ≤ slope2, from C at its corners.
// 5. move p → q, one of eight neighbouring columns, both standing: floors differ by at most
// `climb`,
//    |Δz| ≤ rise_vx; p up to h = max(p.z, q.z), across at h, down to q: every sample fits and the
//    move across is swept. If the move is steeper than the scramble limit, it must be a step: C one
//    stride beyond the higher end, in the three directions within 45° of the climb, is nowhere more
//    than `climb` over C one stride behind the lower end, in those three directions, all of which
//    exist. (One direction alone does not see a ledge whose edge runs along the move.)
//
// closing_vx and stride_vx keep the sizes that the rules have at 0.125 m (0.5 m, 0.125 m) on other
// lattices, where they would otherwise bridge less and slice steep faces finer. Where both cannot
// be had, the closing is too small rather than too large: between 0.103 and 0.113 m, and just under
// 0.09 m, only cracks up to closing_vx voxels (at least 0.41 m) are always crossed.
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
  std::int16_t depth = 0;                   ///< of its floor
  std::array<std::int16_t, kMoves> around;  ///< depths of C(p.z) at p + stride · move
};

/// Rule 5 between two standing samples; q stands one column from p in direction `move`.
bool walk_move(const FitGrid& grid, const WalkParams& params, const Stand& p, const Stand& q,
               int move);

/// Length of such a move. [Units: 1/256 voxel]
std::uint32_t move_weight(int move, std::int64_t floor_difference);

}  // namespace strate
