// Volume of air in the cells of one tile: of its mesh, and of the trilinear field that the mesh
// stands for. [Units: voxel³]
#pragma once

#include "compiler/geometry.hpp"
#include "compiler/mesh.hpp"
#include "passes/mesh/mesh.hpp"

namespace strate {

/// Air that the mesh bounds within the tile's cells of `window`. Divergence theorem with a field
/// that vanishes on the upper x side: triangles and the air on the lower x side are all that
/// counts.
double mesh_air_volume(const TileMesh& mesh, const float* block, const IndexBox& window);

/// Air of the trilinear field of the clamped samples: exact along x, 4 × 4 midpoints across.
double trilinear_air_volume(const TileEdges& edges, const float* block, Coord tile,
                            const IndexBox& window);

}  // namespace strate
