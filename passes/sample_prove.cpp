#include "passes/sample_prove.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "passes/density/kernels.hpp"

namespace strate {

namespace {

constexpr int kLeaves = kTileCells / kLeafCells;
constexpr float kBand = static_cast<float>(kBandM);

std::size_t leaf_index(int x, int y, int z) {
  return static_cast<std::size_t>((z * kLeaves + y) * kLeaves + x);
}

Coord leaf_origin(Coord tile, int x, int y, int z) {
  return tile_origin(tile) + Coord{x * kLeafCells, y * kLeafCells, z * kLeafCells};
}

void find_open_box(LeafProofs& p) {
  bool any = false;
  for (int z = 0; z < kLeaves; ++z)
    for (int y = 0; y < kLeaves; ++y)
      for (int x = 0; x < kLeaves; ++x) {
        if (p.leaf[leaf_index(x, y, z)] != Proof::open) continue;
        const int at[3] = {x, y, z};
        for (int k = 0; k < 3; ++k) {
          p.lo[k] = any ? std::min(p.lo[k], at[k]) : at[k];
          p.hi[k] = any ? std::max(p.hi[k], at[k] + 1) : at[k] + 1;
        }
        any = true;
      }
}

/// Samples of the open leaves with their ring, in tile coordinates.
struct Part {
  int lo[3], size[3];
  explicit Part(const LeafProofs& p) {
    for (int k = 0; k < 3; ++k) {
      lo[k] = p.lo[k] * kLeafCells - 1;
      size[k] = (p.hi[k] - p.lo[k]) * kLeafCells + 3;
    }
  }
  IndexBox box(Coord tile) const {
    const Coord from = tile_origin(tile) + Coord{lo[0], lo[1], lo[2]};
    return {from, from + Coord{size[0], size[1], size[2]}};
  }
  std::size_t rows() const {
    return static_cast<std::size_t>(size[1]) * static_cast<std::size_t>(size[2]);
  }
  std::uint64_t count() const { return rows() * static_cast<std::uint64_t>(size[0]); }
};

Coord first_not_finite(const float* values, const Part& part, Coord tile) {
  for (int z = 0; z < part.size[2]; ++z)
    for (int y = 0; y < part.size[1]; ++y)
      for (int x = 0; x < part.size[0]; ++x)
        if (!std::isfinite(values[block_index(part.size[1], x, y, z)]))
          return part.box(tile).lo + Coord{x, y, z};
  return part.box(tile).lo;
}

/// ±band at every corner of the proven leaves; shared corners of two proven leaves agree.
void fill_proven(const LeafProofs& p, float* raw) {
  for (int z = 0; z <= kTileCells; ++z)
    for (int y = 0; y <= kTileCells; ++y)
      for (int x = 0; x < kLeaves; ++x) {
        const Proof proof = p.leaf[leaf_index(x, std::min(y / kLeafCells, kLeaves - 1),
                                              std::min(z / kLeafCells, kLeaves - 1))];
        if (proof == Proof::open) continue;
        float* row = raw + tile_sample(x * kLeafCells, y, z);
        std::fill_n(row, kLeafCells + 1, proof == Proof::rock ? -kBand : kBand);
      }
}

void copy_part(const float* values, const Part& part, float* raw) {
  for (int z = 0; z < part.size[2]; ++z)
    for (int y = 0; y < part.size[1]; ++y)
      std::memcpy(raw + tile_sample(part.lo[0], part.lo[1] + y, part.lo[2] + z),
                  values + block_index(part.size[1], 0, y, z),
                  sizeof(float) * static_cast<std::size_t>(part.size[0]));
}

}  // namespace

Proof settled(BoxVerdict verdict, bool band) {
  switch (verdict) {
    case BoxVerdict::rock_beyond_band:
      return Proof::rock;
    case BoxVerdict::air_beyond_band:
      return Proof::air;
    case BoxVerdict::rock:
      return band ? Proof::open : Proof::rock;
    case BoxVerdict::air:
      return band ? Proof::open : Proof::air;
    case BoxVerdict::unknown:
      return Proof::open;
  }
  return Proof::open;
}

bool LeafProofs::all() const {
  return std::equal(lo, lo + 3, std::array{0, 0, 0}.begin()) &&
         std::equal(hi, hi + 3, std::array{kLeaves, kLeaves, kLeaves}.begin());
}

LeafProofs prove_leaves(const TileSource& source, Coord tile, bool band, unsigned worker) {
  LeafProofs p;
  for (int octant = 0; octant < 8; ++octant) {
    const int x0 = (octant & 1) * 2, y0 = (octant >> 1 & 1) * 2, z0 = (octant >> 2) * 2;
    const IndexBox half = corners_of(leaf_origin(tile, x0, y0, z0), 2 * kLeafCells);
    const Proof whole = settled(source.classify(half, worker), band);
    for (int i = 0; i < 8; ++i) {
      const int x = x0 + (i & 1), y = y0 + (i >> 1 & 1), z = z0 + (i >> 2);
      const IndexBox box = corners_of(leaf_origin(tile, x, y, z), kLeafCells);
      p.leaf[leaf_index(x, y, z)] =
          whole != Proof::open ? whole : settled(source.classify(box, worker), band);
    }
  }
  find_open_box(p);
  return p;
}

TileArena::TileArena()
    : raw(arena.take<float>(kTileFloats)),
      clamped(arena.take<float>(kTileFloats)),
      part(arena.take<float>(kTileFloats)) {
  for (float* block : {raw, clamped, part}) std::fill_n(block, kTileFloats, kBand);
}

std::optional<Coord> sample_open(const TileSource& source, Coord tile, const LeafProofs& proofs,
                                 unsigned worker, TileArena& arena, std::uint64_t& samples) {
  const Part part(proofs);
  const bool whole = proofs.all();
  float* values = whole ? arena.raw : arena.part;
  source.sample(part.box(tile), worker, values);
  samples += part.count();
  if (!kernels().finite(values, part.rows(), part.size[0]))
    return first_not_finite(values, part, tile);
  if (!whole) {
    fill_proven(proofs, arena.raw);
    copy_part(values, part, arena.raw);
  }
  return std::nullopt;
}

}  // namespace strate
