// The shapes of corridors: chains of tubes floor to floor, ramps around their column, niches. All
// points on the plan grid. [Units: m]
#pragma once

#include "compiler/geometry.hpp"
#include "passes/ops/cave_shapes.hpp"
#include "passes/ops/lattice_corridors_grid.hpp"

namespace strate {

/// One corridor or ramp as a chain of tubes.
struct CorridorWay {
  static constexpr int kTubesMax = 11;
  Box3 box;  ///< encloses every place nearer than the cap
  int count = 0;
  TubeShape tubes[kTubesMax];
};

/// An end of a corridor: the middle of a cell's floor.
struct CorridorEnd {
  Vec3 floor;
  double radius = 1;
};

/// A corridor between neighbouring cells: flat for one radius from either end, then straight or
/// bent by at most `wander`. `bend`, `twist`: draws in [−1, 1).
CorridorWay corridor_between(const CorridorEnd& a, const CorridorEnd& b, double wander, double bend,
                             double twist);

/// Which way the ramps of a column turn.
struct RampTurn {
  Vec3 ahead;  ///< the axis along which they leave their lower cell
  Vec3 side;   ///< the side on which they climb
};
RampTurn ramp_turn(const CorridorGrid& grid, Coord column);

/// The ramp from the lower cell to the one over it (lattice_corridors_grid.hpp): out along the axis
/// and flat beside it, then evenly up around the cell, corners of 90° in three turns of 30°.
CorridorWay corridor_ramp(const CorridorSizes& sizes, const RampTurn& turn,
                          const CorridorEnd& lower, const CorridorEnd& upper);

}  // namespace strate
