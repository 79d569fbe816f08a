// analyze: fits → components of fits → standing samples by tile → nodes by column → moves.
#include <algorithm>
#include <memory>
#include <tuple>

#include "passes/walk/slab_impl.hpp"
#include "passes/walk/stands.hpp"

namespace strate {
namespace {

/// A Stand inside its tile, packed.
struct TileStand {
  std::uint8_t x = 0, y = 0, z = 0;
  std::int16_t depth = 0;
  std::array<std::int16_t, kMoves> around;
};

using Around = std::array<std::int16_t, kMoves>;

class Analysis {
 public:
  Analysis(const Lattice& lattice, const IndexBox& core, const WalkParams& params,
           const Executor& executor)
      : lattice_(lattice), executor_(executor), slab_(std::make_unique<WalkSlab::Impl>()) {
    slab_->core = intersect(core, lattice.window());
    if (slab_->core.empty()) slab_->core = {};
    slab_->params = params;
  }

  std::unique_ptr<WalkSlab::Impl> run() {
    measure_fit();
    find_stands();
    order_nodes();
    find_moves();
    return std::move(slab_);
  }

 private:
  /// Moves may leave the core by rise_vx up and down; standing there asks one sample more.
  void measure_fit() {
    const std::int64_t rise = slab_->params.rise_vx;
    IndexBox box = slab_->core;
    box.lo.z -= rise + 1;
    box.hi.z += rise + 1;
    slab_->grid = FitGrid(lattice_, box, slab_->params, executor_);
    slab_->bodies = FitComponents(slab_->grid, slab_->core, executor_);
  }

  void set_judged() {
    const WalkParams& p = slab_->params;
    const IndexBox& w = lattice_.window();
    const IndexBox safe{{w.lo.x + p.side_vx, w.lo.y + p.side_vx, w.lo.z + p.below_vx},
                        {w.hi.x - p.side_vx, w.hi.y - p.side_vx, w.hi.z - p.above_vx}};
    IndexBox wanted = slab_->core;
    wanted.lo.z -= p.rise_vx;
    wanted.hi.z += p.rise_vx;
    slab_->judged = intersect(safe, wanted);
    if (slab_->judged.empty()) slab_->judged = {};
  }

  void find_stands() {
    set_judged();
    const FitGrid& grid = slab_->grid;
    stands_.resize(grid.tile_count());
    std::vector<std::uint64_t> steep(stands_.size());
    std::vector<std::unique_ptr<StandFinder>> finders(executor_.workers());
    std::vector<std::vector<Stand>> found(executor_.workers());
    executor_.for_each(stands_.size(), [&](std::size_t i, unsigned worker) {
      if (!finders[worker])
        finders[worker] = std::make_unique<StandFinder>(lattice_, grid, slab_->params,
                                                        slab_->judged, slab_->core);
      found[worker].clear();
      finders[worker]->find(grid.tile_at(i), found[worker]);
      steep[i] = finders[worker]->steep();
      pack(tile_origin(grid.tile_at(i)), found[worker], stands_[i]);
    });
    for (const std::uint64_t n : steep) slab_->steep += n;
  }

  static void pack(Coord origin, const std::vector<Stand>& from, std::vector<TileStand>& to) {
    to.reserve(from.size());
    for (const Stand& s : from) {
      const Coord in = s.p - origin;
      to.push_back({static_cast<std::uint8_t>(in.x), static_cast<std::uint8_t>(in.y),
                    static_cast<std::uint8_t>(in.z), s.depth, s.around});
    }
  }

  /// Calls f(tile index, origin) up the tiles of column i of the grid's tiles.
  template <class F>
  void up_tiles(std::size_t i, F&& f) const {
    const IndexBox& tiles = slab_->grid.tiles();
    const auto k = static_cast<std::int64_t>(i), width = tiles.hi.x - tiles.lo.x;
    for (std::int64_t z = tiles.lo.z; z < tiles.hi.z; ++z) {
      const Coord t{tiles.lo.x + k % width, tiles.lo.y + k / width, z};
      f(slab_->grid.tile_index(t), tile_origin(t));
    }
  }

  void order_nodes() {
    const IndexBox& core = slab_->core;
    const Coord tiles = slab_->grid.tiles().size();
    const auto tile_columns = static_cast<std::size_t>(tiles.x * tiles.y);
    slab_->column.assign(static_cast<std::size_t>(core.size().x * core.size().y) + 1, 0);
    auto& column = slab_->column;
    executor_.for_each(tile_columns, [&](std::size_t i, unsigned) {
      up_tiles(i, [&](std::size_t tile, Coord o) {
        for (const TileStand& s : stands_[tile])
          if (core.contains(o + Coord{s.x, s.y, s.z}))
            ++column[slab_->column_index(o.x + s.x, o.y + s.y) + 1];
      });
    });
    for (std::size_t i = 1; i < column.size(); ++i) column[i] += column[i - 1];
    slab_->at.resize(column.back());
    slab_->z.resize(column.back());
    slab_->depth.resize(column.back());
    around_.resize(column.back());
    executor_.for_each(tile_columns, [&](std::size_t i, unsigned) { place_nodes(i); });
    gather_ghosts();
    stands_ = {};
  }

