// Steps off an edge: counted apart from walking.
#include <algorithm>

#include "passes/walk/world_impl.hpp"

namespace strate {
namespace {

/// Falls of the nodes of one row of columns.
class FallCounter {
 public:
  FallCounter(const WalkWorld& walk, std::size_t slab)
      : walk_(walk), slab_(walk.slab(slab).impl()), first_(walk.first_node(slab)) {}

  Falls row(std::int64_t y) const {
    Falls sum;
    for (std::int64_t x = slab_.core.lo.x; x < slab_.core.hi.x; ++x) {
      const std::size_t c = slab_.column_index(x, y);
      for (std::uint32_t n = slab_.column[c]; n < slab_.column[c + 1]; ++n) from(n, sum);
    }
    return sum;
  }

 private:
  /// Sideways at the node's height until nothing carries the capsule any more, then down.
  void from(std::uint32_t n, Falls& sum) const {
    const std::int64_t most = slab_.params.tables->reach + 1;
    for (int move = 0; move < kMoves; ++move) {
      Coord at = slab_.node(n);
      for (std::int64_t k = 0; k < most; ++k) {
        const Coord next = at + Coord{kMoveX[move], kMoveY[move], 0};
        const bool blocked =
            move < kForwardMoves ? slab_.grid.lens(move, at) : slab_.grid.lens(move ^ 4, next);
        if (blocked || !slab_.grid.fits(next) || slab_.find(next) != kNoNode) break;
        at = next;
        if (!slab_.grid.fits(at - Coord{0, 0, 1})) continue;
        const std::uint32_t to = land(at, slab_.floor_of(n));
        if (to == kNoNode) continue;  // it may still hang on the edge: farther out
        count(n, to, sum);
        break;
      }
    }
  }

  /// First standing sample straight down, more than a step and at most a fall under `floor`.
  std::uint32_t land(Coord q, std::int64_t floor) const {
    while (slab_.grid.fits(q - Coord{0, 0, 1})) --q.z;
    const std::uint32_t to = slab_.find(q);
    if (to == kNoNode) return kNoNode;
    const std::int64_t drop = floor - slab_.floor_of(to);
    return drop > slab_.params.climb && drop <= slab_.params.fall ? to : kNoNode;
  }

  void count(std::uint32_t from, std::uint32_t to, Falls& sum) const {
    ++sum.count;
    sum.between_components +=
        walk_.walk_component(first_ + from) != walk_.walk_component(first_ + to);
    sum.deepest_m =
        std::max(sum.deepest_m, slab_.params.metres_of(slab_.floor_of(from) - slab_.floor_of(to)));
  }

  const WalkWorld& walk_;
  const WalkSlab::Impl& slab_;
  NodeId first_;
};

}  // namespace

Falls count_falls(const WalkWorld& walk, const Executor& executor) {
  Falls sum;
  for (std::size_t s = 0; s < walk.slab_count(); ++s) {
    const FallCounter counter(walk, s);
    const IndexBox& core = walk.slab(s).core();
    std::vector<Falls> rows(static_cast<std::size_t>(core.size().y));
    executor.for_each(rows.size(), [&](std::size_t i, unsigned) {
      rows[i] = counter.row(core.lo.y + static_cast<std::int64_t>(i));
    });
    for (const Falls& r : rows) {
      sum.count += r.count;
      sum.between_components += r.between_components;
      sum.deepest_m = std::max(sum.deepest_m, r.deepest_m);
    }
  }
  return sum;
}

}  // namespace strate
