#include "passes/ops/tunnel_path.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/units.hpp"

namespace strate {
namespace {

constexpr double kPieceM = 4, kBendShare = 0.25;
constexpr int kPiecesMax = TunnelPath::kTubesMax - 2;

Box3 hull(const Box3& a, const Box3& b) {
  return {{std::min(a.lo.x, b.lo.x), std::min(a.lo.y, b.lo.y), std::min(a.lo.z, b.lo.z)},
          {std::max(a.hi.x, b.hi.x), std::max(a.hi.y, b.hi.y), std::max(a.hi.z, b.hi.z)}};
}

double plan_length(Vec3 v) { return std::sqrt(v.x * v.x + v.y * v.y); }

/// Points of the climbing part in plan, P and Q included; returns how many pieces they bound.
int lay_points(Vec3 p, Vec3 q, double wander, double bend, double twist, Vec3* points) {
  const Vec3 line = q - p;
  const double run = plan_length(line);
  const int n = std::clamp(static_cast<int>(std::floor(run / kPieceM)), 1, kPiecesMax);
  const double w = run > 0 ? std::min(wander, kBendShare * run) / run : 0;
  for (int i = 0; i <= n; ++i) {
    const double t = static_cast<double>(i) / n, arch = 4 * t * (1 - t);
    const double side = w * (arch * arch) * (0.7 * bend + 0.3 * twist * (1 - 2 * t));
    points[i] = {on_plan_grid(p.x + t * line.x - side * line.y),
                 on_plan_grid(p.y + t * line.y + side * line.x), 0};
  }
  return n;
}

void add_tube(TunnelPath& path, Vec3 a, Vec3 b, double ra, double rb) {
  path.tubes[path.count++] = {a, b, ra, rb};
}

double slope_of(const TubeShape& tube) {
  const double run = plan_length(tube.b - tube.a);
  return run > 0 ? (tube.b.z - tube.a.z) / run : 0;
}

/// Tells every tube how the floor goes on beyond its ends, and boxes the whole.
void finish(TunnelPath& path) {
  path.box = tube_box(path.tubes[0], kCapM);
  for (int i = 1; i < path.count; ++i) {
    path.tubes[i - 1].after = slope_of(path.tubes[i]);
    path.tubes[i].before = slope_of(path.tubes[i - 1]);
    path.box = hull(path.box, tube_box(path.tubes[i], kCapM));
  }
}

}  // namespace

TunnelPath tunnel_path(const TunnelEnd& from, const TunnelEnd& to, double wander, double bend,
                       double twist) {
  const Vec3 line = to.floor - from.floor;
  const double plan = plan_length(line);
  const Vec3 ahead = plan > 0 ? Vec3{line.x / plan, line.y / plan, 0} : Vec3{1, 0, 0};
  Vec3 points[kPiecesMax + 1];
  const int n = lay_points(from.floor + ahead * from.lead, to.floor - ahead * to.lead, wander, bend,
                           twist, points);
  double length = 0, walked = 0;
  for (int i = 0; i < n; ++i) length += plan_length(points[i + 1] - points[i]);
  points[0].z = from.floor.z;
  TunnelPath path;
  add_tube(path, from.floor, points[0], from.radius, from.radius);
  double radius = from.radius;
  for (int i = 0; i < n; ++i) {
    walked += plan_length(points[i + 1] - points[i]);
    const bool last = i + 1 == n;
    const double t = last || length <= 0 ? 1 : walked / length;
    points[i + 1].z = last ? to.floor.z : on_plan_grid(from.floor.z + t * line.z);
    const double next = from.radius + t * (to.radius - from.radius);
    add_tube(path, points[i], points[i + 1], radius, next);
    radius = next;
  }
  add_tube(path, points[n], to.floor, to.radius, to.radius);
  finish(path);
  return path;
}

}  // namespace strate
