// The canonical form of documents (11 §9).
#include "formats/documents/format.hpp"

#include <catch2/catch.hpp>
#include <ctime>
#include <filesystem>

#include "formats/manifest/manifest.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/documents/support/layout.hpp"
#include "tests/documents/support/load.hpp"

using namespace strate;
using test::laid_out;

namespace {

/// The world that a season in memory resolves to, as the bytes that its content hash is of.
std::string world_bytes(const std::vector<test::Shipped>& documents, const std::string& season,
                        bool formatted) {
  MemoryFileSystem memory;
  for (const test::Shipped& d : documents)
    memory.put(d.path, formatted ? laid_out(d.text, d.jsonc) : d.text);
  for (const test::Shipped& d : documents) {  // markers of roots
    const std::string marker = parent_path(d.path) + "/stratec-root";
    if (std::filesystem::exists(marker)) memory.put(marker, "");
  }
  const std::string folder = parent_path(season);  // with the pictures and meshes that lie there
  for (const auto& e : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = e.path().string(), ending = e.path().extension().string();
    if (ending == ".png" || ending == ".obj") memory.put(path, test::read_text(path));
  }
  test::Loaded out;
  out.fine = load_season(season, memory, shipped_catalog(), {}, out.sources, out.season, out.diags);
  INFO(season << "\n" << out.printed());
  REQUIRE(out.fine);
  return write_world(out.season.world, shipped_catalog());
}

/// The faults of a text that is no document.
std::vector<std::string> faults_of(const std::string& text, bool jsonc = false) {
  SourceSet sources;
  Diagnostics diags;
  std::string out = "untouched";
  const std::uint32_t id = sources.add("x", text);
  CHECK_FALSE(format_document(sources, id, jsonc, shipped_catalog(), out, diags));
  CHECK(out == "untouched");
  std::vector<std::string> codes;
  for (const Diagnostic& d : diags.all()) {
    codes.push_back(d.what.code);
    CHECK(d.what.source.known());
  }
  return codes;
}

}  // namespace

TEST_CASE(
    "fmt: an entry opens with its identity, then note, the table, what is unknown, the rest") {
  CHECK(laid_out(R"({"stack":[{"mask":"damp","squash":0.7,"where":{"height_m":[4,null]},"mystery":1,
    "radius_m":[4,10],"spacing_m":32,"blend_m":1.5,"note":"n","sites":{"depth_m":[9,null]},
    "combine":"smooth_subtract","op":"rooms","except":{"depth_m":[1,2]},"id":"rooms"}]})") ==
        R"({
  "stack": [
    { "id": "rooms", "op": "rooms", "combine": "smooth_subtract", "blend_m": 1.5,
      "note": "n",
      "spacing_m": 32,
      "radius_m": [4, 10],
      "squash": 0.7,
      "mystery": 1,
      "sites": { "depth_m": [9, null] },
      "where": { "height_m": [4, null] },
      "except": { "depth_m": [1, 2] },
      "mask": "damp"
    }
  ]
}
)");
}

TEST_CASE("fmt: an identity that does not fit its line goes on one key a line") {
  const std::string path(60, 'x');
  CHECK(laid_out(R"({"add":[{"id":"caves","use":")" + path +
                 R"(","combine":"smooth_subtract","blend_m":1,"set":{"rooms":{"on":true}}}]})") ==
        R"({
  "add": [
    { "id": "caves", "use": ")" +
            path + R"(",
      "combine": "smooth_subtract",
      "blend_m": 1,
      "set": { "rooms": { "on": true } }
    }
  ]
}
)");
}

TEST_CASE("fmt: four keys stand on one line if they fit, five do not, a note never does") {
  CHECK(laid_out(R"({"a":{"b":1,"c":2,"d":3,"e":4},"f":{"b":1,"c":2,"d":3,"e":4,"g":5},
                     "h":{"note":"n","on":false},"i":{},"j":[],"k":{"l":{"m":[]}}})") == R"({
  "a": { "b": 1, "c": 2, "d": 3, "e": 4 },
  "f": {
    "b": 1,
    "c": 2,
    "d": 3,
    "e": 4,
    "g": 5
  },
  "h": {
    "note": "n",
    "on": false
  },
  "i": {},
  "j": [],
  "k": { "l": { "m": [] } }
}
)");
}

