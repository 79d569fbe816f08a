// Bounds of the shapes that caves and halls are made of (kernels.hpp): each encloses the floats
// that the kernel computes anywhere in the box (10 B7). [Units: m]
#pragma once

#include "compiler/geometry.hpp"
#include "passes/density/kernels.hpp"

namespace strate {

Interval chamber_over(const ChamberShape& s, const Box3& box);
Interval tube_over(const TubeShape& s, const Box3& box);
Interval pillar_over(const PillarShape& s, const Box3& box);

/// A draw in [0, 1) as one in [−1, 1).
inline double both_ways(double u) { return 2 * u - 1; }

/// Encloses the places within `reach` of the tube's surface.
Box3 tube_box(const TubeShape& s, double reach);

}  // namespace strate
