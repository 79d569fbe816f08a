// The compact polynomial union of 10 B2 in exact arithmetic, for bounds.
#pragma once

#include <algorithm>
#include <cmath>

#include "passes/density/context.hpp"
#include "passes/density/interval.hpp"

namespace strate {

inline double smooth_min(double a, double b, double k) {
  const double h = k - std::fabs(a - b), low = std::min(a, b);
  return h > 0 ? low - h * h / (4 * k) : low;
}

/// Increasing in both arguments, so ends go to ends.
inline Interval smooth_min_over(Interval a, Interval b, double k) {
  if (k <= 0) return min(a, b);
  return widened({smooth_min(a.lo, b.lo, k), smooth_min(a.hi, b.hi, k)});
}

}  // namespace strate
