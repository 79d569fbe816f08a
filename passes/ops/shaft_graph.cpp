#include "passes/ops/shaft_graph.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "compiler/hash.hpp"
#include "passes/density/interval.hpp"
#include "passes/ops/cave_shapes.hpp"
#include "passes/ops/ledge_shapes.hpp"

namespace strate {
namespace {

constexpr double kTau = 6.283185307179586;
/// tan 28° and tan 33°.
constexpr double kEasyTread = 0.5317, kSteepestWay = 0.649;
/// Run that a pitch asks of a connector, a half from either end: pitch/2.6.
constexpr double kRunOfPitch = 1 / 2.6;
/// A connector's level floor beyond its door, and how far that stands behind the wall in its radii:
/// its round end just reaches the wall.
constexpr double kStubM = 0.75, kDoorOfRadius = 0.683, kDoorM = -0.3;
/// From the bands to the floor and to the highest roof; from the last tread to the dome over its
/// middle; rock over a foot, and over a connector.
constexpr double kBelowM = 1.5, kAboveM = 1, kHeadM = 3, kFootRockM = 1.3, kWayRockM = 1.25;
constexpr double kWayTop = 1 + kTubeRise;
/// Turns of a tread that fit in the heights which all shafts share, with some slack.
constexpr double kTurns3 = 3, kTurnsSlack = 1.02;
/// Of the spare height: how much lower a shaft's tread may end.
constexpr double kSpread = 0.4, kRoofSpread = 0.4, kUnderRoofM = 5;
constexpr double kRadiusOfHeight = 0.4;
/// From a connector's middle to another shaft's wall: its own radius, its wander and rock.
constexpr double kApartM = 2.2, kWanderM = 1.2, kWanderShare = 0.1;
/// Weight of a metre up or down between two doors, in metres of distance from the drawn height.
constexpr double kLevelWeight = 1.5;

/// Farthest places of a side neighbour and of one three cells away, in spacings.
constexpr double kSideNeighbour = 1.37, kFarNeighbour = 4.8;
/// A chamber beyond its shaft's wall (shaft_shapes.cpp).
constexpr double kFootReachM = 6.5;

double door_recess(double radius) { return kDoorOfRadius * radius + kDoorM; }

/// Over the middle of its tread a shaft's dome is so much lower than at its axis.
double dome_drop(double radius) {
  const double m = radius - tread_width(radius) / 2;
  return radius - std::sqrt(radius * radius - m * m);
}

struct Ladder {
  double first, pitch;  ///< heights first + n · pitch
  double nearest(double z) const { return first + pitch * std::floor((z - first) / pitch + 0.5); }
};

struct DoorPair {
  double from = 0, to = 0;
};

/// The pair of heights in `range` nearest `drawn` whose way of `run` is not too steep; if there is
/// none, the most level one.
DoorPair choose_doors(const Ladder& a, const Ladder& b, Interval range, double drawn, double run) {
  DoorPair best{a.nearest(middle(range)), b.nearest(middle(range))};
  double least = 1e9;
  const double lowest = a.first + a.pitch * std::ceil((range.lo - a.first) / a.pitch);
  for (double z = lowest; z <= range.hi; z += a.pitch) {
    const double other = b.nearest(z), rise = std::fabs(z - other);
    if (other < range.lo || other > range.hi) continue;
    const double steep = rise > kSteepestWay * run ? 1e3 : 0;
    const double cost = (steep > 0 ? 0 : std::fabs(z - drawn)) + kLevelWeight * rise + steep;
    if (cost < least) least = cost, best = {z, other};
  }
  return best;
}

}  // namespace

double tread_width(double radius) { return std::max(kTreadWidthM, kTreadShare * radius); }

double tread_pitch(double radius, double ledge_every) {
  const double around = kTau * (radius - tread_width(radius) / 2);
  return std::max(kLeastPitchM, std::min(ledge_every, kEasyTread * around));
}

ShaftHeights shaft_heights(double content_bottom, double content_top, double connector_radius,
                           double radius_max) {
  ShaftHeights h;
  h.floor = on_plan_grid(content_bottom + kBelowM);
  h.roof = content_top - kAboveM;
  h.radius_max = std::min(radius_max, kRadiusOfHeight * (h.roof - h.floor));
  const double under_dome =
      h.radius_max > kTreadWidthM ? h.roof - dome_drop(h.radius_max) - kHeadM : h.floor;
  h.doors = {h.floor + (1 + kChamberDrop) * kFootHeightM + kFootRockM,
             std::min(content_top - kWayRockM - kWayTop * connector_radius, under_dome)};
  const double least = kTurns3 * kTurnsSlack * kLeastPitchM, range = width(h.doors);
  h.lacking = least - range;
  h.spread = kSpread * std::max(0.0, range - least);
  h.pitch_max = std::max(kLeastPitchM, (range - h.spread) / kTurns3);
  return h;
}

ShaftCache::Entry& ShaftCache::at(Coord cell) {
  Entry& e = entries_[draw_at(0, 0, 4, cell.x, cell.y, 0) % kEntries];
  if (!e.used || e.cell != cell) {
    e = {};
    e.cell = cell;
    e.used = true;
  }
  return e;
}

ShaftGraph::ShaftGraph(Settings settings) : s_(std::move(settings)) {
  const Interval r = s_.radius.range();
  walkable_ = s_.spacing / 2 - need(r.hi) >= 0 && s_.spacing / 2 - need(r.lo) >= 0;
}

double ShaftGraph::pick(std::uint64_t salt, Coord c) const {
  return unit(draw_at(s_.seed, s_.address, salt, c.x, c.y, 0));
}

/// Of the way between two neighbours, what a shaft's own half must hold.
double ShaftGraph::need(double radius) const {
  const double r = std::min(radius, s_.heights.radius_max);
  const double pitch = std::min(s_.heights.pitch_max, tread_pitch(r, s_.ledge_every));
  return r + door_recess(s_.connector_radius) + kStubM + kRunOfPitch * pitch;
}

/// Without `sites` no parent is farther than a side neighbour may be.
double ShaftGraph::reach() const {
  const double way = (s_.sites.all() ? kSideNeighbour : kFarNeighbour) * s_.spacing + kWanderM;
  const double own = s_.heights.radius_max + kFootReachM + 2 * kCapM;
  return jitter() + std::max(way + s_.connector_radius + kCapM, own);
}

const Shaft& ShaftGraph::shaft(StackContext& context, Coord cell) const {
  ShaftCache::Entry& e = context.cache<ShaftCache>(s_.slot).at(cell);
  if (!e.has_shaft) {
    e.shaft = compute_shaft(context, cell);
    e.has_shaft = true;
  }
  return e.shaft;
}

/// The radius is read at the cell's middle, `sites` judged where the shaft stands.
Shaft ShaftGraph::compute_shaft(StackContext& context, Coord cell) const {
  const ShaftHeights& h = s_.heights;
  const bool hub = cell == Coord{};
  const double number = pick(kShaftSite, cell), mid = middle(h.doors);
  Vec3 at{static_cast<double>(cell.x) * s_.spacing, static_cast<double>(cell.y) * s_.spacing,
          h.floor};
  Shaft s;
  s.cell = cell;
  {
    SitePoint site(context, {at.x, at.y, mid}, number);
    s.radius = hub ? s_.radius.range().hi : s_.radius.at(site, pick(kShaftRadius, cell));
  }
  s.radius = std::min(s.radius, h.radius_max);
  const double jitter =
      hub ? 0
          : std::clamp(s_.spacing / 2 - need(s.radius), 0.0, kInwardJitter * s_.spacing - 0.0625);
  at = at +
       Vec3{jitter * both_ways(pick(kShaftX, cell)), jitter * both_ways(pick(kShaftY, cell)), 0};
  s.foot = on_plan_grid(at);
  s.width = tread_width(s.radius);
  s.pitch = std::min(h.pitch_max, tread_pitch(s.radius, s_.ledge_every));
  s.top = h.doors.hi - h.spread * pick(kShaftTop, cell);
  const double spare = std::max(0.0, h.roof - s.top - kUnderRoofM - dome_drop(s.radius));
  s.roof = h.roof - kRoofSpread * spare * pick(kShaftRoof, cell);
  const Turn bearing = turn_of(360 * pick(kShaftBearing, cell));
  s.tread.at = s.foot;
  s.tread.cosine = bearing.cosine, s.tread.sine = bearing.sine;
  s.tread.hand = pick(kShaftHand, cell) < 0.5 ? 1 : -1;
  s.tread.inner = s.radius - s.width;
  s.tread.outer = s.radius + kTreadInWallM;
  s.tread.pitch = s.pitch;
  s.tread.thickness = kTreadThickM;
  s.tread.grow = std::clamp((s.pitch - kLeastPitchM) / s.width, 0.0, kTreadGrow);
  s.tread.still = std::max(kTreadStillM, s.tread.inner);
  s.tread.top = s.top - h.floor;
  s.exists = true;
  if (!hub && !s_.sites.all()) {
    SitePoint site(context, {s.foot.x, s.foot.y, mid}, number);
    s.exists = s_.sites.keeps(site);
  }
  return s;
}

std::optional<Vec3> ShaftGraph::place(StackContext& context, Coord cell) const {
  const Shaft& s = shaft(context, cell);
  return s.exists ? std::optional<Vec3>(s.foot) : std::nullopt;
}

/// No third shaft stands near the way between two.
bool ShaftGraph::clear(StackContext& context, Coord from, Coord to) const {
  const Vec3 a = shaft(context, from).foot, b = shaft(context, to).foot;
  const Coord lo{std::min(from.x, to.x) - 1, std::min(from.y, to.y) - 1, 0};
  const Coord hi{std::max(from.x, to.x) + 1, std::max(from.y, to.y) + 1, 0};
  for (std::int64_t j = lo.y; j <= hi.y; ++j)
    for (std::int64_t i = lo.x; i <= hi.x; ++i) {
      const Coord c{i, j, 0};
      if (c == from || c == to) continue;
      const Shaft& s = shaft(context, c);
      if (s.exists && plan_distance(s.foot, a, b) < s.radius + s_.connector_radius + kApartM)
        return false;
    }
  return true;
}

/// Under `sites`: some shaft nearer the spine is in reach of this one.
bool ShaftGraph::leads_on(StackContext& context, Coord cell) const {
  const auto near = [](std::int64_t v) { return -kSpineCells <= v && v <= kSpineCells; };
  if (s_.sites.all() || (near(cell.x) && near(cell.y))) return true;
  return nearest_inward(
             cell, shaft(context, cell).foot, [&](Coord c) { return place(context, c); },
             [&](Coord c) { return clear(context, cell, c); })
      .has_value();
}

std::optional<Coord> ShaftGraph::parent(StackContext& context, Coord cell) const {
  ShaftCache& cache = context.cache<ShaftCache>(s_.slot);
  if (const ShaftCache::Entry& e = cache.at(cell); e.has_parent) return e.parent;
  const std::optional<Coord> found = compute_parent(context, cell);
  ShaftCache::Entry& e = cache.at(cell);
  e.parent = found;
  e.has_parent = true;
  return found;
}

std::optional<Coord> ShaftGraph::compute_parent(StackContext& context, Coord cell) const {
  if (cell == Coord{} || !shaft(context, cell).exists) return std::nullopt;
  const auto found = nearest_inward(
      cell, shaft(context, cell).foot, [&](Coord c) { return place(context, c); },
      [&](Coord c) { return clear(context, cell, c) && leads_on(context, c); });
  const auto near = [](std::int64_t v) { return -kSpineCells <= v && v <= kSpineCells; };
  if (found || !near(cell.x) || !near(cell.y)) return found;
  return Coord{};
}

bool ShaftGraph::carved(StackContext& context, Coord cell) const {
  return cell == Coord{} || parent(context, cell).has_value();
}

int ShaftGraph::ways(StackContext& context, Coord cell, Coord out[kWaysMax]) const {
  const std::optional<Coord> first = parent(context, cell);
  if (!first) return 0;
  int n = 0;
  out[n++] = *first;
  const Vec3 at = shaft(context, cell).foot;
  for (const Coord side : {Coord{0, -1, 0}, Coord{-1, 0, 0}, Coord{1, 0, 0}, Coord{0, 1, 0}}) {
    const Coord c = cell + side;
    if (n == kWaysMax || c == *first || pick(kShaftLink, cell + c) >= s_.links) continue;
    const Shaft& other = shaft(context, c);
    if (!other.exists || spine_distance2(other.foot) >= spine_distance2(at)) continue;
    if (carved(context, c) && clear(context, cell, c)) out[n++] = c;
  }
  return n;
}

TunnelPath ShaftGraph::connector(StackContext& context, Coord from, Coord to) const {
  const Shaft a = shaft(context, from), b = shaft(context, to);
  const Vec3 line = b.foot - a.foot;
  const double plan = length(line), recess = door_recess(s_.connector_radius);
  const Vec3 ahead = line * (1 / plan);
  const double run = plan - a.radius - b.radius - 2 * (recess + kStubM);
  const Ladder up{tread_height(a.tread, ahead.x, ahead.y), a.pitch};
  const Ladder down{tread_height(b.tread, -ahead.x, -ahead.y), b.pitch};
  const Interval range{s_.heights.doors.lo, std::min(a.top, b.top)};
  const double drawn = range.lo + pick(kShaftDoor, from + to) * width(range);
  const DoorPair doors = choose_doors(up, down, range, drawn, run);
  Vec3 p = a.foot + ahead * (a.radius + recess), q = b.foot - ahead * (b.radius + recess);
  p.z = doors.from, q.z = doors.to;
  const Coord pair = from + to;
  return tunnel_path({on_plan_grid(p), kStubM, s_.connector_radius},
                     {on_plan_grid(q), kStubM, s_.connector_radius},
                     std::min(kWanderM, kWanderShare * run), both_ways(pick(kShaftBend, pair)),
                     both_ways(pick(kShaftTwist, pair)));
}

}  // namespace strate
