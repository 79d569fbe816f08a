#include "passes/plan/survey.hpp"

#include <algorithm>
#include <cmath>

#include "passes/density/arena.hpp"
#include "passes/plan/turns.hpp"

namespace strate {

namespace {

constexpr std::int64_t kCoarse = 4;  ///< tiles along one side of a box that is bounded first

struct Worker {
  Scratch scratch;
  Arena arena;
};

/// Proves a box of samples uniform, or leaves it open.
bool proven(const World& world, const IndexBox& box, const Layers& layers, Scratch& scratch,
            bool& solid) {
  const BoxVerdict v = world.classify(box, layers, scratch);
  solid = v == BoxVerdict::rock || v == BoxVerdict::rock_beyond_band;
  return v != BoxVerdict::unknown;
}

/// The samples that a tile and its upper edges need.
IndexBox tile_samples(Coord lo, Coord hi) {
  constexpr std::int64_t n = kTileCells;
  return {{lo.x * n, lo.y * n, lo.z * n}, {hi.x * n + 1, hi.y * n + 1, hi.z * n + 1}};
}

void fill_tile(const World& world, Coord tile, const Layers& layers, Worker& worker,
               Lattice& lattice) {
  const std::size_t index = lattice.tile_index(tile);
  const IndexBox box = tile_samples(tile, tile + Coord{1, 1, 1});
  bool solid = true;
  if (proven(world, box, layers, worker.scratch, solid)) return lattice.set_uniform(index, solid);
  const ArenaScope scope(worker.arena);
  constexpr std::size_t n = kTileCells + 1;
  float* values = worker.arena.take<float>(n * n * kBlockRow);
  world.sample(box, layers, worker.scratch, values);
  clamp_to_band(values, n * n);
  if (auto made = make_tile(values, kBlockRow, n, solid))
    lattice.set_tile(index, std::move(made));
  else
    lattice.set_uniform(index, solid);
}

void fill_coarse(const World& world, const IndexBox& tiles, const Layers& layers, Worker& worker,
                 Lattice& lattice) {
  bool solid = true;
  const bool whole = proven(world, tile_samples(tiles.lo, tiles.hi), layers, worker.scratch, solid);
  for (std::int64_t z = tiles.lo.z; z < tiles.hi.z; ++z)
    for (std::int64_t y = tiles.lo.y; y < tiles.hi.y; ++y)
      for (std::int64_t x = tiles.lo.x; x < tiles.hi.x; ++x)
        if (whole)
          lattice.set_uniform(lattice.tile_index({x, y, z}), solid);
        else
          fill_tile(world, {x, y, z}, layers, worker, lattice);
}

WalkWorld walk_of(const Lattice& lattice, const IndexBox& core, const WalkParams& params,
                  const Executor& executor) {
  std::vector<WalkSlab> slabs;
  slabs.push_back(analyze(lattice, core, params, executor));
  return WalkWorld(std::move(slabs));
}

IndexBox strate_core(const StrateWorld& s, double radius_m, Um voxel_um) {
  return samples_between({-radius_m, -radius_m, metres(s.bottom_um)},
                         {radius_m, radius_m, metres(s.top_um)}, voxel_um);
}

IndexBox around(const IndexBox& core, const WalkParams& p) {
  return {{core.lo.x - p.side_vx, core.lo.y - p.side_vx, core.lo.z - p.below_vx},
          {core.hi.x + p.side_vx, core.hi.y + p.side_vx, core.hi.z + p.above_vx}};
}

constexpr Layers kWithoutPassages{Layers::Posts::planned, nullptr, true};

std::int64_t nearest_index(double v, Um voxel_um) {
  return static_cast<std::int64_t>(std::floor(v / metres(voxel_um) + 0.5));
}

}  // namespace

Lattice sample_lattice(const World& world, const IndexBox& window, const Layers& layers,
                       const Executor& executor) {
  Lattice lattice(window, world.def().voxel_um);
  const IndexBox& tiles = lattice.tiles();
  std::vector<IndexBox> boxes;
  for (std::int64_t z = tiles.lo.z; z < tiles.hi.z; z += kCoarse)
    for (std::int64_t y = tiles.lo.y; y < tiles.hi.y; y += kCoarse)
      for (std::int64_t x = tiles.lo.x; x < tiles.hi.x; x += kCoarse)
        boxes.push_back(intersect({{x, y, z}, {x + kCoarse, y + kCoarse, z + kCoarse}}, tiles));
  std::vector<Worker> workers(executor.workers());
  executor.for_each(boxes.size(), [&](std::size_t i, unsigned w) {
    fill_coarse(world, boxes[i], layers, workers[w], lattice);
  });
  return lattice;
}

IndexBox samples_between(Vec3 lo, Vec3 hi, Um voxel_um) {
  const auto first = [&](double v) {
    return static_cast<std::int64_t>(std::ceil(v / metres(voxel_um)));
  };
  return {{first(lo.x), first(lo.y), first(lo.z)}, {first(hi.x), first(hi.y), first(hi.z)}};
}

Survey::Survey(const World& world, int index, double radius_m, const Executor& executor)
    : strate_(world.def().strates[static_cast<std::size_t>(index)]),
      index_(index),
      voxel_um_(world.def().voxel_um),
      lattice_(sample_lattice(world,
                              around(strate_core(strate_, radius_m, voxel_um_),
                                     WalkParams::make(world.def().player, voxel_um_)),
                              kWithoutPassages, executor)),
      walk_(walk_of(lattice_, strate_core(strate_, radius_m, voxel_um_),
                    WalkParams::make(world.def().player, voxel_um_), executor)),
      main_(walk_.walk_components().size(), 0) {
  if (!main_.empty()) main_[0] = 1;
}

ComponentId Survey::component_at(Coord p) const {
  if (!walk_.slab(0).core().contains(p)) return kNoComponent;
  const NodeId id = walk_.find(p);
  return id == kNoNode ? kNoComponent : walk_.walk_component(id);
}

bool Survey::main_at(Coord p) const { return is_main(component_at(p)); }

bool Survey::rock_at(Vec3 p) const {
  const Coord c{nearest_index(p.x, voxel_um_), nearest_index(p.y, voxel_um_),
                nearest_index(p.z, voxel_um_)};
  return !lattice_.window().contains(c) || lattice_.solid(c);
}

Survey::Column Survey::column(std::int64_t x, std::int64_t y) const {
  const auto lower = [&](std::int64_t cx) {
    NodeId lo = 0, hi = walk_.node_count();
    while (lo < hi) {
      const NodeId mid = lo + (hi - lo) / 2;
      const Coord c = walk_.node(mid);
      if (c.y < y || (c.y == y && c.x < cx))
        lo = mid + 1;
      else
        hi = mid;
    }
    return lo;
  };
  return {lower(x), lower(x + 1)};
}

double Survey::flat_share(Vec3 floor, double radius_m, double level_m) const {
  return share_of(floor, radius_m, level_m, [&](ComponentId c) { return is_main(c); });
}

double Survey::flat_share(Vec3 floor, double radius_m, double level_m,
                          ComponentId component) const {
  return share_of(floor, radius_m, level_m, [&](ComponentId c) { return c == component; });
}

template <class Counts>
double Survey::share_of(Vec3 floor, double radius_m, double level_m, Counts&& counts) const {
  const double v = metres(voxel_um_);
  const std::int64_t cx = nearest_index(floor.x, voxel_um_), cy = nearest_index(floor.y, voxel_um_);
  const auto n = static_cast<std::int64_t>(radius_m / v);
  constexpr std::int64_t kStride = 2;  // every fourth column tells enough
  int all = 0, flat = 0;
  for (std::int64_t dy = -n; dy <= n; dy += kStride)
    for (std::int64_t dx = -n; dx <= n; dx += kStride) {
      if (dx * dx + dy * dy > n * n) continue;
      ++all;
      const Column c = column(cx + dx, cy + dy);
      for (NodeId id = c.first; id < c.last; ++id)
        if (counts(walk_.walk_component(id)) &&
            std::fabs(walk_.floor_point(id).z - floor.z) <= level_m) {
          ++flat;
          break;
        }
    }
  return all > 0 ? static_cast<double>(flat) / all : 0;
}

bool Survey::find_footing(double x, double y, const Wanted& wanted, Footing& out) const {
  constexpr double kLevelM = 0.35, kLeastStepM = 0.75, kAvoidM = 2;
  const double step = std::max(kLeastStepM, wanted.search_m / 16);
  const double low =
      std::max(wanted.heights.lo, bottom_m() + metres(strate_.seal_um) + wanted.below_m);
  const double high =
      std::min(wanted.heights.hi, metres(strate_.top_um - strate_.seal_um) - wanted.above_m);
  const auto avoided = [&](Vec3 p) {
    return std::any_of(wanted.avoid.begin(), wanted.avoid.end(),
                       [&](Vec3 a) { return length(p - a) < kAvoidM; });
  };
  const int n = static_cast<int>(wanted.search_m / step);
  double best_grade = -1, best_away = 0, best_level = 0;
  const bool nearest = wanted.order == Order::nearest;
  const double upward = wanted.order == Order::highest ? 1 : wanted.order == Order::lowest ? -1 : 0;
  const auto better = [&](double level, double grade, double away) {
    if (best_grade < 0) return true;
    if (level != best_level) return level > best_level;
    if (nearest && away != best_away) return away < best_away;
    return grade > best_grade || (grade == best_grade && away < best_away);
  };
  const auto weigh = [&](NodeId id, double away) {
    const Vec3 floor = on_plan_grid(walk_.floor_point(id));
    if (!is_main(walk_.walk_component(id)) || floor.z < low || floor.z > high || avoided(floor))
      return;
    const double level = upward * std::floor(floor.z);
    if (nearest && best_grade >= 0 && away > best_away) return;
    if (best_grade >= 0 && level < best_level) return;
    const double flat = flat_share(floor, wanted.radius_m, kLevelM), grade = std::floor(flat * 8);
    if (flat < wanted.least_flat || !better(level, grade, away)) return;
    best_grade = grade, best_away = away, best_level = level;
    out = {floor, flat};
  };
  for (int iy = -n; iy <= n; ++iy)
    for (int ix = -n; ix <= n; ++ix) {
      const double away = step * std::sqrt(static_cast<double>(ix * ix + iy * iy));
      if (away > wanted.search_m) continue;
      const Column c =
          column(nearest_index(x + step * ix, voxel_um_), nearest_index(y + step * iy, voxel_um_));
      for (NodeId id = c.first; id < c.last; ++id) weigh(id, away);
    }
  return best_grade >= 0;
}

}  // namespace strate
