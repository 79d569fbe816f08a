// Surfaces as data: what the mesher writes, what files, pictures and laws read.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/units.hpp"

namespace strate {

/// The surface inside one storage tile. Positions are exact integers: equal places in two tiles are
/// equal numbers, so a border cannot gape.
struct TileMesh {
  Coord tile;  ///< lattice index / 32, floored
  /// From the tile's first sample, 0 … 8192. [Units: 1/256 voxel]
  std::vector<std::array<std::uint16_t, 3>> position;
  std::vector<std::array<float, 3>> normal;            ///< unit, towards air; parallel to position
  std::vector<std::array<std::uint32_t, 3>> triangle;  ///< counter-clockwise seen from air
};

/// Units of a position in one voxel.
inline constexpr std::int64_t kMeshUnit = 256;

/// The surface of a window at one step. Open only in the planes of the window.
struct StrateMesh {
  IndexBox window;  ///< its samples; at step n those with indices divisible by n
  Um voxel_um = 125'000;
  int step = 1;                 ///< voxels from sample to sample: 1, 2, 4 or 8
  std::vector<TileMesh> tiles;  ///< those with triangles, ascending z, then y, then x

  std::uint64_t vertex_count() const {
    std::uint64_t n = 0;
    for (const TileMesh& t : tiles) n += t.position.size();
    return n;
  }
  std::uint64_t triangle_count() const {
    std::uint64_t n = 0;
    for (const TileMesh& t : tiles) n += t.triangle.size();
    return n;
  }
};

/// World position of a vertex in 1/256 voxel.
inline Coord mesh_units(const TileMesh& mesh, std::uint32_t vertex) {
  const std::array<std::uint16_t, 3>& p = mesh.position[vertex];
  constexpr std::int64_t kTile = kTileCells * kMeshUnit;
  return {mesh.tile.x * kTile + p[0], mesh.tile.y * kTile + p[1], mesh.tile.z * kTile + p[2]};
}

/// The same in metres, correctly rounded.
inline Vec3 mesh_metres(Coord units, Um voxel_um) {
  constexpr double kPerM = static_cast<double>(kMeshUnit) * 1e6;
  return {static_cast<double>(units.x * voxel_um) / kPerM,
          static_cast<double>(units.y * voxel_um) / kPerM,
          static_cast<double>(units.z * voxel_um) / kPerM};
}

/// What a triangle is to a player, by its own slope.
enum class SurfaceClass : std::uint8_t { ground, wall, ceiling };

/// Ground up to 44.8°, ceiling from 44.8° under level, wall between. Integer arithmetic.
SurfaceClass surface_class(const TileMesh& mesh, const std::array<std::uint32_t, 3>& triangle);

}  // namespace strate
