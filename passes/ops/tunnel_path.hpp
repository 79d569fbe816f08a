// The floor line of one tunnel between two rooms: flat to the end of each room's lead, then as
// steep as the way is long, wandering sideways. All points on the plan grid.
//
// Straight line P → Q between the leads, n = clamp(⌊|PQ|/4⌋, 1, 6) pieces; at t = i/n the point
// stands w·(4t(1 − t))²·(u1 + u2·(1 − 2t)) to the side, w = min(wander, limit, |PQ|/4),
// u1 = 0.7·draw, u2 = 0.3·draw in [−1, 1). Height and radius are linear in the length of the way.
#pragma once

#include "compiler/geometry.hpp"
#include "passes/ops/cave_shapes.hpp"

namespace strate {

struct TunnelEnd {
  Vec3 floor;
  double lead = 0;    ///< length of the flat piece
  double radius = 1;  ///< of the tunnel there
};

/// One tunnel as a chain of tubes, from the owner's room to the other.
struct TunnelPath {
  static constexpr int kTubesMax = 8;
  Box3 box;  ///< encloses every place nearer than the cap
  int count = 0;
  TubeShape tubes[kTubesMax];
};

/// `bend` and `twist`: draws in [−1, 1); `wander` is limited already.
TunnelPath tunnel_path(const TunnelEnd& from, const TunnelEnd& to, double wander, double bend,
                       double twist);

}  // namespace strate
