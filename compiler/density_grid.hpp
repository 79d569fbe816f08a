// Sparse clamped densities of a window: what a volume file holds.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/units.hpp"

namespace strate {

inline constexpr int kLeafCells = 8;
inline constexpr int kLeafSamples = kLeafCells * kLeafCells * kLeafCells;

/// 32³ samples as 64 leaves of 8³; leaf (x, y, z) is bit (x · 4 + y) · 4 + z of both masks. A leaf
/// is dense unless all its samples are +band or all are −band, so the form is canonical: it does
/// not depend on what was proven and what was sampled.
struct GridTile {
  std::uint64_t solid = 0;    ///< leaves that are −band throughout
  std::uint64_t dense = 0;    ///< leaves with values of their own; never also in `solid`
  std::vector<float> values;  ///< 512 a dense leaf in ascending bit order: [(x · 8 + y) · 8 + z]
};

/// Samples of stored tiles that lie outside the window are +band.
struct DensityGrid {
  IndexBox window;
  IndexBox tiles;  ///< tile coordinates (index / 32, floored) that meet the window
  Um voxel_um = 125'000;
  std::vector<GridTile> slots;  ///< ascending z, then y, then x over `tiles`

  Coord tile_at(std::size_t index) const {
    const Coord size = tiles.size();
    const auto i = static_cast<std::int64_t>(index);
    return tiles.lo + Coord{i % size.x, i / size.x % size.y, i / size.x / size.y};
  }
  std::size_t tile_index(Coord tile) const {
    const Coord size = tiles.size(), c = tile - tiles.lo;
    return static_cast<std::size_t>((c.z * size.y + c.y) * size.x + c.x);
  }
};

}  // namespace strate
