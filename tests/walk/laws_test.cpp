// landing, passage and connectivity: a good world holds, each broken one is rejected for its fault.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/density/support/world_sample.hpp"
#include "tests/laws/support/walked_bench.hpp"

namespace strate::testing {
namespace {

/// Two halls and the ramp between them, without the third strate.
WorldDef two_joined() {
  WorldDef def = sample::small_world();
  def.strates.resize(2);
  // One long straight leg needs no turns; it stays within a small window.
  Passage& p = def.passages[0];
  p.supports.clear();
  return def;
}

struct Walked : WalkedBench {
  explicit Walked(const WorldDef& def, Square square = {-36, -8, 46, 14})
      : WalkedBench(def, square) {}
};

bool has(const LawReport& report, std::string_view code) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [&](const Finding& f) { return f.code == code; });
}

std::string texts(const LawReport& report) {
  std::string all;
  for (const Finding& f : report.findings)
    all += f.code + ": " + f.text + " (" + std::to_string(f.measured) + ")\n";
  return all;
}

Edit fill(Vec3 from, Vec3 to, double radius, std::int64_t seq = 1) {
  Edit e = drill(from, to, 2 * radius, seq);
  e.carve = false;
  return e;
}

}  // namespace

TEST_CASE("laws of walking: two halls joined by a ramp hold") {
  Walked w(two_joined());
  for (const char* law : {"landing", "passage", "connectivity"}) {
    INFO(law);
    const auto reports = w.bench.run(law);
    REQUIRE(reports.size() >= 2);
    for (const LawReport& r : reports) {
      INFO(texts(r));
      const bool lower_passage = std::string(law) == "passage" && r.strate == "b";
      CHECK(r.verdict == (lower_passage ? Verdict::not_applicable : Verdict::holds));
      CHECK(r.findings.empty());
    }
  }
  const LawReport landing = w.bench.run("landing", 0);
  REQUIRE(margin(landing, "floor_width_m"));
  CHECK(margin(landing, "floor_width_m")->value >= 4);
  CHECK(margin(landing, "floor_tilt_deg")->value < 0.5);
  const LawReport passage = w.bench.run("passage", 0);
  CHECK(margin(passage, "grade_deg")->value == Approx(14.3).margin(0.4));
  CHECK(margin(passage, "clear_width_m")->value > 2.5);
  CHECK(margin(passage, "wall_relief_m")->value > 0.2);
  const LawReport descent = w.bench.run("connectivity")[2];
  REQUIRE(margin(descent, "descent_length_m"));
  CHECK(margin(descent, "descent_length_m")->value > 100);
  CHECK(margin(descent, "descent_length_m")->value < 180);
}

TEST_CASE("landing: a bump, a hole, a low roof, a thin floor are each named with their numbers") {
  struct Broken {
    Edit edit;
    const char* code;
  };
  const Vec3 floor = two_joined().passages[0].departure.floor;
  const auto at = [&](double x, double y, double z) { return floor + Vec3{x, y, z}; };
  const Broken cases[] = {
      {fill(at(-0.8, 0.6, -0.1), at(-0.8, 0.6, -0.1), 0.5), "landing.floor"},
      {drill(at(0.5, -0.6, 0), at(0.5, -0.6, -0.6), 0.8), "landing.floor"},
      {fill(at(0.4, 0, 3), at(0.4, 0.5, 3), 0.6), "landing.headroom"},
      {drill(at(-1, 0, -0.45), at(1, 0, -0.45), 0.5), "landing.hollow"},
      {fill(at(0.6, 0.6, 1.2), at(0.6, 0.6, 1.2), 0.3), "landing.capsule"},
  };
  for (const Broken& b : cases) {
    INFO(b.code);
    WorldDef def = two_joined();
    def.edits = {b.edit};
    Walked w(def, {-40, -6, 46, 12});
    const LawReport r = w.bench.run("landing", 0);
    INFO(texts(r));
    CHECK(r.verdict == Verdict::fails);
    CHECK(has(r, b.code));
    for (const Finding& f : r.findings) {
      CHECK_FALSE(f.witness.empty());
      CHECK(std::fabs(f.at.x - floor.x) < 3);
    }
    CHECK(w.bench.run("landing", 1).verdict == Verdict::holds);
  }
}

