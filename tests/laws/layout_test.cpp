#include "passes/laws/layout.hpp"

#include <catch2/catch.hpp>

#include "compiler/hash.hpp"
#include "support/law_bench.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

/// The owner that the intervals themselves say, searched anew.
int slow_owner(const WorldDef& def, Um z) {
  if (z >= def.strates.front().top_um) return -1;
  if (z < def.strates.back().bottom_um) return -2;
  for (std::size_t i = 0; i < def.strates.size(); ++i)
    if (def.strates[i].bottom_um <= z && z < def.strates[i].top_um) return static_cast<int>(i);
  return -3;
}

LayoutFindings judge(const WorldDef& def) {
  return judge_layout(
      def, [&](Um z) { return slow_owner(def, z); }, 0.5);
}

bool has(const LayoutFindings& l, std::string_view code) {
  for (const Finding& f : l.findings)
    if (f.code == code) return true;
  return false;
}

/// The same rules as one yes or no, the slow and plain way.
bool slow_holds(const WorldDef& d) {
  bool good = d.strates.front().top_um == d.top_um;
  for (std::size_t i = 0; i < d.strates.size(); ++i) {
    good = good && d.strates[i].seal_um >= 500'000;
    good = good && d.strates[i].top_um - d.strates[i].bottom_um > 2 * d.strates[i].seal_um;
    if (i > 0) good = good && d.strates[i - 1].bottom_um == d.strates[i].top_um + d.gap_um;
    for (std::size_t k = i + 1; k < d.strates.size(); ++k)
      good = good && d.strates[i].id != d.strates[k].id;
  }
  return good;
}

}  // namespace

TEST_CASE("layout: a stack as resolved holds, with its thinnest band") {
  LawBench bench(two_halls());
  const std::vector<LawReport> reports = bench.run("layout");
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].strate.empty());
  CHECK(reports[0].verdict == Verdict::holds);
  CHECK(margin(reports[0], "band_m")->value == 2);
  CHECK(margin(reports[0], "interpenetration_m")->value <= 0);
}

TEST_CASE("layout: moved, overlapping, thin, doubled and misjoined strates are each named") {
  const WorldDef good = two_halls();
  CHECK(judge(good).findings.empty());

  WorldDef apart = good;
  apart.strates[1].top_um -= 1, apart.strates[1].bottom_um -= 1;
  CHECK(has(judge(apart), "layout.gap"));

  WorldDef overlap = good;
  overlap.strates[1].top_um += 1;
  CHECK(has(judge(overlap), "layout.overlap"));
  for (const Margin& m : judge(overlap).margins)
    if (m.figure == "interpenetration_m") CHECK(m.value == Approx(1e-6));

  WorldDef thin = good;
  thin.strates[0].seal_um = 499'999;
  CHECK(has(judge(thin), "layout.thin_band"));

  WorldDef full = good;
  full.strates[0].seal_um = 8'000'000;
  CHECK(has(judge(full), "layout.no_content"));

  WorldDef doubled = good;
  doubled.strates[1].id = "a";
  CHECK(has(judge(doubled), "layout.duplicate_id"));

  WorldDef lifted = good;
  lifted.top_um = 5;
  CHECK(has(judge(lifted), "layout.top"));

  WorldDef joined = good;
  Passage p;
  p.id = "b/1", p.upper = "b", p.lower = "a";
  joined.passages = {p};
  CHECK(has(judge(joined), "layout.passage"));
}

TEST_CASE("layout: a world that answers for another strate at a face is ambiguous") {
  const WorldDef def = two_halls();
  const auto off_by_one = [&](Um z) { return slow_owner(def, z - 1); };
  CHECK(has(judge_layout(def, off_by_one, 0.5), "layout.owner"));
}

TEST_CASE("layout: agrees with the plain rules over random stacks") {
  std::size_t bad = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    WorldDef def = two_halls();
    const auto roll = [&](std::uint64_t salt) { return draw(seed, 9, salt) % 4 == 0; };
    if (roll(0)) def.strates[1].bottom_um -= 3;
    if (roll(1)) def.strates[1].top_um += (draw(seed, 9, 2) % 2 ? 1 : -1) * 125'000;
    if (roll(3)) def.strates[0].seal_um = 400'000;
    if (roll(4)) def.gap_um = 125'000;
    if (roll(5)) def.strates[1].id = "a";
    INFO("seed " << seed);
    CHECK(judge(def).findings.empty() == slow_holds(def));
    bad += slow_holds(def) ? 0 : 1;
  }
  CHECK(bad > 100);
  CHECK(bad < 390);
}

TEST_CASE("layout: a season's tighter band is required") {
  LawBench bench(two_halls());
  bench.season().laws.push_back({"layout", "band_m", 3.0, std::nullopt, {}});
  CHECK(bench.run("layout")[0].verdict == Verdict::fails);
}
