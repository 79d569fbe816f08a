// examples/every_op: every operator has a recipe of its own there, and every one of them cooks.
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "passes/cook.hpp"
#include "passes/ops/catalog.hpp"
#include "passes/without_operator.hpp"
#include "tests/support/loaded_season.hpp"

using namespace strate;
namespace fs = std::filesystem;

namespace {

const fs::path kFolder = fs::path(STRATEC_SOURCE_DIR) / "examples/every_op";

bool uses(const std::vector<OpEntry>& stack, std::string_view op) {
  for (const OpEntry& e : stack)
    if (e.op == op || uses(e.group, op)) return true;
  return false;
}

}  // namespace

TEST_CASE("every_op: each operator of the catalog has an example, which uses it") {
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator(kFolder))
    files.insert(entry.path().filename().string());
  for (const OperatorRow& row : shipped_catalog().operators) {
    INFO(row.id);
    const std::string name = std::string(row.id) + ".recipe.json";
    REQUIRE(files.erase(name) == 1);
    const Season season = testing::loaded_season(kFolder / name);
    CHECK(uses(season.world.strates[0].recipe.stack, row.id));
    CHECK_FALSE(season.strates[0].title.empty());
  }
  files.erase("README.md");
  files.erase("files");  // what the recipes name
  CHECK(files.empty());
}

TEST_CASE("every_op: each example is another world without its operator") {
  const Catalog catalog = shipped_catalog();
  const IndexBox window{{-160, -160, -256}, {160, 160, 0}};
  std::size_t compared = 0;
  for (const OperatorRow& row : catalog.operators) {
    INFO(row.id);
    const Season season = testing::loaded_season(kFolder / (std::string(row.id) + ".recipe.json"));
    const Result<World> world = World::compile(season.world, catalog);
    REQUIRE(world);
    const WithoutOperator without = without_operator(season.world, row.id, catalog);
    CHECK_FALSE(without.gone.empty());
    CHECK((without.world || row.world));  // a stack needs something that fills the world
    if (!without.world) continue;
    ++compared;
    const auto executor = make_thread_executor(2);
    CHECK_FALSE(digest(*world, window, *executor) == digest(*without.world, window, *executor));
  }
  CHECK(compared >= catalog.operators.size() - 2);
}

TEST_CASE("every_op: each example cooks and passes every law") {
  const Catalog catalog = shipped_catalog();
  const auto executor = make_thread_executor(2);
  std::size_t cooked = 0;
  for (const OperatorRow& row : catalog.operators) {
    INFO(row.id);
    Season season = testing::loaded_season(kFolder / (std::string(row.id) + ".recipe.json"));
    BakeSettings& bake = season.bake;
    bake.lo_x = bake.lo_y = -20'000'000, bake.hi_x = bake.hi_y = 20'000'000;
    Cook cook{season, {catalog, *executor}};
    cook.options.products = false;
    const Result<Done> done = run_passes(cook, [](const PassRow&, std::size_t) {});
    if (!done) FAIL(done.error().text);
    for (const LawReport& r : cook.reports) {
      INFO(r.law << " " << (r.findings.empty() ? "" : r.findings.front().text));
      CHECK(r.verdict != Verdict::fails);
      CHECK(r.verdict != Verdict::not_proven);
    }
    ++cooked;
  }
  CHECK(cooked == catalog.operators.size());
}
