#include "passes/walk/rules.hpp"

#include <algorithm>
#include <cmath>

namespace strate {
namespace {

/// Samples of the column from z up to `top` fit.
bool column_fits(const FitGrid& grid, Coord p, std::int64_t top) {
  for (Coord c = p; c.z <= top; ++c.z)
    if (!grid.fits(c)) return false;
  return true;
}

bool swept(const FitGrid& grid, Coord p, Coord q, int move) {
  return move < kForwardMoves ? !grid.lens(move, p) : !grid.lens(move ^ 4, q);
}

/// The moves turned by 45° to the left and to the right.
constexpr std::array<int, kMoves> kLeft{2, 7, 1, 0, 6, 3, 5, 4};
constexpr std::array<int, kMoves> kRight{3, 2, 0, 5, 7, 6, 4, 1};

std::int64_t height(const Stand& s, int depth) { return s.p.z * kPart - depth; }

/// A steep move must be a step, not a slice of a face: beyond both its ends the ground is level.
bool is_step(const WalkParams& params, const Stand& p, const Stand& q, int move) {
  const bool up = height(q, q.depth) >= height(p, p.depth);
  const Stand& low = up ? p : q;
  const Stand& high = up ? q : p;
  const int climb = up ? move : move ^ 4;
  for (const int behind : {climb ^ 4, kLeft[climb ^ 4], kRight[climb ^ 4]})
    for (const int ahead : {climb, kLeft[climb], kRight[climb]}) {
      if (low.around[behind] == kNoFloor) return false;
      if (high.around[ahead] == kNoFloor) continue;
      if (height(high, high.around[ahead]) - height(low, low.around[behind]) > params.climb)
        return false;
    }
  return true;
}

}  // namespace

bool walk_move(const FitGrid& grid, const WalkParams& params, const Stand& p, const Stand& q,
               int move) {
  const std::int64_t dz = q.p.z - p.p.z;
  if (std::abs(dz) > params.rise_vx) return false;
  const std::int64_t df = dz * kPart - q.depth + p.depth;
  if (std::abs(df) > params.climb) return false;
  const std::int64_t run2 = kMoveX[move] * kMoveX[move] + kMoveY[move] * kMoveY[move];
  const std::int64_t s2 = params.stride_vx * params.stride_vx;
  if (4 * df * df * s2 > params.slope2 * run2 && !is_step(params, p, q, move)) return false;
  const std::int64_t h = std::max(p.p.z, q.p.z);
  return swept(grid, {p.p.x, p.p.y, h}, {q.p.x, q.p.y, h}, move) && column_fits(grid, p.p, h) &&
         column_fits(grid, q.p, h);
}

std::uint32_t move_weight(int move, std::int64_t df) {
  const std::int64_t dx = kMoveX[move] * kPart, dy = kMoveY[move] * kPart;
  return static_cast<std::uint32_t>(
      std::floor(std::sqrt(static_cast<double>(dx * dx + dy * dy + df * df)) + 0.5));
}

}  // namespace strate
