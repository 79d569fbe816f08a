// The fast path against the brute-force reading of the rules, on small random worlds.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <set>

#include "passes/walk/walk.hpp"
#include "tests/walk/support/scenes.hpp"
#include "tests/walk/support/slow_walk.hpp"

namespace strate {
namespace {

constexpr double kEighth = 0.78539816339744831;  // 45°

struct Compared {
  std::size_t fits = 0, nodes = 0, moves = 0, fit_bodies = 0, walk_bodies = 0;
};

struct Pair {
  Lattice lattice;
  IndexBox core;
  WalkWorld walk;
  slow::Walk slow;
};

IndexBox window_of_seed(std::uint64_t seed, std::int64_t side, std::int64_t height) {
  const Coord lo{-static_cast<std::int64_t>(mix64(seed) % 32),
                 -static_cast<std::int64_t>(mix64(seed + 1) % 32),
                 -static_cast<std::int64_t>(mix64(seed + 2) % 32)};
  return {lo, lo + Coord{side, side, height}};
}

void compare_fit(const WalkWorld& walk, slow::Walk& slow, Compared& sum) {
  const IndexBox& core = slow.core();
  std::size_t wrong = 0;
  for (std::int64_t z = core.lo.z; z < core.hi.z; ++z)
    for (std::int64_t y = core.lo.y; y < core.hi.y; ++y)
      for (std::int64_t x = core.lo.x; x < core.hi.x; ++x) {
        const auto want = slow.fits({x, y, z});
        const Fit got = walk.slab(0).fit({x, y, z});
        wrong += got != (!want ? Fit::unknown : *want ? Fit::yes : Fit::no);
        sum.fits += want.value_or(false);
      }
  CHECK(wrong == 0);
}

void compare_standing(const WalkWorld& walk, slow::Walk& slow, Compared& sum) {
  const std::vector<Coord> want = slow.all_standing();
  std::vector<Coord> got;
  std::size_t wrong_floors = 0;
  for (NodeId i = 0; i < walk.node_count(); ++i) {
    const Coord p = walk.node(i);
    got.push_back(p);
    wrong_floors += slow.floor(p.z, p.x, p.y) != walk.floor_of(i);
  }
  REQUIRE(got == want);
  CHECK(wrong_floors == 0);
  sum.nodes += got.size();
}

void compare_moves(const WalkWorld& walk, slow::Walk& slow, Compared& sum) {
  const std::int64_t rise = walk.params().rise_vx;
  std::size_t wrong = 0;
  for (NodeId i = 0; i < walk.node_count(); ++i) {
    const Coord p = walk.node(i);
    std::set<NodeId> want;
    for (std::int64_t dz = -rise; dz <= rise; ++dz)
      for (std::int64_t dy = -1; dy <= 1; ++dy)
        for (std::int64_t dx = -1; dx <= 1; ++dx) {
          const NodeId q = dx == 0 && dy == 0 ? kNoNode : walk.find(p + Coord{dx, dy, dz});
          if (q != kNoNode && slow.move(p, walk.node(q))) want.insert(q);
        }
    std::array<WalkStep, WalkWorld::kMaxSteps> buffer;
    std::vector<NodeId> got;
    for (const WalkStep& s : walk.steps(i, buffer)) got.push_back(s.to);
    wrong += got != std::vector<NodeId>(want.begin(), want.end());
    sum.moves += want.size();
  }
  CHECK(wrong == 0);
}

/// Equal partitions: labels correspond one to one.
template <class Key>
bool same_parts(const std::map<Key, Coord>& want, const std::map<Key, ComponentId>& got) {
  if (want.size() != got.size()) return false;
  std::map<Coord, ComponentId> forth;
  std::map<ComponentId, Coord> back;
  for (const auto& [key, label] : want) {
    const auto at = got.find(key);
    if (at == got.end() || at->second == kNoComponent) return false;
    if (forth.emplace(label, at->second).first->second != at->second) return false;
    if (back.emplace(at->second, label).first->second != label) return false;
  }
  return true;
}

void compare_components(const WalkWorld& walk, slow::Walk& slow, Compared& sum) {
  const auto fit_want = slow.fit_components();
  std::map<Coord, ComponentId> fit_got, walk_got;
  for (const auto& [p, label] : fit_want) fit_got[p] = walk.fit_component(p);
  CHECK(same_parts(fit_want, fit_got));
  CHECK(walk.fit_samples() == fit_want.size());
  std::set<Coord> firsts;
  for (const auto& [p, label] : fit_want) firsts.insert(label);
  std::set<Coord> got_firsts;
  for (const FitComponent& c : walk.fit_components()) got_firsts.insert(c.first);
  CHECK(got_firsts == firsts);
  const auto walk_want = slow.walk_components();
  for (NodeId i = 0; i < walk.node_count(); ++i) walk_got[walk.node(i)] = walk.walk_component(i);
  CHECK(same_parts(walk_want, walk_got));
  sum.fit_bodies += walk.fit_components().size();
  sum.walk_bodies += walk.walk_components().size();
}

void compare(const scene::Density& density, const IndexBox& window, Um voxel, Compared& sum) {
  const Lattice lattice = scene::lattice_of(window, voxel, density);
  const Player player;
  const WalkParams params = WalkParams::make(player, voxel);
  IndexBox core = grown(window, -2);
  std::vector<WalkSlab> slabs;
  slabs.push_back(analyze(lattice, core, params, serial_executor()));
  const WalkWorld walk(std::move(slabs));
  slow::Walk slow(lattice, core, player);
  compare_fit(walk, slow, sum);
  compare_standing(walk, slow, sum);
  compare_moves(walk, slow, sum);
  compare_components(walk, slow, sum);
}

/// The random world of a seed, turned about the middle of the window.
scene::Density turned(std::uint64_t seed, double turn, const IndexBox& window, Um voxel) {
  const Coord half = window.size(), c = window.lo + Coord{half.x / 2, half.y / 2, half.z / 2};
  const Vec3 middle{lattice_m(c.x, voxel), lattice_m(c.y, voxel), lattice_m(c.z, voxel)};
  return scene::placed(scene::random_world(seed), turn, middle);
}

}  // namespace

TEST_CASE("walk: fast path and brute force agree on random worlds") {
  const std::uint64_t count = std::getenv("STRATEC_SOAK") ? 800 : 40;
  Compared sum;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    INFO("seed " << seed);
    const Um voxel = seed % 3 == 0 ? 100'000 : 125'000;
    compare(turned(seed, 0.37 * static_cast<double>(seed), window_of_seed(seed, 36, 42), voxel),
            window_of_seed(seed, 36, 42), voxel, sum);
  }
  CHECK(sum.nodes > 1000);
  CHECK(sum.walk_bodies > count);
  WARN("samples that fit " << sum.fits << ", nodes " << sum.nodes << ", moves " << sum.moves
                           << ", bodies of fits " << sum.fit_bodies << ", of standing "
                           << sum.walk_bodies);
}

TEST_CASE("walk: moves blocked between places that fit cut bodies apart, within and across tiles") {
  // Doors at 45° on a lattice of 0.1 m, in which single moves decide; at 0.125 m they hardly exist.
  Compared sum;
  for (const std::uint64_t seed : {14, 118, 158, 166, 182, 270}) {
    INFO("seed " << seed);
    const IndexBox window = window_of_seed(seed, 44, 40);
    compare(turned(seed, kEighth, window, 100'000), window, 100'000, sum);
  }
  CHECK(sum.fit_bodies > 12);
}

}  // namespace strate
