// terrace: plateaus with steps (strata.hpp).
//
//   u = z / step + 0.2 · fbm(x, y) at 48 m                         plateaus at whole u
//   ground     κ = hardness, profile: riser over 0.4 of a step
//   elsewhere  amount = hardness · min(0.13 · step, 1 m), profile: saw 0.2
//
// At hardness 1 plateaus of a ground are level. Elsewhere they keep half of their slope, steps are
// up to three times as steep, and no more than 1.04 m move.
#include "passes/ops/room_graph.hpp"
#include "passes/ops/strata.hpp"

namespace strate::ops {
namespace {

constexpr double kShare = 0.13, kMostM = 1;

constexpr FieldSpec kParams[] = {
    {.name = "step_m",
     .min = 0.5,
     .max = 24,
     .lo = 4,
     .drive = Drive::per_column,
     .doc = "height of a step"},
    {.name = "hardness",
     .min = 0,
     .max = 1,
     .lo = 0.6,
     .drive = Drive::per_point,
     .doc = "1: level plateaus between walls; 0: nothing"},
};

/// The largest amount at hardness 1.
double unit_of_step(const OpEntry& entry) {
  return std::min(kMostM, kShare * values_of(entry, "step_m", {4, 4}).hi);
}

Result<std::unique_ptr<Operator>> compile(const OpEntry& entry, CompileContext& context) {
  auto bedding = bedding_of(context, "step_m", {.bend = 0.2, .scale_m = 48});
  if (!bedding) return bedding.error();
  const double unit = unit_of_step(entry);
  return make_strata(context, std::move(*bedding), "hardness",
                     {.profile = {Profile::Shape::riser, 0.4}},
                     {.profile = {Profile::Shape::saw, 0.2}, .unit = unit, .share = kShare / unit});
}

double reach(const OpEntry& entry) {
  return kNoiseSup * unit_of_step(entry) * values_of(entry, "hardness", {0.6, 0.6}).hi;
}

}  // namespace

OperatorRow terrace_row() {
  return {.id = "terrace",
          .role = Role::modifier,
          .rewrites_height = true,
          .params = kParams,
          .doc = "plateaus with steps",
          .compile = compile,
          .reach = reach};
}

}  // namespace strate::ops
