#include "passes/walk/route.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "passes/walk/rock_near.hpp"

namespace strate {
namespace {

double parts_of(const WalkParams& params, double m) {
  return m * 1e6 * kPart / static_cast<double>(params.voxel_um);
}

std::int64_t voxels_of(const WalkParams& params, double m) {
  return static_cast<std::int64_t>(std::floor(m * 1e6 / static_cast<double>(params.voxel_um))) + 1;
}

/// Slope of the least-squares line through (arc, z) of points [lo, hi).
double fitted_slope(std::span<const Vec3> points, std::span<const double> arc, std::size_t lo,
                    std::size_t hi) {
  const auto n = static_cast<double>(hi - lo);
  double ms = 0, mz = 0, ss = 0, sz = 0;
  for (std::size_t i = lo; i < hi; ++i) ms += arc[i], mz += points[i].z;
  ms /= n, mz /= n;
  for (std::size_t i = lo; i < hi; ++i) {
    ss += (arc[i] - ms) * (arc[i] - ms);
    sz += (arc[i] - ms) * (points[i].z - mz);
  }
  return ss > 0 ? sz / ss : 0;
}

}  // namespace

Placed worst_grade_deg(std::span<const Vec3> points, double arc_m) {
  Placed worst;
  if (points.empty()) return worst;
  worst.at = points.front();
  std::vector<double> arc{0};
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double dx = points[i].x - points[i - 1].x, dy = points[i].y - points[i - 1].y;
    arc.push_back(arc.back() + std::sqrt(dx * dx + dy * dy));
  }
  double steepest = 0;
  std::size_t hi = 0;
  for (std::size_t lo = 0; lo < points.size(); ++lo) {
    while (hi < points.size() && arc[hi] - arc[lo] <= arc_m) ++hi;
    const bool whole = arc.back() <= arc_m;
    const bool full = hi < points.size() || arc[hi - 1] - arc[lo] >= arc_m;
    if ((!full && !whole) || (whole && lo > 0)) break;
    const double slope = std::fabs(fitted_slope(points, arc, lo, hi));
    if (slope > steepest) {
      steepest = slope;
      worst.at = points[lo + (hi - lo) / 2];
    }
  }
  worst.value = atan_deg(steepest);
  return worst;
}

double clearance_m(const Lattice& lattice, const WalkParams& params, Coord p, double most_m) {
  const auto most = static_cast<std::int64_t>(parts_of(params, most_m));
  std::int64_t best2 = most * most;
  const std::int64_t side = most / kPart + 1;
  for_rock_near(lattice, p, side, side, side + params.axis / kPart + 1, [&](const RockPart& q) {
    const std::int64_t z = q.z < 0 ? -q.z : std::max<std::int64_t>(0, q.z - params.axis);
    best2 = std::min(best2, q.x * q.x + q.y * q.y + z * z);
  });
  const double best = std::sqrt(static_cast<double>(best2));
  return best2 == most * most ? most_m
                              : best * static_cast<double>(params.voxel_um) / (kPart * 1e6);
}

double headroom_m(const Lattice& lattice, const WalkParams& params, Coord p, std::int64_t floor,
                  double most_m) {
  const std::int64_t radius = ceil_div(params.player.radius_um * kPart, params.voxel_um);
  const std::int64_t top = voxels_of(params, most_m);
  std::int64_t roof = floor + static_cast<std::int64_t>(parts_of(params, most_m));
  roof = std::min(roof, (lattice.window().hi.z - 1) * kPart);
  for (std::int64_t dy = -radius / kPart; dy <= radius / kPart; ++dy)
    for (std::int64_t dx = -radius / kPart; dx <= radius / kPart; ++dx) {
      if ((dx * dx + dy * dy) * kPart * kPart >= radius * radius) continue;
      const Coord low{p.x + dx, p.y + dy, p.z};
      if (!lattice.window().contains(low)) continue;
      const std::int64_t round = head_round((dx * dx + dy * dy) * kPart * kPart, radius);
      const std::int64_t limit = std::min(p.z + top, ceil_div(roof, kPart));
      roof = std::min(roof, roof_over(lattice, low, limit) + round);
    }
  return params.metres_of(roof - floor);
}

namespace {

/// Where the route leads at one of its points: the chord from half a metre before to half a metre
/// behind.
Vec3 ahead_at(std::span<const Vec3> points, std::size_t i) {
  constexpr double kChordM = 0.5;
  std::size_t lo = i, hi = i;
  while (lo > 0 && length(points[lo] - points[i]) < kChordM) --lo;
  while (hi + 1 < points.size() && length(points[hi] - points[i]) < kChordM) ++hi;
  return points[hi] - points[lo];
}

void measure_node(const WalkWorld& walk, const Lattice& lattice, NodeId id, std::size_t i,
                  RouteFigures& f) {
  const WalkParams& params = walk.params();
  const Coord p = walk.node(id);
  const Vec3 at = f.points[i];
  const double girth = metres(params.player.radius_um);
  const auto keep = [&](Placed& best, double value) {
    if (i == 0 || value < best.value) best = {value, at};
  };
  keep(f.narrowest_width_m, free_width_m(lattice, params, p, ahead_at(f.points, i)));
  keep(f.lowest_headroom_m, headroom_m(lattice, params, p, walk.floor_of(id)));
  keep(f.tightest_clearance_m, clearance_m(lattice, params, p, 1.0) - girth);
}

}  // namespace

RouteFigures route_figures(const WalkWorld& walk, std::span<const Lattice* const> lattices,
                           const Route& route) {
  RouteFigures f;
  for (const NodeId id : route.nodes) {
    const Vec3 at = walk.floor_point(id);
    if (!f.points.empty()) {
      f.length_m += length(at - f.points.back());
      f.climb_m += std::fabs(at.z - f.points.back().z);
    }
    f.points.push_back(at);
  }
  for (std::size_t i = 0; i < route.nodes.size(); ++i) {
    const std::size_t s = walk.slab_at(walk.node(route.nodes[i]).z);
    if (s < lattices.size() && lattices[s]) measure_node(walk, *lattices[s], route.nodes[i], i, f);
  }
  f.worst_grade_deg = worst_grade_deg(f.points);
  return f;
}

}  // namespace strate
