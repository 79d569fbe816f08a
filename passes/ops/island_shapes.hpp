// What one island is made of, and the trunk of an anchor.
//
//   island: max(smooth min over its isles (not flat), z − top), blend = min(1.2, radius/5)
//   with R its radius, L lobes, T thickness, u its own draws in [0, 1):
//     core     radius R · (1 − 0.4 L), depth T
//     5 lobes  radius r = R · (1 − 0.6 · L · (0.45 + 0.55 u)), R − r out, depth T · (0.35 + 0.55 u)
//     3 roots  radius R · (0.2 + 0.12 u), up to 0.45 R out, depth T · (0.9 + 0.4 u)
//   trunk: max(all else, 3.6 m − distance from the axis), then min of that, a core and a tread that
//   winds around it from under the ground to the anchor's top.                    [Units: m]
#pragma once

#include "compiler/geometry.hpp"
#include "passes/density/kernels.hpp"
#include "passes/ops/island_graph.hpp"

namespace strate {

struct IslandShapes {
  static constexpr int kIsles = 9;
  Coord cell;
  bool used = false, exists = false;
  Box3 box;  ///< encloses every place nearer than the cap
  double top = 0, blend = 1;
  IsleShape isle[kIsles];
};

IslandShapes island_shapes(const IslandGraph& graph, const Island& island);
/// Encloses what `fold_island` computes in the box.
Interval island_over(const IslandShapes& s, const Box3& box);
/// values = min(values, island). `body`: a block of scratch.
void fold_island(const IslandShapes& s, const Axes& axes, float* body, float* values);

/// The root column of an anchor island.
struct Trunk {
  Box3 box;  ///< encloses every place where it changes something
  CylinderShape well;
  TubeShape core;
  HelixShape tread;
};

Trunk trunk_of(const IslandGraph& graph, const Island& anchor);
Interval trunk_over(const Trunk& t, const Box3& box, Interval in);
/// Rewrites values. `hole`: a block of scratch.
void apply_trunk(const Trunk& t, const Axes& axes, float* hole, float* values);

}  // namespace strate
