// pit: pits in floors, on a lattice of sites (site_survey.hpp, site_modifier.hpp).
//
// On a floor with kStandM of air above it at height f, bearing drawn: two capsules that widen
// upwards, carved,
//
//   from f − depth up to the floor, radius 0.7·radius → radius, at the site
//   from f − 0.6·depth up to the floor, 0.45·radius → 0.65·radius, 0.6·radius aside
//
// They end under the ceiling (radius ≤ 0.8 of the height there) and 1/4 m above the lower band. The
// radius is less where pillars or walls would lose their foot.
#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "compiler/op.hpp"
#include "passes/ops/site_modifier.hpp"

namespace strate::ops {
namespace {

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 8, .max = 256, .lo = 40, .doc = "from one pit to the next"},
    {.name = "radius_m",
     .kind = FieldKind::pair,
     .min = 1,
     .max = 16,
     .lo = 2,
     .hi = 4,
     .drive = Drive::per_site,
     .doc = "of the mouth"},
    {.name = "depth_m",
     .kind = FieldKind::pair,
     .min = 1,
     .max = 32,
     .lo = 3,
     .hi = 8,
     .drive = Drive::per_site,
     .doc = "under the floor"},
};

enum PitDraw : std::uint64_t { kDrawRadius = kFirstSiteSalt, kDrawDepth, kDrawBearing };

class Pit final : public SpotModifier {
 public:
  struct Drivers {
    Driver radius, depth;
  };
  Pit(Settings settings, Drivers drivers)
      : SpotModifier(std::move(settings)), d_(std::move(drivers)) {}

 private:
  bool stand(Survey& survey, Site& site) const override {
    const Vec3 at = survey.spot();
    Gap gap;
    if (!survey.pick_gap(kStandM, gap)) return false;
    site.centre = {at.x, at.y, on_plan_grid(gap.floor)};
    SitePoint point(survey.context(), site.centre, survey.number());
    const double most = site.centre.z - survey.frame().content_bottom_m - kKeptM;
    const double depth = std::min(d_.depth.at(point, survey.pick(kDrawDepth)), most);
    if (depth < 1) return false;
    const double wanted =
        std::min(d_.radius.at(point, survey.pick(kDrawRadius)), 0.8 * gap.height());
    const double radius =
        survey.open_radius(at, wanted, kLeastM, {gap.floor + 0.75, gap.floor + 1.5});
    if (radius == 0) return false;
    const Turn turn = turn_of(360 * survey.pick(kDrawBearing));
    const double top = std::min(site.centre.z + 0.5, gap.ceiling - radius - 0.2);
    site.add(well(site.centre, depth, 0.7 * radius, radius, top));
    const Vec3 aside{site.centre.x + 0.6 * radius * turn.cosine,
                     site.centre.y + 0.6 * radius * turn.sine, site.centre.z};
    site.add(well(aside, 0.6 * depth, 0.45 * radius, 0.65 * radius, top));
    return true;
  }

  static CapsuleShape well(Vec3 at, double depth, double bottom, double mouth, double top) {
    const double radius = std::min(bottom, depth / 2);
    const Vec3 low = on_plan_grid(Vec3{at.x, at.y, at.z - depth + radius});
    return {low, {low.x, low.y, on_plan_grid(std::max(top, low.z))}, radius, mouth};
  }

  /// Rock left over the lower band; narrower pits are left out. [Units: m]
  static constexpr double kKeptM = 0.25, kLeastM = 0.75;

  Drivers d_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  Pit::Drivers d;
  auto s = site_settings(context, {{"radius_m", &d.radius}, {"depth_m", &d.depth}});
  if (!s) return s.error();
  s->reach = 2 * d.radius.range().hi;
  s->deepest = d.radius.range().hi;
  return std::unique_ptr<Operator>(std::make_unique<Pit>(std::move(*s), std::move(d)));
}

std::vector<Error> check(const OpEntry& entry) {
  return check_share(entry, "radius_m", {2, 4}, "spacing_m", {40, 40}, 0.5,
                     "neighbouring pits would merge");
}

}  // namespace

OperatorRow pit_row() {
  return {.id = "pit",
          .role = Role::modifier,
          .has_sites = true,
          .params = kParams,
          .doc = "pits in floors",
          .compile = compile,
          .check = check,
          .blend_m = kSiteBlendM};
}

}  // namespace strate::ops