TEST_CASE("landing: one walled in is cut off, with the nearest gap") {
  WorldDef def = two_joined();
  const Vec3 floor = def.passages[0].arrival.floor;
  // A ring of rock around the arrival in b, and the tube filled behind it.
  std::int64_t seq = 0;
  for (int i = 0; i < 24; ++i) {
    const double a = i * 2 * 3.14159265358979 / 24;
    const Vec3 p = floor + Vec3{4.4 * std::cos(a), 4.4 * std::sin(a), 0};
    def.edits.push_back(fill(p, p + Vec3{0, 0, 6}, 0.9, ++seq));
  }
  Walked w(def, {-36, -8, 50, 14});
  const LawReport r = w.bench.run("landing", 1);
  INFO(texts(r));
  CHECK(r.verdict == Verdict::fails);
  CHECK(has(r, "landing.cut_off"));
  const auto f = std::find_if(r.findings.begin(), r.findings.end(),
                              [](const Finding& x) { return x.code == "landing.cut_off"; });
  REQUIRE(f != r.findings.end());
  CHECK(f->measured > 0.5);
  CHECK(f->measured < 4);
  CHECK(f->witness.size() == 2);
  const LawReport crossing = w.bench.run("connectivity", 1);
  INFO(texts(crossing));
  CHECK(crossing.verdict == Verdict::fails);
  CHECK(has(crossing, "connectivity.cut"));
}

TEST_CASE("landing: a window that does not hold it proves nothing") {
  Walked w(two_joined(), {-31, -8, 46, 14});
  CHECK(w.bench.run("landing", 0).verdict == Verdict::not_proven);
  CHECK(w.bench.run("landing", 1).verdict == Verdict::holds);
  CHECK(w.bench.run("passage", 0).verdict == Verdict::not_proven);
}

TEST_CASE("passage: too steep, blocked, opened, hollowed: each step is named") {
  const auto middle = [](double t) {
    const Vec3 a{-25, 3, -11.375}, b{35, 3, -26.625};
    return a + (b - a) * t;
  };
  {
    WorldDef def = two_joined();
    def.passages[0].path[3].floor.x = 20;  // the same drop on a shorter run
    def.passages[0].path[4].floor.x = 22.75;
    Walked w(def);
    const LawReport r = w.bench.run("passage", 0);
    INFO(texts(r));
    CHECK(has(r, "passage.grade"));
  }
  struct Broken {
    Edit edit;
    const char* code;
  };
  const Broken cases[] = {
      {fill(middle(0.5), middle(0.5) + Vec3{0, 0, 3}, 2.5), "passage.blocked"},
      {drill(middle(0.5), middle(0.5) - Vec3{0, 0, 1}, 2.0), "passage.no_floor"},
      {drill(middle(0.5) - Vec3{0, 1.5, 0.45}, middle(0.5) + Vec3{0, 1.5, -0.45}, 0.5),
       "passage.thin_tread"},
  };
  for (const Broken& b : cases) {
    INFO(b.code);
    WorldDef def = two_joined();
    def.edits = {b.edit};
    Walked w(def);
    const LawReport r = w.bench.run("passage", 0);
    INFO(texts(r));
    CHECK(r.verdict == Verdict::fails);
    CHECK(has(r, b.code));
    for (const Finding& f : r.findings) CHECK_FALSE(f.witness.empty());
  }
}

TEST_CASE("passage: one that is too narrow is named with its width") {
  WorldDef def = two_joined();
  const Vec3 at{-1, 3, -17.475};
  def.edits = {fill(at + Vec3{0, 1.5, 0}, at + Vec3{0, 1.5, 3}, 0.9, 1),
               fill(at - Vec3{0, 1.5, 0}, at + Vec3{0, -1.5, 3}, 0.9, 2)};
  Walked w(def);
  const LawReport r = w.bench.run("passage", 0);
  INFO(texts(r));
  CHECK(r.verdict == Verdict::fails);
  CHECK(has(r, "passage.narrow"));
  CHECK_FALSE(has(r, "passage.blocked"));
  CHECK(margin(r, "clear_width_m")->value == Approx(1.2).margin(0.15));
}

