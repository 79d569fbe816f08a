#include "formats/recipe/recipe_io.hpp"

#include <catch2/catch.hpp>

#include "formats/recipe/field_names.hpp"
#include "formats/recipe/recipe_check.hpp"
#include "tests/support/test_catalog.hpp"

using namespace strate;

namespace {

struct Read {
  SourceSet sources;
  Diagnostics diags;
  RecipeReading reading;
  Recipe recipe;
  bool fine = false;
  std::string code() const { return diags.all().empty() ? "" : diags.all()[0].what.code; }
};

Read read(const std::string& text) {
  Read out;
  json::Node root;
  const std::uint32_t id = out.sources.add("r.json", text);
  REQUIRE(json::parse(out.sources, id, false, {}, root, out.diags));
  out.fine =
      read_recipe(recipe_nodes(root), test::test_catalog(), out.recipe, out.diags, &out.reading);
  return out;
}

std::string write(const Recipe& recipe, RecipeForm form = RecipeForm::full, bool notes = true) {
  json::Writer w;
  w.begin_object();
  write_recipe(w, recipe, test::test_catalog(), form, notes);
  w.end_object();
  return w.text();
}

/// Every shape that a recipe can hold.
const char* const kEverything = R"({
  "needs": ["ground", "water"],
  "fields": {
    "damp": { "note": "wet", "noise": "xyz", "scale_m": 30, "stops": [[-0.1, 0], [0.25, 1]] },
    "flat": { "noise": "xy", "scale_m": 30.5, "stops": [[0, 0], [1, 1]] },
    "deep": { "by": "depth_m", "stops": [[8, 0.125], [52, 1]] },
    "lined": { "density_of": "a.rooms", "stops": [[-0.5, 0], [0.5, 1]] },
    "home": { "where": {} },
    "away": { "where": [{ "x_m": [4, null] }, "home"], "except": { "disc": { "at_m": [1, -2], "radius_m": 3 } } },
    "wild": { "except": { "box": { "min_m": [-1, -2], "max_m": [3, 4.5] } } }
  },
  "stack": [
    { "id": "rock", "op": "solid" },
    { "id": "a", "combine": "smooth_subtract", "blend_m": 1.25, "where": { "place": "away", "deep": [0.5, null] },
      "mask": { "by": "damp", "stops": [[0, 0], [1, 1]] },
      "group": [
        { "id": "a.void", "op": "void", "salt": "old" },
        { "id": "a.rooms", "op": "rooms", "combine": "union", "radius_m": { "by": "draw", "stops": [[0, [3, 4]], [1, 5]] },
          "heights_m": [8, 8], "occupancy": 0.5,
          "placed": [{ "id": "choir", "at_m": [46, -22, 20], "radius_m": 11, "squash": 0.6, "links": 3 }],
          "sites": { "height_m": { "in": [6, 58], "feather_m": 3 }, "flat": { "in": [null, 0.5], "feather": 0.125 } } },
        { "id": "a.tunnels", "op": "tunnels", "combine": "union", "joins": "a.rooms", "radius_m": [2, 2.5], "links": 2 }
      ] },
    { "id": "pin", "op": "box", "combine": "replace", "where": "home", "except": [{ "slope_deg": { "in": [10, 40], "feather_deg": 5 } }, "wild"],
      "at_m": [0.000001, -9999999.5, 3], "size_m": [1, 2, 3], "shift_m": [0, -1.5], "of": "hill", "mask": 0.25 },
    { "id": "hill", "op": "heightfield", "combine": "add", "smooth": true, "mask": "lined" },
    { "id": "roughness", "op": "roughness", "amount_m": { "by": "water_m", "stops": [[0, 0.1], [4, 0.4]] }, "octaves": 3 }
  ]
})";

}  // namespace

TEST_CASE("recipe: every shape is read") {
  const Read r = read(kEverything);
  REQUIRE(r.fine);
  CHECK(r.recipe.fields.size() == 7);
  CHECK(r.recipe.stack.size() == 5);
  const OpEntry& rooms = r.recipe.stack[1].group[1];
  CHECK(rooms.param("radius_m")->curve.stops == std::vector<Stop>{{0, 3, 4}, {1, 5, 5}});
  CHECK(rooms.param("heights_m")->kind == Value::Kind::pair);
  CHECK(rooms.param("placed")->placed[0] == PlacedRoom{"choir", {46, -22, 20}, 11, 0.6, 3});
  CHECK(rooms.sites.any[0][1].band == Band{{}, 0.5, 0.125});
  CHECK(r.recipe.stack[2].mask.number == 0.25);
  CHECK(r.recipe.stack[2].param("at_m")->numbers == std::vector<double>{0.000001, -9999999.5, 3});
  CHECK(r.recipe.stack[3].param("smooth")->flag);
}

