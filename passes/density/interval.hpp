// Interval arithmetic for bounds. Results enclose exact arithmetic up to double rounding, which
// `widened` (context.hpp) covers many times over.
#pragma once

#include <algorithm>
#include <cmath>

#include "compiler/geometry.hpp"

namespace strate {

inline Interval operator+(Interval a, Interval b) { return {a.lo + b.lo, a.hi + b.hi}; }
inline Interval operator-(Interval a, Interval b) { return {a.lo - b.hi, a.hi - b.lo}; }
inline Interval operator+(Interval a, double b) { return {a.lo + b, a.hi + b}; }
inline Interval operator-(Interval a) { return {-a.hi, -a.lo}; }
inline Interval operator*(Interval a, double s) {
  return s < 0 ? Interval{a.hi * s, a.lo * s} : Interval{a.lo * s, a.hi * s};
}
inline Interval operator*(Interval a, Interval b) {
  const double p = a.lo * b.lo, q = a.lo * b.hi, r = a.hi * b.lo, s = a.hi * b.hi;
  return {std::min(std::min(p, q), std::min(r, s)), std::max(std::max(p, q), std::max(r, s))};
}
/// The part that both enclose; `a` if they miss each other by rounding.
inline Interval intersect(Interval a, Interval b) {
  const Interval both{std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
  return both.lo <= both.hi ? both : a;
}
inline Interval abs(Interval a) {
  if (a.lo >= 0) return a;
  if (a.hi <= 0) return -a;
  return {0, std::max(-a.lo, a.hi)};
}
inline Interval square(Interval a) {
  const Interval m = abs(a);
  return {m.lo * m.lo, m.hi * m.hi};
}
inline Interval min(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)}; }
inline Interval max(Interval a, Interval b) { return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)}; }
inline Interval clamp(Interval a, double lo, double hi) {
  return {std::clamp(a.lo, lo, hi), std::clamp(a.hi, lo, hi)};
}
/// Both ends through an increasing function.
template <class F>
Interval increasing(Interval a, F f) {
  return {f(a.lo), f(a.hi)};
}
inline Interval magnitude(double r) { return {-r, r}; }
inline double middle(Interval a) { return 0.5 * (a.lo + a.hi); }
inline double width(Interval a) { return a.hi - a.lo; }

}  // namespace strate
