// The language of the documents is explained: every word of it, by `stratec docs`.
#include <catch2/catch.hpp>
#include <set>

#include "cli/reference.hpp"
#include "compiler/memory_file_system.hpp"
#include "formats/documents/settings.hpp"
#include "formats/recipe/words.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/commands/support/run.hpp"

using namespace strate;
using test::run;

namespace {

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string docs(const std::string& name) {
  MemoryFileSystem empty;
  const test::Ran r = run({"docs", name}, empty);
  INFO(name << ": " << r.err);
  REQUIRE(r.code == 0);
  return r.out;
}

/// More than a word: it explains.
bool explains(std::string_view text) { return text.size() >= 8; }

void check_texts(std::span<const SettingSpec> table, const std::string& shown) {
  for (const SettingSpec& s : table) {
    INFO(s.name);
    CHECK(explains(s.doc));
    CHECK(holds(shown, std::string(s.name) + "` | "));
    check_texts(s.members, shown);
  }
}

}  // namespace

TEST_CASE("language: every reserved word of an entry is explained under its own name") {
  std::size_t words = 0;
  for (const KeySpec& word : entry_words()) {
    INFO(word.name);
    CHECK(explains(word.doc));
    CHECK(!word.what.empty());
    CHECK(holds(docs(std::string(word.name)), "\n### " + std::string(word.name) + "\n"));
    CHECK(holds(docs("entries"), "\n### " + std::string(word.name) + "\n"));
    ++words;
  }
  CHECK(words == 16);
  for (const KeySpec& word : combine_words()) {
    CHECK(explains(word.doc));
    CHECK(holds(docs("combine"), "| `" + std::string(word.name) + "` | "));
    CHECK(holds(docs(std::string(word.name)), "\n### combine\n"));
  }
}

TEST_CASE("language: every key of a value and of each document has a text") {
  for (const auto& [name, table] :
       {std::pair{"curve", curve_keys()}, std::pair{"band", band_keys()},
        std::pair{"clause", clause_words()}, std::pair{"knobs", knob_keys()},
        std::pair{"own_fields", field_keys()}, std::pair{"placed", placed_room_keys()},
        std::pair{"recipe", recipe_keys()}})
    for (const KeySpec& key : table) {
      INFO(name << "." << key.name);
      CHECK(explains(key.doc));
      CHECK(holds(docs(name), "| `" + std::string(key.name) + "` | "));
    }
  for (const KeySpec& key : disc_keys())
    CHECK(holds(docs("disc"), "| `disc." + std::string(key.name) + "` | "));
  for (const KeySpec& key : box_keys())
    CHECK(holds(docs("clause"), "| `box." + std::string(key.name) + "` | "));
  for (const KeySpec& need : need_words())
    CHECK(holds(docs("recipe"), "`" + std::string(need.name)));
  check_texts(season_settings(), docs("season"));
  check_texts(slot_settings(), docs("slot"));
  check_texts(strate_settings(), docs("strate"));
  check_texts(biome_settings(), docs("biome"));
  check_texts(biome_use_settings(), docs("biome_use"));
  check_texts(expect_settings(), docs("expect"));
}

TEST_CASE("language: the reference is found by the words that people look for") {
  for (const char* name :
       {"combine", "mask",  "knobs", "$knob", "recipe", "expect",    "expect.json", "allow",
        "by",      "stops", "curve", "band",  "place",  "disc",      "biome",       "salt",
        "after",   "use",   "group", "units", "noise",  "density_of"})
    CHECK(docs(name).size() > 300);
  CHECK(holds(docs("strate"), "| `height_m` | 16 to 1024 m, default 64 |"));
  CHECK(holds(docs("season"), "| `bake.window_m` | [x0, y0, x1, y1] in metres, default [-64, "));
  CHECK(holds(run({"docs", "combin"}).err, "did you mean 'combine'?"));
}

TEST_CASE("language: the example of a recipe checks, and stands as `stratec fmt` lays it out") {
  const auto topics = cli::chosen_topics(
      cli::reference(shipped_catalog(), shipped_laws(), cli::commands()), "recipe");
  REQUIRE(topics.size() == 1);
  const std::string text = topics[0].entries[0].listings[0].text + "\n";
  MemoryFileSystem files;
  files.put("/w/a.recipe.json", text);
  const test::Ran checked = run({"check", "/w/a.recipe.json"}, files);
  INFO(checked.err);
  CHECK(checked.code == 0);
  CHECK(checked.err.empty());
  CHECK(checked.out == "a: 1 strate, 4 operators, no errors\n");
  CHECK(run({"fmt", "--check", "/w/a.recipe.json"}, files).code == 0);
}
