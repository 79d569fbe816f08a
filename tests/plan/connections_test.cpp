// What one connection has of its own changes that one and moves no other (11 §6).
#include <catch2/catch.hpp>

#include "passes/density/tube.hpp"
#include "passes/ops/catalog.hpp"
#include "passes/plan/anchors.hpp"
#include "passes/plan/plan.hpp"
#include "passes/plan/turns.hpp"
#include "tests/support/season_sample.hpp"

using namespace strate;

namespace {

/// Two low halls with three ways between them.
Season halls() {
  Season s = sample::season({sample::plain(8, 18), sample::plain(9, 20)}, 5, 32);
  for (StrateSettings& t : s.strates) {
    t.passages.distance_lo_m = 18, t.passages.distance_hi_m = 26;
    t.passages.reach_m = 8;
    t.passages.connections = 3;
  }
  return s;
}

Result<WorldDef> planned(const Season& season, PlanReport& report) {
  return plan(season, shipped_catalog(), serial_executor(), report);
}

WorldDef planned(const Season& season) {
  PlanReport report;
  Result<WorldDef> def = planned(season, report);
  if (!def) {
    std::string text = def.error().text;
    for (const std::string& note : def.error().notes) text += "\n  " + note;
    FAIL(text);
  }
  return std::move(*def);
}

/// The three ways with nothing of their own.
const WorldDef& three() {
  static const WorldDef def = planned(halls());
  return def;
}

ConnectionSettings own(int number) {
  ConnectionSettings c;
  c.number = number;
  return c;
}

double widest(const Passage& p) {
  double r = 0;
  for (const TubeNode& n : p.path) r = std::max(r, n.radius_m);
  return r;
}

double narrowest(const Passage& p) {
  double r = 9;
  for (const TubeNode& n : p.path) r = std::min(r, n.radius_m);
  return r;
}

}  // namespace

TEST_CASE("connections: three ways are planned, and the third moves none of the others") {
  REQUIRE(three().passages.size() == 3);
  Season season = halls();
  season.strates[0].passages.connections = 2;
  const WorldDef def = planned(season);
  REQUIRE(def.passages.size() == 2);
  CHECK(def.passages[0] == three().passages[0]);
  CHECK(def.passages[1] == three().passages[1]);
}

TEST_CASE(
    "connections: radii and place of one are its own, and the others stand where they stood") {
  Season season = halls();
  const Vec3 was = three().passages[2].departure.floor;
  ConnectionSettings c = own(3);
  c.mouth_radius_m = 2, c.mid_radius_m = 1.75;
  c.at = Vec3{was.x + 1.5, was.y - 1, 0};
  season.strates[0].passages.per_connection = {c};
  const auto before = anchors_of(halls()), after = anchors_of(season);
  CHECK(after[0][0] == before[0][0]);
  CHECK(after[0][1] == before[0][1]);
  CHECK(after[0][2] == on_plan_grid(*c.at));
  PlanReport report;
  const Result<WorldDef> def = planned(season, report);
  REQUIRE(def);
  CHECK(def->passages[0] == three().passages[0]);
  CHECK(def->passages[1] == three().passages[1]);
  const Passage& p = def->passages[2];
  CHECK(widest(p) == 2);
  CHECK(narrowest(p) == 1.75);
  CHECK(p.departure.half_width_m == 2.5);
  CHECK(widest(three().passages[2]) == 1.75);
  REQUIRE(report.passages.size() == 3);
  CHECK(report.passages[2].spots.size() == 1);
  // A footing is sought within 2.5 m of a spot.
  CHECK(length_xy(p.departure.floor - *c.at) <= 2.5 + 1.0 / 64);
}

TEST_CASE("connections: a place that carries no way is refused with its reason, not replaced") {
  Season season = halls();
  ConnectionSettings c = own(2);
  c.at = Vec3{0, 0, 0};  // the origin room
  c.source = {7, 1, 2};
  season.strates[0].passages.per_connection = {c};
  PlanReport report;
  const Result<WorldDef> def = planned(season, report);
  REQUIRE_FALSE(def);
  CHECK(def.error().code == "plan.no_spot");
  CHECK(def.error().text == "passage a/2 cannot be planned: its place at_m does not carry it");
  CHECK(def.error().source == c.source);
  REQUIRE(def.error().notes.size() == 1);
  CHECK(def.error().notes[0].find("origin room") != std::string::npos);
}

TEST_CASE("connections: a style that cannot be planned is named with its place") {
  Season season = halls();
  ConnectionSettings c = own(2);
  c.style = "worm";
  c.source = {7, 3, 4};
  season.strates[0].passages.per_connection = {c};
  PlanReport report;
  const Result<WorldDef> def = planned(season, report);
  REQUIRE_FALSE(def);
  CHECK(def.error().code == "plan.style");
  CHECK(def.error().source == c.source);
}
