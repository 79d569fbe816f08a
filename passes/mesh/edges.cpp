// Signs and crossings of a tile: find_edges, lattice_tile.
#include <algorithm>
#include <bit>

#include "passes/density/kernels.hpp"
#include "passes/mesh/mesh.hpp"

namespace strate {

namespace {

constexpr int kRow = kTileCorners;
constexpr float kBand = static_cast<float>(kBandM);

float clamped(float v) { return v < -kBand ? -kBand : v > kBand ? kBand : v; }

/// Every step-th bit, packed.
std::uint64_t thin(std::uint64_t bits, int step, int count) {
  if (step == 1) return bits;
  std::uint64_t out = 0;
  for (int i = 0; i < count; ++i) out |= (bits >> (i * step) & 1u) << i;
  return out;
}

void find_signs(const float* block, int step, TileEdges& edges) {
  const int corners = edges.cells + 1;
  const std::uint64_t full = (1ull << corners) - 1;
  const auto sign_bits = kernels().sign_bits;
  std::uint64_t any = 0, all = full;
  for (int z = 0; z < corners; ++z)
    for (int y = 0; y < corners; ++y) {
      const std::uint64_t row =
          sign_bits(block + tile_sample(-1, y * step, z * step), kTileBlock) >> 1;
      const std::uint64_t bits = thin(row, step, corners) & full;
      edges.solid[static_cast<std::size_t>(z * kRow + y)] = bits;
      any |= bits;
      all &= bits;
    }
  edges.any_solid = any != 0;
  edges.any_air = all != full;
}

/// Bits of row (y, z) whose edge along `axis` crosses.
std::uint64_t crossing_bits(const TileEdges& edges, int axis, int y, int z) {
  const auto row = [&edges](int yy, int zz) {
    return edges.solid[static_cast<std::size_t>(zz * kRow + yy)];
  };
  const std::uint64_t a = row(y, z);
  if (axis == 0) return (a ^ a >> 1) & ((1ull << edges.cells) - 1);
  if (axis == 1) return y < edges.cells ? a ^ row(y + 1, z) : 0;
  return z < edges.cells ? a ^ row(y, z + 1) : 0;
}

}  // namespace

void find_edges(const float* block, int step, TileEdges& edges) {
  edges.cells = kTileCells / step;
  edges.t.clear();
  find_signs(block, step, edges);
  if (!edges.mixed()) return;
  const std::size_t along[3] = {static_cast<std::size_t>(step),
                                static_cast<std::size_t>(step) * kBlockRow,
                                static_cast<std::size_t>(step) * kBlockRow * kTileBlock};
  for (int axis = 0; axis < 3; ++axis)
    for (int z = 0; z <= edges.cells; ++z)
      for (int y = 0; y <= edges.cells; ++y) {
        const auto row = static_cast<std::size_t>(z * kRow + y);
        const std::uint64_t bits = crossing_bits(edges, axis, y, z);
        edges.edge[static_cast<std::size_t>(axis)][row] = bits;
        edges.first[static_cast<std::size_t>(axis)][row] =
            static_cast<std::uint32_t>(edges.t.size());
        const float* p = block + tile_sample(0, y * step, z * step);
        for (std::uint64_t m = bits; m != 0; m &= m - 1) {
          const float* a = p + std::countr_zero(m) * step;
          edges.t.push_back(crossing_of(clamped(a[0]), clamped(a[along[axis]])));
        }
      }
}

std::unique_ptr<LatticeTile> lattice_tile(const TileEdges& edges) {
  if (!edges.mixed()) return nullptr;
  auto tile = std::make_unique<LatticeTile>();
  std::uint32_t crossings = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t z = 0; z < kTileCells; ++z)
      for (std::size_t y = 0; y < kTileCells; ++y) {
        const std::size_t from = z * kRow + y, to = z * kTileCells + y;
        tile->solid[to] = static_cast<std::uint32_t>(edges.solid[from]);
        tile->edge[axis][to] = static_cast<std::uint32_t>(edges.edge[axis][from]);
        tile->first[axis][to] = crossings;
        crossings += static_cast<std::uint32_t>(std::popcount(tile->edge[axis][to]));
      }
  tile->t.reserve(crossings);
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t row = 0; row < tile->solid.size(); ++row) {
      const std::size_t from = row / kTileCells * kRow + row % kTileCells;
      const auto begin = edges.t.begin() + edges.first[axis][from];
      tile->t.insert(tile->t.end(), begin, begin + std::popcount(tile->edge[axis][row]));
    }
  return tile;
}

}  // namespace strate
