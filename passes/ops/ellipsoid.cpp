// ellipsoid: one ellipsoid at an exact place.
//
//   p = position − at, turned by −turn_deg; a = |p/r|, b = |p/r²|
//   d = min(cap, (a/b) · (a − 1))          negative inside, exact on the surface
//   a/b lies between the least and the greatest radius; at the very centre d = −least radius
#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "compiler/op.hpp"
#include "passes/density/compile.hpp"
#include "passes/ops/placed_box.hpp"

namespace strate::ops {
namespace {

constexpr FieldSpec kParams[] = {
    {.name = "at_m",
     .kind = FieldKind::point3,
     .min = -kWorldLimitM,
     .max = kWorldLimitM,
     .doc = "its centre; the third number is above the strate's bottom"},
    {.name = "radii_m", .kind = FieldKind::point3, .min = 0.25, .max = 2048, .doc = "its radii"},
    {.name = "turn_deg", .min = -360, .max = 360, .lo = 0, .doc = "turned about the vertical"},
};

/// Length of a vector with these components.
Interval norm_over(Interval x, Interval y, Interval z) {
  const Interval s = square(x) + square(y) + square(z);
  return {std::sqrt(s.lo), std::sqrt(s.hi)};
}

class Ellipsoid final : public Operator {
 public:
  explicit Ellipsoid(const EllipsoidShape& shape) : shape_(shape) {}
  void eval(EvalContext& context, float* values) const override {
    kernels().fill(values, context.rows(), static_cast<float>(kCapM));
    kernels().ellipsoid(shape_, context.axes(), 0, values);
  }
  Interval bound(BoundContext& context, Interval) const override {
    const Vec3 r = shape_.radii;
    const LocalBox p = local_box(context.box(), shape_.at, shape_.cosine, shape_.sine);
    const Interval u = p.u * (1 / r.x), v = p.v * (1 / r.y), w = p.w * (1 / r.z);
    const Interval a = norm_over(u, v, w);
    const Interval b = norm_over(u * (1 / r.x), v * (1 / r.y), w * (1 / r.z));
    Interval ratio{std::min({r.x, r.y, r.z}), std::max({r.x, r.y, r.z})};
    if (b.lo > 0) ratio = intersect(ratio, {a.lo / b.hi, a.hi / b.lo});
    return min(widened(ratio * (a + -1.0)), {kCapM, kCapM});
  }

 private:
  EllipsoidShape shape_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  EllipsoidShape s;
  s.at = context.point("at_m");
  s.radii = context.point("radii_m");
  const Turn turn = turn_of(context.number("turn_deg"));
  s.cosine = turn.cosine, s.sine = turn.sine;
  return std::unique_ptr<Operator>(std::make_unique<Ellipsoid>(s));
}

}  // namespace

OperatorRow ellipsoid_row() {
  return {.id = "ellipsoid",
          .params = kParams,
          .doc = "one ellipsoid at an exact place",
          .compile = compile};
}

}  // namespace strate::ops
