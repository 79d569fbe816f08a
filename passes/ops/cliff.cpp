// cliff: steepens slopes over a limit into walls (strata.hpp).
//
//   u = z / 7 m + 0.6 · fbm(x, y) at 36 m                          a wall every 7 m of height
//   ground     κ = 0.85 · sharpness · m, profile: riser over 0.3; m fades the walls in from
//              slope_deg − 6° to slope_deg + 6° of the broad slope
//   elsewhere  amount = 1 m · sharpness · cos(slope_deg), profile: saw 0.25
//
// On a ground at sharpness 1 a wall is 5.6 times as steep as its hillside was. Elsewhere a slope of
// slope_deg becomes a wall.
#include "compiler/angle.hpp"
#include "passes/ops/room_graph.hpp"
#include "passes/ops/strata.hpp"

namespace strate::ops {
namespace {

constexpr double kPeriodM = 7, kGain = 0.85, kMostM = 1, kFadeDeg = 6;

constexpr FieldSpec kParams[] = {
    {.name = "slope_deg", .min = 10, .max = 80, .lo = 35, .doc = "slopes over this become walls"},
    {.name = "sharpness",
     .min = 0,
     .max = 1,
     .lo = 0.6,
     .drive = Drive::per_point,
     .doc = "how steep the walls are"},
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  auto bedding = bedding_of(context, Driver(kPeriodM), {.bend = 0.6, .scale_m = 36});
  if (!bedding) return bedding.error();
  const double limit = context.number("slope_deg");
  return make_strata(
      context, std::move(*bedding), "sharpness",
      {.profile = {Profile::Shape::riser, 0.3},
       .gain = kGain,
       .span = kBroadM,
       .none = tan_deg(limit - kFadeDeg),
       .all = tan_deg(limit + kFadeDeg)},
      {.profile = {Profile::Shape::saw, 0.25}, .unit = kMostM * turn_of(limit).cosine});
}

double reach(const OpEntry& entry) {
  const double limit = values_of(entry, "slope_deg", {35, 35}).lo;
  return kNoiseSup * kMostM * turn_of(limit).cosine * values_of(entry, "sharpness", {0.6, 0.6}).hi;
}

}  // namespace

OperatorRow cliff_row() {
  return {.id = "cliff",
          .role = Role::modifier,
          .rewrites_height = true,
          .params = kParams,
          .doc = "steepens slopes over a limit into walls",
          .compile = compile,
          .reach = reach};
}

}  // namespace strate::ops
