// Figures of worlds whose figures are known.
#include "passes/walk/measure.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "passes/walk/slab_impl.hpp"
#include "passes/walk/ways.hpp"
#include "tests/walk/support/scenes.hpp"

namespace strate {
namespace {

constexpr Um kVoxel = 125'000;

struct Measured {
  WalkFigures figures;
  std::uint32_t nodes = 0;
};

Measured measured(const scene::Density& density, const IndexBox& window, const IndexBox& core,
                  const WalkEnds& ends) {
  const Lattice lattice = scene::lattice_of(window, kVoxel, density);
  const WalkParams params = WalkParams::make(Player{}, kVoxel);
  std::vector<WalkSlab> slabs;
  slabs.push_back(analyze(lattice, core, params, serial_executor()));
  const WalkWorld walk(std::move(slabs));
  return {measure_walk(walk, 0, lattice, ends, serial_executor()), walk.node_count()};
}

/// A closed box of air. [Units: m]
scene::Density cell(Vec3 lo, Vec3 hi) {
  return [=](Vec3 p) { return -scene::box(p, (lo + hi) * 0.5, (hi - lo) * 0.5); };
}

const IndexBox kWindow{{-56, -40, -24}, {56, 40, 56}};
const IndexBox kCore{{-48, -32, -8}, {48, 32, 40}};

}  // namespace

TEST_CASE("measure: an empty hall of 10 × 6 × 3 m has its own figures") {
  const Measured m =
      measured(cell({-5, -3, 0.05}, {5, 3, 3.05}), kWindow, kCore, {{-4, 0, 0.05}, {4, 0, 0.05}});
  const WalkFigures& f = m.figures;
  const double core_m3 = 12.0 * 8.0 * 6.0;
  CHECK(f.air_fraction == Approx(10 * 6 * 3 / core_m3).epsilon(0.06));
  CHECK(f.component_count == 1);
  CHECK(f.main_component_fraction == 1);
  // The axis keeps R from the walls, and there is 1.25 m of play over the floor.
  CHECK(f.floor_m2 == Approx((10 - 0.71) * (6 - 0.71)).epsilon(0.05));
  CHECK(f.reachable_fit_m3 == Approx(f.floor_m2 * (3 - 1.76 + 0.06)).epsilon(0.12));
  REQUIRE(f.walk_length_m);
  CHECK(*f.walk_length_m == Approx(8).margin(0.05));
  CHECK(*f.tortuosity == Approx(1).margin(0.01));
  CHECK(*f.verticality == Approx(0).margin(0.001));
  CHECK(f.headroom_mean_m == Approx(3).margin(0.01));
  CHECK(f.headroom_p95_m == Approx(3).margin(0.01));
  CHECK(f.narrow_gap_fraction == 0);
  CHECK(f.steep_floor_fraction == 0);
  CHECK(f.openness_m > 1.5);
  CHECK(f.openness_m < 4.5);
  CHECK(f.dead_ends_per_100m == 0);
  CHECK(f.loops_per_100m == 0);
  REQUIRE(f.agent_distance_m);
  CHECK(*f.agent_distance_m >= 7);
}

TEST_CASE("measure: two cells without a door are two bodies, and only one is reached") {
  const auto a = cell({-5, -3, 0.05}, {-1, 3, 3.05}), b = cell({0, -3, 0.05}, {5, 3, 3.05});
  const auto both = [=](Vec3 p) { return std::max(a(p), b(p)); };
  const WalkFigures f = measured(both, kWindow, kCore, {{-3, 0, 0.05}, {3, 0, 0.05}}).figures;
  CHECK(f.component_count == 2);
  CHECK(f.main_component_fraction == Approx(3.29 / (3.29 + 4.29)).margin(0.03));
  CHECK_FALSE(f.walk_length_m);
  CHECK_FALSE(f.agent_distance_m);
  CHECK(f.reachable_fit_m3 == Approx(3.29 * 5.29 * 1.3).epsilon(0.15));
}

TEST_CASE("measure: a corridor 0.9 m wide is narrow, one 1.4 m wide is not") {
  for (const double width : {0.9, 1.4}) {
    const auto rooms = [=](Vec3 p) {
      return std::max({cell({-5, -2, 0.05}, {-3, 2, 3.05})(p), cell({3, -2, 0.05}, {5, 2, 3.05})(p),
                       cell({-4, -width / 2, 0.05}, {4, width / 2, 3.05})(p)});
    };
    const WalkFigures f = measured(rooms, kWindow, kCore, {{-4, 0, 0.05}, {4, 0, 0.05}}).figures;
    REQUIRE(f.walk_length_m);
    if (width < 1)
      CHECK(f.narrow_gap_fraction > 0.05);
    else
      CHECK(f.narrow_gap_fraction < 0.01);
  }
}

TEST_CASE("measure: steps of a stair count as climb, a slope of 50 degrees as steep floor") {
  const auto ramp = [](double deg) {
    const double s = std::sin(deg * 3.14159265358979 / 180),
                 c = std::cos(deg * 3.14159265358979 / 180);
    return [=](Vec3 p) {
      const double floor = std::min(p.z, std::max((p.z - 1) * c - (p.x) * s, p.z - 2));
      return std::min({floor, 5 - p.z, 5 - std::fabs(p.x), 3 - std::fabs(p.y)});
    };
  };
  const WalkFigures gentle = measured(ramp(25), kWindow, kCore, {{-4, 0, 0}, {4, 0, 2}}).figures;
  REQUIRE(gentle.walk_length_m);
  CHECK(*gentle.verticality == Approx(2 / *gentle.walk_length_m).margin(0.01));
  CHECK(gentle.steep_floor_fraction < 0.02);
  const WalkFigures steep = measured(ramp(55), kWindow, kCore, {{-4, 0, 0}, {4, 0, 2}}).figures;
  CHECK_FALSE(steep.walk_length_m);
  CHECK(steep.steep_floor_fraction > 0.04);
}

TEST_CASE("measure: loops and dead ends are those of ways, however wide these are") {
  // A ring of corridors 2 m wide around a block of 6 × 4 m, and a dead end of 5 m to the east.
  const auto maze = [](Vec3 p) {
    const double ring =
        std::min(cell({-5, -4, 0.05}, {5, 4, 3.05})(p), -cell({-3, -2, -9}, {3, 2, 9})(p));
    return std::max(ring, cell({4, -1, 0.05}, {10, 1, 3.05})(p));
  };
  const IndexBox core{{-48, -40, -8}, {88, 40, 40}}, window{{-56, -48, -24}, {96, 48, 56}};
  const WalkFigures f = measured(maze, window, core, {{-4, 0, 0.05}, {4, 0, 0.05}}).figures;
  // The middle line of the ring is about 26 m long, the dead end 5 m.
  CHECK(f.loops_per_100m == Approx(100.0 / 31).epsilon(0.35));
  CHECK(f.dead_ends_per_100m == Approx(100.0 / 31).epsilon(0.35));
  // The same floor without the block is one hall with a niche.
  const auto hall = [](Vec3 p) {
    return std::max(cell({-5, -4, 0.05}, {5, 4, 3.05})(p), cell({4, -1, 0.05}, {10, 1, 3.05})(p));
  };
  CHECK(measured(hall, window, core, {{-4, 0, 0.05}, {4, 0, 0.05}}).figures.loops_per_100m == 0);
}

namespace {

/// Patches on a grid, each joined to its eight neighbours.
WalkGraph grid(int wide, int high, const std::function<bool(int, int)>& floor) {
  std::vector<std::uint32_t> number(static_cast<std::size_t>(wide * high), 0);
  std::uint32_t count = 0;
  const auto at = [&](int x, int y) { return static_cast<std::size_t>(y * wide + x); };
  for (int y = 0; y < high; ++y)
    for (int x = 0; x < wide; ++x)
      if (floor(x, y)) number[at(x, y)] = count++;
  WalkGraph g;
  g.edges.resize(count);
  for (int y = 0; y < high; ++y)
    for (int x = 0; x < wide; ++x)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const int u = x + dx, v = y + dy;
          if ((dx == 0 && dy == 0) || u < 0 || v < 0 || u >= wide || v >= high) continue;
          if (floor(x, y) && floor(u, v))
            g.edges[number[at(x, y)]].push_back({number[at(u, v)], 0.5 * std::hypot(dx, dy)});
        }
  return g;
}

}  // namespace