  /// Tiles of a column come from below, so nodes of a lattice column come in ascending z.
  void place_nodes(std::size_t tile_column) {
    std::array<std::uint32_t, kRows> placed{};
    up_tiles(tile_column, [&](std::size_t tile, Coord o) {
      for (const TileStand& s : stands_[tile]) {
        const Coord p = o + Coord{s.x, s.y, s.z};
        if (!slab_->core.contains(p)) continue;
        const std::size_t c = slab_->column_index(p.x, p.y);
        const std::uint32_t at = slab_->column[c] + placed[s.y * kTileCells + s.x]++;
        slab_->at[at] = static_cast<std::uint32_t>(c);
        slab_->z[at] = static_cast<std::int16_t>(p.z - slab_->core.lo.z);
        slab_->depth[at] = s.depth;
        around_[at] = s.around;
      }
    });
  }

  /// Standing samples just above and below the core.
  void gather_ghosts() {
    for (std::size_t i = 0; i < stands_.size(); ++i) {
      const Coord o = tile_origin(slab_->grid.tile_at(i));
      for (const TileStand& s : stands_[i]) {
        const Coord p = o + Coord{s.x, s.y, s.z};
        if (!slab_->core.contains(p)) ghosts_.push_back({p, s.depth, s.around});
      }
    }
    std::sort(ghosts_.begin(), ghosts_.end(), [](const Stand& a, const Stand& b) {
      return std::tie(a.p.y, a.p.x, a.p.z) < std::tie(b.p.y, b.p.x, b.p.z);
    });
  }

  void find_moves() {
    const IndexBox& core = slab_->core;
    slab_->moves.assign(slab_->z.size(), 0);
    std::vector<std::vector<CrossMove>> crosses(static_cast<std::size_t>(core.size().y));
    executor_.for_each(crosses.size(), [&](std::size_t i, unsigned) {
      const std::int64_t y = core.lo.y + static_cast<std::int64_t>(i);
      for (std::int64_t x = core.lo.x; x < core.hi.x; ++x) {
        const std::size_t c = slab_->column_index(x, y);
        for (std::uint32_t n = slab_->column[c]; n < slab_->column[c + 1]; ++n)
          find_moves_of(n, stand_of(n, x, y), crosses[i]);
      }
    });
    for (const auto& c : crosses) slab_->crosses.insert(slab_->crosses.end(), c.begin(), c.end());
  }

  Stand stand_of(std::uint32_t n, std::int64_t x, std::int64_t y) const {
    return {{x, y, slab_->core.lo.z + slab_->z[n]}, slab_->depth[n], around_[n]};
  }

  void find_moves_of(std::uint32_t n, const Stand& p, std::vector<CrossMove>& crosses) {
    const WalkParams& params = slab_->params;
    std::uint64_t mask = 0;
    for (int move = 0; move < kMoves; ++move) {
      const std::int64_t x = p.p.x + kMoveX[move], y = p.p.y + kMoveY[move];
      if (!slab_->has_column(x, y)) continue;
      const std::size_t c = slab_->column_index(x, y);
      std::uint32_t q = slab_->first_at(c, p.p.z - params.rise_vx);
      for (int j = 0; q < slab_->column[c + 1] && j < 8; ++j, ++q)
        if (walk_move(slab_->grid, params, p, stand_of(q, x, y), move))
          mask |= 1ull << (8 * move + j);
    }
    slab_->moves[n] = mask;
    const IndexBox& core = slab_->core;
    if (p.p.z < core.lo.z + params.rise_vx || p.p.z >= core.hi.z - params.rise_vx)
      find_crosses_of(n, p, crosses);
  }

  void find_crosses_of(std::uint32_t n, const Stand& p, std::vector<CrossMove>& crosses) const {
    for (const int move : kMovesByPlace) {
      const Coord q{p.p.x + kMoveX[move], p.p.y + kMoveY[move], p.p.z - slab_->params.rise_vx};
      auto at =
          std::lower_bound(ghosts_.begin(), ghosts_.end(), q, [](const Stand& a, const Coord& b) {
            return std::tie(a.p.y, a.p.x, a.p.z) < std::tie(b.y, b.x, b.z);
          });
      for (; at != ghosts_.end() && at->p.x == q.x && at->p.y == q.y; ++at)
        if (walk_move(slab_->grid, slab_->params, p, *at, move)) {
          const std::int64_t df = (at->p.z - p.p.z) * kPart - at->depth + p.depth;
          crosses.push_back({n, at->p, move_weight(move, df)});
        }
    }
  }

  const Lattice& lattice_;
  const Executor& executor_;
  std::unique_ptr<WalkSlab::Impl> slab_;
  std::vector<std::vector<TileStand>> stands_;
  std::vector<Around> around_;
  std::vector<Stand> ghosts_;
};

}  // namespace

WalkSlab analyze(const Lattice& lattice, const IndexBox& core, const WalkParams& params,
                 const Executor& executor) {
  return WalkSlab(Analysis(lattice, core, params, executor).run());
}

}  // namespace strate
