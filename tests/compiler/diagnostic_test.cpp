#include "compiler/diagnostic.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "compiler/utf8.hpp"

using namespace strate;

namespace {

/// Prints one error over the first place of `mark` in a document.
std::string print_at(const std::string& text, const std::string& mark,
                     const std::string& what = "wrong") {
  SourceSet sources;
  Diagnostics diags;
  const std::uint32_t id = sources.add("a.json", text);
  const auto at = static_cast<std::uint32_t>(text.find(mark));
  diags.error("test.code", what, {id, at, at + static_cast<std::uint32_t>(mark.size())});
  return print(diags, sources);
}

/// Columns before the caret of a printed finding, after the gutter of a one-digit line.
std::size_t caret_column(const std::string& shown) {
  const std::size_t caret = shown.find('^');
  return caret - shown.rfind('\n', caret) - 1 - std::string_view("    | ").size();
}

}  // namespace

TEST_CASE("diagnostic: place, line, caret, pointer and notes are printed") {
  SourceSet sources;
  Diagnostics diags;
  const std::uint32_t id = sources.add("x/a.json", "{\n  \"a\": [1, 22]\n}\n");
  diags.error("value.bad", "22 is bad", {id, 13, 15}).notes.push_back("use 1");
  CHECK(print(diags, sources) ==
        "x/a.json:2:12: error[value.bad]: 22 is bad\n"
        "  2 |   \"a\": [1, 22]\n"
        "    |            ^~\n"
        "  at /a/1\n"
        "  use 1\n");
}

TEST_CASE("diagnostic: the caret stands under the place after characters of any width") {
  CHECK(caret_column(print_at("{\"eee\": 7}", "7")) == 8);
  CHECK(caret_column(print_at("{\"\xc3\xa9\xc3\xa9\xc3\xa9\": 7}", "7")) == 8);
  CHECK(caret_column(print_at("{\"\xe4\xb8\x96\xe7\x95\x8c\": 7}", "7")) == 9);
  CHECK(caret_column(print_at("{\"e\xcc\x81\": 7}", "7")) == 6);
  CHECK(caret_column(print_at("{\t\"a\": 7}", "7")) == 7);
  CHECK(caret_column(print_at("{\"\x1b\": 7}", "7")) == 11);
}

