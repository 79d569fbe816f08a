// Marching cubes on one sampled tile (05 §2, 10 C). Works on any step that divides 8.
//
// A tile is meshed from a block of 35³ raw densities: its 32³ samples, the first samples of its
// upper neighbours, and one ring for gradients. Crossings come from the densities clamped to ±band,
// in 1/256 of a step; positions from crossings alone; normals from central differences over one
// voxel at both ends of the edge, interpolated like the position. Every rule is a function of the
// samples around one edge, so two tiles that share a face give it equal vertices to the bit.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "compiler/lattice.hpp"
#include "compiler/mesh.hpp"
#include "compiler/op.hpp"

namespace strate {

/// Samples along one side of a tile's block: 32 of its own, one of the next tile, a ring.
inline constexpr int kTileBlock = kTileCells + 3;
/// Samples along one side of what a tile's cells touch.
inline constexpr int kTileCorners = kTileCells + 1;
/// Floats of a tile's block, layout block_index(kTileBlock, x + 1, y + 1, z + 1).
inline constexpr std::size_t kTileFloats =
    static_cast<std::size_t>(kTileBlock) * kTileBlock * kBlockRow;

/// Index of the tile's sample (x, y, z), −1 … 33, in its block.
constexpr std::size_t tile_sample(int x, int y, int z) {
  return block_index(kTileBlock, x + 1, y + 1, z + 1);
}

/// Signs and crossings of the corners of a tile's cells at one step. Rows [z * kTileCorners + y];
/// bit x of a row; at step n only the first 32 / n + 1 of each axis are used.
struct TileEdges {
  static constexpr int kRows = kTileCorners * kTileCorners;
  int cells = kTileCells;  ///< along one side: 32 / step
  bool any_solid = false, any_air = false;
  std::array<std::uint64_t, kRows> solid;
  std::array<std::array<std::uint64_t, kRows>, 3> edge;  ///< per axis: edges that cross
  std::array<std::array<std::uint32_t, kRows>, 3>
      first;                    ///< index into t of a row's first crossing
  std::vector<std::uint8_t> t;  ///< crossings, 1/256 step
  bool mixed() const { return any_solid && any_air; }
};

/// Fills `edges` from a block of raw densities.
void find_edges(const float* block, int step, TileEdges& edges);

/// The lattice tile of `edges` at step 1; null if it is uniform and no edge crosses.
std::unique_ptr<LatticeTile> lattice_tile(const TileEdges& edges);

/// The surface of the cells whose corners all lie in `window` (lattice indices). Without triangles
/// if there is none.
TileMesh mesh_tile(const float* block, const TileEdges& edges, int step, Coord tile,
                   const IndexBox& window);

}  // namespace strate
