// Slabs joined into worlds, routes, falls, figures along a way.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "passes/walk/floor_facts.hpp"
#include "passes/walk/route.hpp"
#include "passes/walk/walk.hpp"
#include "tests/walk/support/scenes.hpp"
#include "tests/walk/support/slow_walk.hpp"

namespace strate {
namespace {

constexpr Um kVoxel = 125'000;

const WalkParams& params() {
  static const WalkParams p = WalkParams::make(Player{}, kVoxel);
  return p;
}

WalkWorld world_of(const Lattice& lattice, const std::vector<IndexBox>& cores,
                   const Executor& executor = serial_executor()) {
  std::vector<WalkSlab> slabs;
  for (const IndexBox& core : cores) slabs.push_back(analyze(lattice, core, params(), executor));
  return WalkWorld(std::move(slabs));
}

IndexBox layer(IndexBox box, std::int64_t lo, std::int64_t hi) {
  box.lo.z = lo, box.hi.z = hi;
  return box;
}

/// Everything a world says, by place, so that worlds cut differently can be compared.
struct Told {
  std::map<Coord, std::int64_t> floors;
  std::map<std::pair<Coord, Coord>, std::uint32_t> moves;
  std::map<Coord, Coord> walks, fits;  ///< place → first place with the same label
  std::vector<std::uint64_t> walk_sizes, fit_sizes;
  friend bool operator==(const Told&, const Told&) = default;
};

Told told(const WalkWorld& walk, const IndexBox& box) {
  Told t;
  std::map<ComponentId, Coord> walk_first, fit_first;
  std::vector<Coord> nodes;
  for (NodeId id = 0; id < walk.node_count(); ++id) nodes.push_back(walk.node(id));
  std::sort(nodes.begin(), nodes.end());
  for (const Coord p : nodes) {
    const NodeId id = walk.find(p);
    t.floors[p] = walk.floor_of(id);
    t.walks[p] = walk_first.emplace(walk.walk_component(id), p).first->second;
    std::array<WalkStep, WalkWorld::kMaxSteps> buffer;
    for (const WalkStep& s : walk.steps(id, buffer)) t.moves[{p, walk.node(s.to)}] = s.weight;
  }
  for (std::int64_t x = box.lo.x; x < box.hi.x; ++x)
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
      for (std::int64_t z = box.lo.z; z < box.hi.z; ++z) {
        const ComponentId c = walk.fit_component({x, y, z});
        if (c != kNoComponent)
          t.fits[{x, y, z}] = fit_first.emplace(c, Coord{x, y, z}).first->second;
      }
  for (const WalkComponent& c : walk.walk_components()) t.walk_sizes.push_back(c.nodes);
  for (const FitComponent& c : walk.fit_components()) t.fit_sizes.push_back(c.samples);
  return t;
}

}  // namespace

TEST_CASE("walk: slabs joined over their interfaces say what one slab says") {
  std::size_t nodes = 0;
  for (std::uint64_t seed = 0; seed < 14; ++seed) {
    INFO("seed " << seed);
    const IndexBox window{{-21, -18, -30}, {21, 19, 50}};
    const Lattice lattice =
        scene::lattice_of(window, kVoxel, scene::placed(scene::random_world(seed), 1.0, {0, 0, 1}));
    const IndexBox core = layer(window, -12, 30);
    const Told whole = told(world_of(lattice, {core}), core);
    nodes += whole.floors.size();
    for (const std::int64_t cut : {2, 6, 9}) {
      const WalkWorld two = world_of(lattice, {layer(core, cut, 30), layer(core, -12, cut)});
      CHECK(told(two, core) == whole);
    }
    const WalkWorld three =
        world_of(lattice, {layer(core, 9, 30), layer(core, 5, 9), layer(core, -12, 5)});
    CHECK(told(three, core) == whole);
  }
  CHECK(nodes > 2000);
}

TEST_CASE("walk: slabs with a gap between them are joined by nothing") {
  const IndexBox window{{-20, -20, -30}, {20, 20, 50}};
  const Lattice lattice = scene::lattice_of(window, kVoxel, [](Vec3 p) { return p.z + 0.5; });
  const WalkWorld walk = world_of(lattice, {layer(window, 10, 30), layer(window, -12, 9)});
  REQUIRE(walk.fit_components().size() == 2);
  const WalkWorld joined = world_of(lattice, {layer(window, 10, 30), layer(window, -12, 10)});
  CHECK(joined.fit_components().size() == 1);
}

TEST_CASE("walk: threads, order and the place of the window change nothing", "[threads]") {
  const IndexBox window{{-40, -37, -24}, {39, 41, 44}};
  const Lattice lattice = scene::lattice_of(window, kVoxel, scene::random_world(8));
  const IndexBox core{{-28, -25, -8}, {27, 29, 24}};
  const Told alone = told(world_of(lattice, {core}), core);
  REQUIRE(alone.floors.size() > 200);
  const auto threads = make_thread_executor(3);
  const auto shuffled = make_shuffled_executor(5);
  CHECK(told(world_of(lattice, {core}, *threads), core) == alone);
  CHECK(told(world_of(lattice, {core}, *shuffled), core) == alone);
  const IndexBox wider{{-50, -41, -30}, {55, 47, 60}};
  const Lattice other = scene::lattice_of(wider, kVoxel, scene::random_world(8));
  CHECK(told(world_of(other, {core}), core) == alone);
}

TEST_CASE("walk: a body that touches the window's side is open, one inside is not") {
  const IndexBox window{{-30, -30, -24}, {30, 30, 40}};
  const auto rooms = [](Vec3 p) {
    return std::max(1.4 - length(p - Vec3{0, 0, 0.5}), 1.4 - length(p - Vec3{3.4, 0, 0.5}));
  };
  const Lattice lattice = scene::lattice_of(window, kVoxel, rooms);
  const WalkWorld walk = world_of(lattice, {layer(window, -12, 20)});
  REQUIRE(walk.fit_components().size() == 2);
  const ComponentId middle = walk.fit_component({0, 0, 0});
  REQUIRE(middle != kNoComponent);
  CHECK_FALSE(walk.fit_components()[middle].open);
  CHECK(walk.fit_components()[1 - middle].open);
  CHECK(walk.slab(0).fit({29, 0, 4}) == Fit::unknown);
  CHECK(walk.slab(0).fit({0, 0, 0}) == Fit::yes);
  CHECK(walk.slab(0).fit({0, 12, 0}) == Fit::no);
}

TEST_CASE("walk: checkerboards of rock of any period are measured right and cost little") {
  for (const int period : {1, 2, 3, 5, 7}) {
    const IndexBox window{{-33, -33, -20}, {33, 33, 44}};
    const Lattice lattice = lattice_from(window, kVoxel, [&](Coord c) {
      const auto odd = floor_div(c.x, period) + floor_div(c.y, period) + floor_div(c.z, period);
      return (odd & 1) != 0 ? 0.1f : -0.1f;
    });
    const WalkWorld walk = world_of(lattice, {layer(window, -8, 30)});
    CHECK(walk.fit_samples() == 0);
    CHECK(walk.node_count() == 0);
  }
}

TEST_CASE("route: the shortest way around a wall has the length that brute force finds") {
  const IndexBox window{{-28, -28, -24}, {28, 28, 40}};
  const auto hall = [](Vec3 p) {
    const double wall = scene::box(p, {0, -1, 1}, {0.3, 2, 3});
    return std::min({p.z, 2.6 - p.z, wall, 3.0 - std::fabs(p.y), 3.0 - std::fabs(p.x)});
  };
  const Lattice lattice = scene::lattice_of(window, kVoxel, hall);
  const WalkWorld walk = world_of(lattice, {layer(window, -12, 20)});
  const NodeId a = walk.node_near({-1.5, -2, 0}, 0.3), b = walk.node_near({1.5, -2, 0}, 0.3);
  const std::optional<Route> route = shortest_route(walk, a, b);
  REQUIRE(route);
  std::vector<std::uint64_t> best(walk.node_count(), ~0ull);
  best[a] = 0;
  std::array<WalkStep, WalkWorld::kMaxSteps> buffer;
  for (bool changed = true; changed;) {
    changed = false;
    for (NodeId id = 0; id < walk.node_count(); ++id)
      for (const WalkStep& s : walk.steps(id, buffer))
        if (best[id] != ~0ull && best[id] + s.weight < best[s.to])
          best[s.to] = best[id] + s.weight, changed = true;
  }
  CHECK(route->weight == best[b]);
  CHECK(route->nodes.front() == a);
  CHECK(route->nodes.back() == b);
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < route->nodes.size(); ++i) {
    std::uint32_t weight = 0;
    for (const WalkStep& s : walk.steps(route->nodes[i - 1], buffer))
      if (s.to == route->nodes[i]) weight = s.weight;
    REQUIRE(weight > 0);
    sum += weight;
  }
  CHECK(sum == route->weight);
  CHECK_FALSE(shortest_route(walk, a, b, [&](NodeId id) { return walk.node(id).y < 6; }));
  CHECK(shortest_route(walk, a, b, [&](NodeId id) { return walk.node(id).y < 16; }));
}

