// Two-dimensional noise and driven parameters of surfaces, per column and as ranges.
#pragma once

#include "passes/density/compile.hpp"
#include "passes/density/noise_bound.hpp"
#include "passes/ops/jet.hpp"

namespace strate {

/// Noise over the context's columns: ny rows.
inline const float* noise_plane(EvalContext& context, const Fbm& f) {
  float* out = context.take_plane();
  fbm_columns(f, context.axes(), context.scratch().noise, out);
  return out;
}

/// Noise over a rectangle, with its slopes. Differences of its floats are covered too.
inline Jet noise_jet(const Fbm& f, const Box3& rectangle) {
  constexpr double kRounding = 2e-5;
  const NoiseRange r = noise_range(f, rectangle, true);
  return {r.value, r.dx + magnitude(kRounding), r.dy + magnitude(kRounding)};
}

inline Jet driver_jet(const Driver& driver, BoundContext& context) {
  return driven_jet(driver.over(context), driver.steepness(context));
}

}  // namespace strate
