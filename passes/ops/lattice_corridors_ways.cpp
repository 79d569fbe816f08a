#include "passes/ops/lattice_corridors_ways.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"
#include "passes/ops/tunnel_path.hpp"

namespace strate {
namespace {

constexpr double kHalf = 0.5, kRoot3Half = 0.8660254037844386;
/// 1 / cos 45°, the turn from one tube to the second after it.
constexpr double kBeyond = 1.4142;

double plan_length(Vec3 v) { return std::sqrt(v.x * v.x + v.y * v.y); }

double slope_of(const TubeShape& tube) {
  const double run = plan_length(tube.b - tube.a);
  return run > 0 ? (tube.b.z - tube.a.z) / run : 0;
}

Box3 hull(const Box3& a, const Box3& b) {
  return {{std::min(a.lo.x, b.lo.x), std::min(a.lo.y, b.lo.y), std::min(a.lo.z, b.lo.z)},
          {std::max(a.hi.x, b.hi.x), std::max(a.hi.y, b.hi.y), std::max(a.hi.z, b.hi.z)}};
}

/// Tells every tube how the floor goes on beyond its ends, and boxes the whole. Uphill it goes on
/// steeper than the next tube: where that one turns aside it would else be cut by the floor of this
/// one, which rises along its own line only.
void finish(CorridorWay& way) {
  way.box = tube_box(way.tubes[0], kCapM);
  for (int i = 1; i < way.count; ++i) {
    way.tubes[i - 1].after = kBeyond * slope_of(way.tubes[i]);
    way.tubes[i].before = slope_of(way.tubes[i - 1]);
    way.box = hull(way.box, tube_box(way.tubes[i], kCapM));
  }
}

/// A ramp's line in plan, from its lower cell to its upper one; it climbs from point kFoot to point
/// kHead.
constexpr int kRampPoints = CorridorWay::kTubesMax + 1, kFoot = 2, kHead = 9;

struct RampLine {
  Vec3 points[kRampPoints];
  RampLine(const CorridorSizes& s, const RampTurn& turn) {
    const double a = s.offset, c = a - (kHalf + kRoot3Half) * s.turn;
    const double out = a - kHalf * s.turn, up = c + kRoot3Half * s.turn;
    const double line[kRampPoints][2] = {{0, 0},    {a, 0},        {a, s.start}, {a, c},
                                         {out, up}, {c, a},        {-c, a},      {-out, up},
                                         {-a, c},   {-a, s.start}, {-a, 0},      {0, 0}};
    for (int i = 0; i < kRampPoints; ++i)
      points[i] = turn.ahead * line[i][0] + turn.side * line[i][1];
  }
  /// Length of the climbing part up to a point; the pieces of corners count for less.
  double climbed(int to) const {
    double sum = 0;
    for (int i = kFoot; i < std::min(to, kHead); ++i) {
      const bool corner = i == 3 || i == 4 || i == 6 || i == 7;
      sum += (corner ? kCornerEase : 1) * plan_length(points[i + 1] - points[i]);
    }
    return sum;
  }
};

}  // namespace

CorridorWay corridor_between(const CorridorEnd& a, const CorridorEnd& b, double wander, double bend,
                             double twist) {
  const TunnelPath path = tunnel_path({a.floor, a.radius, a.radius}, {b.floor, b.radius, b.radius},
                                      wander, bend, twist);
  CorridorWay way;
  static_assert(TunnelPath::kTubesMax <= CorridorWay::kTubesMax);
  way.box = path.box;
  way.count = path.count;
  std::copy_n(path.tubes, path.count, way.tubes);
  return way;
}

RampTurn ramp_turn(const CorridorGrid& grid, Coord column) {
  column.z = 0;
  const int drawn = static_cast<int>(grid.pick(kPickTurn, column) * 8);
  const double sign = drawn & 1 ? 1 : -1, hand = drawn & 2 ? 1 : -1;
  const Vec3 x{1, 0, 0}, y{0, 1, 0};
  return drawn & 4 ? RampTurn{x * sign, y * hand} : RampTurn{y * sign, x * hand};
}

CorridorWay corridor_ramp(const CorridorSizes& sizes, const RampTurn& turn,
                          const CorridorEnd& lower, const CorridorEnd& upper) {
  const RampLine line(sizes, turn);
  const double run = line.climbed(kHead);
  Vec3 points[kRampPoints];
  double radii[kRampPoints];
  for (int i = 0; i < kRampPoints; ++i) {
    const double t = i <= kFoot ? 0 : i >= kHead ? 1 : line.climbed(i) / run;
    Vec3 p = lower.floor + line.points[i];
    p.z = lower.floor.z + t * (upper.floor.z - lower.floor.z);
    points[i] = on_plan_grid(p);
    radii[i] = lower.radius + t * (upper.radius - lower.radius);
  }
  CorridorWay way;
  for (int i = 0; i + 1 < kRampPoints; ++i)
    way.tubes[way.count++] = {points[i], points[i + 1], radii[i], radii[i + 1]};
  finish(way);
  return way;
}

}  // namespace strate
