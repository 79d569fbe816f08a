// Water in a view: a plane that mirrors at a glance and swallows light below it. Looks only.
#pragma once

#include "passes/pictures/light.hpp"

namespace strate {

/// The first rock or figure along a ray.
Surface seen(const Stage& stage, Vec3f eye, Vec3f direction);

/// What arrives at `eye` once the strate's water lies in the way of `light`, which the surface `s`
/// sends: less by the way through water, and with what the water mirrors. `stage.has_water` holds.
Rgb through_water(const Stage& stage, Vec3f eye, Vec3f direction, const Surface& s, Rgb light);

}  // namespace strate
