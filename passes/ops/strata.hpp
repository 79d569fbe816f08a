// What terrace, cliff and layer_lines share: layers that shape rock.
//
// Where the list holds a ground, its height is rewritten in the ground's place:
//
//   h' = h + period · κ · profile(u(h)),  κ = sign · min(strength · weight · gain, most) · m
//   m  = 1, or the quintic fade of the slope g over 2 · span from g = none (0) to g = all (1)
//
// u: bedding.hpp; weight: where, except and mask, read at (x, y, h) if they change with height.
// Layers never fold: κ · profile' ≥ −1. Elsewhere it is a texture (texture.hpp):
//
//   pattern = min(1, period · share) · profile(u(z))
#pragma once

#include <cmath>

#include "passes/ops/bedding.hpp"
#include "passes/ops/ground_source.hpp"
#include "passes/ops/profile.hpp"

namespace strate {

/// Slopes of hillsides, not of bumps, are differences over twice this. [Units: m]
inline constexpr double kBroadM = 3;

/// Rises of a ground per metre, between columns `span` away on either side: ny rows each.
struct BroadSlope {
  const double* dx;
  const double* dy;
  double at(int i) const { return std::sqrt(dx[i] * dx[i] + dy[i] * dy[i]); }
};
/// Valid until the temporary memory is given back.
BroadSlope broad_slope(const Surface& ground, EvalContext& context, double span);
/// Encloses its size, and how much that changes per metre along x or y.
struct BroadRange {
  Interval slope;
  double steepness;
};
BroadRange broad_range(const Surface& ground, BoundContext& context, double span);

/// How a ground is rewritten.
struct HeightStrata {
  Profile profile;
  double gain = 1, most = 1, sign = 1;
  double span = 0;           ///< of the slope that strata follow; 0: they lie on any slope
  double none = 0, all = 0;  ///< rise over run where they end, and where they are whole
};
/// How surfaces elsewhere are moved.
struct TextureStrata {
  Profile profile;
  double unit = 1, most = kCapM;  ///< amount = min(strength · unit, most)
  double share = 0;               ///< of the period, for those whose period varies; 0: none
};

/// The operator, in its place on the ground or as a texture.
Result<std::unique_ptr<Operator>> make_strata(CompileContext& context, Bedding bedding,
                                              std::string_view strength, const HeightStrata& height,
                                              const TextureStrata& texture);

}  // namespace strate
