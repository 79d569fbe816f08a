#include "passes/plan/switchback.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "passes/density/tube.hpp"
#include "passes/plan/anchors.hpp"
#include "passes/plan/plan.hpp"
#include "passes/plan/screen.hpp"
#include "passes/plan/turns.hpp"
#include "tests/support/season_sample.hpp"

using namespace strate;

namespace {

SwitchbackPlan drop_of(double drop, double turns, double side, Vec3 lower_xy) {
  SwitchbackPlan p;
  p.upper = {20, -14.5, -48};
  p.lower = on_plan_grid(Vec3{p.upper.x + lower_xy.x, p.upper.y + lower_xy.y, p.upper.z - drop});
  p.along = turn_vector(turns);
  p.side = side;
  return p;
}

double degrees(double grade) { return std::atan(grade) * 180 / 3.14159265358979; }

/// Steepest least-squares line of height over 2 m of way.
double steepest(const std::vector<TubeNode>& path) {
  const std::vector<WayPoint> way = way_points(path, 0.1);
  double worst = 0;
  for (std::size_t i = 0; i < way.size(); ++i) {
    double n = 0, s = 0, z = 0, ss = 0, sz = 0;
    for (std::size_t k = i; k < way.size() && way[k].at_m - way[i].at_m <= 2; ++k) {
      const double u = way[k].at_m - way[i].at_m, h = way[k].floor.z - way[i].floor.z;
      n += 1, s += u, z += h, ss += u * u, sz += u * h;
    }
    if (n < 15) break;
    worst = std::max(worst, std::fabs((n * sz - s * z) / (n * ss - s * s)));
  }
  return degrees(worst);
}

}  // namespace

TEST_CASE("turns: unit vectors are exact enough and quarter turns are exact", "[switchback]") {
  for (int i = -50; i < 200; ++i) {
    const double t = i / 97.0;
    const Vec3 v = turn_vector(t);
    CHECK(std::fabs(v.x - std::cos(t * 6.283185307179586)) < 1e-9);
    CHECK(std::fabs(v.y - std::sin(t * 6.283185307179586)) < 1e-9);
  }
  CHECK(turn_vector(0) == Vec3{1, 0, 0});
  CHECK(turn_vector(0.25).y == 1);
}

TEST_CASE("switchback: grade, legs, joins and rock between turns hold for any drop",
          "[switchback]") {
  int drawn = 0;
  for (double drop : {9.0, 16.0, 30.5, 64.0, 120.0})
    for (double turns : {0.0, 0.0625, 0.3125, 0.7})
      for (double side : {1.0, -1.0})
        for (Vec3 to : {Vec3{10, 3, 0}, Vec3{-12, 8, 0}, Vec3{1, -1, 0}}) {
          const SwitchbackPlan plan = drop_of(drop, turns, side, to);
          int legs = 0;
          const std::vector<TubeNode> path = switchback_path(plan, legs);
          if (path.empty()) continue;
          ++drawn;
          CHECK(legs >= 2);
          CHECK(path.front().floor == plan.upper);
          CHECK(path.back().floor == plan.lower);
          CHECK(steepest(path) <= 15);
          double flat = 0, longest_flat = 0;
          for (std::size_t i = 0; i + 1 < path.size(); ++i) {
            const Vec3 d = path[i + 1].floor - path[i].floor;
            CHECK(on_plan_grid(path[i].floor) == path[i].floor);
            CHECK(d.z <= 0);
            const double run = length_xy(d);
            CHECK(run <= plan.leg_max_m + plan.half_width_m + 5);
            flat = degrees(-d.z / run) < 0.5 ? flat + run : 0;
            longest_flat = std::max(longest_flat, flat);
          }
          CHECK(longest_flat <= 8);
        }
  CHECK(drawn > 60);
}

TEST_CASE("switchback: no leg is longer than allowed", "[switchback]") {
  for (double leg_max : {12.0, 24.0}) {
    SwitchbackPlan plan = drop_of(64, 0.1, 1, {14, -9, 0});
    plan.leg_max_m = leg_max;
    int legs = 0;
    const std::vector<TubeNode> path = switchback_path(plan, legs);
    REQUIRE_FALSE(path.empty());
    CHECK(legs == static_cast<int>(std::ceil((64 / kDesignGrade + 4) / leg_max)));
  }
}

