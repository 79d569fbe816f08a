#include "compiler/json.hpp"

#include <catch2/catch.hpp>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "compiler/hash.hpp"
#include "tests/compiler/support/json_documents.hpp"
#include "tests/compiler/support/json_parsed.hpp"

using namespace strate;
using namespace strate::test;
using json::Kind;
using json::Node;

TEST_CASE("json: every hand-written valid document is read as nlohmann reads it") {
  for (const std::string& text : valid_documents()) {
    INFO(text);
    const Parsed p = parse(text);
    REQUIRE(p.fine);
    CHECK(p.diags.all().empty());
    CHECK(as_oracle(p.root) == nlohmann::json::parse(text));
  }
}

TEST_CASE("json: every hand-written invalid document is refused at a place, like nlohmann does") {
  for (const std::string& text : invalid_documents()) {
    INFO(text);
    const Parsed p = parse(text);
    CHECK_FALSE(p.fine);
    REQUIRE(p.diags.has_errors());
    CHECK(p.diags.all()[0].what.source.known());
    const bool mark = text.starts_with("\xef\xbb\xbf");  // nlohmann steps over it
    if (!mark) CHECK_FALSE(oracle_accepts(text));
  }
}

TEST_CASE("json: random trees written by nlohmann come back the same") {
  std::uint64_t state = 7;
  const auto next = [&] { return state = mix64(state + kSaltStep); };
  const std::function<nlohmann::json(int)> tree = [&](int depth) -> nlohmann::json {
    const std::uint64_t pick = next() % (depth > 5 ? 5 : 8);
    if (pick == 0) return nullptr;
    if (pick == 1) return next() % 2 == 0;
    if (pick == 2) return static_cast<std::int64_t>(next());
    if (pick == 3) return (unit(next()) - 0.5) * 1e6;
    if (pick == 4) {
      std::string s;
      for (std::uint64_t n = next() % 12; n > 0; --n) s += static_cast<char>(next() % 127 + 1);
      return s;
    }
    nlohmann::json out = pick == 7 ? nlohmann::json::array() : nlohmann::json::object();
    for (std::uint64_t n = next() % 6; n > 0; --n) {
      if (pick == 7)
        out.push_back(tree(depth + 1));
      else
        out[std::to_string(next() % 1000)] = tree(depth + 1);
    }
    return out;
  };
  for (int i = 0; i < 400; ++i) {
    const nlohmann::json value = tree(0);
    const std::string text = value.dump(i % 3 == 0 ? 2 : -1);
    const Parsed p = parse(text);
    INFO(text);
    REQUIRE(p.fine);
    CHECK(as_oracle(p.root) == value);
  }
}

TEST_CASE("json: random mutations are accepted exactly where nlohmann accepts them") {
  const std::string good =
      "{\"a\": [1, 2.5, -3e2, true, null], \"b\\u0041\": {\"c\": \"x\\ny\", \"d\": []}, \"e\": "
      "\"\xc3\xa9\"}";
  std::uint64_t state = 99;
  const auto next = [&] { return state = mix64(state + kSaltStep); };
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = good;
    for (std::uint64_t n = next() % 3 + 1; n > 0; --n) {
      const std::size_t at = next() % text.size();
      constexpr std::string_view kBytes = "{}[],:\"\\0123456789.eE+-tfn /*\n\x01\xff\xc3 u";
      const char c = kBytes[next() % kBytes.size()];
      if (next() % 3 == 0)
        text.erase(at, 1);
      else if (next() % 2 == 0)
        text[at] = c;
      else
        text.insert(at, 1, c);
    }
    const Parsed p = parse(text);
    const bool duplicate = p.code() == "json.duplicate_key";
    if (duplicate) continue;
    INFO(text);
    REQUIRE(p.fine == oracle_accepts(text));
    accepted += p.fine;
  }
  CHECK(accepted > 1000);
}

TEST_CASE("json: each fault has a code of its own and points at itself") {
  struct Case {
    std::string text;
    const char* code;
    std::uint32_t begin, end;
  };
  const std::vector<Case> cases{
      {"{\"a\":1,\"a\":2}", "json.duplicate_key", 7, 10},
      {"[NaN]", "json.not_finite", 1, 4},
      {"[1e999]", "json.number_too_large", 1, 6},
      {"[\"\xff\"]", "json.bad_utf8", 2, 3},
      {std::string("\xff\xfe[\0]\0", 6), "json.utf16", 0, 0},
      {std::string("[\0]\0", 4), "json.utf16", 0, 0},
      {"\xef\xbb\xbf[]", "json.byte_order_mark", 0, 3},
      {"[\"\\ud800\"]", "json.lone_surrogate", 2, 8},
      {"[01]", "json.bad_number", 1, 3},
      {"[True]", "json.bad_word", 1, 5},
      {"[1,]", "json.trailing_comma", 2, 3},
      {"// c\n[]", "json.comment", 0, 2},
      {"[\"a]", "json.unclosed_string", 1, 4},
      {"{\"a\":[1,2", "json.unclosed", 5, 6},
      {"[1 2]", "json.missing_comma", 3, 4},
      {"{\"a\" 1}", "json.missing_colon", 5, 6},
      {"{a:1}", "json.unquoted_key", 1, 2},
      {"['a']", "json.single_quotes", 1, 2},
      {"[\"\\q\"]", "json.bad_escape", 2, 4},
      {"[\"\x01\"]", "json.control_character", 2, 3},
      {"[] []", "json.after_end", 3, 4},
      {"[;]", "json.unexpected", 1, 2},
      {"  ", "json.empty", 2, 2},
      {"[1] /* x", "json.unclosed_comment", 4, 6},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    const Parsed p = parse(c.text);
    REQUIRE(p.diags.all().size() == 1);
    CHECK(p.code() == c.code);
    CHECK(p.diags.all()[0].what.source.begin == c.begin);
    CHECK(p.diags.all()[0].what.source.end == c.end);
  }
}

