// Biomes in documents (11 §5): files, climates, what they set, what is said about mistakes. The
// wording of most is in tests/golden/diagnostics/biome*.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/documents/support/load.hpp"

using namespace strate;
using test::Files;
using test::Loaded;

namespace {

std::string biome(const std::string& relief, const std::string& moisture,
                  const std::string& more = "") {
  return "{ \"$schema\": \"biome-1.json\", \"climate\": { \"relief\": " + relief +
         ", \"moisture\": " + moisture + " }" + (more.empty() ? "" : ", " + more) + " }";
}

const Files kTwo{{"dry.biome.json", biome("[0, 1]", "[0, 0.5]",
                                          "\"title\": \"Dry\", "
                                          "\"color\": \"#807060\", "
                                          "\"palette\": 3")},
                 {"wet.biome.json", biome("[0, 1]", "[0.5, 1]")}};

Loaded with(const std::string& use, const std::string& more = "", const Files& files = kTwo) {
  return test::load_members(
      "\"archetype\": \"surface_world\", " + more + "\"biomes\": { \"use\": [ " + use + " ] }",
      files);
}

bool says(const Loaded& loaded, const std::string& code) {
  const std::vector<std::string> codes = loaded.codes();
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

}  // namespace

TEST_CASE("biomes: names are those of files, boxes and looks as written, in the order of use") {
  const Loaded loaded =
      with("\"wet.biome.json\", { \"file\": \"dry.biome.json\", \"note\": \"n\" }");
  INFO(loaded.printed());
  REQUIRE(loaded.fine);
  const BiomeMap& map = loaded.season.world.strates[0].biomes;
  REQUIRE(map.biomes.size() == 2);
  CHECK(map.cell_m == 88);
  CHECK(map.biomes[0].name == "wet");
  CHECK(map.biomes[0].moisture == Interval{0.5, 1});
  CHECK(map.biomes[1].relief == Interval{0, 1});
  const std::vector<BiomeLook>& looks = loaded.season.strates[0].biomes;
  REQUIRE(looks.size() == 2);
  CHECK(looks[0].color.empty());
  CHECK(looks[1].title == "Dry");
  CHECK(looks[1].color == "#807060");
  CHECK(looks[1].palette == 3);
  CHECK(looks[1].note == "n");
  CHECK(loaded.season.inputs ==
        std::vector<std::string>{"a.strate.json", "dry.biome.json", "wet.biome.json"});
}

TEST_CASE("biomes: what they set stands in stack and table order, the strate's over the file's") {
  const Files files{{"dry.biome.json", biome("[0, 1]", "[0, 1]",
                                             "\"set\": { \"sky\": { \"height_m\": 50 }, "
                                             "\"ground\": { \"relief_m\": 4, \"base_m\": 9 } }")}};
  const Loaded loaded = with(
      "{ \"file\": \"dry.biome.json\", \"set\": { \"roughness\": { \"amount_m\": 0.1 }, "
      "\"ground\": { \"scale_m\": 90, \"base_m\": 12, \"note\": \"why\" }, \"sky\": {} } }",
      "", files);
  INFO(loaded.printed());
  REQUIRE(loaded.fine);
  const Biome& b = loaded.season.world.strates[0].biomes.biomes[0];
  REQUIRE(b.set.size() == 3);
  CHECK(b.set[0].id == "ground");
  CHECK(b.set[1].id == "roughness");
  CHECK(b.set[2].id == "sky");
  REQUIRE(b.set[0].params.size() == 3);
  CHECK(b.set[0].params[0].name == "base_m");
  CHECK(b.set[0].params[0].value.lo == 12);
  CHECK(b.set[0].params[1].name == "relief_m");
  CHECK(b.set[0].params[2].name == "scale_m");
}

TEST_CASE("biomes: curves read fields of the strate and of the recipe that is set") {
  const std::string recipe =
      R"({ "$schema": "recipe-1.json", "fields": { "near": { "by": "spine_m", "stops": [[0, 0], [9, 1]] } },
           "stack": [ { "op": "slab" }, { "op": "roughness", "mask": "near" } ] })";
  Files files = kTwo;
  files.push_back({"halls.recipe.json", recipe});
  const Loaded loaded = with(
      R"("wet.biome.json", { "file": "dry.biome.json", "set": {
           "halls.slab": { "floor_m": { "by": "near", "stops": [[0, 8], [1, 9]] } },
           "ground": { "base_m": { "by": "far", "stops": [[0, 8], [1, 9]] } } } })",
      R"("fields": { "far": { "by": "spine_m", "stops": [[40, 0], [90, 1]] } },
         "add": [ { "id": "halls", "use": "halls.recipe.json", "combine": "subtract" } ], )",
      files);
  INFO(loaded.printed());
  REQUIRE(loaded.fine);
  const Biome& dry = loaded.season.world.strates[0].biomes.biomes[1];
  CHECK(dry.of("halls.slab")->param("floor_m")->curve.by == "halls.near");
  CHECK(dry.of("ground")->param("base_m")->curve.by == "far");
  CHECK(loaded.season.world.strates[0].recipe.fields.size() == 2);
}

