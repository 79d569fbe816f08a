// `regions` of a strate (11 §5): one to three densities side by side.
#include <catch2/catch.hpp>

#include "tests/documents/support/load.hpp"

using namespace strate;
using test::Loaded;

namespace {

const std::string kThree = R"("regions": { "cell_m": 40, "blend_m": 6, "list": [
  { "id": "warren", "archetype": "tunnel_network", "set": { "rooms": { "spacing_m": 34, "radius_m": 4 } } },
  { "id": "halls", "note": "wide", "archetype": "flat_plain", "share": 0.6,
    "set": { "hall": { "floor_m": 20 } } },
  { "id": "burrows", "recipe": "x.recipe.json", "fields": { "near": { "by": "spine_m",
      "stops": [[8, 0.1], [40, 0.4]] } },
    "add": [{ "id": "skin", "op": "roughness", "amount_m": { "by": "near", "stops": [[0, 0], [1, 1]] } }] }
] }, "height_m": 64)";

const test::Files kFiles{{"x.recipe.json", R"({ "$schema": "recipe-1.json", "stack": [
  { "id": "rock", "op": "solid" }, { "id": "hall", "op": "slab", "combine": "subtract", "floor_m": 9 } ] })"}};

const OpEntry& entry(const Region& region, const std::string& id) {
  for (const OpEntry& e : region.recipe.stack)
    if (e.id == id) return e;
  FAIL("no entry " + id);
  throw 0;
}

const Regions& regions_of(const Loaded& loaded) { return loaded.season.world.strates[0].regions; }

std::string full(const Recipe& recipe) {
  return expand_text(recipe, test::test_catalog(), RecipeForm::full);
}

/// A document that extends `a.strate.json`.
Loaded heir(const std::string& members) {
  test::Files files{{"b.strate.json",
                     "{ \"$schema\": \"strate-1.json\", \"extends\": "
                     "\"a.strate.json\", " +
                         members + " }"},
                    {"a.strate.json", "{ \"$schema\": \"strate-1.json\", " + kThree + " }"}};
  files.insert(files.end(), kFiles.begin(), kFiles.end());
  return test::load(files);
}

}  // namespace

TEST_CASE("regions: each has its own recipe, with addresses as written") {
  const Loaded loaded = test::load_members(kThree, kFiles);
  INFO(loaded.printed());
  REQUIRE(loaded.fine);
  const Regions& r = regions_of(loaded);
  CHECK(r.cell_m == 40);
  CHECK(r.blend_m == 6);
  CHECK(r.planned_m == 0);
  REQUIRE(r.list.size() == 3);
  CHECK((r.list[0].id == "warren" && r.list[0].share == 1));
  CHECK((r.list[1].id == "halls" && r.list[1].share == 0.6 && r.list[1].note == "wide"));
  CHECK(entry(r.list[0], "rooms").param("spacing_m")->lo == 34);
  CHECK(entry(r.list[1], "hall").param("floor_m")->lo == 20);
  CHECK(entry(r.list[2], "hall").param("floor_m")->lo == 9);
  CHECK(entry(r.list[2], "skin").op == "roughness");
  REQUIRE(r.list[2].recipe.fields.size() == 1);
  CHECK(r.list[2].recipe.fields[0].name == "near");
  CHECK(loaded.season.world.strates[0].recipe.stack.empty());
  CHECK(loaded.season.strates[0].base ==
        "regions warren (archetype tunnel_network), halls (archetype flat_plain), burrows (recipe "
        "x.recipe.json)");
}

TEST_CASE("regions: cells of 32 m blend over 8 m by default") {
  const Loaded loaded = test::load_members(
      "\"regions\": { \"list\": [{ \"id\": \"only\", \"archetype\": \"tunnel_network\" }] }");
  INFO(loaded.printed());
  REQUIRE(loaded.fine);
  CHECK(regions_of(loaded).cell_m == 32);
  CHECK(regions_of(loaded).blend_m == 8);
}

TEST_CASE("regions: the expansion of each compiles back to the same recipe") {
  const Loaded loaded = test::load_members(kThree, kFiles);
  REQUIRE(loaded.fine);
  for (RecipeForm form : {RecipeForm::full, RecipeForm::brief}) {
    std::string members =
        "\"height_m\": 64, \"regions\": { \"cell_m\": 40, \"blend_m\": 6, \"list\": [";
    test::Files files;
    for (const Region& region : regions_of(loaded).list) {
      files.emplace_back(region.id + ".recipe.json",
                         expand_text(region.recipe, test::test_catalog(), form));
      members += (files.size() > 1 ? ", " : "") +
                 ("{ \"id\": \"" + region.id + "\", \"recipe\": \"") + region.id +
                 ".recipe.json\" }";
    }
    const Loaded again = test::load_members(members + "] }", files);
    INFO(again.printed());
    REQUIRE(again.fine);
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(full(regions_of(again).list[i].recipe) == full(regions_of(loaded).list[i].recipe));
  }
}

TEST_CASE("regions: an heir sets what lies in them by address, and its own drop them all") {
  const Loaded set =
      heir("\"set\": { \"halls.hall\": { \"floor_m\": 24 }, \"burrows.skin\": { \"on\": false } }");
  INFO(set.printed());
  REQUIRE(set.fine);
  CHECK(entry(regions_of(set).list[1], "hall").param("floor_m")->lo == 24);
  CHECK(entry(regions_of(set).list[2], "hall").param("floor_m")->lo == 9);
  CHECK(regions_of(set).list[2].recipe.stack.size() == 2);

  const Loaded other = heir("\"archetype\": \"tunnel_network\"");
  REQUIRE(other.fine);
  CHECK(regions_of(other).list.empty());
  CHECK_FALSE(other.season.world.strates[0].recipe.stack.empty());

  const Loaded own =
      heir("\"regions\": { \"list\": [{ \"id\": \"only\", \"archetype\": \"tunnel_network\" }] }");
  REQUIRE(own.fine);
  CHECK(regions_of(own).list.size() == 1);
  CHECK(regions_of(own).cell_m == 32);
}

TEST_CASE("regions: an archetype that needs water takes the strate's, and has none of its own") {
  Catalog catalog = test::test_catalog();
  catalog.archetypes.push_back(catalog.archetypes.front());
  catalog.archetypes.back().id = "drowned";
  catalog.archetypes.back().water = true;
  const auto load = [&](const std::string& members) {
    return test::load({{"a.strate.json", "{ \"$schema\": \"strate-1.json\", " + members +
                                             "\"regions\": { \"list\": [{ \"id\": \"pools\", "
                                             "\"archetype\": \"drowned\" }] } }"}},
                      {}, catalog);
  };
  const Loaded wet = load("\"water\": { \"level_m\": 20 }, ");
  INFO(wet.printed());
  CHECK(wet.fine);
  CHECK(wet.season.world.strates[0].has_water);
  const Loaded dry = load("");
  CHECK(dry.codes() == std::vector<std::string>{"recipe.no_water"});
  CHECK_FALSE(dry.season.world.strates[0].has_water);
}
