// Named fields: how many a recipe may have, and how many may stand on each other.
#include <catch2/catch.hpp>

#include "compiler/json.hpp"
#include "formats/recipe/recipe_check.hpp"
#include "formats/recipe/recipe_io.hpp"
#include "tests/support/manifest_sample.hpp"

using namespace strate;

namespace {

/// Codes of what is wrong with a recipe whose mask or `where` is the first of `count` fields in one
/// chain; `width` is how often each names the next.
std::vector<std::string> faults(int count, bool places, int width = 1) {
  std::string fields;
  for (int i = 0; i < count; ++i) {
    const std::string name = "p_" + std::to_string(i), next = "p_" + std::to_string(i + 1);
    const bool last = i + 1 == count;
    std::string value;
    if (places) {
      for (int k = 0; k < width; ++k)
        value +=
            std::string(k ? ", " : "") + (last ? "{ \"height_m\": [1, 50] }" : "\"" + next + "\"");
      value = "{ \"where\": [" + value + "] }";
    } else {
      value = "{ \"by\": \"" + (last ? std::string("height_m") : next) +
              "\", \"stops\": [[0, 0], [10, 1]] }";
    }
    fields += (i ? ", \"" : "\"") + name + "\": " + value;
  }
  const std::string text = "{ \"fields\": { " + fields +
                           " }, \"stack\": [ { \"id\": \"rock\", \"op\": \"solid\" }, { \"id\": "
                           "\"grain\", \"op\": \"roughness\", \"" +
                           (places ? "where" : "mask") + "\": \"p_0\" } ] }";
  SourceSet sources;
  Diagnostics diags;
  json::Node root;
  REQUIRE(json::parse(sources, sources.add("r", text), false, {}, root, diags));
  Recipe recipe;
  const Catalog catalog = sample::catalog();
  if (read_recipe(recipe_nodes(root), catalog, recipe, diags))
    check_recipe(recipe, catalog, {}, diags);
  std::vector<std::string> codes;
  for (const Diagnostic& d : diags.all()) {
    codes.push_back(d.what.code);
    CHECK(d.what.source.known());
  }
  return codes;
}

}  // namespace

TEST_CASE("fields: a chain of 32 is fine, one more is an error once") {
  for (const bool places : {true, false}) {
    CHECK(faults(32, places).empty());
    for (const int count : {33, 34, 256})
      CHECK(faults(count, places) == std::vector<std::string>{"recipe.fields_too_deep"});
  }
}

TEST_CASE("fields: each is judged once, however often others name it") {
  CHECK(faults(32, true, 16).empty());
}

TEST_CASE("fields: a recipe has at most 256, and more are refused before they are followed") {
  for (const bool places : {true, false})
    for (const int count : {257, 20'000})
      CHECK(faults(count, places) == std::vector<std::string>{"recipe.too_many_fields"});
}