TEST_CASE("route: figures of a corridor are its own width, height and grade") {
  const IndexBox window{{-40, -20, -40}, {40, 20, 60}};
  for (const double deg : {0.0, 10.0, 15.0, 30.0}) {
    const double slope = std::tan(deg * std::acos(-1.0) / 180);
    const auto corridor = [=](Vec3 p) {
      const double h = p.z - slope * p.x;
      const double narrow = std::fabs(p.x) < 0.4 ? 0.6 : 1.0;
      const double roof = std::fabs(p.x + 2) < 0.4 ? 2.1 : 2.6;
      return std::min({h / std::sqrt(1 + slope * slope), roof - h, narrow - std::fabs(p.y)});
    };
    const Lattice lattice = scene::lattice_of(window, kVoxel, corridor);
    const WalkWorld walk = world_of(lattice, {window});
    const NodeId a = walk.node_near({-3.5, 0, -3.5 * slope}, 0.3);
    const NodeId b = walk.node_near({3.5, 0, 3.5 * slope}, 0.3);
    REQUIRE(a != kNoNode);
    REQUIRE(b != kNoNode);
    const std::optional<Route> route = shortest_route(walk, a, b);
    REQUIRE(route);
    const Lattice* lattices[] = {&lattice};
    const RouteFigures f = route_figures(walk, lattices, *route);
    CHECK(f.worst_grade_deg.value == Approx(deg).margin(0.7));
    CHECK(f.narrowest_width_m.value == Approx(1.2).margin(0.07));
    CHECK(std::fabs(f.narrowest_width_m.at.x) < 0.7);
    // The roof comes down towards the lower end; the head is round.
    double least = 2.1;
    for (const double aside : {0.125, 0.25})
      least = std::min(least, 2.1 - aside * slope + 0.34 - std::sqrt(0.34 * 0.34 - aside * aside));
    CHECK(f.lowest_headroom_m.value == Approx(least).margin(0.01));
    CHECK(f.length_m == Approx(7 / std::cos(deg * std::acos(-1.0) / 180)).margin(0.15));
    CHECK(f.tightest_clearance_m.value >= 0.017);
  }
}

