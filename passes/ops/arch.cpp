// arch: free-standing arches, worn like those of sandstone, on a lattice of sites (site_survey.hpp,
// site_modifier.hpp).
//
// Both feet stand on floors `half` from the site, bearing drawn, no more than 0.35·span higher or
// lower than the floor between them. Heaped up: kPieces capsules along a curve over the line
// between the feet, at angles φ = 180°·k/kPieces, steeper in the legs than an ellipse,
//
//   along = −cos φ·half + sin φ·shift, up = sin φ·(1 + kSteep·c²)·(clear + crown), aside = up·lean
//   + sin φ·bow radius = (crown + (foot − crown)·c²·c²)·(0.85 … 1.15, drawn), c = cos φ crown =
//   thickness/2·(0.75 … 1.25, drawn), foot = crown·(1.6 … 2.3, drawn each) half = span/2 + the mean
//   foot
//
// and at each foot a capsule of rubble outwards. clear = span·(0.5 … 0.8, drawn), at most what
// leaves 1 m under the ceiling; shift within ±0.12·span, lean within ±0.3, bow within ±span/10.
// The feet go 1 m into the floor. Relief 0.45 m, its coarsest feature kReliefScaleM.
#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "compiler/op.hpp"
#include "passes/ops/cave_shapes.hpp"
#include "passes/ops/site_modifier.hpp"

namespace strate::ops {
namespace {

/// [Units: m]
constexpr double kReliefM = 0.45, kReliefScaleM = 4, kBlendM = 1.2;
/// How much fuller the curve is than an ellipse.
constexpr double kSteep = 0.24;

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 16, .max = 256, .lo = 64, .doc = "from one arch to the next"},
    {.name = "span_m",
     .kind = FieldKind::pair,
     .min = 3,
     .max = 32,
     .lo = 6,
     .hi = 12,
     .drive = Drive::per_site,
     .doc = "clear width between the feet"},
    {.name = "thickness_m", .min = 1, .max = 8, .lo = 2.5, .doc = "at the top, about"},
};

enum ArchDraw : std::uint64_t {
  kDrawSpan = kFirstSiteSalt,
  kDrawBearing,
  kDrawClear,
  kDrawBow,
  kDrawShift,
  kDrawLean,
  kDrawCrown,
  kDrawLeftFoot,
  kDrawRightFoot,
  kDrawRadius
};

double within(double lo, double hi, double u) { return lo + u * (hi - lo); }

class Arch final : public SpotModifier {
 public:
  struct Drivers {
    Driver span;
    double thickness = 2.5;
  };
  Arch(Settings settings, Drivers drivers)
      : SpotModifier(std::move(settings)), d_(std::move(drivers)) {}

 private:
  static constexpr int kPieces = 10;

  /// The middle line over the line between the feet, and its thickness.
  struct Curve {
    Turn turn;
    double half, rise;
    double bow, shift, lean;
    double crown, left_foot, right_foot;  ///< radii
    double left = 0, right = 0;           ///< floors of the feet
  };

  bool stand(Survey& survey, Site& site) const override {
    const Vec3 at = survey.spot();
    Gap gap;
    if (!survey.pick_gap(kStandM + 1 + d_.thickness, gap)) return false;
    site.centre = {at.x, at.y, on_plan_grid(gap.floor)};
    SitePoint point(survey.context(), site.centre, survey.number());
    const double span = d_.span.at(point, survey.pick(kDrawSpan));
    const double most = gap.height() - 1 - d_.thickness;
    Curve c;
    c.turn = turn_of(360 * survey.pick_here(kDrawBearing));
    c.crown = d_.thickness / 2 * within(0.75, 1.25, survey.pick(kDrawCrown));
    c.left_foot = c.crown * within(1.6, 2.3, survey.pick(kDrawLeftFoot));
    c.right_foot = c.crown * within(1.6, 2.3, survey.pick(kDrawRightFoot));
    c.half = (span + c.left_foot + c.right_foot) / 2;
    c.rise = std::min(span * within(0.5, 0.8, survey.pick(kDrawClear)), most) + c.crown;
    c.bow = span / 10 * both_ways(survey.pick(kDrawBow));
    c.shift = 0.12 * span * both_ways(survey.pick(kDrawShift));
    c.lean = 0.3 * both_ways(survey.pick(kDrawLean));
    if (!foot(survey, site.centre, c.turn, -c.half, 0.35 * span, c.left)) return false;
    if (!foot(survey, site.centre, c.turn, c.half, 0.35 * span, c.right)) return false;
    build(survey, site, c);
    return true;
  }

