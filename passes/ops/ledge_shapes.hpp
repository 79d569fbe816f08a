// Treads around an axis and tapering bodies (kernels.hpp) in exact arithmetic, and their bounds:
// each encloses the floats that the kernel computes anywhere in the box (10 B7). [Units: m]
#pragma once

#include "compiler/geometry.hpp"
#include "passes/density/kernels.hpp"

namespace strate {

/// Angle of (u, v) in turns as the kernels compute it, in (−1/2, 1/2].
double turns_of(double u, double v);

/// A height of the tread in the direction (x, y) from its axis; the others are whole pitches away.
double tread_height(const HelixShape& s, double x, double y);

Interval helix_over(const HelixShape& s, const Box3& box);
Interval isle_over(const IsleShape& s, const Box3& box);
Interval capsule_over(const CapsuleShape& s, const Box3& box);

/// Distances in plan of points whose x and y lie in two ranges.
Interval plan_radii(Interval x, Interval y);

/// Encloses both.
Box3 hull_of(const Box3& a, const Box3& b);

/// Encloses the places within `reach` of the body.
Box3 isle_box(const IsleShape& s, double reach);

}  // namespace strate
