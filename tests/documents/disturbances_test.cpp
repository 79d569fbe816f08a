// `disturbances` of a strate: the last entries of its stack (11 §3.1), with the operators that
// ship.
#include <catch2/catch.hpp>

#include "passes/ops/catalog.hpp"
#include "tests/documents/support/load.hpp"

using namespace strate;
using test::Loaded;

namespace {

std::string document(const std::string& members) {
  return "{ \"$schema\": \"strate-1.json\",\n  " + members + "\n}\n";
}

Loaded loaded(const test::Files& files) { return test::load(files, {}, shipped_catalog()); }
Loaded loaded_strate(const std::string& members) {
  return loaded({{"a.strate.json", document("\"archetype\": \"flat_plain\",\n  " + members)}});
}

std::vector<std::string> ids(const Loaded& l) {
  INFO(l.printed());
  REQUIRE(l.fine);
  std::vector<std::string> out;
  for (const OpEntry& e : l.season.world.strates[0].recipe.stack) out.push_back(e.id);
  return out;
}

std::string expanded(const Loaded& l) {
  return expand_text(l.season.world.strates[0].recipe, shipped_catalog(), RecipeForm::full);
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("disturbances: they stand behind what is added, in the order of the catalog") {
  const Loaded l = loaded_strate(
      "\"disturbances\": { \"ridges\": {}, \"chasms\": {}, \"bridges\": {} },\n"
      "  \"add\": [{ \"id\": \"marks\", \"op\": \"roughness\", \"amount_m\": 0.1 }]");
  CHECK(ids(l) ==
        Ids{"rock", "hall", "columns", "roughness", "marks", "chasms", "bridges", "ridges"});
}

TEST_CASE("disturbances: the same stack as the entries written out") {
  const Loaded named = loaded_strate(
      "\"disturbances\": { \"chasms\": { \"spacing_m\": 120, \"width_m\": [3, 6],\n"
      "    \"sites\": { \"spine_m\": [30, null] } } }");
  const Loaded added = loaded_strate(
      "\"add\": [{ \"op\": \"chasms\", \"spacing_m\": 120, \"width_m\": [3, 6],\n"
      "    \"sites\": { \"spine_m\": [30, null] } }]");
  CHECK(ids(named).back() == "chasms");
  CHECK(expanded(named) == expanded(added));
  CHECK(expanded(named).find("\"spine_m\"") != std::string::npos);
}

TEST_CASE("disturbances: an heir changes, adds and switches off; an own base drops them") {
  const std::string parent = document(
      "\"archetype\": \"flat_plain\",\n  \"disturbances\": { \"chasms\": { \"spacing_m\": 120, "
      "\"width_m\": [3, 6] }, \"ridges\": {} }");
  const auto heir = [&](const std::string& members) {
    return loaded({{"b.strate.json", document("\"extends\": \"a.strate.json\", " + members)},
                   {"a.strate.json", parent}});
  };
  const Loaded changed = heir(
      "\"disturbances\": { \"chasms\": { \"width_m\": 4 }, \"ridges\": { \"on\": false }, "
      "\"bridges\": {} }");
  CHECK(ids(changed) == Ids{"rock", "hall", "columns", "roughness", "chasms", "bridges"});
  const OpEntry& chasms = changed.season.world.strates[0].recipe.stack[4];
  CHECK(chasms.param("spacing_m")->lo == 120);
  CHECK(chasms.param("width_m")->hi == 4);
  const Loaded set = heir("\"set\": { \"chasms\": { \"spacing_m\": 90 } }");
  CHECK(ids(set).size() == 6);
  CHECK(set.season.world.strates[0].recipe.stack[4].param("spacing_m")->lo == 90);
  CHECK(ids(heir("\"archetype\": \"crystal_chamber\"")) ==
        Ids{"rock", "hall", "columns", "roughness"});
}

TEST_CASE("disturbances: what is wrong with one is said at its place") {
  struct Case {
    const char *members, *place, *code, *word;
  };
  const Case cases[] = {
      {"{ \"arches\": {} }", ":3:21:", "key.unknown", "known: chasms, bridges, ridges"},
      {"{ \"chasms\": { \"id\": \"rift\" } }", ":3:33:", "recipe.disturbance_kind", "'id'"},
      {"{ \"chasms\": { \"width_m\": 40 } }", ":3:44:", "value.out_of_range", "1 to 24 m"},
      {"{ \"bridges\": { \"width_m\": 9, \"length_m\": 8 } }", ":3:", "coupled.bridges_width",
       "the largest width_m must be less than length_m"},
      {"{ \"ridges\": { \"combine\": \"union\" } }", ":3:", "recipe.combine_forbidden", "modifier"},
      {"[\"chasms\"]", ":3:19:", "value.wrong_type", "an object of disturbances"},
  };
  for (const Case& c : cases) {
    const Loaded l = loaded_strate("\"disturbances\": " + std::string(c.members));
    INFO(l.printed());
    CHECK_FALSE(l.fine);
    CHECK(l.codes() == std::vector<std::string>{c.code});
    CHECK(l.printed().starts_with("/w/a.strate.json" + std::string(c.place)));
    CHECK(l.printed().find(c.word) != std::string::npos);
  }
}

TEST_CASE("disturbances: one that the strate adds by hand too is a second entry of its name") {
  const Loaded l =
      loaded_strate("\"disturbances\": { \"ridges\": {} },\n  \"add\": [{ \"op\": \"ridges\" }]");
  CHECK_FALSE(l.fine);
  CHECK(l.codes().size() == 1);
}
