#include "passes/walk/fit_grid.hpp"

#include "passes/walk/fit_tile.hpp"

namespace strate {
namespace {

IndexBox known_box(const IndexBox& window, const WalkParams& p) {
  const std::int64_t side = p.tables->reach;
  return {{window.lo.x + side, window.lo.y + side, window.lo.z + side},
          {window.hi.x - side, window.hi.y - side, window.hi.z - p.above_vx}};
}

}  // namespace

FitGrid::FitGrid(const Lattice& lattice, const IndexBox& box, const WalkParams& params,
                 const Executor& executor)
    : known_(intersect(box, known_box(lattice.window(), params))) {
  if (known_.empty()) known_ = {};
  tiles_.lo = tile_holding(known_.lo);
  tiles_.hi = {ceil_div(known_.hi.x, kTileCells), ceil_div(known_.hi.y, kTileCells),
               ceil_div(known_.hi.z, kTileCells)};
  slots_.resize(tiles_.count());
  std::vector<std::unique_ptr<FitTileMaker>> makers(executor.workers());
  executor.for_each(slots_.size(), [&](std::size_t i, unsigned worker) {
    if (!makers[worker]) makers[worker] = std::make_unique<FitTileMaker>(lattice, params, known_);
    slots_[i] = makers[worker]->make(tile_at(i));
  });
}

std::size_t FitGrid::tile_index(Coord tile) const {
  const Coord size = tiles_.size(), c = tile - tiles_.lo;
  return static_cast<std::size_t>((c.z * size.y + c.y) * size.x + c.x);
}

Coord FitGrid::tile_at(std::size_t index) const {
  const Coord size = tiles_.size();
  const auto i = static_cast<std::int64_t>(index);
  return tiles_.lo + Coord{i % size.x, i / size.x % size.y, i / size.x / size.y};
}

const FitTile* FitGrid::tile_of(Coord tile) const {
  return tiles_.contains(tile) ? &slots_[tile_index(tile)] : nullptr;
}

std::uint32_t FitGrid::word(std::int64_t x0, std::int64_t y, std::int64_t z) const {
  const Coord t = tile_holding({x0, y, z});
  const FitTile* tile = tile_of(t);
  if (!tile || tile->empty()) return 0;
  if (tile->full) return ~0u;
  return tile->bits->fits[(z - t.z * kTileCells) * kTileCells + y - t.y * kTileCells];
}

bool FitGrid::fits(Coord p) const {
  const std::int64_t x0 = floor_div(p.x, kTileCells) * kTileCells;
  return (word(x0, p.y, p.z) >> (p.x - x0) & 1u) != 0;
}

std::uint32_t lens_row(const FitBits& bits, int move, int y, int z) {
  const int row = z * kTileCells + y;
  const int at = move * kTileCells + z;
  for (std::uint32_t i = bits.lens_first[at]; i < bits.lens_first[at + 1]; ++i)
    if (bits.lens[i].row == row) return bits.lens[i].bits;
  return 0;
}

bool FitGrid::lens(int move, Coord p) const {
  const Coord t = tile_holding(p);
  const FitTile* tile = tile_of(t);
  if (!tile || !tile->bits) return false;
  const Coord in = p - tile_origin(t);
  const std::uint32_t row =
      lens_row(*tile->bits, move, static_cast<int>(in.y), static_cast<int>(in.z));
  return (row >> in.x & 1u) != 0;
}

std::size_t FitGrid::bytes() const {
  std::size_t n = slots_.size() * sizeof(FitTile);
  for (const FitTile& t : slots_)
    if (t.bits) n += sizeof(FitBits) + t.bits->lens.capacity() * sizeof(LensRow);
  return n;
}

}  // namespace strate
