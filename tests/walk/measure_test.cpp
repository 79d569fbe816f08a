// Figures of worlds whose figures are known.
#include "passes/walk/measure.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "passes/walk/slab_impl.hpp"
#include "passes/walk/walk_graph.hpp"
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
  CHECK(f.loops_per_100m > 50);
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

TEST_CASE("graph: a ring has one loop, a comb has its teeth as dead ends, a spur is cut") {
  WalkGraph ring;
  ring.edges.resize(6);
  for (std::uint32_t i = 0; i < 6; ++i)
    for (const std::uint32_t j : {(i + 5) % 6, (i + 1) % 6}) ring.edges[i].push_back({j, 0.5});
  CHECK(loops(ring) == 1);
  CHECK(dead_ends(ring) == 0);
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
  CHECK(loops(comb) == 0);
  CHECK(dead_ends(comb) == 3);  // both ends of the bar and the long tooth
  CHECK(dead_ends(comb, 0) == 4);
  CHECK(comb.total_m() == Approx(16));
  // Depth first: into the short tooth and out again before going on.
  CHECK(agent_distance_m(comb, 0, 6) >= 3 * 3 + 3);
}

}  // namespace strate
