// capsule: all that is within radius_m of the line between two exact places.
//
//   h = clamp((p − at)·(to − at)/|to − at|², 0, 1);  d = min(cap, |p − at − h·(to − at)| −
//   radius_m)
#include <algorithm>

#include "compiler/op.hpp"
#include "passes/density/compile.hpp"
#include "passes/density/interval.hpp"

namespace strate::ops {
namespace {

constexpr FieldSpec kParams[] = {
    {.name = "at_m",
     .kind = FieldKind::point3,
     .min = -kWorldLimitM,
     .max = kWorldLimitM,
     .doc = "one end; the third number is above the strate's bottom"},
    {.name = "to_m",
     .kind = FieldKind::point3,
     .min = -kWorldLimitM,
     .max = kWorldLimitM,
     .doc = "the other end"},
    {.name = "radius_m", .min = 0.5, .max = 64, .doc = "around the line between them"},
};

class Capsule final : public Operator {
 public:
  explicit Capsule(const CapsuleShape& shape) : shape_(shape) {}
  void eval(EvalContext& context, float* values) const override {
    kernels().fill(values, context.rows(), static_cast<float>(kCapM));
    kernels().capsule(shape_, context.axes(), 0, values);
  }
  /// A true distance: nowhere in the box farther from the centre's than half the diagonal.
  /// Positions along a long capsule lose float precision, which the relative margin covers.
  Interval bound(BoundContext& context, Interval) const override {
    const Box3& b = context.box();
    const Vec3 centre = (b.lo + b.hi) * 0.5;
    const double half = length(b.hi - centre), d = distance(centre);
    const double scale = length(shape_.b - shape_.a) + std::fabs(d) + half;
    const double room = half + scale * (1.0 / 1048576);
    return min(widened({d - room, d + room}), {kCapM, kCapM});
  }

 private:
  double distance(Vec3 p) const {
    const Vec3 axis = shape_.b - shape_.a, from = p - shape_.a;
    const double squared = dot(axis, axis);
    const double h = squared > 0 ? std::clamp(dot(from, axis) / squared, 0.0, 1.0) : 0;
    return length(from - axis * h) - shape_.ra;
  }

  CapsuleShape shape_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  const double radius = context.number("radius_m");
  return std::unique_ptr<Operator>(std::make_unique<Capsule>(
      CapsuleShape{context.point("at_m"), context.point("to_m"), radius, radius}));
}

}  // namespace

OperatorRow capsule_row() {
  return {.id = "capsule",
          .params = kParams,
          .doc = "one capsule between two exact places",
          .compile = compile};
}

}  // namespace strate::ops
