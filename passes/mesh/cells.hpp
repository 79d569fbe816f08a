// Which cells of a tile lie in a window, and what their corners are. Shared by the mesher and by
// volumes.
#pragma once

#include <algorithm>
#include <cstdint>

#include "compiler/geometry.hpp"
#include "passes/mesh/mesh.hpp"

namespace strate {

/// Corners of the tile's cells that lie in the window, in steps from the tile's first sample; lo
/// and hi inclusive. Empty where lo ≥ hi: no cell.
struct CornerRange {
  int lo[3], hi[3];
  bool empty() const { return lo[0] >= hi[0] || lo[1] >= hi[1] || lo[2] >= hi[2]; }
};

inline CornerRange corners_in(const IndexBox& window, Coord tile, int step) {
  const std::int64_t origin[3] = {tile.x * kTileCells, tile.y * kTileCells, tile.z * kTileCells};
  const std::int64_t lo[3] = {window.lo.x, window.lo.y, window.lo.z};
  const std::int64_t hi[3] = {window.hi.x, window.hi.y, window.hi.z};
  const std::int64_t cells = kTileCells / step;
  CornerRange r{};
  for (int k = 0; k < 3; ++k) {
    r.lo[k] =
        static_cast<int>(std::clamp<std::int64_t>(ceil_div(lo[k] - origin[k], step), 0, cells));
    r.hi[k] = static_cast<int>(
        std::clamp<std::int64_t>(floor_div(hi[k] - 1 - origin[k], step), 0, cells));
  }
  return r;
}

/// Bits lo … hi.
inline std::uint64_t bits_between(int lo, int hi) {
  return hi < lo ? 0 : ((2ull << hi) - 1) & ~((1ull << lo) - 1);
}

/// The four rows of corners of a row of cells.
struct CellRows {
  std::uint64_t a, b, c, d;
  CellRows(const TileEdges& edges, int y, int z)
      : a(edges.solid[static_cast<std::size_t>(z * kTileCorners + y)]),
        b(edges.solid[static_cast<std::size_t>(z * kTileCorners + y + 1)]),
        c(edges.solid[static_cast<std::size_t>((z + 1) * kTileCorners + y)]),
        d(edges.solid[static_cast<std::size_t>((z + 1) * kTileCorners + y + 1)]) {}
  /// Cells that hold both signs.
  std::uint64_t mixed() const {
    const std::uint64_t any = a | b | c | d, all = a & b & c & d;
    return (any | any >> 1) & ~(all & all >> 1);
  }
  std::size_t rock(int x) const {
    return static_cast<std::size_t>((a >> x & 3) | (b >> x & 3) << 2 | (c >> x & 3) << 4 |
                                    (d >> x & 3) << 6);
  }
};

}  // namespace strate