TEST_CASE("switchback: what goes up or has no room is not drawn", "[switchback]") {
  int legs = 0;
  SwitchbackPlan up = drop_of(-5, 0, 1, {10, 0, 0});
  CHECK(switchback_path(up, legs).empty());
  SwitchbackPlan short_legs = drop_of(300, 0, 1, {10, 0, 0});
  short_legs.leg_max_m = 3;  // turns alone are longer than three metres a leg
  const std::vector<TubeNode> path = switchback_path(short_legs, legs);
  if (!path.empty()) CHECK(steepest(path) <= 15);
}

TEST_CASE("screen: ways that come too near are refused by name", "[switchback]") {
  const Player player;
  Passage p;
  p.id = "a/1";
  int legs = 0;
  const SwitchbackPlan plan = drop_of(64, 0, 1, {14, -9, 0});
  p.path = switchback_path(plan, legs);
  REQUIRE_FALSE(p.path.empty());
  p.departure = landing_of("a", plan.upper, 1.75, player);
  p.arrival = landing_of("b", plan.lower, 1.75, player);
  Surroundings around;
  CHECK(clash_of(p, around) == "");
  around.radius_m = 30;
  CHECK(clash_of(p, around) == "the way leaves the planning disc");
  around.radius_m = 64;
  around.rooms = {{"b", plan.lower + Vec3{0, 5, 0}}};
  CHECK(clash_of(p, around) == "the way meets the origin room of b");
  around.rooms.clear();
  Passage other = p;
  other.id = "a/2";
  for (TubeNode& n : other.path) n.floor.x += 4;
  around.passages = {&other};
  CHECK(clash_of(p, around) == "the way meets passage a/2");
  around.passages.clear();
  Passage knotted = p;
  for (std::size_t i = knotted.path.size() / 2; i < knotted.path.size(); ++i)
    knotted.path[i].floor.z += 5;
  CHECK(clash_of(knotted, around) == "the way comes within 1.5 m of itself");
}

TEST_CASE("screen: jackets stand where the surroundings are open and nowhere else",
          "[switchback]") {
  int legs = 0;
  const SwitchbackPlan plan = drop_of(64, 0, 1, {14, -9, 0});
  Passage p;
  p.path = switchback_path(plan, legs);
  p.departure = landing_of("a", plan.upper, 1.75, {});
  p.arrival = landing_of("b", plan.lower, 1.75, {});
  CHECK(jackets_of(p, [](Vec3) { return true; }).empty());
  const auto cavern = [](Vec3 at) { return at.z > -70 || at.z < -90; };
  const std::vector<Support> jackets = jackets_of(p, cavern);
  REQUIRE_FALSE(jackets.empty());
  double enclosed = 0;
  for (const WayPoint& w : way_points(p.path, 0.5)) {
    const Vec3 centre = w.floor + Vec3{0, 0, kTubeCentre * w.radius};
    if (centre.z > -71 || centre.z < -89) continue;
    double nearest = 1e9;
    for (const Support& s : jackets) {
      const Vec3 ab = s.to - s.from;
      const double len2 = dot(ab, ab);
      const double t = len2 > 0 ? std::clamp(dot(centre - s.from, ab) / len2, 0.0, 1.0) : 0.0;
      nearest = std::min(nearest, length(centre - s.from - ab * t));
    }
    CHECK(nearest <= 0.35);
    ++enclosed;
  }
  CHECK(enclosed > 100);
  for (const Support& s : jackets) CHECK((s.from.z < -65 && s.to.z > -95));
}

TEST_CASE("anchors: departures lie opposite arrivals, connections 137.5° apart", "[switchback]") {
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    Season s = sample::season({sample::plain(), sample::plain(), sample::plain()}, seed);
    s.strates[0].passages.connections = 2;
    const auto anchors = anchors_of(s);
    REQUIRE(anchors.size() == 2);
    REQUIRE(anchors[0].size() == 2);
    const auto angle = [](Vec3 a, Vec3 b) {
      return std::acos(dot(a, b) / (length(a) * length(b))) * 180 / 3.14159265358979;
    };
    CHECK(angle(anchors[0][0], anchors[1][0]) >= 119);
    CHECK(angle(anchors[0][0], anchors[0][1]) == Approx(137.5).margin(0.2));
    for (const auto& list : anchors)
      for (Vec3 a : list) CHECK((length(a) >= 15.9 && length(a) <= 48.1));
    s.strates[0].passages.connections = 1;
    CHECK(anchors_of(s)[1][0] == anchors[1][0]);  // a count moves no other passage
  }
}
