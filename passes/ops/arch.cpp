// arch: free-standing arches, worn like those of sandstone, on a lattice of sites (site_survey.hpp,
// site_modifier.hpp).
//
// Both feet stand on floors `half` from the site, bearing drawn, no more than 0.35·span higher or
// lower than the floor between them, with no wall or pillar about. Heaped up: kPieces capsules
// along a curve over the line between the feet, at angles φ = 180°·k/kPieces, c = cos φ,
//
//   along = −c·half + sin φ·shift
//   up = sin φ·(1 + kSteep·c²)·(clear + crown)
//   aside = up·lean + sin φ·bow
//   radius = (crown + (foot − crown)·c⁴)·(0.8 … 1.2, drawn)
//   crown = thickness/2·(0.75 … 1.25, drawn)
//   foot = crown·(1.6 … 2.3, drawn for each)
//   half = span/2 + the mean foot
//
// over the crown two capsules of what is left of its fin, at each foot one of rubble outwards.
// clear = span·(0.5 … 0.8, drawn), at most what leaves 1 m under the ceiling; shift within
// ±0.12·span, lean within ±0.3, bow within ±span/10. The feet go 1 m into the floor. Relief
// kRelief·thickness, its coarsest feature kReliefScaleM.
#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "compiler/op.hpp"
#include "passes/ops/cave_shapes.hpp"
#include "passes/ops/site_modifier.hpp"

namespace strate::ops {
namespace {

/// [Units: m]
constexpr double kReliefScaleM = 3.5, kBlendM = 1.2;
/// Relief as a share of the thickness, and at most. [Units: 1, m]
constexpr double kRelief = 0.26, kReliefMostM = 0.7;
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
  kDrawCap,
  kDrawRadius = kDrawCap + 9
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
  static constexpr int kPieces = 8;

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
    if (!foot(survey, site.centre, c, -1, 0.35 * span, c.left)) return false;
    if (!foot(survey, site.centre, c, 1, 0.35 * span, c.right)) return false;
    build(survey, site, c);
    return true;
  }

  /// The floor nearest to the site's under a foot, with no wall or pillar about.
  static bool foot(Survey& survey, Vec3 at, const Curve& c, int way, double most, double& floor) {
    const double x = at.x + way * c.half * c.turn.cosine, y = at.y + way * c.half * c.turn.sine;
    double nearest = most;
    bool found = false;
    for (const Gap& g : survey.gaps(x, y)) {
      const double off = std::fabs(g.floor - at.z);
      if (off > nearest || g.height() < kStandM) continue;
      nearest = off, floor = g.floor, found = true;
    }
    if (!found) return false;
    floor = survey.floor_near(x, y, floor);
    const double foot = way < 0 ? c.left_foot : c.right_foot, over = floor + 0.75 * foot;
    return survey.open_around({x, y, floor}, foot, {over, over + 1});
  }

  static Vec3 point(Vec3 at, const Curve& c, double along, double aside, double z) {
    return on_plan_grid(Vec3{at.x + along * c.turn.cosine - aside * c.turn.sine,
                             at.y + along * c.turn.sine + aside * c.turn.cosine, z});
  }

  static double rise_at(Turn phi) { return phi.sine * (1 + kSteep * phi.cosine * phi.cosine); }
  /// At an angle, `up` over the line between the feet.
  static Vec3 place(Vec3 at, const Curve& c, Turn phi, double up) {
    const double base = (c.left + c.right - phi.cosine * (c.right - c.left)) / 2;
    return point(at, c, -phi.cosine * c.half + phi.sine * c.shift, up * c.lean + phi.sine * c.bow,
                 base + up);
  }

  static void build(const Survey& survey, Site& site, const Curve& c) {
    Vec3 before;
    double radius_before = 0;
    for (int k = 0; k <= kPieces; ++k) {
      const Turn phi = turn_of(180.0 * k / kPieces);
      const double sunk = k == 0 || k == kPieces ? 1 : 0;
      const Vec3 at = place(site.centre, c, phi, rise_at(phi) * c.rise - sunk);
      const double foot = k < kPieces / 2 ? c.left_foot : c.right_foot;
      const double flat = phi.cosine * phi.cosine;
      const double worn =
          within(0.8, 1.2, survey.pick(kDrawRadius + static_cast<std::uint64_t>(k)));
      const double radius = (c.crown + (foot - c.crown) * flat * flat) * worn;
      if (k > 0) site.add(CapsuleShape{before, at, radius_before, radius});
      before = at, radius_before = radius;
    }
    cap(survey, site, c);
    rubble(site, c, -1, c.left_foot, c.left);
    rubble(site, c, 1, c.right_foot, c.right);
  }

  /// What the fin that it was worn from left on its crown.
  static void cap(const Survey& survey, Site& site, const Curve& c) {
    Vec3 before;
    double radius_before = 0;
    for (int k = 0; k < 3; ++k) {
      const auto drawn = [&](int n) {
        return survey.pick(kDrawCap + static_cast<std::uint64_t>(3 * k + n));
      };
      const Turn phi = turn_of(45.0 + 45 * k + 24 * (drawn(0) - 0.5));
      const double up = rise_at(phi) * c.rise + c.crown * within(0.3, 0.8, drawn(1));
      const Vec3 at = place(site.centre, c, phi, up);
      const double radius = c.crown * within(0.6, 1, drawn(2));
      if (k > 0) site.add(CapsuleShape{before, at, radius_before, radius});
      before = at, radius_before = radius;
    }
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
  s->relief = std::min(kRelief * d.thickness, kReliefMostM);
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
          .blend_m = kBlendM + kReliefMostM};
}

}  // namespace strate::ops
