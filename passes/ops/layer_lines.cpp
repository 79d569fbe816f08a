// layer_lines: sedimentary shelves, hard and soft beds in turn (strata.hpp).
//
//   u = (z + rise · (cos b, sin b) · (x, y)) / spacing + 0.35 · fbm(x, y) at 24 m
//       rise = tan tilt, b drawn; two beds a period
//   m  fades beds out on ground of slope 0.8 · spacing to 1.6 · spacing over 1 m: on walls they
//      would be thinner, seen from above, than the lattice
//   depth' = min(depth, 0.18 · spacing)                            so that no bed hangs free
//   ground     κ = −depth' / spacing, elsewhere amount = depth';   profile: beds, each with its own
//              share of 0.15 to 1 of the depth, hard ones jut, soft ones recede
#include "passes/ops/room_graph.hpp"
#include "passes/ops/strata.hpp"

namespace strate::ops {
namespace {

constexpr double kMostShare = 0.18;

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m",
     .min = 0.25,
     .max = 12,
     .lo = 1.5,
     .doc = "from one shelf to the next, a hard and a soft bed"},
    {.name = "depth_m",
     .min = 0,
     .max = 1.5,
     .lo = 0.25,
     .drive = Drive::per_point,
     .doc = "how far beds jut and recede; acts up to 0.18 of the spacing"},
    {.name = "tilt_deg", .min = 0, .max = 30, .lo = 4, .doc = "of the beds, towards a drawn side"},
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  auto bedding = bedding_of(context, "spacing_m",
                            {.bend = 0.35, .scale_m = 24, .tilt_deg = context.number("tilt_deg")});
  if (!bedding) return bedding.error();
  const double spacing = context.number("spacing_m");
  const Profile beds(Profile::Shape::beds, 0, context.noise_seed(3));
  return make_strata(context, std::move(*bedding), "depth_m",
                     {.profile = beds,
                      .gain = 1 / spacing,
                      .most = kMostShare,
                      .sign = -1,
                      .span = kSlopeStepM,
                      .none = 1.6 * spacing,
                      .all = 0.8 * spacing},
                     {.profile = beds, .most = kMostShare * spacing});
}

double reach(const OpEntry& entry) {
  const double most = kMostShare * values_of(entry, "spacing_m", {1.5, 1.5}).hi;
  return kNoiseSup * std::min(most, values_of(entry, "depth_m", {0.25, 0.25}).hi);
}

}  // namespace

OperatorRow layer_lines_row() {
  return {.id = "layer_lines",
          .role = Role::modifier,
          .rewrites_height = true,
          .params = kParams,
          .doc = "sedimentary shelves",
          .compile = compile,
          .reach = reach};
}

}  // namespace strate::ops
