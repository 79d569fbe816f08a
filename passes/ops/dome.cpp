// dome: domed ceilings, on a lattice of sites (site_survey.hpp, site_modifier.hpp).
//
// Over a floor with kStandM of air, at the ceiling's height c: a chamber (shapes_caves-inl.hpp) of
// radius `radius` whose middle lies at c and whose top `rise` above it, carved. rise ends 1/2 m
// under the upper band, and where the chamber would reach down to 1/2 m above the floor; the radius
// is no more than kFlattest times of it, and less where pillars or walls would be cut off.
#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "compiler/op.hpp"
#include "passes/ops/site_modifier.hpp"

namespace strate::ops {
namespace {

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 8, .max = 256, .lo = 36, .doc = "from one dome to the next"},
    {.name = "radius_m",
     .kind = FieldKind::pair,
     .min = 2,
     .max = 24,
     .lo = 4,
     .hi = 8,
     .drive = Drive::per_site,
     .doc = "where it springs from the ceiling"},
    {.name = "rise_m",
     .kind = FieldKind::pair,
     .min = 1,
     .max = 16,
     .lo = 2,
     .hi = 5,
     .drive = Drive::per_site,
     .doc = "above the ceiling"},
};

enum DomeDraw : std::uint64_t { kDrawRadius = kFirstSiteSalt, kDrawRise };

/// Lower and narrower domes are left out. [Units: m]
constexpr double kLowestM = 0.75, kLeastM = 1.5;
/// Greatest radius over rise.
constexpr double kFlattest = 3;

class Dome final : public SpotModifier {
 public:
  struct Drivers {
    Driver radius, rise;
  };
  Dome(Settings settings, Drivers drivers)
      : SpotModifier(std::move(settings)), d_(std::move(drivers)) {}

 private:
  bool stand(Survey& survey, Site& site) const override {
    const Vec3 at = survey.spot();
    Gap gap;
    if (!survey.pick_gap(kStandM, gap)) return false;
    site.centre = {at.x, at.y, on_plan_grid(gap.ceiling)};
    SitePoint point(survey.context(), site.centre, survey.number());
    const double most = std::min(survey.frame().content_top_m - 0.5 - site.centre.z,
                                 (gap.height() - 0.5) / kChamberDrop);
    const double rise = std::min(d_.rise.at(point, survey.pick(kDrawRise)), most);
    if (rise < kLowestM) return false;
    const double floor = on_plan_grid(site.centre.z - kChamberDrop * rise);
    const double wanted = std::min(d_.radius.at(point, survey.pick(kDrawRadius)), kFlattest * rise);
    const double radius = survey.open_radius(at, wanted, kLeastM, {floor - 0.75, floor});
    if (radius == 0) return false;
    site.add(ChamberShape{{at.x, at.y, floor}, radius, rise});
    return true;
  }

  Drivers d_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  Dome::Drivers d;
  auto s = site_settings(context, {{"radius_m", &d.radius}, {"rise_m", &d.rise}});
  if (!s) return s.error();
  s->reach = d.radius.range().hi + kCapM * kFlattest;
  s->deepest = std::max(d.radius.range().hi, d.rise.range().hi);
  return std::unique_ptr<Operator>(std::make_unique<Dome>(std::move(*s), std::move(d)));
}

std::vector<Error> check(const OpEntry& entry) {
  return check_share(entry, "radius_m", {4, 8}, "spacing_m", {36, 36}, 0.5,
                     "neighbouring domes would merge");
}

}  // namespace

OperatorRow dome_row() {
  return {.id = "dome",
          .role = Role::modifier,
          .has_sites = true,
          .params = kParams,
          .doc = "domed ceilings",
          .compile = compile,
          .check = check,
          .blend_m = kSiteBlendM};
}

}  // namespace strate::ops
