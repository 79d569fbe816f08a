// The lattice world (10 C): sample signs and edge crossings of a window. What is meshed is what is
// walked; both read this and nothing else.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/units.hpp"

namespace strate {

/// A strate is sampled at least this many voxels beyond its interval on z (10 B11).
inline constexpr std::int64_t kLatticeMargin = 24;

/// Crossing of the edge from sample `a` (lower index) to `b` in 1/256 voxel: 1 … 255 (10 C).
/// Arguments are the clamped densities; exactly one of them is solid (< 0).
inline std::uint8_t crossing_of(float a, float b) {
  const double t = std::floor(
      256.0 * static_cast<double>(a) / (static_cast<double>(a) - static_cast<double>(b)) + 0.5);
  return static_cast<std::uint8_t>(t < 1.0 ? 1.0 : t > 255.0 ? 255.0 : t);
}

/// One tile of 32³ samples that holds both signs, or borders a sample of the other sign.
/// Row (y, z) is one word; bit x is set where the sample is solid. Edges belong to their lower
/// sample; the upper sample of an edge may lie in the next tile.
struct LatticeTile {
  std::array<std::uint32_t, 1024> solid{};  ///< [z * 32 + y]
  std::array<std::array<std::uint32_t, 1024>, 3>
      edge{};  ///< per axis: bit x set where the edge crosses
  std::array<std::array<std::uint32_t, 1024>, 3>
      first{};                  ///< index into t of a row's first crossing
  std::vector<std::uint8_t> t;  ///< crossings, 1/256 voxel
};

/// Signs and crossings of every sample of `window`. Tiles are the 32³ boxes aligned to multiples of
/// 32 that meet the window; samples of a stored tile outside the window are not part of it.
/// Immutable once filled; tiles are filled in parallel, each by one worker.
class Lattice {
 public:
  Lattice() = default;
  Lattice(IndexBox window, Um voxel_um);

  const IndexBox& window() const { return window_; }
  Um voxel_um() const { return voxel_um_; }

  /// Tile coordinates (index / 32, floored) covered: half-open.
  const IndexBox& tiles() const { return tiles_; }
  std::size_t tile_count() const { return slots_.size(); }
  std::size_t tile_index(Coord tile) const;
  Coord tile_at(std::size_t index) const;

  /// Sets a tile that is all rock or all air and has no crossing edge.
  void set_uniform(std::size_t index, bool solid);
  void set_tile(std::size_t index, std::unique_ptr<LatticeTile> tile);

  /// Null where the tile is uniform.
  const LatticeTile* tile(std::size_t index) const { return slots_[index].mixed.get(); }
  bool uniform_solid(std::size_t index) const { return slots_[index].solid; }

  /// The sample must lie in the window.
  bool solid(Coord c) const;
  /// Crossing on the edge from `c` to its upper neighbour on `axis` (0 x, 1 y, 2 z); 0 if none.
  std::uint8_t crossing(Coord c, int axis) const;
  /// The 32 samples x0 … x0+31 of row (y, z); x0 a multiple of 32; solid bits. Rows of tiles
  /// outside the covered tiles read as rock.
  std::uint32_t solid_word(std::int64_t x0, std::int64_t y, std::int64_t z) const;
  /// Crossing bits of such a word of edges along `axis`.
  std::uint32_t edge_word(int axis, std::int64_t x0, std::int64_t y, std::int64_t z) const;

  /// Bytes held, for memory budgets.
  std::size_t bytes() const;

 private:
  struct Slot {
    std::unique_ptr<LatticeTile> mixed;
    bool solid = true;
  };
  IndexBox window_, tiles_;
  Um voxel_um_ = 125000;
  std::vector<Slot> slots_;
};

/// Builds the lattice of `window` from densities given one by one: for tests and slow checkers.
template <class Density>
Lattice lattice_from(IndexBox window, Um voxel_um, Density&& density);

/// Fills one tile from a dense block of clamped densities of (at least) 33³ samples: value of the
/// tile's sample (x, y, z) is d[(z * stride_y_rows + y) * stride_x + x], x, y, z in 0 … 32.
/// Returns null if the tile is uniform and no edge crosses; then `solid` tells which.
std::unique_ptr<LatticeTile> make_tile(const float* d, std::size_t stride_x,
                                       std::size_t stride_y_rows, bool& solid);

}  // namespace strate

#include "compiler/lattice_from.hpp"
