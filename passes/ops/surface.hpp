// A height over every column, and the distance-like density on either side of it (10 B4):
//
//   slope   = √((h(x + e, y) − h)² + (h(x, y + e) − h)²) / e,   e = kSlopeStepM
//   density = sign · float(z − h) · float(1 / √(1 + min(slope, kSteepest)²))
//
// in double per column, then one float difference. Planes are computed once per block column.
#pragma once

#include "passes/density/compile.hpp"
#include "passes/density/context.hpp"
#include "passes/ops/jet.hpp"

namespace strate {

/// Slopes beyond this (76°) do not shrink the density further.
inline constexpr double kSteepest = 4;

class Surface {
 public:
  /// `index` tells the surfaces of one operator apart.
  Surface(int slot, int index) : slot_(slot), index_(index) {}
  virtual ~Surface() = default;

  /// ny rows of kBlockRow each; valid until another surface is evaluated.
  struct Planes {
    const double* height;
    const double* slope;
    const float* scale;
  };
  Planes planes(EvalContext& context) const;
  /// Writes sign · density for every sample.
  void write(EvalContext& context, float sign, float* out) const;
  /// Encloses what `write` computes in the box: from real columns where the context has them, else
  /// from `range`.
  Interval over(BoundContext& context, double sign) const;
  Interval height_over(BoundContext& context) const;
  Interval slope_over(BoundContext& context) const;

  /// Heights of the columns of context.axes(): ny rows. Must be pure in x and y.
  virtual void heights(EvalContext& context, double* out) const = 0;
  /// Encloses heights and their slopes over the box, exact arithmetic.
  virtual Jet range(BoundContext& context) const = 0;

 protected:
  /// False: planes say slope 0, scale 1, and are three times as cheap.
  virtual bool sloped() const { return true; }

 private:
  struct Ranges {
    Interval height, slope;
  };
  Ranges ranges(BoundContext& context) const;
  Ranges compute_ranges(BoundContext& context) const;
  Interval centred(BoundContext& context, const Jet& here) const;
  Planes planes_over(StackContext& context, const Axes& axes) const;
  /// Null: the box is not one of samples, or not of one tile.
  static const TileColumns* columns_of_samples(const BoundContext& context);
  void compute(EvalContext& context, double* height, double* slope, float* scale) const;
  std::uint64_t key(const StackContext& context) const;

  int slot_, index_;
};

}  // namespace strate
