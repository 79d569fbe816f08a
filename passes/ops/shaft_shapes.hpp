// What one shaft is made of: its bore, the chamber at its foot, its tread and the shelves over it.
//
//   d = max(min(max(capsule(bore), floor − z), chamber(foot)), −min(helix(tread), isle(shelf)…))
//   negative inside
#pragma once

#include "compiler/geometry.hpp"
#include "passes/density/kernels.hpp"
#include "passes/ops/shaft_graph.hpp"

namespace strate {

struct ShaftShapes {
  static constexpr int kShelvesMax = 16;
  Coord cell;
  bool used = false, carved = false;
  Box3 box;           ///< encloses every place nearer than the cap
  CapsuleShape bore;  ///< from the middle of the floor to the dome's
  ChamberShape foot;
  HelixShape tread;
  int shelves = 0;
  IsleShape shelf[kShelvesMax];
};

/// `shelf_share`: of the levels over the tread, ledge_every apart, that hold a shelf.
ShaftShapes shaft_shapes(const ShaftGraph& graph, const Shaft& shaft, double shelf_share);

/// Encloses what `fold_shaft` computes in the box.
Interval shaft_over(const ShaftShapes& s, const Box3& box);

/// values = min(values, d). `air`, `rock`: blocks of scratch.
void fold_shaft(const ShaftShapes& s, const Axes& axes, float* air, float* rock, float* values);

}  // namespace strate
