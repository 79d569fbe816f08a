// Proven ranges of gradient noise over a box: of its value and of its slopes.
#pragma once

#include "compiler/geometry.hpp"
#include "passes/density/noise.hpp"

namespace strate {

/// No octave is steeper along an axis than this times amplitude times frequency: the interpolated
/// gradient (≤ 1) plus the steepest fade (15/8) times the two faces' difference, which is at most
/// the weighted distances to the corners, 1 along the axis itself and ½ twice on each face.
inline constexpr double kNoiseSlope = 1 + 15.0 / 8 * 3;

/// Over a box: the noise and its partial derivatives. [Units: 1, 1/m]
struct NoiseRange {
  Interval value, dx, dy, dz;
};

/// Encloses both. `flat`: the two-dimensional noise (z = 0), dz is not used. Tight where the box
/// spans few cells of an octave, else the octave's own limits.
NoiseRange noise_range(const Fbm& f, const Box3& box, bool flat);

/// The value alone.
inline Interval noise_over(const Fbm& f, const Box3& box, bool flat) {
  return noise_range(f, box, flat).value;
}

}  // namespace strate
