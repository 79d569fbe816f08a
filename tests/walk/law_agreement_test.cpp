// landing, passage and connectivity against an independent slow reading of each, over randomly
// edited small worlds: the same faults and the same figures.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

#include "tests/walk/support/law_worlds.hpp"
#include "tests/walk/support/slow_laws.hpp"

namespace strate {
namespace {

std::uint64_t worlds(std::uint64_t count) {
  return std::getenv("STRATEC_SOAK") ? 10 * count : count;
}

/// What a law found, without its own name and without repeats.
std::set<std::string> faults_of(const LawReport& report) {
  std::set<std::string> codes;
  for (const Finding& f : report.findings) codes.insert(f.code.substr(f.code.find('.') + 1));
  return codes;
}

std::string listed(const std::set<std::string>& faults) {
  std::string all;
  for (const std::string& f : faults) all += " " + f;
  return all.empty() ? " none" : all;
}

struct Tally {
  int hold = 0, fail = 0, doubtful = 0, figures = 0;
  std::map<std::string, int> codes;

  std::string text() const {
    std::ostringstream out;
    out << hold << " hold, " << fail << " fail, " << doubtful << " in doubt, " << figures
        << " figures;";
    for (const auto& [code, n] : codes) out << " " << code << " " << n;
    return out.str();
  }
};

/// Allowed difference of one figure. [Units: of the figure]
double slack(const std::string& figure) { return figure == "descent_length_m" ? 0.05 : 1e-6; }

void compare(const LawReport& report, const slow::Ruling& ruling, Tally& tally) {
  const std::set<std::string> got = faults_of(report);
  INFO("law:" << listed(got) << "; slow:" << listed(ruling.faults) << " " << ruling.doubt);
  for (const Margin& m : report.margins) {
    const auto want = ruling.figures.find(m.figure);
    if (want == ruling.figures.end()) continue;
    INFO(m.figure);
    CHECK(m.value == Approx(want->second).margin(slack(m.figure)));
    ++tally.figures;
  }
  if (!ruling.doubt.empty()) {
    ++tally.doubtful;
    return;
  }
  CHECK(report.verdict == (ruling.faults.empty() ? Verdict::holds : Verdict::fails));
  CHECK(got == ruling.faults);
  ++(ruling.faults.empty() ? tally.hold : tally.fail);
  for (const std::string& f : ruling.faults) ++tally.codes[f];
}

/// Columns within a metre of the upper landing's centre whose nearest foot is another column's.
std::size_t lured_columns(scene::WalkedWorld& world) {
  const Vec3 c = world.def().passages[0].departure.floor;
  const double v = world.slow().voxel();
  std::size_t n = 0;
  for (double y = -1; y <= 1; y += v)
    for (double x = -1; x <= 1; x += v) {
      const auto p = world.slow().stand_near(c + Vec3{x, y, 0}, 0.25);
      n += p &&
           (static_cast<double>(p->x) * v != c.x + x || static_cast<double>(p->y) * v != c.y + y);
    }
  return n;
}

/// A comparison that saw one verdict only is none.
void check_seen(const Tally& tally) {
  WARN(tally.text());
  CHECK(tally.hold >= 5);
  CHECK(tally.fail >= 5);
  CHECK(20 * tally.doubtful <= tally.hold + tally.fail);
}

}  // namespace

TEST_CASE("landing: agrees with slow probing over randomly edited worlds") {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= worlds(24); ++seed) {
    scene::WalkedWorld world(scene::landing_world(seed));
    const std::vector<LawReport> reports = world.run("landing");
    for (std::size_t i = 0; i < reports.size(); ++i) {
      INFO("seed " << seed << ", strate " << i);
      compare(reports[i], slow::landing(world.slow(), i), tally);
    }
  }
  check_seen(tally);
  for (const char* code : {"capsule", "cut_off", "floor", "headroom", "hollow", "tilted"}) {
    INFO(code);
    CHECK(tally.codes[code] > 0);
  }
}

TEST_CASE("landing: agrees where columns stand closer than a floor may be uneven") {
  Tally tally;
  std::size_t lured = 0;  // columns whose nearest foot, though one stands there, is a neighbour's
  for (std::uint64_t seed = 1; seed <= worlds(2); ++seed) {
    scene::WalkedWorld world(scene::fine_landing_world(seed));
    INFO("seed " << seed);
    const slow::Ruling ruling = slow::landing(world.slow(), 0);
    compare(world.run("landing")[0], ruling, tally);
    if (ruling.faults.empty()) lured += lured_columns(world);
  }
  WARN(tally.text());
  CHECK(lured > 0);
  CHECK(tally.doubtful == 0);
}

TEST_CASE("passage: agrees with slow stepping over randomly edited worlds") {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= worlds(24); ++seed) {
    scene::WalkedWorld world(scene::passage_world(seed));
    INFO("seed " << seed);
    compare(world.run("passage")[0], slow::passage(world.slow(), world.def().passages[0]), tally);
  }
  check_seen(tally);
  for (const char* code :
       {"blocked", "floating", "grade", "narrow", "no_floor", "no_way", "smooth"}) {
    INFO(code);
    CHECK(tally.codes[code] > 0);
  }
}

TEST_CASE("connectivity: agrees with slow floods over randomly edited worlds") {
  Tally strates, descents;
  for (std::uint64_t seed = 1; seed <= worlds(24); ++seed) {
    scene::WalkedWorld world(scene::hall_world(seed));
    const std::vector<LawReport> reports = world.run("connectivity");
    REQUIRE(reports.size() == 3);
    for (std::size_t i = 0; i < 2; ++i) {
      INFO("seed " << seed << ", strate " << i);
      compare(reports[i], slow::crossing(world.slow(), i), strates);
    }
    INFO("seed " << seed << ", descent");
    compare(reports[2], slow::descent(world.slow()), descents);
  }
  check_seen(strates);
  check_seen(descents);
}

TEST_CASE("connectivity: seams agree with slow floods over random regions") {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= worlds(24); ++seed) {
    scene::WalkedWorld world(scene::region_world(seed));
    INFO("seed " << seed);
    slow::Ruling ruling = slow::seams(world.slow(), 0);
    const slow::Ruling rest = slow::crossing(world.slow(), 0);
    ruling.faults.insert(rest.faults.begin(), rest.faults.end());
    if (ruling.doubt.empty()) ruling.doubt = rest.doubt;
    const LawReport report = world.run("connectivity")[0];
    compare(report, ruling, tally);
    if (ruling.doubt.empty()) CHECK(tally.figures > 0);
  }
  check_seen(tally);
  for (const char* code : {"seam", "seam_unplanned", "seam_stray"}) {
    INFO(code);
    CHECK(tally.codes[code] > 0);
  }
}

}  // namespace strate
