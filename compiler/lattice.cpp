#include "compiler/lattice.hpp"

#include <bit>

namespace strate {

Lattice::Lattice(IndexBox window, Um voxel_um) : window_(window), voxel_um_(voxel_um) {
  tiles_.lo = {floor_div(window.lo.x, kTileCells), floor_div(window.lo.y, kTileCells),
               floor_div(window.lo.z, kTileCells)};
  tiles_.hi = {ceil_div(window.hi.x, kTileCells), ceil_div(window.hi.y, kTileCells),
               ceil_div(window.hi.z, kTileCells)};
  slots_.resize(tiles_.count());
}

std::size_t Lattice::tile_index(Coord tile) const {
  const Coord size = tiles_.size(), c = tile - tiles_.lo;
  return static_cast<std::size_t>((c.z * size.y + c.y) * size.x + c.x);
}

Coord Lattice::tile_at(std::size_t index) const {
  const Coord size = tiles_.size();
  const auto i = static_cast<std::int64_t>(index);
  return tiles_.lo + Coord{i % size.x, i / size.x % size.y, i / size.x / size.y};
}

void Lattice::set_uniform(std::size_t index, bool solid) {
  slots_[index].mixed.reset();
  slots_[index].solid = solid;
}

void Lattice::set_tile(std::size_t index, std::unique_ptr<LatticeTile> tile) {
  slots_[index].mixed = std::move(tile);
}

namespace {

struct Local {
  Coord tile;
  unsigned row, bit;
};

Local local(Coord c) {
  const Coord t{floor_div(c.x, kTileCells), floor_div(c.y, kTileCells), floor_div(c.z, kTileCells)};
  const auto in = [](std::int64_t i, std::int64_t tile) {
    return static_cast<unsigned>(i - tile * kTileCells);
  };
  return {t, in(c.z, t.z) * kTileCells + in(c.y, t.y), in(c.x, t.x)};
}

}  // namespace

bool Lattice::solid(Coord c) const {
  const Local l = local(c);
  const Slot& s = slots_[tile_index(l.tile)];
  return s.mixed ? (s.mixed->solid[l.row] >> l.bit & 1u) != 0 : s.solid;
}

std::uint8_t Lattice::crossing(Coord c, int axis) const {
  const Local l = local(c);
  if (!tiles_.contains(l.tile)) return 0;
  const LatticeTile* t = slots_[tile_index(l.tile)].mixed.get();
  if (t == nullptr) return 0;
  const std::uint32_t row = t->edge[axis][l.row];
  if ((row >> l.bit & 1u) == 0) return 0;
  return t->t[t->first[axis][l.row] + std::popcount(row & ((1u << l.bit) - 1u))];
}

std::uint32_t Lattice::solid_word(std::int64_t x0, std::int64_t y, std::int64_t z) const {
  const Local l = local({x0, y, z});
  if (!tiles_.contains(l.tile)) return ~0u;
  const Slot& s = slots_[tile_index(l.tile)];
  return s.mixed ? s.mixed->solid[l.row] : s.solid ? ~0u : 0u;
}

std::uint32_t Lattice::edge_word(int axis, std::int64_t x0, std::int64_t y, std::int64_t z) const {
  const Local l = local({x0, y, z});
  if (!tiles_.contains(l.tile)) return 0;
  const LatticeTile* t = slots_[tile_index(l.tile)].mixed.get();
  return t ? t->edge[axis][l.row] : 0;
}

std::size_t Lattice::bytes() const {
  std::size_t n = slots_.size() * sizeof(Slot);
  for (const Slot& s : slots_)
    if (s.mixed) n += sizeof(LatticeTile) + s.mixed->t.capacity();
  return n;
}

std::unique_ptr<LatticeTile> make_tile(const float* d, std::size_t stride_x,
                                       std::size_t stride_y_rows, bool& solid) {
  constexpr int kN = kTileCells;
  std::array<std::array<std::uint64_t, kN + 1>, kN + 1> rows;  // [z][y], 33 bits
  std::uint64_t any = 0, all = ~0ull;
  for (int z = 0; z <= kN; ++z)
    for (int y = 0; y <= kN; ++y) {
      const float* p = d + (static_cast<std::size_t>(z) * stride_y_rows + y) * stride_x;
      std::uint64_t bits = 0;
      for (int x = 0; x <= kN; ++x) bits |= static_cast<std::uint64_t>(p[x] < 0.0f) << x;
      rows[z][y] = bits;
      any |= bits;
      all &= bits;
    }
  constexpr std::uint64_t kFull = (1ull << (kN + 1)) - 1;
  solid = (all & kFull) == kFull;
  if (solid || (any & kFull) == 0) return nullptr;
  auto tile = std::make_unique<LatticeTile>();
  const std::size_t step[3] = {1, stride_x, stride_x * stride_y_rows};
  for (int axis = 0; axis < 3; ++axis)
    for (int z = 0; z < kN; ++z)
      for (int y = 0; y < kN; ++y) {
        const std::uint64_t a = rows[z][y];
        const std::uint64_t b = axis == 0 ? a >> 1 : axis == 1 ? rows[z][y + 1] : rows[z + 1][y];
        const int row = z * kN + y;
        tile->solid[row] = static_cast<std::uint32_t>(a);
        tile->edge[axis][row] = static_cast<std::uint32_t>(a ^ b);
        tile->first[axis][row] = static_cast<std::uint32_t>(tile->t.size());
        const float* p = d + (static_cast<std::size_t>(z) * stride_y_rows + y) * stride_x;
        for (std::uint32_t m = tile->edge[axis][row]; m != 0; m &= m - 1) {
          const int x = std::countr_zero(m);
          tile->t.push_back(crossing_of(p[x], p[x + step[axis]]));
        }
      }
  return tile;
}

}  // namespace strate
