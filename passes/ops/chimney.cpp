// chimney: flues in ceilings, on a lattice of sites (site_survey.hpp, site_modifier.hpp).
//
// Over a floor with kStandM of air, from the ceiling at height c: kPieces capsules, one on the
// other, carved; the k-th joint stands at
//
//   z = c + rise'·k/kPieces,  rise' = min(rise, content top − 1/2 m − c) − least radius
//   aside by rise'/kPieces·0.3·(u, v), u, v drawn in [−1, 1), from the joint below
//
// and the radius falls from 1.3·radius at the ceiling to 0.8·radius; at most 0.6 of the height.
#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "compiler/op.hpp"
#include "passes/ops/site_modifier.hpp"

namespace strate::ops {
namespace {

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 8, .max = 256, .lo = 40, .doc = "from one chimney to the next"},
    {.name = "radius_m",
     .kind = FieldKind::pair,
     .min = 0.5,
     .max = 8,
     .lo = 0.8,
     .hi = 1.6,
     .drive = Drive::per_site,
     .doc = "of the flue"},
    {.name = "rise_m",
     .kind = FieldKind::pair,
     .min = 1,
     .max = 48,
     .lo = 6,
     .hi = 14,
     .drive = Drive::per_site,
     .doc = "above the ceiling"},
};

enum ChimneyDraw : std::uint64_t {
  kDrawRadius = kFirstSiteSalt,
  kDrawRise,
  kDrawX,
  kDrawY = kDrawX + 8
};

class Chimney final : public SpotModifier {
 public:
  struct Drivers {
    Driver radius, rise;
  };
  Chimney(Settings settings, Drivers drivers)
      : SpotModifier(std::move(settings)), d_(std::move(drivers)) {}

 private:
  static constexpr int kPieces = 4;

  bool stand(Survey& survey, Site& site) const override {
    const Vec3 at = survey.spot();
    Gap gap;
    if (!survey.pick_gap(kStandM, gap)) return false;
    site.centre = {at.x, at.y, on_plan_grid(gap.ceiling)};
    SitePoint point(survey.context(), site.centre, survey.number());
    const double radius =
        std::min(d_.radius.at(point, survey.pick(kDrawRadius)), 0.6 * gap.height());
    const double most = survey.frame().content_top_m - 0.5 - site.centre.z;
    const double rise = std::min(d_.rise.at(point, survey.pick(kDrawRise)), most) - 0.8 * radius;
    if (rise < 0.5) return false;
    Vec3 joint = site.centre;
    const double step = rise / kPieces;
    for (std::uint64_t k = 0; k < kPieces; ++k) {
      const Vec3 below = joint;
      joint = on_plan_grid(Vec3{joint.x + 0.3 * step * (2 * survey.pick(kDrawX + k) - 1),
                                joint.y + 0.3 * step * (2 * survey.pick(kDrawY + k) - 1),
                                joint.z + step});
      site.add(CapsuleShape{below, joint, width(radius, k), width(radius, k + 1)});
    }
    return true;
  }

  static double width(double radius, std::uint64_t k) {
    return radius * (1.3 - 0.5 * static_cast<double>(k) / kPieces);
  }

  Drivers d_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  Chimney::Drivers d;
  auto s = site_settings(context, {{"radius_m", &d.radius}, {"rise_m", &d.rise}});
  if (!s) return s.error();
  s->reach = 1.5 * d.radius.range().hi + 0.3 * d.rise.range().hi;
  s->deepest = 1.5 * d.radius.range().hi;
  return std::unique_ptr<Operator>(std::make_unique<Chimney>(std::move(*s), std::move(d)));
}

std::vector<Error> check(const OpEntry& entry) {
  return check_share(entry, "radius_m", {0.8, 1.6}, "spacing_m", {40, 40}, 0.5,
                     "neighbouring chimneys would merge");
}

}  // namespace

OperatorRow chimney_row() {
  return {.id = "chimney",
          .role = Role::modifier,
          .has_sites = true,
          .params = kParams,
          .doc = "vertical flues in ceilings",
          .compile = compile,
          .check = check,
          .blend_m = kSiteBlendM};
}

}  // namespace strate::ops
