// ridges: rock blades that stand on floors, on a lattice of sites (site_lattice.hpp,
// site_shapes.hpp).
//
// A disturbance. On a floor with 2·kStandM of air: one rift (shapes_sites-inl.hpp) upside down,
// heaped up, of length `length`, its bearing drawn; `width` wide at the floor in its middle,
// 0.1·width at the crest, which stands up to `height` over the floor there, at most 0.8 of the way
// to the ceiling, dips by 0.24·height again and again and falls to the floor towards both ends. It
// sways as a chasm does and goes 3 m into the floor. Relief 0.5 m.
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
    {.name = "spacing_m", .min = 16, .max = 512, .lo = 80, .doc = "from one ridge to the next"},
    {.name = "width_m",
     .kind = FieldKind::pair,
     .min = 1,
     .max = 16,
     .lo = 2,
     .hi = 5,
     .drive = Drive::per_site,
     .doc = "at the floor, in its middle"},
    {.name = "height_m",
     .kind = FieldKind::pair,
     .min = 1,
     .max = 64,
     .lo = 4,
     .hi = 14,
     .drive = Drive::per_site,
     .doc = "over the floor, in its middle"},
    {.name = "length_m",
     .kind = FieldKind::pair,
     .min = 8,
     .max = 256,
     .lo = 20,
     .hi = 60,
     .drive = Drive::per_site,
     .doc = "from end to end"},
};

enum RidgesDraw : std::uint64_t {
  kDrawWidth = kFirstSiteSalt,
  kDrawLength,
  kDrawHeight,
  kDrawBearing,
  kDrawPeriod,
  kDrawPhase
};

class Ridges final : public SpotModifier {
 public:
  struct Drivers {
    Driver width, height, length;
  };
  Ridges(Settings settings, Drivers drivers)
      : SpotModifier(std::move(settings)), d_(std::move(drivers)) {}

 private:
  bool stand(Survey& survey, Site& site) const override {
    const Vec3 at = survey.spot();
    Gap gap;
    if (!survey.pick_gap(2 * kStandM, gap)) return false;
    site.centre = {at.x, at.y, on_plan_grid(gap.floor)};
    SitePoint point(survey.context(), site.centre, survey.number());
    const Turn turn = turn_of(360 * survey.pick(kDrawBearing));
    RiftShape r;
    r.at = site.centre;
    r.up = true;
    r.cosine = turn.cosine, r.sine = turn.sine;
    r.half = d_.length.at(point, survey.pick(kDrawLength)) / 2;
    r.width = d_.width.at(point, survey.pick(kDrawWidth)) / 2;
    r.depth = std::min(d_.height.at(point, survey.pick(kDrawHeight)), 0.8 * gap.height());
    r.batter = std::min(0.9 * r.width / r.depth, 1.2);
    r.rise = 3;
    r.period = r.half * (0.3 + 0.3 * survey.pick(kDrawPeriod));
    r.sway = 0.12 * r.period, r.jag = 0.05 * r.period;
    r.crest = 0.12 * r.depth;
    r.phase = 2 * survey.pick(kDrawPhase);
    site.add(r);
    return true;
  }

  Drivers d_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  Ridges::Drivers d;
  auto s = site_settings(context,
                         {{"width_m", &d.width}, {"height_m", &d.height}, {"length_m", &d.length}});
  if (!s) return s.error();
  s->reach = 0.55 * d.length.range().hi + d.width.range().hi + 12;
  s->deepest = d.width.range().hi;
  s->carves = false;
  s->relief = kReliefM;
  return std::unique_ptr<Operator>(std::make_unique<Ridges>(std::move(*s), std::move(d)));
}

std::vector<Error> check(const OpEntry& entry) {
  return check_share(entry, "width_m", {2, 5}, "length_m", {20, 60}, 1,
                     "a ridge is longer than wide");
}

}  // namespace

OperatorRow ridges_row() {
  return {.id = "ridges",
          .role = Role::modifier,
          .has_sites = true,
          .params = kParams,
          .doc = "rock blades",
          .compile = compile,
          .check = check,
          .blend_m = 0.75 + kReliefM,
          .disturbance = true};
}

}  // namespace strate::ops
