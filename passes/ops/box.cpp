// box: one rounded box at an exact place.
//
//   (u, v) = (x, y) − at, turned by −turn_deg; q = |(u, v, w)| − (size/2 − round)
//   d = min(cap, |max(q, 0)| + min(max(q), 0) − round)              negative inside
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
    {.name = "size_m",
     .kind = FieldKind::point3,
     .min = 0.25,
     .max = 4096,
     .doc = "its whole sizes"},
    {.name = "round_m", .min = 0, .max = 8, .lo = 0.25, .doc = "radius of its edges"},
    {.name = "turn_deg", .min = -360, .max = 360, .lo = 0, .doc = "turned about the vertical"},
};

class Box final : public Operator {
 public:
  explicit Box(const BoxShape& shape) : shape_(shape) {}
  void eval(EvalContext& context, float* values) const override {
    kernels().fill(values, context.rows(), static_cast<float>(kCapM));
    kernels().box(shape_, context.axes(), 0, values);
  }
  Interval bound(BoundContext& context, Interval) const override {
    const LocalBox p = local_box(context.box(), shape_.at, shape_.cosine, shape_.sine);
    const Interval q[] = {abs(p.u) + -(shape_.half.x - shape_.round),
                          abs(p.v) + -(shape_.half.y - shape_.round),
                          abs(p.w) + -(shape_.half.z - shape_.round)};
    Interval outside{0, 0};
    for (const Interval& axis : q) outside = outside + square(max(axis, {0, 0}));
    const Interval inside = min(max(q[0], max(q[1], q[2])), {0, 0});
    const Interval d = Interval{std::sqrt(outside.lo), std::sqrt(outside.hi)} + inside;
    return min(widened(d + -shape_.round), {kCapM, kCapM});
  }

 private:
  BoxShape shape_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  BoxShape s;
  s.at = context.point("at_m");
  s.half = context.point("size_m") * 0.5;
  s.round = context.number("round_m");
  const Turn turn = turn_of(context.number("turn_deg"));
  s.cosine = turn.cosine, s.sine = turn.sine;
  return std::unique_ptr<Operator>(std::make_unique<Box>(s));
}

std::vector<Error> check(const OpEntry& entry) {
  const Value* size = entry.param("size_m");
  const Value* round = entry.param("round_m");
  if (!size || size->numbers.size() != 3 || !round) return {};
  const double least = *std::min_element(size->numbers.begin(), size->numbers.end());
  if (round->lo <= least / 2) return {};
  return {
      {"coupled.box_round", "round_m must not exceed half of the least size_m", entry.source, {}}};
}

}  // namespace

OperatorRow box_row() {
  return {.id = "box",
          .params = kParams,
          .doc = "one box at an exact place",
          .compile = compile,
          .check = check};
}

}  // namespace strate::ops
