#include "passes/plan/plan.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "passes/density/simd.hpp"
#include "passes/density/tube.hpp"
#include "passes/ops/catalog.hpp"
#include "passes/plan/proof.hpp"
#include "passes/plan/screen.hpp"
#include "passes/plan/survey.hpp"
#include "passes/plan/turns.hpp"
#include "passes/walk/route.hpp"
#include "tests/support/season_sample.hpp"

using namespace strate;

namespace {

bool soak() { return std::getenv("STRATEC_SOAK") != nullptr; }

/// Narrow discs: a quarter of the work.
Season small(std::vector<Recipe> recipes, std::uint64_t seed, Um height_m = 64) {
  Season s = sample::season(std::move(recipes), seed, height_m);
  for (StrateSettings& t : s.strates) {
    t.passages.distance_lo_m = 14, t.passages.distance_hi_m = 26;
    t.passages.reach_m = 10;
  }
  return s;
}

/// Low halls, low strates: for tests that plan again and again.
Season low(std::uint64_t seed) {
  return small({sample::plain(8, 18), sample::plain(9, 20)}, seed, 32);
}

WorldDef planned(const Season& season, const Executor& executor = serial_executor()) {
  PlanReport report;
  auto def = plan(season, shipped_catalog(), executor, report);
  if (!def) {
    std::string text = def.error().text;
    for (const std::string& note : def.error().notes) text += "\n  " + note;
    FAIL(text);
  }
  return std::move(*def);
}

/// Planned once for all.
const WorldDef& low_plan() {
  static const WorldDef def = planned(low(5));
  return def;
}

World compiled(const WorldDef& def) {
  auto world = World::compile(def, shipped_catalog());
  if (!world) FAIL(world.error().text);
  return std::move(*world);
}

/// Walk of the final world around a passage.
WalkWorld walk_around(const World& world, const Passage& p, Lattice& lattice) {
  const WalkParams params = WalkParams::make(world.def().player, world.def().voxel_um);
  const Box3 box = passage_box(p);
  const IndexBox core = samples_between(box.lo, box.hi, world.def().voxel_um);
  lattice = sample_lattice(
      world,
      {{core.lo.x - params.side_vx, core.lo.y - params.side_vx, core.lo.z - params.below_vx},
       {core.hi.x + params.side_vx, core.hi.y + params.side_vx, core.hi.z + params.above_vx}},
      {}, serial_executor());
  std::vector<WalkSlab> slabs;
  slabs.push_back(analyze(lattice, core, params, serial_executor()));
  return WalkWorld(std::move(slabs));
}

Um um(double m) { return static_cast<Um>(std::floor(m * 1e6 + 0.5)); }

/// Brute force on density: the clear envelope along the whole floor line.
void check_envelope(const World& world, const Passage& p) {
  Scratch scratch;
  std::size_t blocked = 0, unsupported = 0, probes = 0;
  double least_wall = 1e9, most_wall = 0;
  for (const WayPoint& w : way_points(p.path, 0.25)) {
    const Vec3 across = left_of(w.ahead);
    for (double side : {-0.98, -0.5, 0.0, 0.5, 0.98}) {
      Vec3 base = w.floor + across * (side * tube_half_floor(w.radius));
      base.z = nearest_place(p.path, base + Vec3{0, 0, 1}).floor.z;  // round bends it winds
      for (double up : {0.06, 0.5, 1.0}) {
        const Vec3 at = base + Vec3{0, 0, up};
        blocked += world.at(um(at.x), um(at.y), um(at.z), {}, scratch) < 0;
      }
      const Vec3 under = base - Vec3{0, 0, 0.12};
      unsupported += world.at(um(under.x), um(under.y), um(under.z), {}, scratch) >= 0;
      ++probes;
    }
    for (double up = 0; up < tube_height(w.radius) - 0.02; up += 0.2) {
      const Vec3 at = w.floor + Vec3{0, 0, up + 0.02};
      blocked += world.at(um(at.x), um(at.y), um(at.z), {}, scratch) < 0;
    }
    for (double out = w.radius; out < w.radius + 1; out += 0.03) {
      const Vec3 at = w.floor + across * out + Vec3{0, 0, kTubeCentre * w.radius};
      if (world.at(um(at.x), um(at.y), um(at.z), {}, scratch) >= 0) continue;
      least_wall = std::min(least_wall, out - w.radius);
      most_wall = std::max(most_wall, out - w.radius);
      break;
    }
  }
  CHECK(probes > 1000);
  CHECK(blocked == 0);
  CHECK(unsupported == 0);
  CHECK(most_wall - least_wall >= 0.2);
}

/// How many passages were walked, from landing to landing.
std::size_t walked_passages(const WorldDef& def) {
  std::size_t walked = 0;
  const World world = compiled(def);
  for (const Passage& p : def.passages) {
    INFO(p.id);
    check_envelope(world, p);
    Lattice lattice;
    const WalkWorld walk = walk_around(world, p, lattice);
    const NodeId from = walk.node_near(p.departure.floor, 0.5);
    const NodeId to = walk.node_near(p.arrival.floor, 0.5);
    REQUIRE(from != kNoNode);
    REQUIRE(to != kNoNode);
    const auto route = shortest_route(walk, from, to);
    REQUIRE(route);
    std::vector<Vec3> points;
    for (NodeId id : route->nodes) points.push_back(walk.floor_point(id));
    double length_m = 0, worst = 0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
      length_m += length(points[i + 1] - points[i]);
    CHECK(length_m > 0.8 * path_length(p.path));  // no short cut through a wall
    for (std::size_t i = 0; i < points.size(); i += 4) {
      std::size_t k = i;
      while (k < points.size() && length_xy(points[k] - points[i]) < 2) ++k;
      if (k == points.size()) break;
      worst =
          std::max(worst, std::fabs(points[k].z - points[i].z) / length_xy(points[k] - points[i]));
    }
    CHECK(worst <= std::tan(17 * 3.14159265358979 / 180));  // by chords: steeper than by arc
    ++walked;
  }
  return walked;
}

}  // namespace

