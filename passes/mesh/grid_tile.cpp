#include "passes/mesh/grid_tile.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "passes/mesh/mesh.hpp"

namespace strate {

namespace {

constexpr int kLeaves = kTileCells / kLeafCells;
constexpr float kBand = static_cast<float>(kBandM);
constexpr std::uint32_t kAirBits = std::bit_cast<std::uint32_t>(kBand);
constexpr std::uint32_t kRockBits = std::bit_cast<std::uint32_t>(-kBand);

/// Half-open range of a tile's samples that lie in the window, per axis.
struct Inside {
  int lo[3], hi[3];
  Inside(Coord tile, const IndexBox& window) {
    const std::int64_t origin[3] = {tile.x, tile.y, tile.z};
    const std::int64_t from[3] = {window.lo.x, window.lo.y, window.lo.z};
    const std::int64_t to[3] = {window.hi.x, window.hi.y, window.hi.z};
    for (int k = 0; k < 3; ++k) {
      const std::int64_t o = origin[k] * kTileCells;
      lo[k] = static_cast<int>(std::clamp<std::int64_t>(from[k] - o, 0, kTileCells));
      hi[k] = static_cast<int>(std::clamp<std::int64_t>(to[k] - o, 0, kTileCells));
    }
  }
  bool all() const {
    for (int k = 0; k < 3; ++k)
      if (lo[k] > 0 || hi[k] < kTileCells) return false;
    return true;
  }
  bool leaf(const int* at) const {
    for (int k = 0; k < 3; ++k)
      if (at[k] < lo[k] || at[k] + kLeafCells > hi[k]) return false;
    return true;
  }
  bool sample(int x, int y, int z) const {
    return lo[0] <= x && x < hi[0] && lo[1] <= y && y < hi[1] && lo[2] <= z && z < hi[2];
  }
};

/// What differs from +band and from −band anywhere in the leaf: 0 if nothing does.
struct Differs {
  std::uint32_t air = 0, rock = 0;
};

Differs compare(const float* leaf) {
  Differs d;
  for (int z = 0; z < kLeafCells; ++z)
    for (int y = 0; y < kLeafCells; ++y) {
      std::uint32_t bits[kLeafCells];
      std::memcpy(bits, leaf + (z * kTileBlock + y) * kBlockRow, sizeof bits);
      for (const std::uint32_t b : bits) d.air |= b ^ kAirBits, d.rock |= b ^ kRockBits;
    }
  return d;
}

void append_leaf(const float* leaf, std::vector<float>& values) {
  const std::size_t begin = values.size();
  values.resize(begin + kLeafSamples);
  float* out = values.data() + begin;
  for (int z = 0; z < kLeafCells; ++z)
    for (int y = 0; y < kLeafCells; ++y)
      for (int x = 0; x < kLeafCells; ++x)
        out[(x * kLeafCells + y) * kLeafCells + z] = leaf[(z * kTileBlock + y) * kBlockRow + x];
}

/// A leaf that the window cuts: copied with +band outside, to the same layout as the block.
void cut_leaf(const float* leaf, const int* at, const Inside& inside, float* out) {
  for (int z = 0; z < kLeafCells; ++z)
    for (int y = 0; y < kLeafCells; ++y)
      for (int x = 0; x < kLeafCells; ++x) {
        const int i = (z * kTileBlock + y) * kBlockRow + x;
        out[i] = inside.sample(at[0] + x, at[1] + y, at[2] + z) ? leaf[i] : kBand;
      }
}

void add_leaf(const float* leaf, std::size_t bit, GridTile& tile) {
  const Differs d = compare(leaf);
  if (d.air == 0) return;
  if (d.rock == 0) {
    tile.solid |= 1ull << bit;
    return;
  }
  tile.dense |= 1ull << bit;
  append_leaf(leaf, tile.values);
}

}  // namespace

GridTile grid_tile(const float* block, Coord tile, const IndexBox& window) {
  const Inside inside(tile, window);
  GridTile out;
  std::vector<float> cut;
  for (std::size_t bit = 0; bit < 64; ++bit) {
    const int b = static_cast<int>(bit);
    const int at[3] = {b / (kLeaves * kLeaves) * kLeafCells, b / kLeaves % kLeaves * kLeafCells,
                       b % kLeaves * kLeafCells};
    const float* leaf = block + tile_sample(at[0], at[1], at[2]);
    if (!inside.leaf(at)) {
      cut.resize(static_cast<std::size_t>(kLeafCells) * kTileBlock * kBlockRow);
      cut_leaf(leaf, at, inside, cut.data());
      leaf = cut.data();
    }
    add_leaf(leaf, bit, out);
  }
  out.values.shrink_to_fit();
  return out;
}

GridTile uniform_grid_tile(bool solid, Coord tile, const IndexBox& window) {
  GridTile out;
  if (!solid) return out;
  if (Inside(tile, window).all()) {
    out.solid = ~0ull;
    return out;
  }
  const std::vector<float> block(kTileFloats, -kBand);
  return grid_tile(block.data(), tile, window);
}

}  // namespace strate
