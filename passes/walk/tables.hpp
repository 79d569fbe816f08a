// What rock blocks, as offsets on the lattice (10 C1). Made once for a player and a voxel size.
//
// A capsule at sample p is blocked by a solid sample or crossing nearer than R to its axis segment;
// a move from p to p + d by one nearer than R to the swept axis rectangle. "Lens" is what blocks a
// move though both its ends fit.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "passes/walk/params.hpp"

namespace strate {

/// Largest R in voxels; masks of 32 samples keep 16 more on each side in a 64-bit word.
inline constexpr int kMaxReach = 7;
/// Most voxels from a capsule's p to its top: what blocks it lies in its tile or the next.
inline constexpr int kMaxTall = kTileCells - 1;
inline constexpr int kSideBits = 16;
/// Bit of a stencil mask that stands for offset 0 in x.
inline constexpr int kMaskZero = 8;

/// One row of a stencil: samples p = c + (x, y, z) for which bit x + kMaskZero is set.
struct StencilRow {
  std::int8_t y = 0, z = 0;
  std::uint8_t move = 0;  ///< lens rows: forward move
  std::uint32_t mask = 0;
};

/// A vertical run of offsets p.z + [-below, above] of solid samples that block p.
struct VerticalReach {
  int below = 0, above = 0;
  friend bool operator==(const VerticalReach&, const VerticalReach&) = default;
};

struct WalkTables {
  /// False: the player is larger than kMaxReach or kMaxTall. Then nothing else is made, and he fits
  /// nowhere (fit_tile.hpp).
  bool held = false;
  int reach = 0;  ///< R in voxels, rounded up
  int above = 0;  ///< largest VerticalReach::above
  std::vector<VerticalReach> classes;
  /// Class of the column at horizontal offset (|x|, |y|); -1: it blocks nothing.
  std::array<std::array<int, kMaxReach + 1>, kMaxReach + 1> column{};

  /// By axis · 512 + (lower sample solid ? 256 : 0) + t: samples blocked by the crossing and not by
  /// the solid end of its edge. c is the edge's lower sample.
  std::vector<std::vector<StencilRow>> fit;
  /// By axis · 256 + t: moves, of the samples p, blocked by the crossing alone.
  std::vector<std::vector<StencilRow>> lens;
  /// The same for a solid sample.
  std::vector<StencilRow> solid_lens;
};

std::shared_ptr<const WalkTables> make_walk_tables(const WalkParams& params);

}  // namespace strate