TEST_CASE("plan: halls, open ground and halls again are joined on foot", "[plan]") {
  const std::uint64_t last = soak() ? 12 : 1;
  for (std::uint64_t seed = 1; seed <= last; ++seed) {
    if (soak())
      CHECK(walked_passages(planned(small({sample::plain(), sample::plain(14, 30)}, seed))) == 1);
    CHECK(walked_passages(planned(small({sample::surface(), sample::plain()}, seed))) == 1);
  }
}

TEST_CASE("plan: caves are joined to caves and to the ground above", "[plan]") {
  const std::uint64_t last = soak() ? 8 : 1;
  for (std::uint64_t seed = 1; seed <= last; ++seed) {
    CHECK(walked_passages(planned(small({sample::caves(), sample::caves()}, seed))) == 1);
    if (soak())
      CHECK(walked_passages(planned(small({sample::surface(), sample::caves()}, seed))) == 1);
  }
}

TEST_CASE("plan: equal for every executor, instruction set and bake window", "[plan]") {
  const Season season = low(5);
  const WorldDef& once = low_plan();
  REQUIRE(once.passages.size() == 1);
  std::vector<std::unique_ptr<Executor>> executors;
  executors.push_back(make_thread_executor(7));
  executors.push_back(make_shuffled_executor(4));
  if (soak()) {
    executors.push_back(make_thread_executor(2));
    executors.push_back(make_shuffled_executor(0));
  }
  for (const auto& executor : executors) {
    const WorldDef again = planned(season, *executor);
    CHECK(again.passages == once.passages);
    for (std::size_t i = 0; i < once.strates.size(); ++i)
      CHECK(again.strates[i].origin == once.strates[i].origin);
  }
  if (soak()) {  // else by the cooks of tests/determinism
    const SimdLevel usual = simd_level();
    REQUIRE(set_simd_level(SimdLevel::scalar));
    CHECK(planned(season).passages == once.passages);
    set_simd_level(usual);
  }
  Season wide = season;
  wide.bake.lo_x = -512 * kUmPerM;
  wide.bake.hi_y = 512 * kUmPerM;
  CHECK(planned(wide).passages == once.passages);
}

