// Small made-up caves with a surface, a lattice and floor points: pictures without the product's
// density or mesher.
#pragma once

#include <functional>
#include <vector>

#include "compiler/lattice.hpp"
#include "passes/pictures/pictures.hpp"

namespace strate::testing {

/// Metres to rock surface: < 0 rock, ≥ 0 air.
using DensityFunction = std::function<double(Vec3)>;

/// Marching tetrahedra over cells of `step_m` that lie in `box`.
PictureMesh surface_of(const DensityFunction& density, const Box3& box, double step_m);

/// Floor points of columns `step_m` apart: rock below, 2 m of air above.
std::vector<Vec3> floors_of(const DensityFunction& density, const Box3& box, double step_m);

/// Halls and passages under layered noise, 64 × 64 × 28 m around the origin.
double cave(Vec3 p);
inline constexpr Box3 kCaveBox{{-32, -32, -14}, {32, 32, 14}};

}  // namespace strate::testing
