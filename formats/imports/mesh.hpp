// Triangles that people bring, before they become distances.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/result.hpp"

namespace strate {

/// Counter-clockwise seen from outside. Vertices of one position are one vertex.
struct ImportMesh {
  std::vector<Vec3> vertices;  ///< as written, Z up
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint32_t> lines;  ///< of the file, one a triangle, from 1
};

inline constexpr std::size_t kMeshMostVertices = 1u << 20, kMeshMostTriangles = 1u << 20;

/// Positions and faces of a Wavefront OBJ; normals, texture places, groups, lines, points and
/// materials are left alone. Faces of more corners are cut into triangles; one whose outline is not
/// convex is refused. Codes: "asset.obj_syntax", "asset.obj_index", "asset.concave_face",
/// "asset.too_large", "asset.empty".
Result<ImportMesh> read_obj(std::string_view bytes);

/// Whether every edge belongs to two faces that run along it in opposite ways: "asset.open_mesh",
/// "asset.not_manifold", "asset.inside_out", with the places and lines of the edges.
Result<Done> check_closed(const ImportMesh& mesh);

}  // namespace strate
