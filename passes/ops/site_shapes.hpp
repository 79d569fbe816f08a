// The shapes that sites of modifiers are made of (kernels.hpp), and their bounds.
#pragma once

#include <variant>

#include "compiler/op.hpp"
#include "passes/density/kernels.hpp"

namespace strate {

using SiteShape = std::variant<CapsuleShape, ChamberShape, RiftShape, SpanShape, PinchShape>;

/// Encloses the shape's floats in the box; of a pinch, the distance beyond its reach.
Interval site_shape_over(const SiteShape& shape, const Box3& box);

/// Outside the shape is at the cap or beyond it; a pinch moves nothing there.
Box3 site_shape_box(const SiteShape& shape);

/// io = min(io, shape), of all but pinches.
void fold_site_shape(const SiteShape& shape, const Axes& axes, float* io);

}  // namespace strate
