// bridges: natural bridges over drops, on a lattice of sites (site_survey.hpp, site_modifier.hpp).
//
// A disturbance. A deck is sought from floor to floor (deck_search.hpp), kDeckDropM or more of air
// under its middle and kDeckHeadM over it, climbing no steeper than kDeckSteepest, no longer than
// `length` there. Heaped up: one span (shapes_sites-inl.hpp) that dives into the ground at both
// ends,
//
//   half = run + kEndM, run: half of the deck's length; camber = run/20 ≤ 0.4 m
//   haunch = 0.35·run ≤ 4 m, flare = 0.3·width; relief 0.25 m
//
// `length`, `width` and `sites` are read in the middle of the deck.
#include <algorithm>
#include <cmath>

#include "compiler/op.hpp"
#include "passes/ops/deck_search.hpp"
#include "passes/ops/site_modifier.hpp"

namespace strate::ops {
namespace {

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 16, .max = 512, .lo = 72, .doc = "from one bridge to the next"},
    {.name = "width_m",
     .kind = FieldKind::pair,
     .min = 1.5,
     .max = 12,
     .lo = 2.5,
     .hi = 5,
     .drive = Drive::per_site,
     .doc = "of the walk in its middle"},
    {.name = "thickness_m", .min = 0.75, .max = 8, .lo = 1.5, .doc = "in the middle"},
    {.name = "length_m",
     .kind = FieldKind::pair,
     .min = 4,
     .max = 128,
     .lo = 12,
     .hi = 40,
     .drive = Drive::per_site,
     .doc = "from end to end, at most"},
};

/// [Units: m]
constexpr double kEndM = 1.5, kReliefM = 0.25, kReliefScaleM = 3;
/// A deck lies so much lower than its ends' floors, which its blend with them makes up for, and
/// dives into the ground beyond. [Units: m, 1]
constexpr double kSunkM = 0.12, kDive = 0.5;
/// What a rounded edge takes of a deck's walk.
constexpr double kEdgeM = 0.4;
constexpr double kFlare = 0.3;

enum BridgesDraw : std::uint64_t { kDrawWidth = kFirstSiteSalt, kDrawLength };

class Bridges final : public SiteModifier {
 public:
  struct Drivers {
    Driver width, length;
    double thickness = 1.5;
  };
  Bridges(Settings settings, Drivers drivers)
      : SiteModifier(std::move(settings)), d_(std::move(drivers)) {}

 private:
  bool place(Survey& survey, Site& site) const override {
    ArenaScope memory(survey.context().temporary());
    DeckSearch search(survey, {d_.length.range().hi, d_.thickness});
    while (const std::optional<Deck> deck = search.next()) {
      site.centre = on_plan_grid(deck->middle());
      SitePoint point(survey.context(), site.centre, survey.number());
      if (deck->length() > d_.length.at(point, survey.pick(kDrawLength))) continue;
      site.add(span_of(*deck, d_.width.at(point, survey.pick(kDrawWidth))));
      return true;
    }
    return false;
  }

  SpanShape span_of(const Deck& deck, double width) const {
    const Vec3 way = deck.right - deck.left;
    const double length = deck.length();
    SpanShape s;
    s.at = on_plan_grid(deck.middle() - Vec3{0, 0, kSunkM});
    s.cosine = way.x / length, s.sine = way.y / length;
    s.run = length / 2;
    s.half = s.run + kEndM;
    s.slope = way.z / length;
    s.dive = kDive;
    s.width = width / 2 + kEdgeM;
    s.flare = kFlare * width;
    s.camber = std::min(s.run / 20, 0.4);
    s.thickness = d_.thickness;
    s.haunch = std::min(0.35 * s.run, 4.0);
    return s;
  }

  Drivers d_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  Bridges::Drivers d;
  auto s = site_settings(context, {{"width_m", &d.width}, {"length_m", &d.length}}, kReliefScaleM);
  if (!s) return s.error();
  d.thickness = context.number("thickness_m");
  s->reach = d.length.range().hi / 2 + d.width.range().hi + 4;
  s->deepest = d.width.range().hi + d.thickness + 4;
  s->carves = false;
  s->relief = kReliefM;
  return std::unique_ptr<Operator>(std::make_unique<Bridges>(std::move(*s), std::move(d)));
}

std::vector<Error> check(const OpEntry& entry) {
  return check_share(entry, "width_m", {2.5, 5}, "length_m", {12, 40}, 1,
                     "a bridge is longer than wide");
}

}  // namespace

OperatorRow bridges_row() {
  return {.id = "bridges",
          .role = Role::modifier,
          .has_sites = true,
          .params = kParams,
          .doc = "rock spans over open air",
          .compile = compile,
          .check = check,
          .blend_m = 0.75 + kReliefM,
          .disturbance = true};
}

}  // namespace strate::ops