TEST_CASE("ways: thinning keeps every hole and every piece, and leaves lines") {
  for (int holes = 0; holes < 4; ++holes) {
    const WalkGraph floor = grid(40, 24, [&](int x, int y) {
      if (x == 39) return y == 3;  // a piece of its own would be joined by x == 38
      if (x == 38) return false;
      for (int h = 0; h < holes; ++h) {
        const int cx = 6 + 11 * h, cy = 8 + 4 * (h % 2), r = 2 + h;
        if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r) return false;
      }
      return true;
    });
    const WalkGraph ways = ways_of(floor).graph;
    INFO(holes << " holes");
    CHECK(loops(floor) == static_cast<std::uint64_t>(holes));
    CHECK(loops(ways) == static_cast<std::uint64_t>(holes));
    CHECK(ways.edges.size() < floor.edges.size() / 6);
    std::size_t alone = 0;
    for (const auto& e : ways.edges) alone += e.empty();
    CHECK(alone == 1);
  }
}

TEST_CASE("graph: a ring has one loop, a comb has its teeth as dead ends, a spur is cut") {
  WalkGraph ring;
  ring.edges.resize(6);
  for (std::uint32_t i = 0; i < 6; ++i)
    for (const std::uint32_t j : {(i + 5) % 6, (i + 1) % 6}) ring.edges[i].push_back({j, 0.5});
  CHECK(loops(ring) == 1);
  CHECK(dead_ends({ring, std::vector<double>(6, 0.5)}) == 0);
  CHECK(agent_distance_m(ring, 0, 3) == Approx(1.5));

  // A bar of 5 patches; teeth of 1 m and of 3 m hang from patches 1 and 3.
  WalkGraph comb;
  const auto join = [&](std::uint32_t a, std::uint32_t b, double m) {
    comb.edges.resize(std::max<std::size_t>(comb.edges.size(), std::max(a, b) + 1));
    comb.edges[a].push_back({b, m});
    comb.edges[b].push_back({a, m});
  };
  for (std::uint32_t i = 0; i < 4; ++i) join(i, i + 1, 3);
  join(1, 5, 1);
  join(3, 6, 3);
  const Ways narrow{comb, std::vector<double>(comb.edges.size(), 0.25)};
  CHECK(loops(comb) == 0);
  CHECK(dead_ends(narrow) == 3);  // both ends of the bar and the long tooth
  CHECK(dead_ends(narrow, 0.25) == 4);
  CHECK(dead_ends({comb, std::vector<double>(comb.edges.size(), 5)}) == 0);  // all of it one hall
  CHECK(comb.total_m() == Approx(16));
  // Depth first: into the short tooth and out again before going on.
  CHECK(agent_distance_m(comb, 0, 6) >= 3 * 3 + 3);
}

}  // namespace strate
