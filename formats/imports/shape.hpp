// From a closed mesh to distances (02 §2).
//
// Vertices are scaled and rounded to 1/1024 of a cell. Everything about signs is then whole
// numbers: a place is inside where the mesh winds around it (the crossings of the ray to +x, out
// minus in, are not 0), so parts may overlap; a crossing on an edge belongs to one of its two faces
// by the half-open rule in y and z, and a place on the surface counts as one side. Distances are
// those to the nearest triangle in double, rounded to kShapeUnitM; inside they are −1 unit at
// least, so that walls which parts share leave no air.
//
// Cells are 2^step m: the least step by which the longest side has at most 256 of them. A brick
// holds samples where its middle is nearer to the surface than half its diagonal and 4 cells.
// Samples that it shares with one without are what that one's corners say there: no step between
// the two.
#pragma once

#include "compiler/asset_data.hpp"
#include "formats/imports/mesh.hpp"

namespace strate {

/// Longest side of a scaled mesh, and how far from its origin it may reach. [Units: m]
inline constexpr double kShapeLeastSideM = 0.25, kShapeMostSideM = 512, kShapeMostFarM = 4096;

/// `mesh` is closed. Codes: "asset.too_small", "asset.too_large", "asset.degenerate".
Result<ShapeGrid> shape_of(const ImportMesh& mesh, double scale);

}  // namespace strate
