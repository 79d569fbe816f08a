// Heights as numbers of layers: tilted, gently bent planes a period apart.
//
//   u = (z + (tx, ty) · (x, y)) / period + bend · fbm(x, y)        fbm: 2 octaves at bend_scale_m
#pragma once

#include "passes/ops/column_noise.hpp"

namespace strate {

/// No period is shorter, whatever a curve says. [Units: m]
inline constexpr double kLeastPeriodM = 0.25;

struct Bedding {
  Driver period;
  double tx = 0, ty = 0;  ///< rise of the layers along x and y
  double bend = 0;        ///< in periods
  Fbm noise;

  /// Of the columns: u = (z + rise) / period + lift, rows of kBlockRow.
  struct Planes {
    const double* x;
    const double* y;
    FieldView period;
    const float* noise;
    double tx, ty, bend;
    double period_at(int ix, int iy) const {
      return std::max(kLeastPeriodM, static_cast<double>(period.row(iy, 0)[ix]));
    }
    double u(double z, int ix, int iy) const {
      return (z + (tx * x[ix] + ty * y[iy])) / period_at(ix, iy) +
             bend * static_cast<double>(noise[iy * kBlockRow + ix]);
    }
  };
  Planes planes(EvalContext& context) const {
    const Axes& axes = context.axes();
    return {axes.x, axes.y, period.view(context), noise_plane(context, noise), tx, ty, bend};
  }

  Jet period_over(BoundContext& context) const {
    Jet p = driver_jet(period, context);
    p.v = {std::max(kLeastPeriodM, p.v.lo), std::max(kLeastPeriodM, p.v.hi)};
    return p;
  }
  /// u over the box's columns for heights z.
  Jet over(BoundContext& context, const Jet& z, const Jet& period_jet) const {
    const Box3& b = context.box();
    const Jet rise{
        Interval{b.lo.x, b.hi.x} * tx + Interval{b.lo.y, b.hi.y} * ty, {tx, tx}, {ty, ty}};
    return (z + rise) * reciprocal(period_jet) + noise_jet(noise, b) * bend;
  }
};

/// How the layers of one kind of rock lie.
struct BeddingLook {
  double bend = 0, scale_m = 32, tilt_deg = 0;
};
Result<Bedding> bedding_of(CompileContext& context, Driver period, BeddingLook look);
/// `period`: the parameter that holds it.
Result<Bedding> bedding_of(CompileContext& context, std::string_view period, BeddingLook look);

}  // namespace strate
