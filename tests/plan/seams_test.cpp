// Seams between lateral regions: doors are planned, walked, written, and judged (02 §6).
#include "passes/plan/seams.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "compiler/memory_file_system.hpp"
#include "formats/documents/documents.hpp"
#include "formats/manifest/manifest.hpp"
#include "passes/density/tube.hpp"
#include "passes/plan/door_way.hpp"
#include "passes/plan/screen.hpp"
#include "passes/plan/turns.hpp"
#include "passes/walk/pieces.hpp"
#include "tests/laws/support/walked_bench.hpp"
#include "tests/support/regions_sample.hpp"

using namespace strate;

namespace {

bool soak() { return std::getenv("STRATEC_SOAK") != nullptr; }

constexpr const char* kSeason = R"({ "$schema": "season-1.json", "seed": "%",
  "slots": [{ "id": "seam", "strate": "seam.strate.json" }, { "id": "low", "strate": "low.strate.json" }] })";

/// A warren of corridors, wide halls, and burrows, side by side.
constexpr const char* kSeam = R"({ "$schema": "strate-1.json", "height_m": 40,
  "regions": { "cell_m": 24, "blend_m": 6, "list": [
    { "id": "warren", "archetype": "maze", "set": { "corridors": { "cell_m": 14, "radius_m": 2.75 } } },
    { "id": "halls", "archetype": "flat_plain", "share": 0.8,
      "set": { "hall": { "floor_m": 14, "ceiling_m": 28 }, "columns": { "spacing_m": 16, "radius_m": [1.5, 3] } } },
    { "id": "burrows", "archetype": "tunnel_network",
      "set": { "rooms": { "radius_m": [4, 7], "spacing_m": 24, "hub_radius_m": 8, "heights_m": [8, 32] } } } ] },
  "passages": { "distance_m": [14, 34], "reach_m": 10 } })";

constexpr const char* kLow =
    R"({ "$schema": "strate-1.json", "height_m": 32, "archetype": "flat_plain",
  "set": { "hall": { "floor_m": 9, "ceiling_m": 20 } } })";

/// As written, resolved.
Season seam_season(std::uint64_t seed) {
  MemoryFileSystem memory;
  std::string season = kSeason;
  season.replace(season.find('%'), 1, std::to_string(seed));
  memory.put("/w/s.season.json", season);
  memory.put("/w/seam.strate.json", kSeam);
  memory.put("/w/low.strate.json", kLow);
  SourceSet sources;
  Diagnostics diags;
  Season out;
  if (!load_season("/w/s.season.json", memory, shipped_catalog(), {}, sources, out, diags))
    FAIL(print(diags, sources));
  return out;
}

/// Two halls of these floors in narrow discs.
Season two_halls(double floor_a, double floor_b, double cell_m) {
  Season s = sample::season({sample::plain(), sample::plain(8, 18)}, 5, 40);
  sample::lay_regions(s.world.strates[0],
                      {sample::region("one", sample::plain(floor_a, floor_a + 9)),
                       sample::region("two", sample::plain(floor_b, floor_b + 9))},
                      cell_m, 5);
  s.strates[0].passages.distance_lo_m = 14, s.strates[0].passages.distance_hi_m = 26;
  s.strates[0].passages.reach_m = 10;
  return s;
}

std::string notes_of(const Error& error) {
  std::string text = error.text;
  for (const std::string& note : error.notes) text += "\n  " + note;
  return text;
}

WorldDef planned(const Season& season, PlanReport& report,
                 const Executor& executor = serial_executor()) {
  auto def = plan(season, shipped_catalog(), executor, report);
  if (!def) FAIL(notes_of(def.error()));
  return std::move(*def);
}

/// Planned once for all.
const WorldDef& seam_plan() {
  static PlanReport report;
  static const WorldDef def = planned(seam_season(10), report);
  return def;
}

/// A planned world over its disc, walked.
struct Judged : strate::testing::WalkedBench {
  Judged(const WorldDef& def, double half) : WalkedBench(def, {-half, -half, half, half}, 2) {}
};

std::string texts(const LawReport& report) {
  std::string all;
  for (const Finding& f : report.findings)
    all += f.code + ": " + f.text + " (" + std::to_string(f.measured) + ")\n";
  return all;
}

bool has(const LawReport& report, std::string_view code, const std::string& about) {
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& f) {
    return f.code == code && f.text.find(about) != std::string::npos;
  });
}

int figure(const LawReport& report, std::string_view name) {
  const Margin* m = testing::margin(report, name);
  return m ? static_cast<int>(m->value) : -1;
}

constexpr double kRadius = 44;

int count(const WorldDef& def, SeamDoor::Kind kind) {
  return static_cast<int>(std::count_if(def.doors.begin(), def.doors.end(),
                                        [&](const SeamDoor& d) { return d.kind == kind; }));
}

}  // namespace

