// A window of the final world at a step, as people take it out (`stratec export`, 02 §1): at step n
// the lattice points of the window whose indices are divisible by n.
#pragma once

#include "compiler/density_grid.hpp"
#include "compiler/mesh.hpp"
#include "compiler/parallel.hpp"
#include "compiler/result.hpp"
#include "passes/density/world.hpp"

namespace strate {

/// The surface of `window` (lattice indices; it may span strates) at step 1, 2, 4 or 8. Open only
/// in the planes of the window. Code: "density.not_finite".
Result<StrateMesh> window_mesh(const World& world, const IndexBox& window, int step,
                               const Executor& executor);

/// The densities of `window` at that step, clamped to ±band. The grid's voxel is a step: its sample
/// (i, j, k) is the lattice's (i, j, k) · step, with the same bits.
Result<DensityGrid> window_grid(const World& world, const IndexBox& window, int step,
                                const Executor& executor);

/// Every step-th sample of a grid.
DensityGrid coarse_grid(const DensityGrid& fine, int step, const Executor& executor);

/// The value that a reader of the grid sees: +band outside its window.
float grid_value(const DensityGrid& grid, Coord at);

}  // namespace strate