TEST_CASE("passage: a tread on rock that is joined to nothing is floating") {
  WorldDef def = two_joined();
  // Air where the way begins: its treads hang from the bedrock band alone.
  def.strates[0].recipe = sample::nothing();
  Walked whole(def);
  CHECK_FALSE(has(whole.bench.run("passage", 0), "passage.floating"));
  // Cut there, what lies above the cut hangs on nothing.
  const Vec3 cut{-20, 3, -12.65};
  def.edits = {drill(cut - Vec3{0, 4, 0}, cut + Vec3{0, 4, 0}, 3)};
  Walked w(def);
  const LawReport r = w.bench.run("passage", 0);
  INFO(texts(r));
  CHECK(r.verdict == Verdict::fails);
  REQUIRE(has(r, "passage.floating"));
  for (const Finding& f : r.findings)
    if (f.code == "passage.floating") CHECK(f.at.x < -18);
}

TEST_CASE("passage: a long flat run and a column that stands on nothing are named") {
  WorldDef def = two_joined();
  def.passages[0].path[1].floor.x = -20;
  def.passages[0].path[2].floor.x = -17;
  def.passages[0].supports = {{Support::Kind::column, {-22, 3, -9}, {-22, 3, -6}, 1.0}};
  Walked w(def);
  const LawReport r = w.bench.run("passage", 0);
  INFO(texts(r));
  CHECK(has(r, "passage.flat_run"));
  CHECK(has(r, "passage.column"));
}

TEST_CASE("connectivity: a wall across the hall is named with both sides and the gap") {
  WorldDef def = two_joined();
  def.edits = {fill({-12, -20, -11.5}, {-12, 30, -11.5}, 1.2, 1),
               fill({-12, -20, -9}, {-12, 30, -9}, 1.6, 2),
               fill({-12, -20, -6.5}, {-12, 30, -6.5}, 1.6, 3),
               fill({-12, -20, -4.8}, {-12, 30, -4.8}, 1.6, 4)};
  Walked w(def);
  const LawReport r = w.bench.run("connectivity", 0);
  INFO(texts(r));
  CHECK(r.verdict == Verdict::fails);
  REQUIRE(has(r, "connectivity.cut"));
  const auto f = std::find_if(r.findings.begin(), r.findings.end(),
                              [](const Finding& x) { return x.code == "connectivity.cut"; });
  CHECK(std::fabs(f->at.x + 12) < 4);
  CHECK(f->measured > 1.5);
  CHECK(f->measured < 5);
}

TEST_CASE("connectivity: a small body around the arrival fails the share of what fits") {
  WorldDef def = two_joined();
  // The arrival of b in a cell of its own.
  const Vec3 floor = def.passages[0].arrival.floor;
  std::int64_t seq = 0;
  for (int i = 0; i < 30; ++i) {
    const double a = i * 2 * 3.14159265358979 / 30;
    const Vec3 p = floor + Vec3{5 * std::cos(a), 5 * std::sin(a), 0};
    def.edits.push_back(fill(p, p + Vec3{0, 0, 8}, 1.0, ++seq));
  }
  Walked w(def, {-36, -8, 50, 14});
  const LawReport r = w.bench.run("connectivity", 1);
  INFO(texts(r));
  CHECK(r.verdict == Verdict::fails);
  CHECK(has(r, "connectivity.main_component"));
  CHECK(margin(r, "main_component_fraction")->value < 0.5);
}

TEST_CASE("connectivity: without its strates the descent is not proven") {
  Walked w(two_joined());
  w.bench.strates().pop_back();
  const auto reports = w.bench.run("connectivity");
  REQUIRE(reports.size() == 2);
  CHECK(reports[1].verdict == Verdict::not_proven);
}

}  // namespace strate::testing
