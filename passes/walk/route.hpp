// Figures along a way: length, worst grade, narrowest width, lowest headroom, with their places.
#pragma once

#include <span>
#include <vector>

#include "passes/walk/walk.hpp"

namespace strate {

struct Placed {
  double value = 0;
  Vec3 at;
};

/// A route as a polyline of floor points. [Units: m, world axes]
struct RouteFigures {
  std::vector<Vec3> points;
  double length_m = 0;          ///< along the floor points
  double climb_m = 0;           ///< Σ|Δz|
  Placed worst_grade_deg;       ///< least squares of floor height over 2 m of arc (10 C6)
  Placed narrowest_width_m;     ///< see free_width_m
  Placed lowest_headroom_m;     ///< see headroom_m
  Placed tightest_clearance_m;  ///< exact distance of the capsule's axis to rock, less its radius
};

/// `lattices` are those that the slabs were made from, in the same order.
RouteFigures route_figures(const WalkWorld& walk, std::span<const Lattice* const> lattices,
                           const Route& route);

/// Worst grade of a polyline: the steepest least-squares line of height over `arc_m` of horizontal
/// arc. Where the polyline is shorter, over all of it.
Placed worst_grade_deg(std::span<const Vec3> points, double arc_m = 2.0);

/// Exact distance from the capsule's axis at `p` to the nearest solid sample or crossing, at most
/// `most_m`. [Units: m]
double clearance_m(const Lattice& lattice, const WalkParams& params, Coord p, double most_m);

/// Free height over the floor under a roof that may come down beside the head: how tall a capsule
/// of the player's girth may be on the node's column. At most `most_m`, never past the window.
/// [Units: m]
double headroom_m(const Lattice& lattice, const WalkParams& params, Coord p, std::int64_t floor,
                  double most_m = 16);

/// Width of the way at `p` for one who walks towards `ahead` (horizontal, any length): free length
/// to the left and to the right, the least of five lines across within 45°, at heights between the
/// capsule's middle and the upper end of its axis. Each side counts at most `most_m` / 2. [Units:
/// m]
double free_width_m(const Lattice& lattice, const WalkParams& params, Coord p, Vec3 ahead,
                    double most_m = 8);

}  // namespace strate
