// The generated schemas accept what the reader accepts, and refuse what an editor should underline.
#include "formats/documents/schema.hpp"

#define VALIJSON_USE_EXCEPTIONS 1
#include <catch2/catch.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "tests/documents/support/load.hpp"

using namespace strate;
using valijson::adapters::NlohmannJsonAdapter;

namespace {

/// A schema with its references to stack-1.json resolved.
class Checker {
 public:
  explicit Checker(const std::string& kind)
      : text_(nlohmann::json::parse(schema_text(kind, test::test_catalog()))) {
    const auto fetch = [](const std::string& uri) -> const nlohmann::json* {
      const std::size_t slash = uri.rfind('/');
      const std::string name = uri.substr(slash == std::string::npos ? 0 : slash + 1);
      const std::string stem = name.substr(0, name.find(".json"));
      return new nlohmann::json(nlohmann::json::parse(schema_text(stem, test::test_catalog())));
    };
    const auto drop = [](const nlohmann::json* document) { delete document; };
    valijson::SchemaParser parser;
    const NlohmannJsonAdapter adapter(text_);
    parser.populateSchema(adapter, schema_, fetch, drop);
  }

  bool accepts(const std::string& document) {
    const nlohmann::json json = nlohmann::json::parse(document, nullptr, true, true);
    valijson::Validator validator;
    const NlohmannJsonAdapter target(json);
    return validator.validate(schema_, target, nullptr);
  }

 private:
  nlohmann::json text_;
  valijson::Schema schema_;
};

std::string good(const std::string& name) {
  return test::read_text(test::data_path("good/" + name));
}

std::string strate_with(const std::string& members) {
  return "{ \"$schema\": \"strate-1.json\", \"archetype\": \"flat_plain\", " + members + " }";
}

std::string recipe_with(const std::string& entry) {
  return "{ \"$schema\": \"recipe-1.json\", \"stack\": [ { \"op\": \"solid\" }, " + entry + " ] }";
}

}  // namespace

TEST_CASE("schema: good documents pass") {
  Checker season("season-1"), strate("strate-1"), recipe("recipe-1");
  CHECK(season.accepts(good("good.season.json")));
  CHECK(season.accepts(good("heir.season.json")));
  CHECK(strate.accepts(good("strates/heir.strate.json")));
  CHECK(strate.accepts(good("strates/burrows.strate.json")));
  CHECK(strate.accepts(good("strates/plain.strate.json")));
  CHECK(recipe.accepts(good("recipes/mountain.recipe.json")));
  CHECK(recipe.accepts(good("recipes/caves.recipe.json")));
  const test::Loaded loaded = test::load_in(test::data_path("good"), "good.season.json");
  for (const StrateWorld& s : loaded.season.world.strates)
    for (RecipeForm form : {RecipeForm::full, RecipeForm::brief})
      CHECK(recipe.accepts(expand_text(s.recipe, test::test_catalog(), form)));
  for (const ArchetypeRow& row : test::test_catalog().archetypes)
    CHECK(recipe.accepts(std::string(row.recipe_json)));
}

TEST_CASE("schema: bad seasons are refused") {
  Checker season("season-1");
  const std::string slot = "\"slots\": [ { \"id\": \"a\", \"strate\": \"a.strate.json\" } ]";
  const auto with = [&](const std::string& members) {
    return season.accepts("{ \"$schema\": \"season-1.json\", " + members + " }");
  };
  CHECK(with("\"seed\": \"1\", " + slot));
  CHECK_FALSE(with("\"seed\": 1, " + slot));
  CHECK_FALSE(with("\"seed\": \"-1\", " + slot));
  CHECK_FALSE(with(slot));
  CHECK_FALSE(with("\"seed\": \"1\", \"slots\": []"));
  CHECK_FALSE(with("\"seed\": \"1\", \"slotz\": 1, " + slot));
  CHECK_FALSE(with("\"seed\": \"1\", \"world\": { \"voxel_size_m\": 1 }, " + slot));
  CHECK_FALSE(
      with("\"seed\": \"1\", \"world\": { \"surface_entry\": { \"opn\": true } }, " + slot));
  CHECK_FALSE(with("\"seed\": \"1\", \"bake\": { \"formats\": [\"glb\"] }, " + slot));
  CHECK_FALSE(with("\"seed\": \"1\", \"slots\": [ { \"id\": \"A-b\", \"strate\": \"a\" } ]"));
}

TEST_CASE("schema: bad strates are refused") {
  Checker strate("strate-1");
  CHECK(strate.accepts(strate_with("\"height_m\": 64")));
  CHECK_FALSE(strate.accepts(strate_with("\"height_m\": 4")));
  CHECK_FALSE(strate.accepts(strate_with("\"recipe\": \"x.recipe.json\"")));
  CHECK_FALSE(strate.accepts("{ \"$schema\": \"strate-1.json\" }"));
  CHECK_FALSE(strate.accepts("{ \"archetype\": \"flat_plain\" }"));
  CHECK_FALSE(strate.accepts("{ \"$schema\": \"strate-1.json\", \"archetype\": \"flat_plane\" }"));
  CHECK_FALSE(strate.accepts(strate_with("\"transition\": { \"style\": \"gradient\" }")));
  CHECK_FALSE(strate.accepts(strate_with("\"atmosphere\": { \"fog_color\": \"red\" }")));
  CHECK_FALSE(strate.accepts(strate_with("\"title\": null")));
  CHECK_FALSE(strate.accepts(strate_with("\"add\": [ { \"op\": \"boks\" } ]")));
}

