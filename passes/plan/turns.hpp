// Directions without libm: fractions of a full turn become unit vectors by a fixed polynomial.
#pragma once

#include "compiler/geometry.hpp"

namespace strate {

/// The golden angle of spirals and connections: 137.5°. [Units: turns]
inline constexpr double kGoldenTurn = 137.5 / 360.0;

/// Unit vector (cos, sin, 0) of an angle in full turns; within 1e-9 of the true direction.
Vec3 turn_vector(double turns);

/// `v` turned about +z by the angle whose cosine and sine are x and y of `by`.
inline Vec3 turned(Vec3 v, Vec3 by) {
  return {v.x * by.x - v.y * by.y, v.x * by.y + v.y * by.x, v.z};
}

/// A quarter turn to the left.
inline Vec3 left_of(Vec3 v) { return {-v.y, v.x, 0}; }

/// Horizontal length.
inline double length_xy(Vec3 v) { return std::sqrt(v.x * v.x + v.y * v.y); }

}  // namespace strate
