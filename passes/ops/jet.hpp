// A function of x and y with its slopes, as numbers or as intervals: a height formula is written
// once and gives both the value at a column and proven ranges over a rectangle.
#pragma once

#include <algorithm>
#include <cmath>

#include "passes/density/interval.hpp"

namespace strate {

/// Ranges of a function and of its partial derivatives over a rectangle. Derivatives of functions
/// with kinks enclose every one-sided slope.
struct Jet {
  Interval v{0, 0}, dx{0, 0}, dy{0, 0};
};

/// A driven parameter. No height differs by more than 2 km over a metre, so that an unknown
/// steepness (infinite) may stand as this.
inline Jet driven_jet(Interval v, double steepness) {
  const Interval slope = magnitude(std::min(steepness, 1e4));
  return {v, slope, slope};
}

inline Jet operator+(const Jet& a, const Jet& b) { return {a.v + b.v, a.dx + b.dx, a.dy + b.dy}; }
inline Jet operator+(const Jet& a, double b) { return {a.v + b, a.dx, a.dy}; }
inline Jet operator*(const Jet& a, double s) { return {a.v * s, a.dx * s, a.dy * s}; }
inline Jet operator*(const Jet& a, const Jet& b) {
  return {a.v * b.v, a.dx * b.v + a.v * b.dx, a.dy * b.v + a.v * b.dy};
}

/// 1/a, a > 0.
inline Jet reciprocal(const Jet& a) {
  const Interval v{1 / a.v.hi, 1 / a.v.lo}, slope = -square(v);
  return {v, a.dx * slope, a.dy * slope};
}

inline Jet absolute(const Jet& a) {
  if (a.v.lo >= 0) return a;
  if (a.v.hi <= 0) return a * -1.0;
  return {abs(a.v), hull(a.dx, -a.dx), hull(a.dy, -a.dy)};
}
inline double absolute(double a) { return std::fabs(a); }

inline Jet clamped(const Jet& a, double lo, double hi) {
  const Interval v = clamp(a.v, lo, hi);
  if (a.v.lo >= lo && a.v.hi <= hi) return a;
  const Interval flat{0, 0};
  if (a.v.hi <= lo || a.v.lo >= hi) return {v, flat, flat};
  return {v, hull(a.dx, flat), hull(a.dy, flat)};
}
inline double clamped(double a, double lo, double hi) { return a < lo ? lo : a > hi ? hi : a; }

/// f(a) for an increasing f whose slope over a.v lies in `slope`.
inline Jet through(const Jet& a, Interval value, Interval slope) {
  return {value, a.dx * slope, a.dy * slope};
}

}  // namespace strate