TEST_CASE("door: the way is level at its landings and no steeper than it says", "[plan][seams]") {
  const Vec3 from{3, -2, 10};
  for (const Vec3 by : {Vec3{6, 0, 0}, Vec3{9, 4, 1}, Vec3{-12, 5, -2.5}, Vec3{7, 0, 2},
                        Vec3{20, 1, 10}, Vec3{4, 0, 0.5}}) {
    const Vec3 to = from + by;
    const std::vector<TubeNode> path = door_path(from, to);
    REQUIRE(path.size() >= 2);
    CHECK(path.front().floor == from);
    CHECK(path.back().floor == to);
    double worst = 0;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      const Vec3 step = path[i + 1].floor - path[i].floor;
      REQUIRE(length_xy(step) > 0);
      worst = std::max(worst, std::fabs(step.z) / length_xy(step));
      const double in =
          std::min(length_xy(path[i + 1].floor - from), length_xy(path[i].floor - to));
      if (in < 1.45) CHECK(std::fabs(step.z) < 0.02);
    }
    // Nodes are snapped to 1/64 m.
    CHECK(worst <= door_grade(from, to) + 0.05);
    CHECK(worst >= door_grade(from, to) * 0.9 - 0.05);
  }
  CHECK(door_grade(from, from + Vec3{2.9, 0, 0.5}) > 100);
  CHECK(door_grade(from, from + Vec3{2.9, 0, 0}) == 0);
}

TEST_CASE("seams: a warren, halls and burrows are joined by doors, and the laws hold",
          "[plan][seams]") {
  const WorldDef& def = seam_plan();
  const StrateWorld& s = def.strates[0];
  CHECK(s.regions.planned_m == kRadius);
  CHECK(def.strates[1].regions.planned_m == 0);
  const RegionMap map(s);
  const std::vector<Seam> seams = map.seams(kRadius);
  REQUIRE(def.doors.size() == seams.size());
  CHECK(count(def, SeamDoor::Kind::door) > 0);
  for (std::size_t i = 0; i < seams.size(); ++i) {
    const SeamDoor& d = def.doors[i];
    INFO(seam_id(d.strate, d.a, d.b));
    CHECK((d.strate == "seam" && d.a == SeamDoor::Site{seams[i].a.i, seams[i].a.j}));
    CHECK(d.b == SeamDoor::Site{seams[i].b.i, seams[i].b.j});
    if (d.kind != SeamDoor::Kind::door) {
      CHECK(d.way.path.empty());
      continue;
    }
    const Passage& w = d.way;
    CHECK(w.path.front().floor == w.departure.floor);
    CHECK(w.path.back().floor == w.arrival.floor);
    CHECK(map.site_at(w.departure.floor.x, w.departure.floor.y) == seams[i].a);
    CHECK(map.site_at(w.arrival.floor.x, w.arrival.floor.y) == seams[i].b);
    for (const WayPoint& p : way_points(w.path, 0.25)) {
      const VoronoiSite at = map.site_at(p.floor.x, p.floor.y);
      CHECK((at == seams[i].a || at == seams[i].b));
    }
    for (std::size_t k = 0; k + 1 < w.path.size(); ++k) {
      const Vec3 step = w.path[k + 1].floor - w.path[k].floor;
      CHECK(std::fabs(step.z) <= 0.7 * length_xy(step) + 1.0 / 64);
    }
  }
  const WindowXY need = smallest_window(def);
  CHECK(need.contains({-44 * kUmPerM, -44 * kUmPerM, 44 * kUmPerM, 44 * kUmPerM}));

  Judged judged(def, metres(std::max(need.hi_x, need.hi_y)));
  for (const char* law : {"connectivity", "landing", "passage", "seal"})
    for (const LawReport& r : judged.bench.run(law)) {
      INFO(law << " " << r.strate << "\n" << texts(r));
      CHECK((r.verdict == Verdict::holds || r.verdict == Verdict::not_applicable));
    }
  const LawReport crossed = judged.bench.run("connectivity", 0);
  CHECK(figure(crossed, "seams") == static_cast<int>(seams.size()));
  CHECK(figure(crossed, "seams_walked") + figure(crossed, "seams_blank") ==
        static_cast<int>(seams.size()));
  CHECK(figure(crossed, "seams_walked") >= count(def, SeamDoor::Kind::door));
  CHECK(figure(judged.bench.run("connectivity", 1), "seams") == -1);
}

