// The catalog that ships: its archetypes, the seasons of the repository, and schemas/.
// After a change of any table: STRATEC_REGOLD=1 test_documents "[schemas]", then review.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "formats/documents/schema.hpp"
#include "formats/recipe/words.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/documents/support/load.hpp"

using namespace strate;
using test::Loaded;
namespace fs = std::filesystem;

namespace {

std::string full(const Recipe& recipe) {
  return expand_text(recipe, shipped_catalog(), RecipeForm::full);
}

Loaded load_text(const std::string& strate, const test::Files& more = {}) {
  test::Files files{{"a.strate.json", strate}};
  files.insert(files.end(), more.begin(), more.end());
  return test::load(files, {}, shipped_catalog());
}

}  // namespace

TEST_CASE("shipped: every archetype is a strate as it stands, and its expansion the same strate") {
  REQUIRE(shipped_catalog().archetypes.size() >= 4);
  for (const ArchetypeRow& row : shipped_catalog().archetypes) {
    const Loaded loaded = load_text("{ \"$schema\": \"strate-1.json\", \"archetype\": \"" +
                                    std::string(row.id) + "\" }");
    INFO(loaded.printed());
    REQUIRE(loaded.fine);
    const Recipe& recipe = loaded.season.world.strates[0].recipe;
    const Loaded again =
        load_text("{ \"$schema\": \"strate-1.json\", \"recipe\": \"x.recipe.json\" }",
                  {{"x.recipe.json", full(recipe)}});
    INFO(again.printed());
    REQUIRE(again.fine);
    CHECK(full(again.season.world.strates[0].recipe) == full(recipe));
  }
}

TEST_CASE(
    "shipped: no operator takes a reserved word for a parameter, and every default is legal") {
  for (const OperatorRow& row : shipped_catalog().operators)
    for (const FieldSpec& spec : row.params) {
      INFO(row.id << "." << spec.name);
      const auto same = [&](const KeySpec& word) { return word.name == spec.name; };
      CHECK(std::none_of(entry_words().begin(), entry_words().end(), same));
      const bool ranged = spec.kind == FieldKind::number || spec.kind == FieldKind::pair ||
                          spec.kind == FieldKind::interval || spec.kind == FieldKind::integer;
      if (!ranged || !spec.lo) continue;
      CHECK(spec.min <= *spec.lo);
      CHECK(spec.hi.value_or(*spec.lo) <= spec.max);
      CHECK(*spec.lo <= spec.hi.value_or(*spec.lo));
    }
}

TEST_CASE("shipped: every season of the repository loads without an error") {
  std::size_t seasons = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(std::string(STRATEC_SOURCE_DIR) + "/seasons")) {
    const std::string path = entry.path().string();
    if (path.find(".season.json") == std::string::npos) continue;
    Loaded out;
    out.fine = load_season(path, posix_file_system(), shipped_catalog(), {}, out.sources,
                           out.season, out.diags);
    INFO(out.printed());
    CHECK(out.fine);
    ++seasons;
  }
  CHECK(seasons >= 1);
}

TEST_CASE("shipped: schemas/ is what the tables say", "[schemas]") {
  for (std::string_view kind : schema_kinds()) {
    const std::string path =
        std::string(STRATEC_SOURCE_DIR) + "/schemas/" + std::string(kind) + ".json";
    const std::string text = schema_text(kind, shipped_catalog());
    if (std::getenv("STRATEC_REGOLD")) std::ofstream(path, std::ios::binary) << text;
    INFO(kind << " is stale");
    CHECK((test::read_text(path) == text));
  }
}
