#include "passes/walk/fit_components.hpp"

#include <algorithm>
#include <bit>

#include "passes/walk/tile_runs.hpp"
#include "passes/walk/union_find.hpp"

namespace strate {
namespace {

constexpr int kN = kTileCells;
constexpr FitRun kWholeRow{0, kN, 0};

bool before(Coord a, Coord b) {
  return a.z != b.z ? a.z < b.z : a.y != b.y ? a.y < b.y : a.x < b.x;
}

bool larger(const FitBody& a, const FitBody& b) {
  return a.samples != b.samples ? a.samples > b.samples : before(a.first, b.first);
}

void merge(FitBody& into, const FitBody& from) {
  if (into.samples == 0 || before(from.first, into.first)) into.first = from.first;
  into.samples += from.samples;
  into.open |= from.open;
}

bool contains(const IndexBox& outer, const IndexBox& inner) {
  return intersect(outer, inner) == inner;
}

IndexBox tile_box(Coord tile) {
  const Coord o = tile_origin(tile);
  return {o, o + Coord{kN, kN, kN}};
}

/// Sides of the core at which what lies beyond is not known to be outside.
IndexBox sides_of(const FitGrid& grid, const IndexBox& core) {
  return intersect(grid.known(), core);
}

}  // namespace

/// Unites labels of neighbouring tiles.
struct FitComponents::Joiner {
  const FitGrid& grid;
  const FitComponents& self;
  UnionFind<std::uint32_t> sets;

  /// A tile as a side of joins: null if it has no label.
  struct Side {
    const FitTile* tile = nullptr;
    const TileRuns* runs = nullptr;
    std::uint32_t base = 0;
    explicit operator bool() const { return tile != nullptr; }
    bool whole() const { return !runs; }
    RunRow row(int r) const {
      if (!runs) return {~0u, &kWholeRow};
      RunRow out{0, runs->runs.data() + runs->first[r]};
      for (int i = runs->first[r]; i < runs->first[r + 1]; ++i)
        out.bits |= span_mask(0, runs->runs[i].begin, runs->runs[i].end);
      return out;
    }
    std::uint32_t lens(int move, int r) const {
      return tile->bits ? lens_row(*tile->bits, move, r % kN, r / kN) : 0u;
    }
  };

  Side side(Coord t) const {
    if (!grid.tiles().contains(t)) return {};
    const std::size_t i = grid.tile_index(t);
    if (self.base_[i] == self.base_[i + 1]) return {};
    return {&grid.tile(i), self.runs_[i].get(), self.base_[i]};
  }

  void link(const Side& a, const Side& b, int ra, int rb, std::uint32_t blocked, std::uint32_t mask,
            int shift) {
    const RunRow x = a.row(ra), y = b.row(rb);
    const std::uint32_t there = shift >= 0 ? y.bits >> shift : y.bits << -shift;
    link_rows(x, y, x.bits & there & mask & ~blocked, shift,
              [&](std::uint32_t i, std::uint32_t j) { sets.unite(a.base + i, b.base + j); });
  }

  void join_up(const Side& a, const Side& b) {
    if (a.whole() && b.whole()) return sets.unite(a.base, b.base);
    for (int y = 0; y < kN; ++y) link(a, b, kRows - kN + y, y, 0, ~0u, 0);
  }

  void join_north(const Side& a, const Side& b) {
    if (a.whole() && b.whole()) return sets.unite(a.base, b.base);
    for (int z = 0; z < kN; ++z) {
      const int ra = z * kN + kN - 1, rb = z * kN;
      link(a, b, ra, rb, a.lens(1, ra), ~0u, 0);
      link(a, b, ra, rb, a.lens(2, ra), ~0u, 1);
      link(b, a, rb, ra, b.lens(3, rb), ~0u, 1);
    }
  }

  /// From the last sample of row ra to the first of row rb.
  void link_east(const Side& a, const Side& b, int ra, int rb, int move) {
    link(a, b, ra, rb, a.lens(move, ra), 1u << (kN - 1), 1 - kN);
  }