TEST_CASE("seams: a world without one of its doors is rejected by name", "[plan][seams]") {
  const WorldDef& def = seam_plan();
  const auto door = std::find_if(def.doors.begin(), def.doors.end(),
                                 [](const SeamDoor& d) { return d.kind == SeamDoor::Kind::door; });
  REQUIRE(door != def.doors.end());
  const std::string id = seam_id(door->strate, door->a, door->b);
  const auto at = door - def.doors.begin();

  WorldDef walled = def;
  walled.doors[static_cast<std::size_t>(at)].kind = SeamDoor::Kind::blank;
  walled.doors[static_cast<std::size_t>(at)].way = {};
  Judged judged(walled, kRadius);
  const LawReport cut = judged.bench.run("connectivity", 0);
  INFO(texts(cut));
  CHECK(cut.verdict == Verdict::fails);
  CHECK(has(cut, "connectivity.seam", id));

  // A plan that lists other seams than there are lies, however one walks.
  WorldDef less = def;
  less.doors.erase(less.doors.begin() + at);
  less.doors.push_back(*door);
  less.doors.back().a = {40, 40}, less.doors.back().b = {41, 40};
  LawContext context = judged.bench.context();
  const World other = [&] {
    auto world = World::compile(less, shipped_catalog());
    if (!world) FAIL(world.error().text);
    return std::move(*world);
  }();
  const LawContext lying{context.season,   other,          context.catalog, context.strates,
                         context.executor, context.scratch};
  const LawReport lie = run_law(*find_law(shipped_laws(), "connectivity"), lying)[0];
  CHECK(has(lie, "connectivity.seam_unplanned", id));
  CHECK(has(lie, "connectivity.seam_stray", "seam/40,40/41,40"));

  Judged narrow(def, kRadius - 1);
  CHECK(narrow.bench.run("connectivity", 0).verdict == Verdict::not_proven);
}

TEST_CASE("seams: plans are equal for every executor, and come back from the manifest",
          "[plan][seams]") {
  const WorldDef& def = seam_plan();
  PlanReport report;
  const WorldDef again = planned(seam_season(10), report, *make_shuffled_executor(5));
  CHECK(again.doors == def.doors);
  CHECK(again.passages == def.passages);
  REQUIRE(report.seams.size() == def.doors.size());
  for (std::size_t i = 0; i < def.doors.size(); ++i) {
    CHECK(report.seams[i].id == seam_id("seam", def.doors[i].a, def.doors[i].b));
    CHECK(report.seams[i].kind == def.doors[i].kind);
  }
  Manifest m;
  m.version = "0.1.0";
  m.world = def;
  m.review.name = "s";
  for (const StrateSettings& s : seam_season(10).strates) m.review.strates.push_back(review_of(s));
  const Result<std::string> bytes = write_checked_manifest(m, shipped_catalog());
  if (!bytes) FAIL(bytes.error().text);
  const Result<Manifest> read = read_manifest(*bytes, shipped_catalog());
  if (!read) FAIL(read.error().text);
  CHECK(read->world.doors == def.doors);
  auto one = World::compile(def, shipped_catalog());
  auto other = World::compile(read->world, shipped_catalog());
  REQUIRE((one && other));
  const IndexBox window{{-250, -250, -250}, {-50, 250, -100}};
  CHECK(digest(*one, window, serial_executor()) == digest(*other, window, serial_executor()));
}

TEST_CASE("seams: halls of nearly one floor need no door", "[plan][seams]") {
  PlanReport report;
  const WorldDef def = planned(two_halls(12, 12.25, 20), report);
  CHECK(def.doors.size() > 1);
  CHECK(count(def, SeamDoor::Kind::open) == static_cast<int>(def.doors.size()));
}

TEST_CASE("seams: one that no door can cross fails the plan, with its name and what was tried",
          "[plan][seams]") {
  PlanReport report;
  const auto def = plan(two_halls(5, 27, 16), shipped_catalog(), serial_executor(), report);
  REQUIRE_FALSE(def);
  CHECK(def.error().code == "plan.no_door");
  CHECK(def.error().text.find("the seam a/") == 0);
  CHECK(def.error().text.find("between one and two") != std::string::npos);
  REQUIRE_FALSE(report.seams.empty());
  CHECK(def.error().text.find(report.seams.back().id) != std::string::npos);
  CHECK(def.error().notes.size() == report.seams.back().spots.size());
}

TEST_CASE("seams: opposite regions walk across over many seeds", "[plan][seams]") {
  const std::uint64_t first = soak() ? 1 : 9, last = soak() ? 20 : 9;
  int seams = 0, walked = 0, blank = 0, doors = 0;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    PlanReport report;
    const WorldDef def = planned(seam_season(seed), report);
    Judged judged(def, kRadius);
    const LawReport crossed = judged.bench.run("connectivity", 0);
    INFO("seed " << seed << "\n" << texts(crossed));
    CHECK(crossed.verdict == Verdict::holds);
    seams += figure(crossed, "seams"), walked += figure(crossed, "seams_walked");
    blank += figure(crossed, "seams_blank"), doors += count(def, SeamDoor::Kind::door);
  }
  WARN(seams << " seams: " << walked << " walked, " << blank << " blank; " << doors << " doors");
  CHECK(walked + blank == seams);
  CHECK(walked >= (soak() ? 60 : 3));
  CHECK(doors >= (soak() ? 16 : 2));
}