TEST_CASE("fmt: a line has 100 columns with its comma, counted as a terminal shows them") {
  const auto lines_of_value = [](const std::string& word) {
    const std::string out = laid_out("{\"k\":[\"" + word + "\",1],\"l\":2}");
    return std::count(out.begin(), out.end(), '\n');
  };
  const std::string fits(100 - std::string("  \"k\": [\"\", 1],").size(), 'x');
  CHECK(lines_of_value(fits) == 4);
  CHECK(lines_of_value(fits + "x") == 7);
  std::string wide;  // two columns and three bytes each
  for (std::size_t i = 0; i + 1 < fits.size(); i += 2) wide += "字";
  CHECK(lines_of_value(wide) == 4);
  CHECK(lines_of_value(wide + "字") == 7);
}

TEST_CASE("fmt: what follows a value never changes its lines") {
  for (std::size_t n = 60; n < 100; ++n) {
    const std::string value = "{\"k\":[\"" + std::string(n, 'x') + "\",1]";
    const std::string alone = laid_out(value + "}"), followed = laid_out(value + ",\"l\":2}");
    CHECK(alone.substr(0, alone.size() - 3) == followed.substr(0, alone.size() - 3));
  }
}

TEST_CASE("fmt: one blank line between sections is kept, of several one, at brackets none") {
  CHECK(
      laid_out("{\n\n\n\"a\":1,\n\n\n\n\"b\":2,\n\"c\":[\n\n{\"id\":\"x\",\n\n\"note\":\"n\"},\n\n"
               "{\"id\":\"y\"}\n\n]\n\n}\n\n") == R"({
  "a": 1,

  "b": 2,
  "c": [
    { "id": "x",
      "note": "n"
    },

    { "id": "y" }
  ]
}
)");
}

TEST_CASE("fmt: comments stay at what they speak of") {
  const std::string text = R"(// The head of the file.

// Of the root.
{  // behind a bracket
  "a": 1,  // behind a value
  // in front of a key
  "b": [1, /* in a row */ 2],

  /*
   * several
   * lines
   */
  "c": /* inside */ 3,
  "d": [
    1,  // one
    2  // two
    // at the end
  ],
  "stack": [
    // of the entry
    { "id": "x", "op": "solid",  // of the operator
      "note": "n"
    },
    {
      // of the id
      "id": "y", "op": "void",
      // of the rest
      "where": "home"
    }
  ]

  // the end
}
// behind all
)";
  CHECK(laid_out(text, true) == text);
}

TEST_CASE("fmt: comments move only where a line would be torn, and trailing commas go") {
  CHECK(laid_out("{\"a\": // why\n 1, \"b\" /* x */ : 2,\n}", true) == R"({
  // why
  "a": 1,
  "b": /* x */ 2
}
)");
}

TEST_CASE("fmt: numbers and strings keep their spelling") {
  const std::string text =
      "{\n  \"a\": [1.50, 1e3, -0, 0.1E-2, \"\\u00e9\\/\", \"é\"],\n"
      "  \"\\u0062\": 1\n}\n";
  CHECK(laid_out(text) == text);
}

TEST_CASE("fmt: keys outside of entries and all of runtime keep their order") {
  const std::string text = R"({
  "runtime": {
    "list": [{ "where": 1, "op": "rooms", "id": "a" }]
  },
  "set": { "rooms": { "squash": 0.5, "spacing_m": 30 } }
}
)";
  CHECK(laid_out(text).find(R"({ "where": 1, "op": "rooms", "id": "a" })") != std::string::npos);
  CHECK(laid_out(text).find(R"({ "squash": 0.5, "spacing_m": 30 })") != std::string::npos);
}

