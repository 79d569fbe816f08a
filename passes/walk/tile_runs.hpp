// Runs of one tile and their local labels: see fit_components.hpp.
#pragma once

#include <vector>

#include "passes/walk/fit_components.hpp"
#include "passes/walk/union_find.hpp"

namespace strate {

/// A row of a tile as seen by joins.
struct RunRow {
  std::uint32_t bits = 0;
  const FitRun* runs = nullptr;  ///< ascending; cover exactly `bits`
};

/// Calls unite(label in `a`, label in `b`) for the samples x of `links`: x in a, x + shift in b.
template <class Unite>
void link_rows(const RunRow& a, const RunRow& b, std::uint32_t links, int shift, Unite&& unite) {
  const FitRun* ra = a.runs;
  const FitRun* rb = b.runs;
  while (links != 0) {
    const int x = std::countr_zero(links);
    while (ra->end <= x) ++ra;
    while (rb->end <= x + shift) ++rb;
    unite(ra->label, rb->label);
    const int next = std::min<int>(ra->end, rb->end - shift);
    links &= next >= kTileCells ? 0u : ~0u << next;
  }
}

/// Cuts tiles into runs and labels them; one a worker.
class TileRunsMaker {
 public:
  /// `bodies` receives one entry a label. Null if no sample of `core` fits.
  std::unique_ptr<TileRuns> make(const FitTile& tile, Coord origin, const IndexBox& core,
                                 const IndexBox& sides, std::vector<FitBody>& bodies);

 private:
  void cut(const FitTile& tile, Coord origin, const IndexBox& core, TileRuns& out);
  void join(const FitTile& tile, TileRuns& out);
  RunRow row(const TileRuns& runs, int index) const;
  std::array<std::uint32_t, kRows> bits_;
  std::array<std::array<std::uint32_t, kRows>, kForwardMoves> lens_;
  UnionFind<std::uint16_t> sets_;
};

/// Sides of `sides` that the samples [begin, end) of a row touch.
std::uint8_t open_sides(const IndexBox& sides, std::int64_t begin, std::int64_t end, std::int64_t y,
                        std::int64_t z);

}  // namespace strate
