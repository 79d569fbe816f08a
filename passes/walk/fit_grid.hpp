// Where the capsule fits: packed bits in tiles of 32³, exact everywhere (10 C1, C7).
//
// Two parts make a tile's blocked samples: an erosion of the packed rock (windows along the axis,
// then the disc's rows and shifts), and the stencils of the crossings, less what the rock end of
// the edge blocks already. Both are whole words, so no sample needs a test of its own.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "compiler/lattice.hpp"
#include "compiler/parallel.hpp"
#include "passes/walk/tables.hpp"

namespace strate {

inline constexpr int kRows = kTileCells * kTileCells;

/// A row [z * 32 + y] of a tile in which some forward move is blocked though its ends may fit.
struct LensRow {
  std::uint16_t row = 0;
  std::uint32_t bits = 0;
};

struct FitBits {
  std::array<std::uint32_t, kRows> fits{};
  std::vector<LensRow> lens;  ///< by (move, row)
  /// Index into lens of the first row at (move, z): [move * 32 + z].
  std::array<std::uint32_t, kForwardMoves * kTileCells + 1> lens_first{};
};

/// One tile of the grid; `bits` is null where all or nothing fits.
struct FitTile {
  bool full = false;
  std::unique_ptr<FitBits> bits;
  bool empty() const { return !full && !bits; }
};

class FitGrid {
 public:
  FitGrid() = default;
  /// Fit of the samples of `box` ∩ what the lattice's window lets one know.
  FitGrid(const Lattice& lattice, const IndexBox& box, const WalkParams& params,
          const Executor& executor);

  /// Samples whose answer is known; elsewhere no bit is set.
  const IndexBox& known() const { return known_; }
  const IndexBox& tiles() const { return tiles_; }
  std::size_t tile_count() const { return slots_.size(); }
  std::size_t tile_index(Coord tile) const;
  Coord tile_at(std::size_t index) const;
  const FitTile& tile(std::size_t index) const { return slots_[index]; }
  /// Null outside the grid.
  const FitTile* tile_of(Coord tile) const;

  /// Samples x0 … x0 + 31, x0 a multiple of 32.
  std::uint32_t word(std::int64_t x0, std::int64_t y, std::int64_t z) const;
  bool fits(Coord p) const;
  /// Is the forward move blocked by what is neither nearer than R to its ends?
  bool lens(int move, Coord p) const;

  std::size_t bytes() const;

 private:
  IndexBox known_, tiles_;
  std::vector<FitTile> slots_;
};

/// Rows of a tile's lens bits of one move.
std::uint32_t lens_row(const FitBits& bits, int move, int y, int z);

/// Mask of the bits x0 … x0 + 31 that lie in [lo, hi).
constexpr std::uint32_t span_mask(std::int64_t x0, std::int64_t lo, std::int64_t hi) {
  const std::int64_t a = lo - x0, b = hi - x0;
  if (a >= 32 || b <= 0 || a >= b) return 0;
  const std::uint32_t above = a <= 0 ? ~0u : ~0u << a;
  const std::uint32_t below = b >= 32 ? ~0u : (1u << b) - 1u;
  return above & below;
}

constexpr Coord tile_origin(Coord tile) {
  return {tile.x * kTileCells, tile.y * kTileCells, tile.z * kTileCells};
}

constexpr Coord tile_holding(Coord c) {
  return {floor_div(c.x, kTileCells), floor_div(c.y, kTileCells), floor_div(c.z, kTileCells)};
}

}  // namespace strate
