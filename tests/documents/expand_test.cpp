// `expand`: what a strate stands for, as a recipe that compiles to the same.
#include <catch2/catch.hpp>

#include "tests/documents/support/load.hpp"

using namespace strate;
using test::Loaded;

namespace {

std::string full(const Recipe& recipe) {
  return expand_text(recipe, test::test_catalog(), RecipeForm::full);
}

/// A strate over the recipe, with the water that the original may have had.
Loaded reload(const std::string& recipe) {
  return test::load_members(
      "\"recipe\": \"x.recipe.json\", \"water\": { \"level_m\": 14 }, \"height_m\": 96",
      {{"x.recipe.json", recipe}});
}

}  // namespace

TEST_CASE("expand: every strate of the good season compiles back to the same recipe") {
  const Loaded good = test::load_in(test::data_path("good"), "good.season.json");
  REQUIRE(good.fine);
  for (const StrateWorld& s : good.season.world.strates)
    for (RecipeForm form : {RecipeForm::full, RecipeForm::brief}) {
      const std::string text = expand_text(s.recipe, test::test_catalog(), form);
      const Loaded again = reload(text);
      INFO(text << again.printed());
      REQUIRE(again.fine);
      CHECK(full(again.season.world.strates[0].recipe) == full(s.recipe));
    }
}

TEST_CASE("expand: every archetype compiles back to the same recipe") {
  for (const ArchetypeRow& row : test::test_catalog().archetypes) {
    const Loaded loaded = test::load_members("\"archetype\": \"" + std::string(row.id) + "\"");
    REQUIRE(loaded.fine);
    const Loaded again = reload(full(loaded.season.world.strates[0].recipe));
    INFO(again.printed());
    REQUIRE(again.fine);
    CHECK(full(again.season.world.strates[0].recipe) ==
          full(loaded.season.world.strates[0].recipe));
  }
}

TEST_CASE("expand: an expansion can be used and set like any recipe") {
  const Loaded good = test::load_in(test::data_path("good"), "good.season.json");
  const std::string text = full(good.season.world.strates[0].recipe);
  const Loaded used = test::load_members(
      "\"archetype\": \"tunnel_network\", \"add\": [{ \"id\": \"in\", \"use\": \"x.recipe.json\", "
      "\"combine\": \"union\", \"set\": { \"caves.rooms\": { \"radius_m\": 4 } } }]",
      {{"x.recipe.json", text}});
  INFO(used.printed());
  REQUIRE(used.fine);
  const std::string stack = full(used.season.world.strates[0].recipe);
  CHECK(stack.find("\"id\": \"in.caves.rooms\"") != std::string::npos);
  CHECK(stack.find("\"joins\": \"in.caves.rooms\"") != std::string::npos);
  CHECK(stack.find("\"place\": \"in.caves.home\"") != std::string::npos);
  CHECK(stack.find("\"radius_m\": 4,") != std::string::npos);
}

TEST_CASE("expand: the text of one archetype is as reviewed") {
  const Loaded loaded = test::load_members(
      "\"archetype\": \"flat_plain\", \"set\": { \"hall\": { \"floor_m\": 12 }, \"columns\": { "
      "\"on\": false } }");
  REQUIRE(loaded.fine);
  CHECK(
      expand_text(loaded.season.world.strates[0].recipe, test::test_catalog(), RecipeForm::brief) ==
      R"({
  "$schema": "recipe-1.json",
  "stack": [
    {
      "id": "rock",
      "op": "solid"
    },
    {
      "id": "hall",
      "op": "slab",
      "combine": "subtract",
      "floor_m": 12
    },
    {
      "id": "roughness",
      "op": "roughness",
      "amount_m": 0.67
    }
  ]
}
)");
}
