// Where corridors run (02 §3): a lattice of cells (i, j, k) around the spine, cell_m wide, k
// counting layers from the root's; which cells are joined is decided from hashes alone, so that
// every answer is a function of the cell and the same in every window.
//
// - Tree: the root is (0, 0, 0). The parent of another cell is one step nearer the root along one
//   axis on which its coordinate is not 0: up or down with chance 2v − v² (v: verticality) where
//   the cell's column carries ramps, else x or y, evenly. So every cell reaches the root, in
//   |i| + |j| + |k| steps.
// - Columns of even i and j carry ramps; the spine is one of them, so that this is always possible.
//   Such a column owns the four blocks of rock around it, so that no two ramps can meet.
// - Loops: neighbours that the tree does not join are joined with chance 0.18 · branching along x
//   and y, 0.10 · verticality along z (columns with ramps only).
// - Layers: k · pitch over the root's floor; as many as fit between the bands, centred there. The
//   content of one layer makes a flat maze.
// - A ramp leaves its lower cell along u (one of four directions, by column), turns to one side at
//   `offset`, climbs around the cell over the lower corridor and under the upper one, and comes
//   back along −u:
//
//     run    = 4·offset − 2·start − 2.264·turn,   start = 0.72·R,  turn = 0.7·ramp radius r
//     pitch  ≥ 2·(0.73·R + (R + 0.8)·√(1 + g²))               over the lower corridor
//     pitch  ≥ 2·((r + 0.8)·√(1 + g²) + 0.685·R·g + 0.73·r)   under the upper one's floor
//     g      = pitch/run ≤ tan 35°
//
//   In its corners it climbs 0.8 · g, because the way along their inside is shorter. R: the largest
//   radius. Where there is room the pitch grows to what a ramp of 22° climbs, at most to cell_m.
// - Whatever a cell owns lies within one cell_m of the two middles it joins, so the air at a point
//   is that of the 2 × 2 × 2 cells around it.
// - Floors stand up to `sway` over or under their layer and up to `jitter` beside their cell's
//   middle, but exactly there where a ramp runs in one of the four blocks around. [Units: m]
#pragma once

#include <cstdint>

#include "compiler/geometry.hpp"

namespace strate {

/// What follows from cell_m and the largest radius.
struct CorridorSizes {
  double ramp_radius = 0;  ///< of a ramp at most
  double offset = 0;       ///< of a ramp from its column's axes
  double start = 0;        ///< flat floor of a ramp beside the column's axis
  double turn = 0;         ///< each of the two pieces of a corner of 90°
  double pitch = 0;        ///< from layer to layer
  double grade = 0;        ///< steepest ramp, rise over run
  double sway = 0, jitter = 0, wander = 0;
  bool climbs = false;  ///< ramps are within the grade
};

CorridorSizes corridor_sizes(double cell, double radius_max);

/// Of a ramp at most: narrower than corridors, and this share of the cell where that is wide.
inline constexpr double kRampOfCell = 0.18;
double ramp_radius(double cell, double radius_max);

/// The least cell_m, in steps of 0.1 m, in which ramps between corridors of this radius climb.
double least_climbing_cell(double radius_max);

/// Slope of a ramp in its corners, of its legs'.
inline constexpr double kCornerEase = 0.8;

/// Heights that a corridor may stand in, over its floor, in radii.
inline constexpr double kCorridorTop = 2;

enum CorridorDraw : std::uint64_t {
  kPickClimb = 1,
  kPickAxis,
  kPickLoop,  ///< and the two after it: along x, y, z
  kPickLoopY,
  kPickLoopZ,
  kPickSway,
  kPickJitterX,
  kPickJitterY,
  kPickTurn,
  kPickHall,
  kPickHallHeight,
  kPickWidth,  ///< and the two after it
  kPickWidthY,
  kPickWidthZ,
  kPickBend,
  kPickBendY,
  kPickTwist,
  kPickTwistY,
  kPickNiche,
  kPickNicheY,
  kPickNicheSide,
  kPickNicheSideY,
  kPickNicheSize,
  kPickNicheSizeY,
  kPickCorridorSite,
};

class CorridorGrid {
 public:
  struct Settings {
    std::uint64_t seed = 0, address = 0;
    double cell = 16, radius_max = 3.125;
    double branching = 0.6, verticality = 0.3;
    Interval floors;  ///< heights at which floors may stand; lo ≤ hi
  };
  explicit CorridorGrid(const Settings& settings);

  double cell() const { return s_.cell; }
  const CorridorSizes& sizes() const { return sizes_; }
  /// Layers are lowest() … highest(); the root's is 0.
  std::int64_t lowest() const { return lowest_; }
  std::int64_t highest() const { return highest_; }
  bool holds(Coord cell) const { return lowest_ <= cell.z && cell.z <= highest_; }
  /// Height of a layer's floors, sway aside.
  double layer(std::int64_t k) const { return root_floor_ + static_cast<double>(k) * sizes_.pitch; }
  double sway() const { return sway_; }

  /// One step nearer the root; the root is its own.
  Coord parent(Coord cell) const;
  /// A corridor (axis 0: x, 1: y) or a ramp (2) leads from the cell to the next along the axis.
  bool joined(Coord cell, int axis) const;
  /// How many corridors and ramps meet at the cell.
  int ways(Coord cell) const;
  static bool carries_ramps(Coord cell) { return (cell.x & 1) == 0 && (cell.y & 1) == 0; }
  /// No ramp starts, ends or stands in the four blocks around the cell.
  bool quiet(Coord cell) const;
  /// The same of the two blocks beside the corridor from the cell along axis 0 or 1.
  bool quiet_beside(Coord cell, int axis) const;
  /// The middle of a cell's floor, on the plan grid.
  Vec3 floor(Coord cell) const;
  /// In [0, 1).
  double pick(std::uint64_t salt, Coord cell) const;

 private:
  bool ramp_about(Coord cell, std::int64_t di, std::int64_t dj) const;

  Settings s_;
  CorridorSizes sizes_;
  double root_floor_ = 0, sway_ = 0, climb_chance_ = 0;
  std::int64_t lowest_ = 0, highest_ = 0;
};

/// The neighbour one step along an axis.
inline Coord step_along(Coord c, int axis, std::int64_t by = 1) {
  (axis == 0 ? c.x : axis == 1 ? c.y : c.z) += by;
  return c;
}

}  // namespace strate