TEST_CASE("fmt: every document of the repository is laid out once and for all") {
  std::size_t seen = 0;
  for (const char* folder : {"seasons", "tests/data", "tests/documents/data"})
    for (const test::Shipped& d : test::documents_under(folder)) {
      INFO(d.path);
      const std::string once = laid_out(d.text, d.jsonc);
      CHECK(laid_out(once, d.jsonc) == once);
      ++seen;
    }
  CHECK(seen >= 12);
}

TEST_CASE("fmt: the layout that comes in does not matter") {
  std::size_t seen = 0;
  for (const char* folder : {"seasons", "tests/data", "tests/documents/data"})
    for (const test::Shipped& d : test::documents_under(folder)) {
      if (d.jsonc) continue;
      INFO(d.path);
      const std::string tight = laid_out(test::on_one_line(d.text));
      CHECK(laid_out(test::on_many_lines(d.text)) == tight);
      CHECK(test::on_one_line(laid_out(d.text)) == test::on_one_line(tight));
      ++seen;
    }
  CHECK(seen >= 10);
}

TEST_CASE("fmt: a season means the same world afterwards, to the bit of its content hash") {
  for (const char* folder : {"seasons", "tests/data"}) {
    const std::vector<test::Shipped> documents = test::documents_under(folder);
    std::size_t seasons = 0;
    for (const test::Shipped& d : documents) {
      if (d.path.find(".season.json") == std::string::npos) continue;
      const std::string before = world_bytes(documents, d.path, false);
      CHECK(before.size() > 500);
      CHECK((world_bytes(documents, d.path, true) == before));
      ++seasons;
    }
    CHECK(seasons >= 1);
  }
}

TEST_CASE("fmt: any text with comments anywhere keeps its values and comments and stays put") {
  test::Dice dice(20261130);
  std::size_t with_comments = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = test::random_document(dice);
    INFO(i << ": " << text);
    const std::string once = laid_out(text, true);  // proves values and comments itself
    INFO(once);
    REQUIRE(laid_out(once, true) == once);
    with_comments += once.find("/*") != std::string::npos;
  }
  CHECK(with_comments > 500);
}

TEST_CASE("fmt: what is no JSON is refused with a place for every fault") {
  CHECK(faults_of("{ \"a\": 1 \"b\": 2, }") ==
        std::vector<std::string>{"json.missing_comma", "json.trailing_comma"});
  CHECK(faults_of("{ \"a\": 1 } // x") == std::vector<std::string>{"json.comment"});
  CHECK(faults_of("{ \"a\": 1, \"a\": 2 }") == std::vector<std::string>{"json.duplicate_key"});
  CHECK(faults_of("{ \"a\": ") == std::vector<std::string>{"json.unclosed"});
  CHECK(faults_of("") == std::vector<std::string>{"json.empty"});
  CHECK(faults_of(std::string(100'000, '['), true) == std::vector<std::string>{"json.too_deep"});
}

TEST_CASE("fmt: a document of one line and a megabyte, or as deep as may be, takes linear time") {
  const auto seconds = [](std::size_t entries) {
    std::string text = "{\"stack\":[";
    for (std::size_t i = 0; i < entries; ++i)
      text += (i > 0 ? ",{\"id\":\"e" : "{\"id\":\"e") + std::to_string(i) +
              "\",\"op\":\"rooms\",\"radius_m\":[[[[[[4,10]]]]]]}";
    text += "]}";
    const std::clock_t start = std::clock();
    CHECK(laid_out(text).size() > text.size());
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  const double small = seconds(2'500), large = seconds(20'000);
  CHECK(large < 8 * small * 4 + 0.2);
  const std::string deep = std::string(63, '[') + "{\"a\": 1}" + std::string(63, ']');
  CHECK(laid_out(deep).find("\"a\": 1") != std::string::npos);
  CHECK(faults_of("[" + deep + "]") == std::vector<std::string>{"json.too_deep"});
}
