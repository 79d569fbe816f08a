// Random changes to good documents: never a crash, never a hang, always an answer that agrees with
// the errors reported. STRATEC_SOAK=1 runs more.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <ctime>

#include "compiler/hash.hpp"
#include "tests/documents/support/load.hpp"

using namespace strate;
using test::Loaded;

namespace {

/// Processor time, so that a busy machine changes nothing. [Units: s]
double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() { return state_ = mix64(state_ + kSaltStep); }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }

 private:
  std::uint64_t state_;
};

/// Words of the format, so that many changes stay JSON.
const std::vector<std::string> kWords{"null",
                                      "true",
                                      "-1",
                                      "1e9",
                                      "0.0000001",
                                      "[]",
                                      "{}",
                                      "\"\"",
                                      "\"$skin_m\"",
                                      "\"rooms\"",
                                      "\"union\"",
                                      "\"solid\"",
                                      "\"void\"",
                                      "\"where\":{}",
                                      "\"use\":\"caves.recipe.json\"",
                                      "\"id\":\"a\"",
                                      "\"op\":\"box\"",
                                      "[1,2]",
                                      "[null,null]",
                                      "\"by\":\"home\"",
                                      "\"group\":[]",
                                      "\"on\":false",
                                      "\"stops\":[[0,0],[1,1]]",
                                      ",",
                                      "\"combine\":\"replace\"",
                                      "9999999999999999999999",
                                      "\"../../x.strate.json\"",
                                      "\"mask\":\"home\"",
                                      "\"extends\":\"heir.strate.json\"",
                                      "\"burrows.strate.json\"",
                                      "\"per_connection\":{\"2\":{}}",
                                      "\"set\":{}",
                                      "}",
                                      "]"};

std::string mutated(std::string text, Random& random) {
  if (random.below(3) == 0) {
    // One digit for another: most of the time a good document still.
    const std::size_t digit = text.find_first_of("0123456789", random.below(text.size()));
    if (digit != std::string::npos) text[digit] = static_cast<char>('0' + random.below(10));
    return text;
  }
  for (std::size_t n = random.below(4) + 1; n > 0 && !text.empty(); --n) {
    const std::size_t at = random.below(text.size());
    switch (random.below(5)) {
      case 0:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        text.erase(at, random.below(20));
        break;
      case 2:
        text.insert(at, kWords[random.below(kWords.size())]);
        break;
      case 3: {
        const std::string piece = text.substr(at, random.below(60));
        text.insert(random.below(text.size()), piece);
        break;
      }
      case 4: {
        // A whole value for another, which keeps the document well formed most of the time.
        const std::size_t colon = text.find(": ", at);
        if (colon == std::string::npos) break;
        const std::size_t end = text.find_first_of(",}\n", colon + 2);
        if (end == std::string::npos) break;
        text.replace(colon + 2, end - colon - 2, kWords[random.below(kWords.size())]);
        break;
      }
    }
  }
  return text;
}

}  // namespace

TEST_CASE("documents: random changes never crash the reader, and it answers at once") {
  const std::vector<std::string> paths{
      "good.season.json",          "strates/mountain.strate.jsonc", "strates/burrows.strate.json",
      "strates/plain.strate.json", "recipes/mountain.recipe.json",  "recipes/caves.recipe.json",
      "heir.season.json",          "strates/heir.strate.json"};
  std::vector<std::string> texts;
  for (const std::string& path : paths)
    texts.push_back(test::read_text(test::data_path("good/" + path)));
  const Catalog catalog = test::test_catalog();
  const int rounds = std::getenv("STRATEC_SOAK") ? 200000 : 3000;
  Random random(20261130);
  int refused = 0, accepted = 0;
  double slowest = 0;
  for (int i = 0; i < rounds; ++i) {
    MemoryFileSystem memory;
    const std::size_t changed = random.below(paths.size());
    for (std::size_t p = 0; p < paths.size(); ++p)
      memory.put("/w/" + paths[p], p == changed ? mutated(texts[p], random) : texts[p]);
    memory.put("/w/stratec-root", "");
    Loaded out;
    const std::clock_t start = std::clock();
    out.fine =
        load_season("/w/heir.season.json", memory, catalog, {}, out.sources, out.season, out.diags);
    const double spent = seconds_since(start);
    slowest = std::max(slowest, spent);
    REQUIRE(out.fine == !out.diags.has_errors());
    (out.fine ? accepted : refused) += 1;
    const std::string text = out.printed();
    REQUIRE_FALSE(test::drives_terminal(text));
    if (out.fine)
      for (const StrateWorld& s : out.season.world.strates) {
        Recipe again;
        Diagnostics diags;
        SourceSet sources;
        json::Node root;
        const std::uint32_t id = sources.add("x", expand_text(s.recipe, catalog, RecipeForm::full));
        REQUIRE(json::parse(sources, id, false, {}, root, diags));
        REQUIRE(read_recipe(recipe_nodes(root), catalog, again, diags));
      }
  }
  CHECK(refused > rounds / 4);
  CHECK(accepted > rounds / 20);
  CHECK(slowest < 1);
}

TEST_CASE("documents: every truncation of every document is refused") {
  const std::string text = test::read_text(test::data_path("good/strates/burrows.strate.json"));
  for (std::size_t size = 0; size + 2 < text.size(); size += 7) {
    const Loaded out = test::load({{"a.strate.json", text.substr(0, size)}});
    CHECK_FALSE(out.fine);
  }
}

TEST_CASE("documents: uses that multiply end with an error, not with the memory") {
  test::Files files{
      {"a.strate.json", "{ \"$schema\": \"strate-1.json\", \"recipe\": \"r0.recipe.json\" }"}};
  for (int level = 0; level < 4; ++level) {
    std::string text = "{ \"$schema\": \"recipe-1.json\", \"stack\": [ { \"op\": \"solid\" }";
    for (int i = 0; i < 40; ++i)
      text += ", { \"id\": \"u" + std::to_string(i) + "\", \"combine\": \"subtract\", \"use\": \"" +
              (level < 3 ? "r" + std::to_string(level + 1) + ".recipe.json" : "flat_plain") +
              "\" }";
    files.push_back({"r" + std::to_string(level) + ".recipe.json", text + "] }"});
  }
  const std::clock_t start = std::clock();
  const Loaded out = test::load(files);
  const double spent = seconds_since(start);
  CHECK_FALSE(out.fine);
  CHECK(spent < 2);
  const auto codes = out.codes();
  CHECK(std::find(codes.begin(), codes.end(), "recipe.too_many_entries") != codes.end());
}