TEST_CASE("plan: two connections and three strates stay clear of each other", "[plan]") {
  Season season =
      sample::season({sample::plain(8, 18), sample::plain(9, 20), sample::plain(8, 18)}, 3, 32);
  for (StrateSettings& t : season.strates) t.passages.distance_hi_m = 28;
  season.strates[0].passages.connections = 2;
  const WorldDef def = planned(season);
  REQUIRE(def.passages.size() == 3);
  CHECK(def.passages[0].id == "a/1");
  CHECK(def.passages[1].id == "a/2");
  CHECK(def.passages[2].id == "b/1");
  for (const Passage& p : def.passages)
    for (const Passage& q : def.passages) {
      if (&p == &q) continue;
      for (const WayPoint& w : way_points(p.path, 1)) {
        const Vec3 centre = w.floor + Vec3{0, 0, kTubeCentre * w.radius};
        CHECK(opening_distance(q, centre) > w.radius + 1);
      }
    }
}

TEST_CASE("plan: the smallest window holds everything planned and no metre more", "[plan]") {
  const WorldDef& def = low_plan();
  const WindowXY w = smallest_window(def);
  const auto holds = [&](const WindowXY& window) {
    bool all = true;
    for (const Passage& p : def.passages)
      for (const TubeNode& n : p.path)
        all = all && um(n.floor.x - n.radius_m) >= window.lo_x &&
              um(n.floor.x + n.radius_m) <= window.hi_x &&
              um(n.floor.y - n.radius_m) >= window.lo_y &&
              um(n.floor.y + n.radius_m) <= window.hi_y;
    return all;
  };
  CHECK(holds(w));
  CHECK_FALSE(holds({w.lo_x + 4 * kUmPerM, w.lo_y, w.hi_x - 4 * kUmPerM, w.hi_y}));
  CHECK(planning_radius_m(PassageSettings{}) == 64);
  CHECK(w.contains({-kUmPerM, -kUmPerM, kUmPerM, kUmPerM}));
}

TEST_CASE("plan: a world without footing is refused with reasons", "[plan]") {
  PlanReport report;
  const auto hole = plan(small({sample::plain(), sample::nothing()}, 1), shipped_catalog(),
                         serial_executor(), report);
  REQUIRE_FALSE(hole);
  CHECK(hole.error().code == "plan.no_footing");
  CHECK(hole.error().text.find("\"b\"") != std::string::npos);

  // A cell round the spine: room for an origin, none for a landing.
  Recipe cell;
  cell.stack = {sample::entry("rock", "solid"), sample::entry("cell", "box", Combine::subtract)};
  for (const auto& [name, numbers] : {std::pair{"at_m", std::vector<double>{0, 0, 8}},
                                      std::pair{"size_m", std::vector<double>{12, 12, 8}}}) {
    Param p;
    p.name = name;
    p.value.kind = Value::Kind::numbers;
    p.value.numbers = numbers;
    cell.stack.back().params.push_back(p);
  }
  Season apart = small({sample::plain(8, 18), cell}, 1, 32);
  apart.strates[0].passages.distance_lo_m = 30, apart.strates[0].passages.distance_hi_m = 32;
  const auto none = plan(apart, shipped_catalog(), serial_executor(), report);
  REQUIRE_FALSE(none);
  CHECK(none.error().code == "plan.no_spot");
  CHECK(none.error().text.find("a/1") != std::string::npos);
  CHECK(none.error().notes.size() == static_cast<std::size_t>(kMaxSpots));
  for (const std::string& note : none.error().notes)
    CHECK(note.find("no level floor of the main walk of b is near") != std::string::npos);

  Season odd = small({sample::plain(), sample::plain()}, 1);
  odd.strates[0].passages.style = "worm";
  const auto style = plan(odd, shipped_catalog(), serial_executor(), report);
  REQUIRE_FALSE(style);
  CHECK(style.error().code == "plan.style");
}