  void join_east(const Side& a, const Side& b) {
    if (a.whole() && b.whole()) return sets.unite(a.base, b.base);
    for (int r = 0; r < kRows; ++r) {
      link_east(a, b, r, r, 0);
      if (r % kN + 1 < kN) link_east(a, b, r, r + 1, 2);
      if (r % kN > 0) link_east(a, b, r, r - 1, 3);
    }
  }

  void join_corner(const Side& a, const Side& b, bool north) {
    for (int z = 0; z < kN; ++z)
      if (north)
        link_east(a, b, z * kN + kN - 1, z * kN, 2);
      else
        link_east(a, b, z * kN, z * kN + kN - 1, 3);
  }

  void join(Coord t) {
    const Side a = side(t);
    if (!a) return;
    if (const Side b = side(t + Coord{1, 0, 0})) join_east(a, b);
    if (const Side b = side(t + Coord{0, 1, 0})) join_north(a, b);
    if (const Side b = side(t + Coord{0, 0, 1})) join_up(a, b);
    if (const Side b = side(t + Coord{1, 1, 0})) join_corner(a, b, true);
    if (const Side b = side(t + Coord{1, -1, 0})) join_corner(a, b, false);
  }
};

FitComponents::FitComponents(const FitGrid& grid, const IndexBox& core, const Executor& executor)
    : core_(core) {
  const std::size_t n = grid.tile_count();
  const IndexBox sides = sides_of(grid, core);
  std::vector<std::vector<FitBody>> local(n);
  std::vector<std::unique_ptr<TileRunsMaker>> makers(executor.workers());
  runs_.resize(n);
  executor.for_each(n, [&](std::size_t i, unsigned worker) {
    const FitTile& tile = grid.tile(i);
    const Coord t = grid.tile_at(i);
    if (tile.empty()) return;
    const bool inner = contains(core, tile_box(t)) && contains(grown(sides, -1), tile_box(t));
    if (tile.full && inner) {
      local[i].push_back({kN * kRows, tile_origin(t), 0});
      return;
    }
    if (!makers[worker]) makers[worker] = std::make_unique<TileRunsMaker>();
    runs_[i] = makers[worker]->make(tile, tile_origin(t), core, sides, local[i]);
  });
  base_.assign(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i)
    base_[i + 1] = base_[i] + static_cast<std::uint32_t>(local[i].size());
  Joiner joiner{grid, *this, UnionFind<std::uint32_t>(base_[n])};
  for (std::size_t i = 0; i < n; ++i) joiner.join(grid.tile_at(i));

  std::vector<FitBody> sums(base_[n]);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < local[i].size(); ++k)
      merge(sums[joiner.sets.find(base_[i] + static_cast<std::uint32_t>(k))], local[i][k]);
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < sums.size(); ++i)
    if (sums[i].samples > 0) order.push_back(i);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return larger(sums[a], sums[b]); });
  component_.resize(base_[n]);
  std::vector<ComponentId> rank(base_[n]);
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    rank[order[k]] = k;
    bodies_.push_back(sums[order[k]]);
  }
  for (std::uint32_t i = 0; i < component_.size(); ++i) component_[i] = rank[joiner.sets.find(i)];
}

ComponentId FitComponents::at(const FitGrid& grid, Coord p) const {
  if (!core_.contains(p) || !grid.fits(p)) return kNoComponent;
  const Coord t = tile_holding(p), in = p - tile_origin(t);
  const std::size_t i = grid.tile_index(t);
  const TileRuns* runs = runs_[i].get();
  if (!runs) return component_[base_[i]];
  const auto row = static_cast<std::size_t>(in.z * kN + in.y);
  std::size_t k = runs->first[row];
  while (runs->runs[k].end <= in.x) ++k;
  return component_[base_[i] + runs->runs[k].label];
}

std::uint64_t FitComponents::samples() const {
  std::uint64_t n = 0;
  for (const FitBody& b : bodies_) n += b.samples;
  return n;
}

std::size_t FitComponents::bytes() const {
  std::size_t n = runs_.size() * sizeof(void*) + (base_.size() + component_.size()) * 4 +
                  bodies_.size() * sizeof(FitBody);
  for (const auto& r : runs_)
    if (r) n += sizeof(TileRuns) + r->runs.capacity() * sizeof(FitRun);
  return n;
}

}  // namespace strate
