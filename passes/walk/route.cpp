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

void keep_less(Placed& best, double value, Vec3 at, bool first) {
  if (first || value < best.value) best = {value, at};
}

/// Free radius around the axis at a sample between waist and upper end, with no more than `most`.
double free_radius(const Lattice& lattice, const WalkParams& params, Coord p, std::int64_t most) {
  const std::int64_t waist = params.axis / 2;
  std::int64_t best2 = most * most;
  const std::int64_t side = most / kPart + 1;
  for_rock_near(lattice, p, side, 0, params.axis / kPart + 1, [&](const RockPart& q) {
    if (q.z >= waist && q.z <= params.axis) best2 = std::min(best2, q.x * q.x + q.y * q.y);
  });
  return std::sqrt(static_cast<double>(best2));
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
      roof = std::min(roof, roof_over(lattice, low, std::min(p.z + top, ceil_div(roof, kPart))));
    }
  return params.metres_of(roof - floor);
}

double free_width_m(const Lattice& lattice, const WalkParams& params, Coord p, double most_m) {
  const auto most = static_cast<std::int64_t>(parts_of(params, most_m / 2));
  const std::int64_t reach = most / kPart;
  const IndexBox& w = lattice.window();
  double best = 0;
  for (std::int64_t dy = -reach; dy <= reach; ++dy)
    for (std::int64_t dx = -reach; dx <= reach; ++dx) {
      const double away = std::sqrt(static_cast<double>((dx * dx + dy * dy) * kPart * kPart));
      const Coord q{p.x + dx, p.y + dy, p.z};
      if (away > static_cast<double>(most) || !w.contains(q)) continue;
      const double r = free_radius(lattice, params, q, most);
      if (r >= away) best = std::max(best, r);
    }
  return 2 * best * static_cast<double>(params.voxel_um) / (kPart * 1e6);
}

RouteFigures route_figures(const WalkWorld& walk, std::span<const Lattice* const> lattices,
                           const Route& route) {
  RouteFigures f;
  const WalkParams& params = walk.params();
  const double girth = metres(params.player.radius_um);
  for (const NodeId id : route.nodes) {
    const Coord p = walk.node(id);
    const Vec3 at = walk.floor_point(id);
    const std::size_t s = walk.slab_at(p.z);
    const bool first = f.points.empty();
    if (!first) {
      f.length_m += length(at - f.points.back());
      f.climb_m += std::fabs(at.z - f.points.back().z);
    }
    f.points.push_back(at);
    if (s >= lattices.size() || !lattices[s]) continue;
    const Lattice& lattice = *lattices[s];
    keep_less(f.narrowest_width_m, free_width_m(lattice, params, p), at, first);
    keep_less(f.lowest_headroom_m, headroom_m(lattice, params, p, walk.floor_of(id)), at, first);
    keep_less(f.tightest_clearance_m, clearance_m(lattice, params, p, 1.0) - girth, at, first);
  }
  f.worst_grade_deg = worst_grade_deg(f.points);
  return f;
}

}  // namespace strate
