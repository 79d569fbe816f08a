#include "passes/operator_shares.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "compiler/plain_floats.hpp"
#include "formats/recipe/coupled.hpp"
#include "passes/density/regions.hpp"

namespace strate {

namespace {

/// One stack of the strate, and what every worker counted.
struct Tally {
  const Stack* stack;
  std::vector<std::vector<std::uint64_t>> skipped;  ///< by worker, by node
  std::vector<std::uint64_t> sampled;               ///< by worker
};

/// The columns of one tile with the ring that sampling takes, as positions.
struct TileAxes {
  static constexpr int kRing = 1, kColumns = kTileCells + 2 * kRing + 1;
  alignas(64) double x[kBlockRow], y[kBlockRow];
  TileColumns columns;

  TileAxes(const IndexBox& box, Um voxel_um) {
    const auto tile = [](std::int64_t i) { return floor_div(i, kTileCells) * kTileCells; };
    const Coord first{tile(box.lo.x) - kRing, tile(box.lo.y) - kRing, 0};
    for (int i = 0; i < kBlockRow; ++i) {
      x[i] = lattice_m(first.x + std::min(i, kColumns - 1), voxel_um);
      y[i] = lattice_m(first.y + std::min(i, kColumns - 1), voxel_um);
    }
    columns.tile = {x, y, x, kColumns, kColumns, 1};
    columns.x = static_cast<int>(box.lo.x - first.x);
    columns.y = static_cast<int>(box.lo.y - first.y);
    columns.nx = static_cast<int>(box.hi.x - box.lo.x);
    columns.ny = static_cast<int>(box.hi.y - box.lo.y);
  }
};

/// Addresses of entries that rewrite the ground of their list instead of acting where they stand.
void add_ground_work(const std::vector<OpEntry>& list, const Catalog& catalog,
                     std::set<std::string, std::less<>>& out) {
  bool ground = false;
  for (const OpEntry& e : list) {
    const OperatorRow* row = catalog.op(e.op);
    if (ground && row && (row->rewrites_height || row->needs_ground)) out.insert(e.id);
    ground = ground || makes_ground(e, catalog);
    add_ground_work(e.group, catalog, out);
  }
}

class ShareCount {
 public:
  ShareCount(const StrateWorld& strate, Um voxel_um, const std::vector<Stack>& stacks,
             const Catalog& catalog, unsigned workers)
      : strate_(strate),
        voxel_um_(voxel_um),
        catalog_(catalog),
        scratch_(workers),
        proven_(workers, 0) {
    if (!strate.regions.list.empty()) map_.emplace(strate);
    for (const Stack& s : stacks)
      tallies_.push_back({&s,
                          {workers, std::vector<std::uint64_t>(s.addresses().size(), 0)},
                          std::vector<std::uint64_t>(workers, 0)});
  }

  void count(const IndexBox& box, unsigned worker) {
    const PlainFloats plain;
    const TileAxes axes(box, voxel_um_);
    const auto m = [&](std::int64_t i) { return lattice_m(i, voxel_um_); };
    const double bottom = metres(strate_.bottom_um);
    const Box3 local{{m(box.lo.x), m(box.lo.y), m(box.lo.z) - bottom},
                     {m(box.hi.x - 1), m(box.hi.y - 1), m(box.hi.z - 1) - bottom}};
    const unsigned seen = map_ ? map_->within(local, scratch_[worker].temporary) : 1u;
    bool beyond = true;
    for (std::size_t r = 0; r < tallies_.size(); ++r)
      if ((seen >> r & 1u) != 0) beyond = count(tallies_[r], local, axes.columns, worker) && beyond;
    proven_[worker] += beyond;
  }

  StrateShares shares(std::uint64_t boxes) const {
    StrateShares out;
    out.strate = strate_.id;
    out.boxes = boxes;
    for (std::uint64_t n : proven_) out.proven += n;
    for (std::size_t r = 0; r < tallies_.size(); ++r) add(r, out);
    return out;
  }

 private:
  /// True if the stack proves the box beyond the band.
  bool count(Tally& tally, const Box3& local, const TileColumns& columns, unsigned worker) {
    Plan plan;
    tally.stack->plan(local, nullptr, {nullptr, true, &columns}, scratch_[worker], plan);
    if (plan.bound.hi <= -kBandM || plan.bound.lo >= kBandM) return true;
    ++tally.sampled[worker];
    for (std::size_t i = 0; i < plan.active.size(); ++i)
      tally.skipped[worker][i] += plan.active[i] == 0;
    return false;
  }

  void add(std::size_t region, StrateShares& out) const {
    const Tally& tally = tallies_[region];
    const std::vector<std::string_view> addresses = tally.stack->addresses();
    const std::vector<std::string_view> ops = tally.stack->operators();
    const Recipe& recipe = map_ ? strate_.regions.list[region].recipe : strate_.recipe;
    std::set<std::string, std::less<>> in_ground;
    add_ground_work(recipe.stack, catalog_, in_ground);
    const std::string before = map_ ? strate_.regions.list[region].id + "." : std::string();
    for (std::size_t i = 0; i < addresses.size(); ++i) {
      OperatorShare share{before + std::string(addresses[i]),
                          ops[i].empty() ? "group" : std::string(ops[i]),
                          in_ground.contains(addresses[i])};
      for (std::size_t w = 0; w < tally.sampled.size(); ++w)
        share.sampled += tally.sampled[w], share.skipped += tally.skipped[w][i];
      out.operators.push_back(std::move(share));
    }
  }

  const StrateWorld& strate_;
  const Um voxel_um_;
  const Catalog& catalog_;
  std::optional<RegionMap> map_;
  std::vector<Tally> tallies_;
  std::vector<StackScratch> scratch_;
  std::vector<std::uint64_t> proven_;
};

/// The storage tiles of a window, each as far as it lies inside.
std::vector<IndexBox> tiles_of(const IndexBox& window) {
  std::vector<IndexBox> out;
  const auto next = [](std::int64_t i) { return (floor_div(i, kTileCells) + 1) * kTileCells; };
  for (std::int64_t z = window.lo.z; z < window.hi.z; z = next(z))
    for (std::int64_t y = window.lo.y; y < window.hi.y; y = next(y))
      for (std::int64_t x = window.lo.x; x < window.hi.x; x = next(x))
        out.push_back({{x, y, z},
                       {std::min(next(x), window.hi.x), std::min(next(y), window.hi.y),
                        std::min(next(z), window.hi.z)}});
  return out;
}

}  // namespace

Result<StrateShares> operator_shares(const WorldDef& world, std::size_t strate,
                                     const IndexBox& window, const Catalog& catalog,
                                     const Executor& executor) {
  const StrateWorld& s = world.strates[strate];
  const Result<std::vector<Stack>> stacks = compile_stacks(s, world, catalog);
  if (!stacks) return stacks.error();
  IndexBox inside = window;
  inside.lo.z = std::max(inside.lo.z, ceil_div(s.bottom_um, world.voxel_um));
  inside.hi.z = std::min(inside.hi.z, ceil_div(s.top_um, world.voxel_um));
  const std::vector<IndexBox> tiles = tiles_of(inside);
  ShareCount count(s, world.voxel_um, *stacks, catalog, executor.workers());
  executor.for_each(tiles.size(),
                    [&](std::size_t i, unsigned worker) { count.count(tiles[i], worker); });
  return count.shares(tiles.size());
}

}  // namespace strate
