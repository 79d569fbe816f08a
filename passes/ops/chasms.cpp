// chasms: long open cracks in floors, on a lattice of sites (site_survey.hpp, site_modifier.hpp).
//
// A disturbance. On a floor with kStandM of air: one rift (shapes_sites-inl.hpp), carved, of length
// `length`, its bearing drawn; at the floor in its middle `width` wide, 0.4·width at the bottom,
// which lies `depth` lower, at least 1/2 m over the lower band, goes up and down by 0.12·depth and
// ramps up towards both ends. It sways by 0.12·period, period = length·(0.15 … 0.3, drawn), and by
// 0.05·period kRiftJag times as often; and cracks what rises above the floor, closing as high as
// half of the height there, 6 m at most. Relief 0.5 m.
#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "compiler/op.hpp"
#include "passes/ops/site_modifier.hpp"

namespace strate::ops {
namespace {

/// [Units: m]
constexpr double kReliefM = 0.5;

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 24, .max = 512, .lo = 96, .doc = "from one chasm to the next"},
    {.name = "width_m",
     .kind = FieldKind::pair,
     .min = 1,
     .max = 24,
     .lo = 3,
     .hi = 7,
     .drive = Drive::per_site,
     .doc = "at the floor, in its middle"},
    {.name = "length_m",
     .kind = FieldKind::pair,
     .min = 8,
     .max = 256,
     .lo = 30,
     .hi = 80,
     .drive = Drive::per_site,
     .doc = "from end to end"},
    {.name = "depth_m",
     .kind = FieldKind::pair,
     .min = 2,
     .max = 128,
     .lo = 10,
     .hi = 30,
     .drive = Drive::per_site,
     .doc = "under the floor, in its middle"},
};

enum ChasmsDraw : std::uint64_t {
  kDrawWidth = kFirstSiteSalt,
  kDrawLength,
  kDrawDepth,
  kDrawBearing,
  kDrawPeriod,
  kDrawPhase
};

class Chasms final : public SpotModifier {
 public:
  struct Drivers {
    Driver width, length, depth;
  };
  Chasms(Settings settings, Drivers drivers)
      : SpotModifier(std::move(settings)), d_(std::move(drivers)) {}

 private:
  bool stand(Survey& survey, Site& site) const override {
    const Vec3 at = survey.spot();
    Gap gap;
    if (!survey.pick_gap(kStandM, gap)) return false;
    site.centre = {at.x, at.y, on_plan_grid(gap.floor)};
    SitePoint point(survey.context(), site.centre, survey.number());
    const double most = site.centre.z - survey.frame().content_bottom_m - 0.5;
    const Turn turn = turn_of(360 * survey.pick(kDrawBearing));
    RiftShape r;
    r.at = site.centre;
    r.cosine = turn.cosine, r.sine = turn.sine;
    r.half = d_.length.at(point, survey.pick(kDrawLength)) / 2;
    r.width = d_.width.at(point, survey.pick(kDrawWidth)) / 2;
    r.depth = std::min(d_.depth.at(point, survey.pick(kDrawDepth)), most);
    if (r.depth < 1.5) return false;
    r.batter = std::min(0.6 * r.width / r.depth, 0.8);
    const double crack = std::clamp(gap.height() / 2, 1.0, 6.0);
    r.close = r.width / crack;
    r.rise = crack + 1;
    r.period = r.half * (0.3 + 0.3 * survey.pick(kDrawPeriod));
    r.sway = 0.12 * r.period, r.jag = 0.05 * r.period;
    r.crest = 0.06 * r.depth;
    r.phase = 2 * survey.pick(kDrawPhase);
    site.add(r);
    return true;
  }

  Drivers d_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  Chasms::Drivers d;
  auto s = site_settings(context,
                         {{"width_m", &d.width}, {"length_m", &d.length}, {"depth_m", &d.depth}});
  if (!s) return s.error();
  s->reach = 0.55 * d.length.range().hi + d.width.range().hi + 12;
  s->deepest = d.width.range().hi;
  s->relief = kReliefM;
  return std::unique_ptr<Operator>(std::make_unique<Chasms>(std::move(*s), std::move(d)));
}

std::vector<Error> check(const OpEntry& entry) {
  return check_share(entry, "width_m", {3, 7}, "length_m", {30, 80}, 1,
                     "a chasm is longer than wide");
}

}  // namespace

OperatorRow chasms_row() {
  return {.id = "chasms",
          .role = Role::modifier,
          .has_sites = true,
          .params = kParams,
          .doc = "long open cracks",
          .compile = compile,
          .check = check,
          .blend_m = 0.75 + kReliefM,
          .disturbance = true};
}

}  // namespace strate::ops
