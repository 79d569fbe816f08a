// The ground at one place of a lattice: floor, rock under it, air over it.
#pragma once

#include <optional>
#include <vector>

#include "compiler/lattice.hpp"

namespace strate {

/// [Units: m, world axes]
struct Ground {
  double height = 0;
  double rock = 0;  ///< solid under it, straight down, at most kGroundSightM
  double air = 0;   ///< free over it, straight up, at most kGroundSightM
};

inline constexpr double kGroundSightM = 8;

/// The floor of a column nearest to height `z`, at most `reach` away; ties to the lower.
std::optional<Ground> ground_at(const Lattice& lattice, std::int64_t x, std::int64_t y, double z,
                                double reach);

/// Height of the ground at a place between columns: that of its four columns, linear between them;
/// none if one of them has no floor within `reach` of z.
std::optional<double> ground_height(const Lattice& lattice, Vec3 place, double reach);

/// Slope and tilt of the plane through points by least squares. [Units: deg]
double plane_tilt_deg(const std::vector<Vec3>& points);

}  // namespace strate
