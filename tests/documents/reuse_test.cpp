// Knobs and notes across `use`, and what one connection has of its own (11 §5, §6).
#include <catch2/catch.hpp>

#include "tests/documents/support/load.hpp"

using namespace strate;
using test::Loaded;

namespace {

const test::Files kRecipes{{"outer.recipe.json", R"({ "$schema": "recipe-1.json",
       "knobs": { "size_m": { "default": 8, "note": "Of everything." } },
       "stack": [ { "op": "solid" },
         { "id": "mid", "use": "mid.recipe.json", "combine": "subtract", "note": "A use.",
           "set": { "$wide_m": "$size_m" } } ] })"},
                           {"mid.recipe.json", R"({ "$schema": "recipe-1.json",
       "knobs": { "wide_m": { "default": 3, "range": [2, 20] } },
       "stack": [ { "op": "solid" },
         { "id": "left", "use": "inner.recipe.json", "combine": "subtract",
           "set": { "$hub_m": "$wide_m" } },
         { "id": "right", "use": "inner.recipe.json", "combine": "subtract" } ] })"},
                           {"inner.recipe.json", R"({ "$schema": "recipe-1.json",
       "knobs": { "hub_m": { "default": 4, "range": [0, 20] } },
       "stack": [ { "op": "solid" },
         { "id": "rooms", "op": "rooms", "combine": "subtract", "hub_radius_m": "$hub_m" } ] })"}};

const OpEntry* find(const std::vector<OpEntry>& stack, const std::string& id) {
  for (const OpEntry& e : stack) {
    if (e.id == id) return &e;
    if (const OpEntry* inner = find(e.group, id)) return inner;
  }
  return nullptr;
}

/// hub_radius_m of both rooms with this `set` in the strate.
std::pair<double, double> hubs(const std::string& set) {
  const Loaded loaded =
      test::load_members("\"recipe\": \"outer.recipe.json\", \"set\": { " + set + " }", kRecipes);
  INFO(loaded.printed());
  REQUIRE(loaded.fine);
  const auto& stack = loaded.season.world.strates[0].recipe.stack;
  return {find(stack, "mid.left.rooms")->param("hub_radius_m")->lo,
          find(stack, "mid.right.rooms")->param("hub_radius_m")->lo};
}

std::string brief(const Loaded& loaded) {
  return expand_text(loaded.season.world.strates[0].recipe, test::test_catalog(),
                     RecipeForm::brief);
}

const PassageSettings& passages(const Loaded& loaded) { return loaded.season.strates[0].passages; }

}  // namespace

TEST_CASE("knobs: a value goes down through every use, and an address sets the nearest to it") {
  CHECK(hubs("") == std::pair{8.0, 4.0});
  CHECK(hubs("\"$size_m\": 11") == std::pair{11.0, 4.0});
  CHECK(hubs("\"$size_m\": 11, \"mid.$wide_m\": 13") == std::pair{13.0, 4.0});
  CHECK(hubs("\"mid.left.$hub_m\": 2, \"mid.right.$hub_m\": 3") == std::pair{2.0, 3.0});
  CHECK(hubs("\"mid.left.rooms\": { \"hub_radius_m\": 1 }, \"$size_m\": 9") == std::pair{1.0, 4.0});
}

TEST_CASE("knobs: a range is that of the recipe that uses the knob, whoever sets it") {
  const Loaded loaded = test::load_members(
      "\"recipe\": \"outer.recipe.json\", \"set\": { \"$size_m\": 21 }", kRecipes);
  CHECK_FALSE(loaded.fine);
  CHECK(loaded.codes() == std::vector<std::string>{"value.out_of_range"});
  CHECK(loaded.printed().starts_with("/w/a.strate.json:1:"));
}

TEST_CASE("notes: every object with an id may have one, and an expansion keeps them") {
  test::Files files = kRecipes;
  const Loaded loaded = test::load_members(R"("recipe": "outer.recipe.json",
    "fields": { "far": { "note": "A field.", "by": "spine_m", "stops": [[0, 0], [9, 1]] } },
    "set": { "mid.left.rooms": { "note": "Set from afar.", "placed": [
      { "id": "one", "at_m": [0, 0, 20], "radius_m": 6, "note": "A room." } ] } },
    "add": [ { "id": "g", "combine": "union", "note": "A group.", "mask": "far", "group": [
      { "id": "b", "op": "box", "at_m": [8, 8, 16], "size_m": [4, 4, 4], "note": "A box." } ] } ])",
                                           files);
  INFO(loaded.printed());
  REQUIRE(loaded.fine);
  const std::string text = brief(loaded);
  for (const char* note : {"A use.", "A field.", "Set from afar.", "A room.", "A group.", "A box."})
    CHECK(text.find(std::string("\"note\": \"") + note + "\"") != std::string::npos);
}

TEST_CASE("notes: none of them is part of a recipe") {
  const std::string with = R"("archetype": "tunnel_network", "set": { "rooms": { "note": "N.",
    "placed": [ { "id": "one", "at_m": [0, 0, 20], "radius_m": 6, "note": "A room." } ] } })";
  const std::string without = R"("archetype": "tunnel_network", "set": { "rooms": {
    "placed": [ { "id": "one", "at_m": [0, 0, 20], "radius_m": 6 } ] } })";
  const auto world = [](const std::string& members) {
    const Loaded loaded = test::load_members(members);
    REQUIRE(loaded.fine);
    json::Writer out;
    out.begin_object();
    write_recipe(out, loaded.season.world.strates[0].recipe, test::test_catalog());
    return out.end_object().text();
  };
  CHECK(world(with) == world(without));
}

TEST_CASE("connections: each has the strate's settings with what is its own") {
  const Loaded loaded = test::load_members(R"("archetype": "flat_plain", "passages": {
    "connections": 3, "mouth_radius_m": 1.75, "mid_radius_m": 1.625, "distance_m": [16, 30],
    "per_connection": { "3": { "at_m": [20.5, -12] }, "2": { "mouth_radius_m": 2,
                        "mid_radius_m": 1.5, "style": "switchback" } } })");
  INFO(loaded.printed());
  REQUIRE(loaded.fine);
  const PassageSettings& p = passages(loaded);
  REQUIRE(p.per_connection.size() == 2);
  CHECK(p.per_connection[0].number == 2);
  CHECK(p.connection(1).mouth_radius_m == 1.75);
  CHECK_FALSE(p.connection(1).at);
  CHECK(p.connection(2).mouth_radius_m == 2);
  CHECK(p.connection(2).mid_radius_m == 1.5);
  CHECK(p.connection(2).distance_hi_m == 30);
  CHECK(p.connection(3).mid_radius_m == 1.625);
  REQUIRE(p.connection(3).at);
  CHECK(*p.connection(3).at == Vec3{20.5, -12, 0});
  CHECK(p.connection(3).source.begin > p.source.begin);
}

TEST_CASE("connections: the farthest place is where passages are looked for at most") {
  const auto at = [](const std::string& place) {
    return test::load_members(R"("archetype": "flat_plain", "passages": { "distance_m": [16, 30],
      "reach_m": 10, "per_connection": { "1": { "at_m": )" +
                              place + " } } }");
  };
  CHECK(at("[24, 32]").fine);
  CHECK(at("[-40, 0]").fine);
  CHECK(at("[24, 32.01]").codes() == std::vector<std::string>{"value.contradiction"});
}
