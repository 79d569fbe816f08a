// pinch: narrows of ways, on a lattice of sites (site_survey.hpp).
//
// A site is the middle between floor and ceiling, at most 2·reach apart, kStandM at least. Within
// `reach` of it walls, floor and ceiling come closer:
//
//   d' = d − a·near(|d|)·far(|p − site|)
//   near = 1 for |d| ≤ a, the quintic fade to exactly 0 at 2a;  far = the quintic fade, 0 at reach
//   a = min(amount, free − kFreeM), free = the air's depth at the site, 4 m at most
//
// so that a player still passes, and d' = d exactly beyond either. Spots keep `reach` inside their
// cell, so that no two sites move the same point.
#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "compiler/op.hpp"
#include "passes/ops/room_graph.hpp"
#include "passes/ops/site_modifier.hpp"

namespace strate::ops {
namespace {

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 8, .max = 256, .lo = 30, .doc = "from one narrow to the next"},
    {.name = "amount_m",
     .min = 0,
     .max = 4,
     .lo = 0.8,
     .drive = Drive::per_site,
     .doc = "how far walls come closer at most"},
    {.name = "reach_m", .min = 1, .max = 16, .lo = 4, .doc = "how far from its middle"},
};

enum PinchDraw : std::uint64_t { kDrawAmount = kFirstSiteSalt };

class Pinch final : public SpotModifier {
 public:
  struct Drivers {
    Driver amount;
    double reach = 4;
  };
  Pinch(Settings settings, Drivers drivers)
      : SpotModifier(std::move(settings)), d_(std::move(drivers)) {}

  void eval(EvalContext& context, float* values) const override {
    const Box3 box = context.axes().box();
    for_sites(context, box, [&](const Site& site) {
      if (!context.prune() || site_shape_over(site.shapes[0], box).lo < 0)
        kernels().pinch(std::get<PinchShape>(site.shapes[0]), context.axes(), values);
    });
  }

  Interval bound(BoundContext& context, Interval in) const override {
    const double nearest = in.lo > 0 ? in.lo : in.hi < 0 ? -in.hi : 0;
    double most = 0;
    if (nearest >= 2.001 * d_.amount.range().hi) return in;
    if (too_large(context.box()))
      most = d_.amount.range().hi;
    else
      for_sites(context, context.box(), [&](const Site& site) {
        const double amount = std::get<PinchShape>(site.shapes[0]).amount;
        const bool acts = site_shape_over(site.shapes[0], context.box()).lo < 0;
        if (acts && nearest < 2.001 * amount) most = std::max(most, amount);
      });
    return most > 0 ? widened({in.lo - most, in.hi}) : in;
  }

 private:
  /// From the middle to the nearest rock, in the narrowest place. [Units: m]
  static constexpr double kFreeM = 1.1;

  bool stand(Survey& survey, Site& site) const override {
    const Vec3 at = survey.spot();
    for (const Gap& gap : survey.here()) {
      if (gap.height() < kStandM || gap.height() > 2 * d_.reach) continue;
      site.centre = on_plan_grid(Vec3{at.x, at.y, (gap.floor + gap.ceiling) / 2});
      SitePoint point(survey.context(), site.centre, survey.number());
      const double amount = std::min(d_.amount.at(point, survey.pick(kDrawAmount)),
                                     -survey.rock(site.centre) - kFreeM);
      if (amount < 0.05) continue;
      site.add(PinchShape{site.centre, d_.reach, amount});
      return true;
    }
    return false;
  }

  Drivers d_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  Pinch::Drivers d;
  auto s = site_settings(context, {{"amount_m", &d.amount}});
  if (!s) return s.error();
  d.reach = context.number("reach_m");
  s->reach = d.reach;
  s->jitter = std::min(s->jitter, 0.5 - d.reach / s->spacing);
  return std::unique_ptr<Operator>(std::make_unique<Pinch>(std::move(*s), std::move(d)));
}

double reach(const OpEntry& entry) { return values_of(entry, "amount_m", {0.8, 0.8}).hi; }

std::vector<Error> check(const OpEntry& entry) {
  return check_share(entry, "reach_m", {4, 4}, "spacing_m", {30, 30}, 0.5,
                     "neighbouring narrows would run together");
}

}  // namespace

OperatorRow pinch_row() {
  return {.id = "pinch",
          .role = Role::modifier,
          .has_sites = true,
          .params = kParams,
          .doc = "narrows",
          .compile = compile,
          .check = check,
          .reach = reach};
}

}  // namespace strate::ops
