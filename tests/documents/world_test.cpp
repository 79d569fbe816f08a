// A strate or a recipe alone is a world to look at.
#include <catch2/catch.hpp>

#include "passes/ops/catalog.hpp"
#include "tests/documents/support/load.hpp"

using namespace strate;

namespace {

constexpr const char* kRecipe = R"({ "$schema": "recipe-1.json", "title": "Pit", "stack": [
  { "id": "rock", "op": "solid" },
  { "id": "hall", "op": "slab", "combine": "subtract", "floor_m": 8, "ceiling_m": 20 } ] })";
constexpr const char* kStrate =
    R"({ "$schema": "strate-1.json", "recipe": "deep-pit.recipe.json", "height_m": 48 })";

struct World {
  bool fine = false;
  Season season;
  SourceSet sources;
  Diagnostics diags;
};

World load(const std::string& name, const LoadOptions& options = {}) {
  MemoryFileSystem files;
  files.put("/w/deep-pit.recipe.json", kRecipe);
  files.put("/w/pit.strate.jsonc", kStrate);
  files.put("/w/bad.recipe.json",
            R"({ "$schema": "recipe-1.json", "stack": [ { "op": "slap" } ] })");
  World out;
  out.fine = load_world("/w/" + name, files, shipped_catalog(), options, out.sources, out.season,
                        out.diags);
  return out;
}

}  // namespace

TEST_CASE("world: a recipe alone is the base of a strate of its name") {
  const World w = load("deep-pit.recipe.json");
  INFO(print(w.diags, w.sources));
  REQUIRE(w.fine);
  CHECK(w.diags.all().empty());
  REQUIRE(w.season.world.strates.size() == 1);
  const StrateWorld& s = w.season.world.strates[0];
  CHECK(s.id == "deep_pit");
  CHECK(w.season.name == "deep-pit");
  CHECK(w.season.strates[0].title == "Pit");
  CHECK(w.season.strates[0].base == "recipe deep-pit.recipe.json");
  CHECK(s.top_um - s.bottom_um == kPreviewHeightUm);
  CHECK(w.season.bake.hi_x == kPreviewReachUm);
  CHECK(w.season.bake.lo_y == -kPreviewReachUm);
  REQUIRE(s.recipe.stack.size() == 2);
  CHECK(w.season.inputs == std::vector<std::string>{"deep-pit.recipe.json"});
}

TEST_CASE("world: a strate alone has its own height, and the seed that is asked for") {
  LoadOptions options;
  options.seed = 7;
  const World seven = load("pit.strate.jsonc", options), zero = load("pit.strate.jsonc");
  REQUIRE(seven.fine);
  REQUIRE(zero.fine);
  const StrateWorld& s = seven.season.world.strates[0];
  CHECK(s.id == "pit");
  CHECK(s.top_um - s.bottom_um == 48'000'000);
  CHECK(seven.season.world.seed == 7);
  CHECK(s.seed != zero.season.world.strates[0].seed);
  CHECK(seven.season.inputs ==
        std::vector<std::string>{"deep-pit.recipe.json", "pit.strate.jsonc"});
}

TEST_CASE("world: what is wrong in a recipe alone is told at its place in it") {
  const World w = load("bad.recipe.json");
  CHECK_FALSE(w.fine);
  REQUIRE(w.diags.has_errors());
  const std::string text = print(w.diags, w.sources);
  CHECK(text.find("bad.recipe.json:1:") != std::string::npos);
  CHECK(text.find("slab") != std::string::npos);
  CHECK_FALSE(load("nothing.recipe.json").fine);
}

TEST_CASE("world: names of worlds end like one of three kinds") {
  for (const char* name : {"a.season.json", "b/c.strate.jsonc", "x.recipe.json"})
    CHECK(is_world_document(name));
  for (const char* name : {"a.json", "out", "x.recipe", "season.json", "m.edits.json", ""})
    CHECK_FALSE(is_world_document(name));
}