  /// The floor nearest to the site's under a foot.
  static bool foot(Survey& survey, Vec3 at, Turn turn, double along, double most, double& floor) {
    const double x = at.x + along * turn.cosine, y = at.y + along * turn.sine;
    double nearest = most;
    bool found = false;
    for (const Gap& g : survey.gaps(x, y)) {
      const double off = std::fabs(g.floor - at.z);
      if (off > nearest || g.height() < kStandM) continue;
      nearest = off, floor = g.floor, found = true;
    }
    if (found) floor = survey.floor_near(x, y, floor);
    return found;
  }

  static Vec3 point(Vec3 at, const Curve& c, double along, double aside, double z) {
    return on_plan_grid(Vec3{at.x + along * c.turn.cosine - aside * c.turn.sine,
                             at.y + along * c.turn.sine + aside * c.turn.cosine, z});
  }

  void build(const Survey& survey, Site& site, const Curve& c) const {
    Vec3 before;
    double radius_before = 0;
    for (int k = 0; k <= kPieces; ++k) {
      const double degrees = 180.0 * k / kPieces;
      const Turn phi = turn_of(degrees);
      const double steep = phi.sine + kSteep * phi.sine * phi.cosine * phi.cosine;
      const double along = -phi.cosine * c.half + phi.sine * c.shift;
      const double base = (c.left + c.right - phi.cosine * (c.right - c.left)) / 2;
      const double up = steep * c.rise, sunk = k == 0 || k == kPieces ? 1 : 0;
      const Vec3 at =
          point(site.centre, c, along, up * c.lean + phi.sine * c.bow, base + up - sunk);
      const double foot = k < kPieces / 2 ? c.left_foot : c.right_foot;
      const double flat = phi.cosine * phi.cosine;
      const double worn =
          within(0.85, 1.15, survey.pick(kDrawRadius + static_cast<std::uint64_t>(k)));
      const double radius = (c.crown + (foot - c.crown) * flat * flat) * worn;
      if (k > 0) site.add(CapsuleShape{before, at, radius_before, radius});
      before = at, radius_before = radius;
    }
    rubble(site, c, -1, c.left_foot, c.left);
    rubble(site, c, 1, c.right_foot, c.right);
  }

  static void rubble(Site& site, const Curve& c, double way, double foot, double floor) {
    const Vec3 high = point(site.centre, c, way * c.half, 0, floor + 0.3 * foot);
    const Vec3 low = point(site.centre, c, way * (c.half + 0.9 * foot), 0, floor - 0.5 * foot);
    site.add(CapsuleShape{high, low, 0.9 * foot, 0.6 * foot});
  }

  Drivers d_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  Arch::Drivers d;
  auto s = site_settings(context, {{"span_m", &d.span}}, kReliefScaleM);
  if (!s) return s.error();
  d.thickness = context.number("thickness_m");
  s->reach = d.span.range().hi * 0.75 + 7 * d.thickness;
  s->deepest = 2 * d.thickness;
  s->blend = kBlendM;
  s->carves = false;
  s->relief = kReliefM;
  return std::unique_ptr<Operator>(std::make_unique<Arch>(std::move(*s), std::move(d)));
}

std::vector<Error> check(const OpEntry& entry) {
  return check_share(entry, "span_m", {6, 12}, "spacing_m", {64, 64}, 0.5,
                     "neighbouring arches would run into each other");
}

}  // namespace

OperatorRow arch_row() {
  return {.id = "arch",
          .role = Role::modifier,
          .has_sites = true,
          .params = kParams,
          .doc = "free-standing arches",
          .compile = compile,
          .check = check,
          .blend_m = kBlendM + kReliefM};
}

}  // namespace strate::ops