TEST_CASE("json: all faults that leave the structure clear are reported in one run") {
  const Parsed p = parse("{\"a\": NaN, \"a\": 01, b: 'x', \"c\": \"\\q\", \"d\": 1e999,}");
  std::vector<std::string> codes;
  for (const Diagnostic& d : p.diags.all()) codes.push_back(d.what.code);
  CHECK(codes == std::vector<std::string>{"json.not_finite", "json.duplicate_key",
                                          "json.bad_number", "json.unquoted_key",
                                          "json.single_quotes", "json.bad_escape",
                                          "json.number_too_large", "json.trailing_comma"});
}

TEST_CASE("json: comments and trailing commas are fine in jsonc, and nothing else is") {
  CHECK(parse("// a\n{ /* b */ \"a\": [1, 2,], // c\n}\n// d", true).fine);
  CHECK_FALSE(parse("[1,,]", true).fine);
  CHECK_FALSE(parse("[,]", true).fine);
  CHECK_FALSE(parse("{a:1}", true).fine);
  CHECK(parse("/*", true).code() == "json.unclosed_comment");
}

TEST_CASE("json: a duplicate key is found in small and in large objects") {
  std::string text = "{";
  for (int i = 0; i < 100; ++i) text += "\"k" + std::to_string(i) + "\":0,";
  CHECK(parse(text + "\"z\":0}").fine);
  CHECK(parse(text + "\"k7\":0}").code() == "json.duplicate_key");
  CHECK(parse(text + "\"k99\":0}").code() == "json.duplicate_key");
}

TEST_CASE("json: depth, count and size are limited before anything is built") {
  const std::string open(64, '['), close(64, ']');
  CHECK(parse(open + close).fine);
  CHECK(parse("[" + open + close + "]").code() == "json.too_deep");
  json::Limits few;
  few.nodes = 3;
  CHECK(parse("[1,2]", false, few).fine);
  CHECK(parse("[1,2,3]", false, few).code() == "json.too_many_values");
  few.bytes = 4;
  CHECK(parse("[1,2]", false, few).code() == "json.too_large");
}

TEST_CASE("json: ten million brackets are refused in no time") {
  const std::string bomb(10'000'000, '[');
  std::string objects;
  for (int i = 0; i < 1'000'000; ++i) objects += "{\"a\":";
  for (const std::string& text : {bomb, objects}) {
    Parsed p;
    const std::uint32_t id = p.sources.add("t.json", text);
    const std::clock_t start = std::clock();
    CHECK_FALSE(json::parse(p.sources, id, false, {}, p.root, p.diags));
    const double spent = seconds_since(start);
    CHECK(p.code() == "json.too_deep");
    CHECK(spent < 0.1);
  }
}

TEST_CASE("json: a document of faults alone ends early with its own code") {
  std::string text = "[";
  for (int i = 0; i < 100000; ++i) text += "NaN,";
  const Parsed p = parse(text + "1]");
  CHECK_FALSE(p.fine);
  CHECK(p.diags.all().size() == 500);
  CHECK(p.diags.all().back().what.code == "json.too_many_faults");
}

TEST_CASE("json: the raw token of a number is kept") {
  const Parsed p = parse("[1.50, -0, 12345678901234567890]");
  REQUIRE(p.root.items.size() == 3);
  CHECK(p.root.items[0].text == "1.50");
  CHECK(p.root.items[1].text == "-0");
  CHECK(p.root.items[2].text == "12345678901234567890");
  CHECK(json::number_value("1.50") == 1.5);
  CHECK(json::number_value("0.1") == 0.1);
}

TEST_CASE("json: a pointer names the innermost key or value at a place") {
  const std::string text = "{\"a/b\": [10, {\"c~\": \"x\"}], \"d\": 1}";
  const Parsed p = parse(text);
  const auto at = [&](std::string_view what) {
    return json::pointer_at(p.root, static_cast<std::uint32_t>(text.find(what)));
  };
  CHECK(at("\"a/b\"") == "/a~1b");
  CHECK(at("10") == "/a~1b/0");
  CHECK(at("\"c~\"") == "/a~1b/1/c~0");
  CHECK(at("\"x\"") == "/a~1b/1/c~0");
  CHECK(at("\"d\"") == "/d");
  CHECK(json::pointer_at(p.root, 0) == "");
}
