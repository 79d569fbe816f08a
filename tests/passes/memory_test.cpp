// What a run will hold, told from bounds alone, against what it holds.
#include "passes/memory.hpp"

#include <catch2/catch.hpp>

#include "passes/ops/catalog.hpp"
#include "tests/support/season_sample.hpp"

using namespace strate;

namespace {

const Catalog& catalog() {
  static const Catalog c = shipped_catalog();
  return c;
}

/// One hall of rock, floor and roof, planned.
Cook planned(Um half_m) {
  Season season = sample::season({sample::plain(6, 14)}, 3, 24);
  season.bake.lo_x = season.bake.lo_y = -half_m * kUmPerM;
  season.bake.hi_x = season.bake.hi_y = half_m * kUmPerM;
  season.bake.window_source = {0, 5, 9};
  Cook cook{season, {catalog(), serial_executor()}};
  cook.options.audit = false;
  const auto plan_only = shipped_passes()[0].run(cook);
  if (!plan_only) FAIL(plan_only.error().text);
  return cook;
}

/// Bytes of the products that live to the end.
std::uint64_t held(const Cook& cook) {
  std::uint64_t n = cook.walk->bytes();
  for (const SampledStrate& s : cook.sampled) {
    n += s.lattice.bytes();
    for (const GridTile& t : s.grid.slots) n += sizeof t + t.values.capacity() * sizeof(float);
    for (const StrateMesh& m : s.meshes) n += m.vertex_count() * 18 + m.triangle_count() * 12;
  }
  return n;
}

}  // namespace

TEST_CASE("memory: what is needed and what is given never read alike") {
  CHECK(over_budget(812'000'000, 100'000'000) == "812 MB, more than the 100 MB");
  CHECK(over_budget(52'900'000, 50u << 20) == "52.9 MB, more than the 52.4 MB");
  CHECK(over_budget((50u << 20) + 1, 50u << 20) == "52.428801 MB, more than the 52.4288 MB");
  CHECK(over_budget(52'435'000, 52'429'000) == "52.44 MB, more than the 52.43 MB");
  // What is said to be needed is enough.
  CHECK(over_budget(160'000'001, 100'000'000).starts_with("160.1 MB"));
}

TEST_CASE("memory: the estimate is at least what the products hold, and not four times that") {
  Cook cook = planned(12);
  const MemoryEstimate e = estimate_passes(cook);
  REQUIRE(shipped_passes()[1].run(cook));
  REQUIRE(shipped_passes()[2].run(cook));
  cook.season.bake.formats.clear();
  const std::uint64_t alone = estimate_passes(cook).window;
  CHECK(alone < e.window);
  CHECK(held(cook) < alone);
  CHECK(alone < 4 * held(cook));
}

TEST_CASE(
    "memory: a window that does not fit is refused at its place, with the largest that does") {
  Cook cook = planned(20);
  const MemoryEstimate e = estimate_passes(cook);
  CHECK(check_pass_memory(cook));
  cook.options.memory_bytes = e.bytes();
  CHECK(check_pass_memory(cook));
  cook.options.memory_bytes = e.fixed + e.window / 2;
  const Result<Done> refused = check_pass_memory(cook);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "budget.memory");
  CHECK(refused.error().source == cook.season.bake.window_source);
  REQUIRE(refused.error().notes.size() == 1);
  const std::string key = "bake.window_m may be ", note = refused.error().notes[0];
  INFO(note);
  REQUIRE(note.starts_with(key));
  const Um side = std::stol(note.substr(key.size()));
  CHECK(side >= 20);
  CHECK(side < 40);
  cook.season.bake.lo_x = cook.season.bake.lo_y = -side / 2 * kUmPerM;
  cook.season.bake.hi_x = cook.season.bake.hi_y = side / 2 * kUmPerM;
  CHECK(check_pass_memory(cook));
}

TEST_CASE("memory: where not even the plan's window fits, that window is named") {
  Cook cook = planned(20);
  cook.options.memory_bytes = estimate_passes(cook).fixed + 1;
  const Result<Done> refused = check_pass_memory(cook);
  REQUIRE_FALSE(refused);
  REQUIRE(refused.error().notes.size() == 1);
  CHECK(refused.error().notes[0].starts_with("no window fits: the planned passages need ["));
}

TEST_CASE("memory: planning is refused before it begins, and without a budget nothing is") {
  const Season season = sample::season({sample::plain(6, 14), sample::plain(6, 14)}, 3, 24);
  CookOptions options{catalog(), serial_executor()};
  CHECK(check_plan_memory(season, options));
  const auto need = estimate_plan(season, options);
  REQUIRE(need);
  options.memory_bytes = need->bytes();
  CHECK(check_plan_memory(season, options));
  options.memory_bytes -= 1;
  const Result<Done> refused = check_plan_memory(season, options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "budget.memory");
  CHECK(refused.error().text.starts_with("planning may take "));
}