TEST_CASE("schema: what extends another document needs nothing of its own, what does not does") {
  Checker season("season-1"), strate("strate-1");
  CHECK(season.accepts("{ \"$schema\": \"season-1.json\", \"extends\": \"a.season.json\" }"));
  CHECK_FALSE(season.accepts("{ \"$schema\": \"season-1.json\", \"seed\": \"1\" }"));
  CHECK_FALSE(season.accepts("{ \"$schema\": \"season-1.json\", \"extends\": 1 }"));
  CHECK_FALSE(season.accepts("{ \"extends\": \"a.season.json\" }"));
  CHECK(strate.accepts("{ \"$schema\": \"strate-1.json\", \"extends\": \"a.strate.json\" }"));
  CHECK(strate.accepts(strate_with("\"extends\": \"a.strate.json\"")));
  CHECK_FALSE(
      strate.accepts(strate_with("\"extends\": \"a.strate.json\", \"recipe\": \"x.recipe.json\"")));
}

TEST_CASE("schema: connections are numbered from 1 to 8") {
  Checker strate("strate-1");
  const auto with = [&](const std::string& members) {
    return strate.accepts(strate_with("\"passages\": { \"per_connection\": { " + members + " } }"));
  };
  CHECK(with("\"1\": {}, \"8\": { \"at_m\": [3, -4.5], \"mid_radius_m\": 2 }"));
  for (const char* bad : {"\"0\": {}", "\"9\": {}", "\"12\": {}", "\"two\": {}", "\"1\": 3",
                          "\"1\": { \"at_m\": [1, 2, 3] }", "\"1\": { \"mid_radius_m\": 3 }",
                          "\"1\": { \"reach_m\": 9 }"}) {
    INFO(bad);
    CHECK_FALSE(with(bad));
  }
}

TEST_CASE("schema: a baseline holds bands and figures") {
  Checker expect("expect-1");
  const auto with = [&](const std::string& members) {
    return expect.accepts(
        "{ \"$schema\": \"expect-1.json\", \"season\": \"a.season.json\", \"content_hash\": "
        "\"5d0c8a2be9b14f3f8a6c07f2d31e9a44\", \"step_m\": 0.125, \"window_m\": [-1, -1, 1, 1], "
        "\"strates\": { \"a\": { \"air_fraction\": 0.5 } }" +
        members + " }");
  };
  CHECK(with(""));
  CHECK(with(", \"allow\": { \"air_fraction\": [-0.1, null] }, \"descent\": { \"a_m\": 1 }"));
  for (const char* bad :
       {", \"allow\": { \"air_fraction\": 0.1 }", ", \"allow\": { \"air_fraction\": [1] }",
        ", \"descent\": { \"a_m\": \"1\" }", ", \"tolerance\": 1"}) {
    INFO(bad);
    CHECK_FALSE(with(bad));
  }
  CHECK_FALSE(expect.accepts("{ \"$schema\": \"expect-1.json\" }"));
}

TEST_CASE("schema: bad stacks are refused") {
  Checker recipe("recipe-1");
  CHECK(recipe.accepts(
      recipe_with("{ \"op\": \"rooms\", \"combine\": \"subtract\", \"radius_m\": \"$r_m\" }")));
  for (const char* bad : {
           "{ \"op\": \"rooms\", \"combine\": \"carve\" }",
           "{ \"op\": \"rooms\", \"combine\": \"subtract\", \"radius_m\": [1, 2, 3] }",
           "{ \"op\": \"rooms\", \"combine\": \"subtract\", \"radius_m\": 99 }",
           "{ \"op\": \"rooms\", \"combine\": \"subtract\", \"radus_m\": 5 }",
           "{ \"op\": \"rooms\", \"combine\": \"subtract\", \"spacing_m\": { \"by\": \"x_m\", "
           "\"stops\": [[0, 20], [1, 30]] } }",
           "{ \"op\": \"rooms\", \"combine\": \"subtract\", \"sites\": { \"x_m\": 4 } }",
           "{ \"op\": \"rooms\", \"combine\": \"subtract\", \"mask\": 2 }",
           "{ \"op\": \"tunnels\", \"combine\": \"subtract\" }",
           "{ \"op\": \"tunnels\", \"combine\": \"subtract\", \"joins\": \"rooms\", \"sites\": {} "
           "}",
           "{ \"op\": \"roughness\", \"combine\": \"union\" }",
           "{ \"op\": \"box\", \"combine\": \"union\", \"at_m\": [1, 2], \"size_m\": [1, 1, 1] }",
           "{ \"use\": \"flat_plain\", \"combine\": \"subtract\" }",
           "{ \"combine\": \"subtract\" }",
           "7",
       }) {
    INFO(bad);
    CHECK_FALSE(recipe.accepts(recipe_with(bad)));
  }
}

TEST_CASE("schema: what the schemas refuse of the golden cases' kind, the reader refuses too") {
  Checker recipe("recipe-1");
  for (const char* entry :
       {"{ \"op\": \"box\", \"combine\": \"union\", \"at_m\": [1, 2, 3], \"size_m\": [1, 1, 0] }",
        "{ \"op\": \"roughness\", \"octaves\": 2.5 }"}) {
    CHECK_FALSE(recipe.accepts(recipe_with(entry)));
    CHECK_FALSE(test::load({{"a.strate.json",
                             "{ \"$schema\": \"strate-1.json\", \"recipe\": \"r.recipe.json\" }"},
                            {"r.recipe.json", recipe_with(entry)}})
                    .fine);
  }
}
