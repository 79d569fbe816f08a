// heightmap: ground from a picture of heights. Writes the height channel.
//
//   u = (x − west) · (width − 1) / size.x,  v = (y − south) · (height − 1) / size.y
//   h = low + spline(u, v) · (high − low) / 65535              (height_spline.hpp)
//   d = min(cap, above(h))                                     negative under the ground
//
// The outermost samples lie on the edges of size_m, whose middle is at_m; the picture's first row
// is the northern one. Beyond the edges the ground goes on level from them.
#include "compiler/op.hpp"
#include "passes/ops/ground_source.hpp"
#include "passes/ops/height_spline.hpp"

namespace strate::ops {
namespace {

constexpr FieldSpec kParams[] = {
    {.name = "file",
     .kind = FieldKind::file,
     .doc = "heights: a PNG of one grey channel of 16 bits, or a square of little-endian 16-bit "
            "samples; the first row lies in the north",
     .asset = AssetKind::heights},
    {.name = "at_m",
     .kind = FieldKind::point2,
     .min = -kWorldLimitM,
     .max = kWorldLimitM,
     .lo = 0,
     .doc = "its middle"},
    {.name = "size_m",
     .kind = FieldKind::point2,
     .min = 1,
     .max = 65536,
     .doc = "its whole sizes, between the outermost samples; the ground goes on level beyond"},
    {.name = "range_m",
     .kind = FieldKind::interval,
     .min = -512,
     .max = 512,
     .lo = 0,
     .hi = 32,
     .doc = "heights of the samples 0 and 65535 above the strate's bottom"},
};

/// Where samples lie along one axis.
struct AxisPlace {
  double first = 0, per_m = 1;
  double operator()(double x) const { return (x - first) * per_m; }
  Interval operator()(double lo, double hi) const { return {(*this)(lo), (*this)(hi)}; }
};

struct Place {
  AxisPlace x, y;
  double low = 0, unit = 1;  ///< height of sample 0; rise of one step
};

class Heights final : public Surface {
 public:
  Heights(int slot, HeightSpline spline, const Place& place)
      : Surface(slot, 0), spline_(std::move(spline)), p_(place) {}

  void heights(EvalContext& context, double* out) const override {
    const Axes& a = context.axes();
    HeightSpline::Tap x[kBlockRow];
    for (int ix = 0; ix < a.nx; ++ix) x[ix] = spline_.tap_x(p_.x(a.x[ix]));
    for (int iy = 0; iy < a.ny; ++iy) {
      const HeightSpline::Tap y = spline_.tap_y(p_.y(a.y[iy]));
      double* row = out + iy * kBlockRow;
      for (int ix = 0; ix < a.nx; ++ix) row[ix] = p_.low + spline_.at(x[ix], y) * p_.unit;
      std::fill(row + a.nx, row + kBlockRow, row[a.nx - 1]);
    }
  }

  Jet range(BoundContext& context) const override {
    const Box3& b = context.box();
    const HeightSpline::Range r = spline_.over(p_.x(b.lo.x, b.hi.x), p_.y(b.lo.y, b.hi.y));
    return {r.value * p_.unit + p_.low, r.dx * (p_.unit * p_.x.per_m),
            r.dy * (p_.unit * p_.y.per_m)};
  }

 private:
  HeightSpline spline_;
  Place p_;
};

class Heightmap final : public GroundSource {
 public:
  explicit Heightmap(Heights heights) : heights_(std::move(heights)) {}
  const Surface& surface() const override { return heights_; }

 private:
  Heights heights_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  auto asset = context.asset("file");
  if (!asset) return asset.error();
  HeightSpline spline(std::move(*asset));
  const Vec3 at = context.point("at_m"), size = context.point("size_m");
  const Interval range = context.pair("range_m");
  Place p;
  p.x = {at.x - size.x / 2, (spline.width() - 1) / size.x};
  p.y = {at.y - size.y / 2, (spline.height() - 1) / size.y};
  p.low = range.lo;
  p.unit = (range.hi - range.lo) / 65535;
  return std::unique_ptr<Operator>(
      std::make_unique<Heightmap>(Heights(context.slot(), std::move(spline), p)));
}

}  // namespace

OperatorRow heightmap_row() {
  return {.id = "heightmap",
          .height_channel = true,
          .params = kParams,
          .doc = "ground from a 16-bit PNG or R16",
          .compile = compile};
}

}  // namespace strate::ops