TEST_CASE("route: clearances are those of brute force") {
  const IndexBox window{{-20, -20, -20}, {20, 20, 36}};
  const Lattice lattice = scene::lattice_of(window, kVoxel, scene::random_world(1));
  slow::Walk slow(lattice, window, Player{});
  for (int i = 0; i < 200; ++i) {
    scene::Draw d(mix64(static_cast<std::uint64_t>(i)));
    const Coord p{static_cast<std::int64_t>(d.in(-8, 8)), static_cast<std::int64_t>(d.in(-8, 8)),
                  static_cast<std::int64_t>(d.in(-8, 8))};
    CHECK(clearance_m(lattice, params(), p, 0.8) == Approx(slow.clearance(p, 0.8)).margin(1e-9));
  }
}

TEST_CASE("headroom: what figures sum up is what is measured one by one") {
  const IndexBox window{{-30, -30, -24}, {30, 30, 50}};
  const Lattice lattice = scene::lattice_of(window, kVoxel, scene::random_world(1));
  const WalkWorld walk = world_of(lattice, {layer(window, -11, 30)});
  const WalkSlab::Impl& slab = walk.slab(0).impl();
  NodeSet all;
  for (std::uint32_t n = 0; n < walk.slab(0).node_count(); ++n) all.push_back(n);
  REQUIRE(all.size() > 100);
  const auto heights = headrooms(lattice, slab, all, 16, serial_executor()).parts;
  std::size_t wrong = 0;
  for (const std::uint32_t n : all)
    wrong += params().metres_of(heights[n]) !=
             headroom_m(lattice, params(), slab.node(n), slab.floor_of(n));
  CHECK(wrong == 0);
}

TEST_CASE("falls: a ledge of 2 m is fallen from, one of 5 m is not, and neither joins") {
  for (const double drop : {2.0, 5.0}) {
    const IndexBox window{{-24, -24, -24}, {24, 24, 80}};
    const auto ledge = [=](Vec3 p) { return std::min(p.z, std::max(p.z - drop, -p.x)); };
    const Lattice lattice = scene::lattice_of(window, kVoxel, ledge);
    const WalkWorld walk = world_of(lattice, {layer(window, -12, 60)});
    const Falls falls = count_falls(walk, serial_executor());
    INFO(drop << " m: " << falls.count);
    CHECK((falls.count > 0) == (drop < 4));
    CHECK(falls.between_components == falls.count);
    if (falls.count > 0) CHECK(falls.deepest_m == Approx(drop).margin(0.01));
    CHECK(walk.walk_component(walk.node_near({-1.5, 0, 0}, 0.3)) !=
          walk.walk_component(walk.node_near({1.5, 0, drop}, 0.3)));
  }
}

TEST_CASE("gap: the nearest places of two components are named") {
  const IndexBox window{{-24, -24, -24}, {24, 24, 60}};
  const auto ledge = [=](Vec3 p) { return std::min(p.z, std::max(p.z - 1.5, -p.x)); };
  const Lattice lattice = scene::lattice_of(window, kVoxel, ledge);
  const WalkWorld walk = world_of(lattice, {layer(window, -12, 40)});
  const NodeId low = walk.node_near({-1.5, 0, 0}, 0.3), high = walk.node_near({1.5, 0, 1.5}, 0.3);
  const WalkGap gap = nearest_gap(walk, walk.walk_component(low), walk.walk_component(high));
  CHECK(gap.length_m == Approx(1.5).margin(0.1));
  CHECK(std::fabs(walk.floor_point(gap.from).x) < 0.5);
  CHECK(walk.floor_point(gap.to).z == Approx(1.5).margin(0.01));
}

}  // namespace strate
