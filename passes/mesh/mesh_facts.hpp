// What the `mesh` law needs to know of a surface, taken tile by tile while it is hot (03 §3): the
// mesh itself may be gone when the law runs.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "compiler/mesh.hpp"
#include "passes/mesh/mesh.hpp"

namespace strate {

/// A directed edge that has no partner inside its tile. World, 1/256 voxel.
struct OpenEdge {
  Coord from, to;
  friend bool operator==(const OpenEdge&, const OpenEdge&) = default;
};

/// Something wrong with a mesh, with its place.
struct MeshFault {
  enum class Kind {
    open_edge,     ///< no partner of opposite direction, and not in a cut plane of the window
    crowded_edge,  ///< more than one triangle on one side of an edge
    degenerate,    ///< a triangle without area
    normal,        ///< not of unit length
    index,         ///< a triangle names a vertex that does not exist
  };
  static constexpr std::size_t kKinds = 5;
  Kind kind = Kind::open_edge;
  Coord tile;
  Coord from, to;  ///< world, 1/256 voxel; equal for a vertex
};

/// Number of faults of each kind.
struct FaultCounts {
  std::array<std::uint64_t, MeshFault::kKinds> of{};
  std::uint64_t& operator[](MeshFault::Kind k) { return of[static_cast<std::size_t>(k)]; }
  std::uint64_t operator[](MeshFault::Kind k) const { return of[static_cast<std::size_t>(k)]; }
  std::uint64_t total() const { return std::accumulate(of.begin(), of.end(), std::uint64_t{0}); }
};

/// Facts of one tile's surface.
struct TileFacts {
  Coord tile;
  std::uint64_t vertices = 0, triangles = 0;
  std::vector<OpenEdge> border;   ///< for the neighbouring tile, or the window's plane, to match
  std::vector<MeshFault> faults;  ///< at most kMaxFaults
  FaultCounts counts;
  double mesh_air = 0;  ///< volume of air under the surface, within the cells. [Units: voxel³]
  double trilinear_air = 0;  ///< the same of the trilinear field of the clamped samples
  double worst_normal = 0;   ///< largest | |n| − 1 |
  double least_area = 0;     ///< of a triangle; 0 without triangles. [Units: voxel²]
};

inline constexpr std::size_t kMaxFaults = 64;

/// Facts of a whole window.
struct MeshFacts {
  IndexBox window;
  int step = 1;
  std::uint64_t tiles = 0, vertices = 0, triangles = 0;
  std::uint64_t cut_edges = 0;  ///< open in a plane of the window, as they must be
  FaultCounts counts;
  std::vector<MeshFault> faults;  ///< ascending by place, at most kMaxFaults
  double cells = 0;               ///< cells of the window. [Units: voxel³]
  double mesh_air = 0, trilinear_air = 0;
  double worst_normal = 0, least_area = 0;

  /// |mesh − trilinear| over the trilinear volume of the smaller phase; 0 without a surface.
  double volume_error() const;
};

/// Facts of a step-1 mesh of one tile, against the raw densities and edges that it was made from.
TileFacts tile_facts(const TileMesh& mesh, const float* block, const TileEdges& edges,
                     const IndexBox& window);

/// Matches borders and adds up. `uniform_air` is the number of the window's cells in tiles without
/// surface that are air. Order of `tiles` does not matter.
MeshFacts join_facts(std::vector<TileFacts> tiles, const IndexBox& window, double uniform_air);

/// One line about a fault: kind, tile, place in metres.
std::string fault_text(const MeshFault& fault, Um voxel_um);

}  // namespace strate