TEST_CASE(
    "recipe: what is written reads back as the same, in full and in brief, any number of times") {
  const Read first = read(kEverything);
  for (RecipeForm form : {RecipeForm::full, RecipeForm::brief}) {
    const std::string text = write(first.recipe, form);
    const Read second = read(text);
    INFO(text);
    REQUIRE(second.fine);
    CHECK(write(second.recipe, form) == text);
    CHECK(write(second.recipe, RecipeForm::full) == write(first.recipe, RecipeForm::full));
  }
  CHECK(write(first.recipe, RecipeForm::brief).size() < write(first.recipe).size());
}

TEST_CASE("recipe: notes are written only when asked for") {
  const Read r = read(kEverything);
  CHECK(write(r.recipe, RecipeForm::full, true).find("wet") != std::string::npos);
  CHECK(write(r.recipe, RecipeForm::full, false).find("wet") == std::string::npos);
}

TEST_CASE("recipe: the full form holds every parameter of the table") {
  const std::string text = write(read("{\"stack\":[{\"op\":\"rooms\"}]}").recipe);
  CHECK(text ==
        "{\n  \"stack\": [\n    {\n      \"id\": \"rooms\",\n      \"op\": \"rooms\",\n"
        "      \"spacing_m\": 32,\n      \"radius_m\": [4, 10],\n      \"hub_radius_m\": 12,\n"
        "      \"squash\": 0.7,\n      \"occupancy\": 0.85,\n      \"heights_m\": [12, 52],\n"
        "      \"placed\": []\n    }\n  ]\n}\n");
}

TEST_CASE("recipe: one number and a pair of equals are the same value") {
  const Read a = read("{\"stack\":[{\"op\":\"rooms\",\"radius_m\":5}]}");
  const Read b = read("{\"stack\":[{\"op\":\"rooms\",\"radius_m\":[5,5]}]}");
  CHECK(write(a.recipe) == write(b.recipe));
  CHECK(a.recipe.stack[0].param("radius_m")->kind == Value::Kind::pair);
}

TEST_CASE("recipe: a fault names the entry whose dependants are not judged") {
  const Read r =
      read(R"({"stack":[{"op":"solid"},{"id":"x","op":"rooms","combine":"union","squash":9}]})");
  CHECK_FALSE(r.fine);
  CHECK(r.code() == "value.out_of_range");
  CHECK(r.reading.broken == std::set<std::string>{"x"});
  CHECK(r.reading.place("x", "squash").known());
}

TEST_CASE("recipe: six decimals are read in any spelling, seven are refused") {
  const auto floor_of = [](const std::string& number) {
    return read("{\"stack\":[{\"op\":\"slab\",\"floor_m\":" + number + "}]}");
  };
  for (const char* fine : {"12.123456", "12.1234560", "1.2e1", "120e-1", "12345678e-6",
                           "1.2345678e2", "12.000000000000000"})
    CHECK(floor_of(fine).fine);
  for (const char* bad :
       {"12.1234567", "1.23456789e1", "12e-7", "123456789e-7", "1e-99999999999999999999"})
    CHECK(floor_of(bad).code() == "value.too_many_decimals");
  CHECK(floor_of("120e-1").recipe.stack[0].param("floor_m")->lo == 12);
}

TEST_CASE("recipe: a manifest's recipe is held to the rules between entries") {
  const Read r = read(
      R"({"stack":[{"op":"solid"},{"id":"t","op":"tunnels","combine":"subtract","joins":"none"}]})");
  REQUIRE(r.fine);
  Diagnostics diags;
  CHECK_FALSE(check_recipe(r.recipe, test::test_catalog(), {}, diags));
  CHECK(diags.all()[0].what.code == "recipe.unknown_entry");
}

TEST_CASE("recipe: fields that nothing uses can be dropped") {
  Recipe recipe = read(kEverything).recipe;
  drop_unused_fields(recipe, nullptr);
  std::vector<std::string> names;
  for (const NamedField& f : recipe.fields) names.push_back(f.name);
  CHECK(names == std::vector<std::string>{"damp", "flat", "deep", "lined", "home", "away", "wild"});
  recipe.stack.resize(1);
  drop_unused_fields(recipe, nullptr);
  CHECK(recipe.fields.empty());
  CHECK(needs_of(read(kEverything).recipe) == std::vector<std::string>{"water"});
}

TEST_CASE("recipe: combiners have names") {
  for (Combine c : {Combine::replace, Combine::union_, Combine::subtract, Combine::smooth_union,
                    Combine::smooth_subtract, Combine::add}) {
    Combine back = Combine::none;
    CHECK(parse_combine(combine_name(c), back));
    CHECK(back == c);
  }
  Combine out = Combine::none;
  CHECK_FALSE(parse_combine("none", out));
  CHECK(combine_name(Combine::none).empty());
}