TEST_CASE("survey: of floors above one another the highest one is found when it is wanted",
          "[plan]") {
  Recipe maze;
  maze.stack = {sample::entry("rock", "solid"),
                sample::entry("maze", "lattice_corridors", Combine::subtract,
                              {{"cell_m", sample::one(12)}, {"radius_m", sample::one(2.4)}})};
  WorldDef bare = small({maze}, 1, 48).world;
  for (StrateWorld& s : bare.strates) s.origin.radius_m = 0;
  const World world = compiled(bare);
  const Survey survey(world, 0, 20, serial_executor());
  Survey::Wanted flattest, highest;
  highest.order = Survey::Order::highest;
  int found = 0, higher = 0, missed = 0;
  for (double y = -12; y <= 12; y += 4)
    for (double x = -12; x <= 12; x += 4) {
      Footing flat, high;
      if (!survey.find_footing(x, y, flattest, flat)) continue;
      REQUIRE(survey.find_footing(x, y, highest, high));
      CHECK(std::floor(high.floor.z) >= std::floor(flat.floor.z));
      ++found;
      higher += high.floor.z > flat.floor.z + 8;
      // Nothing that is as flat stands a metre above it in its own column.
      const auto index = [&](double v) { return static_cast<std::int64_t>(std::lround(v * 8)); };
      const Survey::Column c = survey.column(index(high.floor.x), index(high.floor.y));
      for (NodeId id = c.first; id < c.last; ++id) {
        const Vec3 above = survey.walk().floor_point(id);
        const double top = -metres(survey.strate().seal_um) - highest.above_m;
        missed += above.z > high.floor.z + 1 && above.z < top &&
                  survey.walk().walk_component(id) == 0 &&
                  survey.flat_share(above, highest.radius_m, 0.35) >= highest.least_flat;
      }
    }
  CHECK(found > 15);
  CHECK(higher > 3);
  CHECK(missed == 0);
}

TEST_CASE("plan: an anchored island keeps the floor of the origin room", "[plan]") {
  Recipe isles;
  isles.stack = {
      sample::entry("air", "void"),
      sample::entry("ground", "heightfield", Combine::union_,
                    {{"base_m", sample::one(5)}, {"relief_m", sample::one(2)}}),
      sample::entry("islands", "islands", Combine::union_,
                    {{"spacing_m", sample::one(24)}, {"radius_m", {5, 9}}, {"tops_m", {20, 30}}})};
  Param anchor;
  anchor.name = "anchor";
  anchor.value.kind = Value::Kind::flag;
  anchor.value.flag = true;
  isles.stack.back().params.push_back(anchor);
  const Season season = small({isles}, 3, 48);
  const WorldDef anchored = planned(season);
  CHECK(anchored.strates[0].origin.floor.z > 16);
  Season adrift = season;
  adrift.world.strates[0].recipe.stack.back().params.back().value.flag = false;
  CHECK(planned(adrift).strates[0].origin.floor.z < 12);
}

TEST_CASE("plan: a way down arrives on an upper floor, so that the strate is walked", "[plan]") {
  Recipe maze;
  maze.stack = {sample::entry("rock", "solid"),
                sample::entry("maze", "lattice_corridors", Combine::subtract,
                              {{"cell_m", sample::one(12)}, {"radius_m", sample::one(2.4)}})};
  const WorldDef def = planned(small({sample::plain(8, 18), maze}, 4, 48));
  REQUIRE(def.passages.size() == 1);
  const double bottom = metres(def.strates[1].bottom_um);
  CHECK(def.passages[0].arrival.floor.z - bottom > 24);
}

TEST_CASE("proof: a tube that no player passes and a jacket that walls a hall in are refused",
          "[plan]") {
  const WorldDef& def = low_plan();
  WorldDef without = def;
  without.passages.clear();
  const World world = compiled(without);
  WorldDef bare = without;
  for (StrateWorld& s : bare.strates) s.origin.radius_m = 0;
  const World base = compiled(bare);
  const Survey upper(base, 0, 36, serial_executor()), lower(base, 1, 36, serial_executor());
  const auto lack = [&](const Passage& p) {
    Change change;
    change.before = change.after = &world;
    change.layers = {Layers::Posts::planned, &p, true};
    change.box = passage_box(p);
    change.surveys = {&upper, &lower};
    change.joints = {{p.departure.floor, &upper, "the upper landing"},
                     {p.arrival.floor, &lower, "the lower landing"}};
    return lack_of(change, serial_executor());
  };
  CHECK(lack(def.passages[0]) == "");
  Passage narrow = def.passages[0];
  for (std::size_t i = 10; i + 10 < narrow.path.size(); ++i) narrow.path[i].radius_m = 0.375;
  CHECK(lack(narrow) == "there is no way on foot through the tube");
  Passage walled = def.passages[0];
  const Vec3 at = walled.departure.floor;
  for (int i = 0; i < 16; ++i) {  // a ring of rock around the landing, floor to ceiling
    const Vec3 foot = at + turn_vector(i / 16.0) * 7;
    walled.supports.push_back(
        {Support::Kind::column, foot - Vec3{0, 0, 2}, foot + Vec3{0, 0, 24}, 2});
  }
  CHECK(lack(walled) != "");
}
