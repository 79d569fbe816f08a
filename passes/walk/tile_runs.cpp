#include "passes/walk/tile_runs.hpp"

#include <algorithm>
#include <bit>

namespace strate {
namespace {

constexpr int kN = kTileCells;

/// Expands a tile's sparse lens rows.
void spread_lens(const FitTile& tile,
                 std::array<std::array<std::uint32_t, kRows>, kForwardMoves>& lens) {
  for (auto& rows : lens) rows.fill(0);
  if (!tile.bits) return;
  for (int move = 0; move < kForwardMoves; ++move) {
    const std::uint32_t end = tile.bits->lens_first[(move + 1) * kN];
    for (std::uint32_t i = tile.bits->lens_first[move * kN]; i < end; ++i)
      lens[move][tile.bits->lens[i].row] = tile.bits->lens[i].bits;
  }
}

}  // namespace

std::uint8_t open_sides(const IndexBox& sides, std::int64_t begin, std::int64_t end, std::int64_t y,
                        std::int64_t z) {
  std::uint8_t open = 0;
  if (begin <= sides.lo.x || end >= sides.hi.x || y <= sides.lo.y || y + 1 >= sides.hi.y)
    open |= kOpenAround;
  if (z <= sides.lo.z) open |= kOpenBelow;
  if (z + 1 >= sides.hi.z) open |= kOpenAbove;
  return open;
}

RunRow TileRunsMaker::row(const TileRuns& runs, int index) const {
  return {bits_[index], runs.runs.data() + runs.first[index]};
}

void TileRunsMaker::cut(const FitTile& tile, Coord origin, const IndexBox& core, TileRuns& out) {
  const std::uint32_t span = span_mask(origin.x, core.lo.x, core.hi.x);
  for (int r = 0; r < kRows; ++r) {
    const std::int64_t y = origin.y + r % kN, z = origin.z + r / kN;
    const bool inside = core.lo.y <= y && y < core.hi.y && core.lo.z <= z && z < core.hi.z;
    const std::uint32_t bits = inside ? span & (tile.full ? ~0u : tile.bits->fits[r]) : 0u;
    bits_[r] = bits;
    out.first[r] = static_cast<std::uint16_t>(out.runs.size());
    const std::uint32_t link = bits & ~lens_[0][r] & bits >> 1;
    for (std::uint32_t m = bits; m != 0;) {
      const int begin = std::countr_zero(m), end = begin + std::countr_one(link >> begin) + 1;
      out.runs.push_back({static_cast<std::uint8_t>(begin), static_cast<std::uint8_t>(end),
                          static_cast<std::uint16_t>(out.runs.size())});
      m &= end >= kN ? 0u : ~0u << end;
    }
  }
  out.first[kRows] = static_cast<std::uint16_t>(out.runs.size());
}

void TileRunsMaker::join(const FitTile&, TileRuns& out) {
  const auto unite = [&](std::uint16_t a, std::uint16_t b) { sets_.unite(a, b); };
  for (int r = 0; r < kRows; ++r) {
    const RunRow a = row(out, r);
    if (a.bits == 0) continue;
    if (r % kN + 1 < kN) {
      const RunRow b = row(out, r + 1);
      link_rows(a, b, a.bits & b.bits & ~lens_[1][r], 0, unite);
      link_rows(a, b, a.bits & b.bits >> 1 & ~lens_[2][r], 1, unite);
      link_rows(b, a, b.bits & a.bits >> 1 & ~lens_[3][r + 1], 1, unite);
    }
    if (r + kN < kRows) {
      const RunRow b = row(out, r + kN);
      link_rows(a, b, a.bits & b.bits, 0, unite);
    }
  }
}

std::unique_ptr<TileRuns> TileRunsMaker::make(const FitTile& tile, Coord origin,
                                              const IndexBox& core, const IndexBox& sides,
                                              std::vector<FitBody>& bodies) {
  spread_lens(tile, lens_);
  auto out = std::make_unique<TileRuns>();
  cut(tile, origin, core, *out);
  if (out->runs.empty()) return nullptr;
  sets_.reset(out->runs.size());
  join(tile, *out);
  std::vector<std::uint16_t> label(out->runs.size());
  for (int r = 0; r < kRows; ++r)
    for (int i = out->first[r]; i < out->first[r + 1]; ++i) {
      FitRun& run = out->runs[i];
      const Coord at = origin + Coord{run.begin, r % kN, r / kN};
      const std::uint16_t root = sets_.find(static_cast<std::uint16_t>(i));
      if (root == i) {
        label[i] = static_cast<std::uint16_t>(bodies.size());
        bodies.push_back({0, at, 0});
      }
      run.label = label[root];
      FitBody& body = bodies[run.label];
      body.samples += run.end - run.begin;
      body.open |= open_sides(sides, at.x, origin.x + run.end, at.y, at.z);
    }
  out->labels = static_cast<std::uint32_t>(bodies.size());
  out->runs.shrink_to_fit();
  return out;
}

}  // namespace strate
