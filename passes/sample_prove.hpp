// Which parts of a tile the bounds leave open, and the sampling of those parts.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "passes/density/arena.hpp"
#include "passes/mesh/mesh.hpp"
#include "passes/sample.hpp"

namespace strate {

enum class Proof : std::uint8_t { open, rock, air };

/// What a verdict settles. Grids and digests need more than the sign: `band` asks for a proof
/// beyond the band.
Proof settled(BoxVerdict verdict, bool band);

/// Samples that the cells of `cells`³ from `lo` touch.
inline IndexBox corners_of(Coord lo, std::int64_t cells) {
  return {lo, {lo.x + cells + 1, lo.y + cells + 1, lo.z + cells + 1}};
}

inline Coord tile_origin(Coord tile) {
  return {tile.x * kTileCells, tile.y * kTileCells, tile.z * kTileCells};
}

/// The 4 × 4 × 4 leaves of a tile, x fastest.
struct LeafProofs {
  std::array<Proof, 64> leaf{};
  int lo[3]{}, hi[3]{};  ///< leaves that hold all open ones; lo = hi where none is open
  bool none_open() const { return lo[0] == hi[0]; }
  bool all() const;
};

/// Asks boxes of 16³, then of 8³ cells.
LeafProofs prove_leaves(const TileSource& source, Coord tile, bool band, unsigned worker);

/// Memory of one worker.
struct TileArena {
  Arena arena;
  float* raw = nullptr;      ///< kTileFloats
  float* clamped = nullptr;  ///< kTileFloats
  float* part = nullptr;     ///< kTileFloats
  TileEdges edges;
  TileArena();
};

/// Fills arena.raw with the raw densities of the open leaves and their ring; leaves that are proven
/// read ±band. `samples` counts evaluations. Returns the first sample that is not finite.
std::optional<Coord> sample_open(const TileSource& source, Coord tile, const LeafProofs& proofs,
                                 unsigned worker, TileArena& arena, std::uint64_t& samples);

}  // namespace strate