TEST_CASE("diagnostic: columns count code points") {
  SourceSet sources;
  const std::uint32_t id = sources.add("a.json", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x92\xa9x\ny");
  CHECK(sources.position(id, 0).column == 1);
  CHECK(sources.position(id, 2).column == 2);
  CHECK(sources.position(id, 5).column == 3);
  CHECK(sources.position(id, 9).column == 4);
  CHECK(sources.position(id, 11).line == 2);
  CHECK(sources.position(id, 11).column == 1);
  CHECK(sources.position(id, 9999).line == 2);
}

TEST_CASE("diagnostic: a long line is cut around the place") {
  const std::string text = "[" + std::string(5000, ' ') + "77, " + std::string(5000, ' ') + "1]";
  const std::string shown = print_at(text, "77");
  for (std::size_t at = 0; at < shown.size();) {
    const std::size_t end = std::min(shown.find('\n', at), shown.size());
    CHECK(end - at < 120);
    at = end + 1;
  }
  CHECK(shown.find("…") != std::string::npos);
  CHECK(shown.find("77") != std::string::npos);
  CHECK(shown.find("^~") != std::string::npos);
}

TEST_CASE("diagnostic: hostile text cannot drive a terminal") {
  const std::string hostile = "\x1b[2J\x07\xc2\x9b\xe2\x80\xae\xe2\x80\x8b";
  const std::string shown = print_at("{\"" + hostile + "\": 7}", "7", "no key '" + hostile + "'\n");
  for (unsigned char c : shown) CHECK((c == '\n' || (c >= 0x20 && c != 0x7f)));
  CHECK(shown.find("\xc2\x9b") == std::string::npos);
  CHECK(shown.find("\xe2\x80\xae") == std::string::npos);
  CHECK(shown.find("\\u001b[2J\\u0007\\u009b\\u202e\\u200b") != std::string::npos);
  CHECK(utf8::printable("a\xff") == "a\\xff");
  SourceSet sources;
  Diagnostics diags;
  const std::uint32_t id = sources.add("a\x1b[0m.json", "[]");
  diags.error("c", "t", {id, 0, 1}).notes.push_back("n\x1b");
  CHECK(print(diags, sources).find('\x1b') == std::string::npos);
  CHECK(print_json(diags, sources).find('\x1b') == std::string::npos);
}

TEST_CASE("diagnostic: sorted by file and place, whatever the order they came in") {
  SourceSet sources;
  Diagnostics diags;
  const std::uint32_t b = sources.add("b.json", "[1,2,3]"), a = sources.add("a.json", "[1,2,3]");
  diags.error("c", "nowhere", {});
  diags.error("c", "third", {b, 3, 4});
  diags.error("c", "second", {b, 1, 2});
  diags.error("c", "first", {a, 5, 6});
  const std::string text = print(diags, sources);
  CHECK(text.find("first") < text.find("second"));
  CHECK(text.find("second") < text.find("third"));
  CHECK(text.find("third") < text.find("nowhere"));
}

TEST_CASE("diagnostic: at most so many of a kind, and the rest is counted") {
  SourceSet sources;
  Diagnostics diags;
  const std::uint32_t id = sources.add("a.json", std::string(300, ' '));
  for (std::uint32_t i = 0; i < 150; ++i) diags.error("many", "x", {id, i, i + 1});
  diags.error("one", "y", {id, 200, 201});
  const std::string text = print(diags, sources);
  std::size_t shown = 0;
  for (std::size_t at = 0; (at = text.find("error[many]", at)) != std::string::npos; ++at) ++shown;
  CHECK(shown == 100);
  CHECK(text.find("and 50 more of kind many\n") != std::string::npos);
  CHECK(text.find("error[one]") != std::string::npos);
  CHECK(diags.error_count() == 151);
}

TEST_CASE("diagnostic: the same finding is kept once") {
  Diagnostics diags;
  diags.error("c", "t", {0, 1, 2}).notes.push_back("first");
  diags.error("c", "t", {0, 1, 2}).notes.push_back("second");
  diags.error("c", "t", {0, 1, 3});
  CHECK(diags.error_count() == 2);
  CHECK(diags.all()[0].what.notes == std::vector<std::string>{"first"});
}

TEST_CASE("diagnostic: warnings are no errors") {
  SourceSet sources;
  Diagnostics diags;
  diags.warning("w", "careful", {});
  CHECK_FALSE(diags.has_errors());
  CHECK(print(diags, sources) == "warning[w]: careful\n");
}

TEST_CASE("diagnostic: what is unused comes behind what may be its cause, within its file") {
  SourceSet sources;
  Diagnostics diags;
  const std::uint32_t a = sources.add("a.json", "{}  {}  {}"), b = sources.add("b.json", "{}");
  diags.error("recipe.unused_field", "second", {a, 0, 1});
  diags.error("recipe.unknown_name", "first", {a, 8, 9});
  diags.error("recipe.unused_knob", "third", {a, 4, 5});
  diags.error("other", "fourth", {b, 0, 1});
  const std::string text = print(diags, sources);
  std::size_t last = 0;
  for (const char* word : {"first", "second", "third", "fourth"}) {
    INFO(text);
    const std::size_t at = text.find(word);
    REQUIRE(at != std::string::npos);
    CHECK(at >= last);
    last = at;
  }
}

TEST_CASE("diagnostic: the JSON form has the same findings") {
  SourceSet sources;
  Diagnostics diags;
  const std::uint32_t id = sources.add("a.json", "{\"a\":\n [1]}");
  diags.error("c", "text", {id, 8, 9}).notes.push_back("note");
  const nlohmann::json json = nlohmann::json::parse(print_json(diags, sources));
  CHECK(json ==
        nlohmann::json::parse(R"([{"severity":"error","code":"c","text":"text","file":"a.json",
    "line":2,"column":3,"pointer":"/a/0","notes":["note"]}])"));
}

TEST_CASE("diagnostic: the nearest name is within two edits, one for short words") {
  const std::vector<std::string> known{"wander_m", "radius_m", "links", "box"};
  CHECK(nearest_name("wonder_m", known) == "wander_m");
  CHECK(nearest_name("raduis_m", known) == "radius_m");
  CHECK(nearest_name("lnks", known) == "links");
  CHECK(nearest_name("bxo", known) == "box");
  CHECK(nearest_name("bix", known) == "box");
  CHECK(nearest_name("bac", known) == "");
  CHECK(nearest_name("completely", known) == "");
  CHECK(nearest_name("3", {"1", "2", "13"}) == "");
  CHECK(nearest_name("12", {"1", "2", "13"}) == "");
  CHECK(nearest_name("x", {"z", "y"}) == "");
  CHECK(nearest_name(std::string(1 << 20, 'x'), known) == "");
}

TEST_CASE("diagnostic: the nearest names are told however far, those that hold the word first") {
  const std::vector<std::string> known{"box", "lattice_corridors", "corridor", "columns"};
  const std::vector<std::string> parts = nearest_names("corridors", known, 2);
  CHECK(parts == std::vector<std::string>{"lattice_corridors", "corridor"});
  CHECK(nearest_names("bo", known, 1) == std::vector<std::string>{"box"});
  CHECK(nearest_names("nothing", known, 9).size() == known.size());
}
