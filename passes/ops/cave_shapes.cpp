#include "passes/ops/cave_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "passes/density/context.hpp"
#include "passes/density/interval.hpp"

namespace strate {
namespace {

struct Ranges {
  Interval x, y, z;
};

/// The box as seen from `at`.
Ranges seen_from(Vec3 at, const Box3& box) {
  return {{box.lo.x - at.x, box.hi.x - at.x},
          {box.lo.y - at.y, box.hi.y - at.y},
          {box.lo.z - at.z, box.hi.z - at.z}};
}

Interval root(Interval v) { return {std::sqrt(std::max(0.0, v.lo)), std::sqrt(v.hi)}; }

double share(double part, double rest, double if_both_vanish) {
  return part + rest > 0 ? part / (part + rest) : if_both_vanish;
}

/// Cosine of the steepest slope of a tube's floor.
double level_of(const TubeShape& s) {
  const Vec3 b = s.b - s.a;
  const double plan = b.x * b.x + b.y * b.y, slope = plan > 0 ? b.z / std::sqrt(plan) : 0;
  const double steepest = std::max({std::fabs(slope), std::fabs(s.before), std::fabs(s.after)});
  return 1 / std::sqrt(1 + steepest * steepest);
}

/// Floor over `a` at t along the line in plan, for all t of an interval.
Interval floor_over(const TubeShape& s, Interval t) {
  const Vec3 b = s.b - s.a;
  const double run = std::sqrt(b.x * b.x + b.y * b.y);
  return clamp(t, 0, 1) * b.z + min(t, Interval{0, 0}) * (s.before * run) +
         max(t + -1.0, Interval{0, 0}) * (s.after * run);
}

/// (x, y) along the line in plan: 0 at a, 1 at b.
Interval along_plan(const TubeShape& s, Interval x, Interval y) {
  const Vec3 b = s.b - s.a;
  const double plan = b.x * b.x + b.y * b.y;
  return plan > 0 ? (x * b.x + y * b.y) * (1 / plan) : Interval{0, 0};
}

/// The tube's distance in exact arithmetic.
double tube_at(const TubeShape& s, Vec3 p) {
  const Vec3 b = s.b - s.a, q = p - s.a, axis{b.x, b.y, b.z + kTubeRise * (s.rb - s.ra)};
  const Vec3 raised{q.x, q.y, q.z - kTubeRise * s.ra};
  const double squared = dot(axis, axis);
  const double h = squared > 0 ? std::clamp(dot(raised, axis) / squared, 0.0, 1.0) : 0;
  const double floor = floor_over(s, along_plan(s, {q.x, q.x}, {q.y, q.y})).lo;
  return std::max(length(raised - axis * h) - (s.ra + h * (s.rb - s.ra)),
                  (floor - q.z) * level_of(s));
}

/// Distance between two boxes.
double gap(const Box3& a, const Box3& b) {
  const auto along = [](double alo, double ahi, double blo, double bhi) {
    return std::max({0.0, blo - ahi, alo - bhi});
  };
  return length({along(a.lo.x, a.hi.x, b.lo.x, b.hi.x), along(a.lo.y, a.hi.y, b.lo.y, b.hi.y),
                 along(a.lo.z, a.hi.z, b.lo.z, b.hi.z)});
}

/// The box of the line that the tube runs around.
Box3 axis_box(const TubeShape& s) {
  const Vec3 a = s.a + Vec3{0, 0, kTubeRise * s.ra}, b = s.b + Vec3{0, 0, kTubeRise * s.rb};
  return {{std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)},
          {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}};
}

}  // namespace

/// a(a − 1)/b is (a − 1) times a mean of the two half-axes whose weights follow from the share of
/// the horizontal part in a².
Interval chamber_over(const ChamberShape& s, const Box3& box) {
  const Ranges p = seen_from(s.floor, box);
  const Interval z = p.z + -kChamberDrop * s.height;
  const double r2 = s.radius * s.radius, h2 = s.height * s.height;
  const Interval flat = (square(p.x) + square(p.y)) * (1 / r2), tall = square(z) * (1 / h2);
  const Interval weight{share(flat.lo, tall.hi, 0), share(flat.hi, tall.lo, 1)};
  const auto mean = [&](double w) { return 1 / std::sqrt(w / r2 + (1 - w) / h2); };
  const double m = mean(weight.lo), n = mean(weight.hi);
  const Interval hull_of = (root(flat + tall) + -1.0) * Interval{std::min(m, n), std::max(m, n)};
  return widened(max(hull_of, -p.z));
}

/// The distance changes no faster than the point moves (plus the taper), so the centre's value is
/// good for half a diagonal; far or flat boxes are better served axis by axis.
Interval tube_over(const TubeShape& s, const Box3& box) {
  const Vec3 centre = (box.lo + box.hi) * 0.5, b = s.b - s.a;
  const double run = length(b), half = length(box.hi - centre);
  const double steep = run > 0 ? 1 + std::fabs(s.rb - s.ra) / run : 1;
  const double d = tube_at(s, centre);
  const Ranges p = seen_from(s.a, box);
  const double floor = (floor_over(s, along_plan(s, p.x, p.y)).lo - p.z.hi) * level_of(s);
  const double away = gap(box, axis_box(s)) - std::max(s.ra, s.rb);
  return widened({std::max({d - half * steep, floor, away}), d + half * steep});
}

Interval pillar_over(const PillarShape& s, const Box3& box) {
  const Ranges p = seen_from(s.at, box);
  const Interval x = p.x - p.z * s.lean_x, y = p.y - p.z * s.lean_y;
  const Interval e = min(square(p.z * (1 / s.half_height)), Interval{1, 1});
  const double upright = 1 / std::sqrt(1 + s.lean_x * s.lean_x + s.lean_y * s.lean_y);
  const Interval d = root(square(x) + square(y)) - (e * s.flare + s.radius);
  return widened(d * upright);
}

Box3 tube_box(const TubeShape& s, double reach) {
  const Box3 axis = axis_box(s);
  const double r = std::max(s.ra, s.rb) + reach;
  return {axis.lo - Vec3{r, r, r}, axis.hi + Vec3{r, r, r}};
}

}  // namespace strate