TEST_CASE("biomes: a strate's heir keeps or replaces them, a biome may extend another") {
  const Files files{
      {"a.strate.json",
       R"({ "$schema": "strate-1.json", "extends": "p.strate.json", "biomes": { "cell_m": 40 } })"},
      {"p.strate.json", R"({ "$schema": "strate-1.json", "archetype": "flat_plain", "biomes": {
           "use": [ "wet.biome.json", "arid.biome.json" ], "cell_m": 60 } })"},
      {"arid.biome.json",
       R"({ "$schema": "biome-1.json", "extends": "dry.biome.json", "color": "#000001" })"},
      kTwo[0],
      kTwo[1]};
  const Loaded loaded = test::load(files);
  INFO(loaded.printed());
  REQUIRE(loaded.fine);
  CHECK(loaded.season.world.strates[0].biomes.cell_m == 40);
  CHECK(loaded.season.world.strates[0].biomes.biomes[1].moisture == Interval{0, 0.5});
  CHECK(loaded.season.strates[0].biomes[1].color == "#000001");
  CHECK(loaded.season.strates[0].biomes[1].palette == 3);
}

TEST_CASE("biomes: every climate needs one; what lies under others is a warning") {
  CHECK(says(with("\"dry.biome.json\""), "biomes.climate_hole"));
  const Loaded hole = with("\"dry.biome.json\"");
  CHECK(hole.printed().find("no biome covers relief 0 to 1, moisture 0.5 to 1") !=
        std::string::npos);
  Files files = kTwo;
  files.push_back({"all.biome.json", biome("[0, 1]", "[0, 1]")});
  const Loaded under = with("\"all.biome.json\", \"dry.biome.json\"", "", files);
  CHECK(under.fine);
  CHECK(says(under, "biomes.never"));
  CHECK_FALSE(says(with("\"dry.biome.json\", \"all.biome.json\"", "", files), "biomes.never"));
}

TEST_CASE("biomes: at most 16, each name once") {
  Files files = kTwo;
  std::string use;
  for (int n = 0; n < 17; ++n) {
    const std::string name = "b" + std::to_string(n) + ".biome.json";
    files.push_back({name, biome("[0, 1]", n == 16 ? "[0, 1]" : "[0.1, 0.2]")});
    use += (n == 0 ? "\"" : ", \"") + name + "\"";
  }
  CHECK(says(with(use, "", files), "biomes.too_many"));
  const std::string twice = "\"dry.biome.json\", \"wet.biome.json\", \"dry.biome.json\"";
  CHECK(says(with(twice), "biomes.duplicate"));
  CHECK(says(with(""), "value.wrong_count"));
}

TEST_CASE("biomes: a file that is not there brings no other error after it") {
  const Loaded loaded = with("\"dry.biome.json\", \"gone.biome.json\"",
                             "\"set\": { \"ground\": { \"where\": { \"biome\": \"gone\", "
                             "\"border\": [0, 0.2] } } }, ");
  CHECK(loaded.codes() == std::vector<std::string>{"path.not_found"});
}

TEST_CASE("biomes: expand says that it needs them, and gives the same recipe under them") {
  const std::string use = R"("wet.biome.json",
      { "file": "dry.biome.json", "set": { "ground": { "relief_m": 3 } } })";
  const Loaded loaded = with(
      use,
      R"("set": { "roughness": { "where": { "biome": [ "dry", "wet" ], "border": [0, 0.4] } } }, )");
  INFO(loaded.printed());
  REQUIRE(loaded.fine);
  const Recipe& recipe = loaded.season.world.strates[0].recipe;
  CHECK(recipe.needs == std::vector<std::string>{"biomes"});
  const std::string text = expand_text(recipe, test::test_catalog(), RecipeForm::full);
  CHECK(text.find("\"biome\": [\"dry\", \"wet\"]") != std::string::npos);
  Files files = kTwo;
  files.push_back({"x.recipe.json", text});
  const Loaded again = test::load_members(
      "\"recipe\": \"x.recipe.json\", \"biomes\": { \"use\": [ " + use + " ] }", files);
  INFO(again.printed());
  REQUIRE(again.fine);
  CHECK(expand_text(again.season.world.strates[0].recipe, test::test_catalog(), RecipeForm::full) ==
        text);
  CHECK(again.season.world.strates[0].biomes.biomes[1].of("ground")->params.size() == 1);
  const Loaded bare = test::load_members("\"recipe\": \"x.recipe.json\"", files);
  CHECK(says(bare, "recipe.no_biomes"));
}

TEST_CASE("biomes: rules between values hold in every biome and across them") {
  const auto tunnels = [](const std::string& dry, const std::string& wet) {
    return test::load_members(
        R"("archetype": "tunnel_network", "set": { "tunnels": { "radius_m": [1.6, 2] } }, "biomes": { "use": [
             { "file": "dry.biome.json", "set": { )" +
            dry + R"( } },
             { "file": "wet.biome.json", "set": { )" +
            wet + " } } ] }",
        kTwo);
  };
  CHECK(tunnels("\"rooms\": { \"radius_m\": [4, 15] }", "").fine);
  CHECK(says(tunnels("\"rooms\": { \"radius_m\": [4, 16] }", ""), "recipe.contradiction"));
  // The walls of one biome reach into the tunnels of the other.
  CHECK(
      says(tunnels("\"tunnels\": { \"radius_m\": [2.5, 3] }", "\"roughness\": { \"amount_m\": 1 }"),
           "recipe.too_tight"));
  CHECK(says(tunnels("\"tunnels\": { \"radius_m\": [1.2, 3] }", ""), "recipe.too_tight"));
}
