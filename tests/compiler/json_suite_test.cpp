// P1: documents of our own in every category that the public conformance suite of JSON knows:
// accepted, rejected, and those where a reader may choose. nlohmann's reader is the oracle.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/hash.hpp"
#include "tests/compiler/support/json_parsed.hpp"

using namespace strate;
using namespace strate::test;
using namespace std::string_view_literals;

namespace {

struct Group {
  const char* name;
  std::vector<std::string_view> documents;
};

const std::vector<Group> kAccepted{
    {"array: empty, spaced, mixed",
     {"[[]\t]", "[\"\"]", "[ ]", "[\"x\"]\n", "[false]", "[null, -3, \"3\", {\"k\": true}]",
      "[null]", "[7\n]", "  [8]", "[9,null,null,null,9]", "[10] ", "[[[[[[]]]]]]", "[{},[],{}]"}},
    {"number: signs, fractions, exponents",
     {"[44e65]",
      "[0e+7]",
      "[0e7]",
      "[ 12]",
      "[-0.00000000000000000000000000000000000000000000000000000000000000000000000000000000004]",
      "[30e2]",
      "[-0]",
      "[-777]",
      "[-6]",
      "[-0.0]",
      "[5E66]",
      "[5E-4]",
      "[5E+4]",
      "[321.654e7]",
      "[2e-4]",
      "[2e+4]",
      "[987]",
      "[321.654321]",
      "[1.0]",
      "[100]",
      "[0.5]",
      "[9007199254740993]",
      "[2.2250738585072014e-308]",
      "[4.9e-324]"}},
    {"object: keys of every kind",
     {"{\"k\": \"v\"}", "{}", "{\"\": -1}", "{\"a\\u0000b\": 3}",
      "{\"low\": -1.5e+27, \"high\": 1.5e+27}",
      "{\"k\": [{\"key\": \"mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm\"}]}",
      "{\"l\": []}", "{\"n\": \"\\u0421\\u043e\\u043b\\u044c\"}", "{\n\"l\": \"m\"\n}",
      "{\"p\": {\"p\": {\"p\": 0}}}", "{\"a\": 1, \"A\": 2, \"a \": 3}"}},
    {"string: escapes",
     {"[\"\\u0061\\u017f\\u2603\"]",
      "[\"\\ud83c\\udf0b\"]",
      "[\"\\ud83c\\udf0b\\uD834\\uDD1E\"]",
      "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
      "[\"\\\\u0001\"]",
      "[\"\\\"\"]",
      "[\"x/*y*/z//\"]",
      "[\"\\\\b\"]",
      "[\"\\\\t\"]",
      "[\"\\u001F\"]",
      "[\"\\uFFFE\"]",
      "[ \"q\"]",
      "[\"\\uDBFF\\uDFFE\"]",
      "[\"sharp\\u00A0flat\"]",
      "[\"\\u0000\"]",
      "[\"\\uD834\\udd1e\"]",
      "[\"\\u0Aa5\"]",
      "[\"cut\\u000Aline\"]",
      "[\"\\u005C\"]",
      "[\"\\u002F\"]",
      "[\"\\uDBFE\\uDFFE\"]",
      "[\"\\uD83E\\uDFFE\"]",
      "[\"\\u200b\\u2064\"]",
      "[\"\\uFDD1\"]",
      "[\"\\u0022\"]",
      "[\"\\/\"]"}},
    {"string: raw bytes",
     {"[\"\xf4\x8f\xbf\xbe\"]", "[\"\xef\xbf\xbe\"]", "[\",\"]", "[\"\xcf\x84\"]",
      "[\"\xf0\x9b\xbf\xbf\"]", "[\"qrst\"]", "\"  \"", "[\"\xe3\x82\xb9\xe3\x83\x88\"]",
      "[\"\xc3\xa5\"]", "[\"\xe2\x80\xa8 \xe2\x80\xa9\"]", "[\"\x7f\"]",
      "[\"b\x7f"
      "b\"]",
      "[\"\xf0\x9d\x84\x9e\"]", "[\"\xe2\x8d\x82\xe3\x88\xb4\xe2\x8d\x82\"]",
      "[\"\xef\xbb\xbf\"]"}},
    {"structure: one value, blanks around",
     {"false", "73", "-0.25", "null", "\"stone\"", "true", "\"\"", "[\"m\"]\r\n", "[true]",
      " [] \t", "\r\n\t 0", "[]\n\n\n", "{ }"}}};

/// What the suite accepts and design 09 refuses.
const std::vector<std::string_view> kDuplicateKeys{"{\"k\": 1, \"k\": 2}",
                                                   "{\"k\": \"v\", \"k\": \"v\"}"};

const std::vector<Group> kRejected{
    {"array: separators and ends",
     {"[2 false]",     "[m\xe5]",  "[\"\": 2]",    "[\"\"],", "[,7]",        "[2,,3]",
      "[\"m\",,]",     "[\"m\"]]", "[\"\",]",      "[\"m\"",  "[y",          "[4[5]]",
      "[\xff]",        "[2:3]",    "[,]",          "[-]",     "[   , \"\"]", "[\"m\",\n5\n,2,",
      "[2,]",          "[2,,]",    "[\"\vm\"\\f]", "[*]",     "[\"\"",       "[2,",
      "[2,\n2\n,2",    "[{}",      "[;]",          "[2;3]",   "[[[3]]",      "[1]2[3]",
      "[\"a\" \"b\"]", "[1}"}},
    {"literal: cut and misspelt",
     {"[fals]", "[nul]", "[tru]", "[falsee]", "[Null]", "[NULL]", "[nULL]", "[t]", "[n u l l]",
      "[true1]", "[yes]", "[None]"}},
    {"number: not in the grammar",
     {"223\0"sv,   "[++42]",    "[+7]",        "[+Inf]",      "[-07]",    "[-3.0.]",
      "[-4.]",     "[-NaN]",    "[.-3]",       "[.5e-3]",     "[0.4.2]",  "[0.7e+]",
      "[0.7e]",    "[0.e5]",    "[0E]",        "[0E+]",       "[0e]",     "[0e+]",
      "[3.0e+]",   "[3.0e-]",   "[3.0e]",      "[4 000.0]",   "[3eE2]",   "[5.e+3]",
      "[5.e-3]",   "[5.e3]",    "[7.e+]",      "[Inf]",       "[NaN]",    "[\xef\xbc\x92]",
      "[2+3]",     "[0x7]",     "[0xBEEF]",    "[Infinity]",  "[0e+-3]",  "[-543.21mno]",
      "[543\xe5]", "[3e5\xe5]", "[0\xe5]",     "[-Infinity]", "[-mno]",   "[- 2]",
      "[-098]",    "[-.321]",   "[-3y]",       "[3em]",       "[3e\xe5]", "[3.]",
      "[.321]",    "[3.5a-8]",  "[2.9B-400]",  "[067]",       "[00]",     "[1__0]",
      "[0b1]",     "[1e1.5]",   "[1,000.5.5]", "[-]7",        "[0 .5]"}},
    {"object: keys, colons, commas",
     {"[\"k\", true: 3]",
      "{[: \"k\"}\n",
      "{\"k\", null}",
      "{\"k\"::\"v\"}",
      "{\xf0\x9f\x8c\x8b}",
      "{\"k\":\"m\" 321}",
      "{k: 'v'}",
      "{\"\xb9\":\"1\",}",
      "{\"k\" v}",
      "{:\"v\"}",
      "{\"k\" \"v\"}",
      "{\"k\":",
      "{\"k\"",
      "{2:2}",
      "{8888E8888:2}",
      "{null:null,null:null}",
      "{\"key\":1,,,,,}",
      "{'k':1}",
      "{\"key\":1,}",
      "{\"k\":\"v\"}/* */",
      "{\"k\":\"v\"}/* *//",
      "{\"k\":\"v\"}//",
      "{\"k\":\"v\"}/",
      "{\"k\":\"v\",,\"l\":\"m\"}",
      "{k: \"v\"}",
      "{\"k\":\"v",
      "{ \"sky\" : \"cave\", \"k\" }",
      "{\"k\":\"v\"}#",
      "{\"k\": {}",
      "{\"k\"=1}",
      "{,}",
      "{\"k\":1 \"l\":2}",
      "{true:1}",
      "{\"k\":1;}",
      "{\"k\"}"}},
    {"string: escapes and quotes",
     {"[\"\\uD83C\\\"]",
      "[\"\\uD83C\\u\"]",
      "[\"\\uD83C\\u2\"]",
      "[\"\\uD83C\\u2x\"]",
      "[\xc3\xa5]",
      "[\"\\\0\"]"sv,
      "[\"\\x41\"]",
      "[\"\\\\\\\"]",
      "[\"\\\t\"]",
      "[\"\\\xf0\x9f\x8c\x8b\"]",
      "[\"\\\"]",
      "[\"\\u0BA\"]",
      "[\"\\uD83C\\uDf\"]",
      "[\"\\uD900\\uD900\\z\"]",
      "[\"\\u\xe5\"]",
      "[\"\\m\"]",
      "[\"\\uqwer\"]",
      "[\"\\\xe5\"]",
      "[\\u0020\"m\"]",
      "[\\q]",
      "\"",
      "['one quote']",
      "kmn",
      "[\"\\",
      "[\"m\001m\"]",
      "[\"cut\nline\"]",
      "[\"\t\"]",
      "\"\\UABCD\"",
      "\"\"y",
      "[\"\\'\"]",
      "[\"\\u00\"]",
      "[\"\\ud800\"]",
      "[\"\\udfff\"]",
      "[\"a\r\nb\"]",
      "[\"\0\"]"sv,
      "[\"\\8\"]",
      "[`x`]",
      "[\"abc']"}},
    {"string: not UTF-8",
     {"[\"\xff\"]", "[\"\xc0\xae\"]", "[\"\xe0\x80\xaf\"]", "[\"\xed\xbf\xbf\"]",
      "[\"\xf8\x88\x80\x80\x80\"]", "[\"\xf4\xbf\xbf\xbf\"]", "[\"\x81\"]", "[\"\xe2\x8d\"]",
      "[\"\xfc\x83\xbf\xbf\xbf\xbf\"]"}},
    {"structure: around the value",
     {"\xe2\x81\xa0",
      " ",
      "\xef\xbb\xbf",
      "<.>",
      "[<false>]",
      "[3]y",
      "[3]]",
      "[\"mnop]",
      "\xc3\xa5",
      "[TRUE]",
      "3]",
      "{\"y\": true,",
      "[][]",
      "]",
      "\xef\xbb{}",
      "\xe5",
      "[",
      "",
      "[\0]"sv,
      "3@",
      "{}}",
      "{\"\":",
      "{\"k\":/*note*/\"v\"}",
      "{\"k\": true} \"y\"",
      "['",
      "[,",
      "[{",
      "[\"m",
      "[\"o\"",
      "{",
      "{]",
      "{,",
      "{[",
      "{\"m",
      "{'m'",
      "[\"\\{[\"\\{[\"\\{[\"\\{",
      "\xc3\xa9",
      "*",
      "{\"m\":\"n\"}#{}",
      "[\\u000A\"\"]",
      "[3",
      "[ false, nul",
      "[ true, fals",
      "[ false, tru",
      "{\"mnop\":\"qrst\"",
      "\xc2\xa0[]",
      "[\f]",
      "\v",
      "[]\0"sv,
      "// only a remark",
      "[]{}",
      "}{"}}};

/// Where the suite leaves the choice: the code that we answer with, or "" for accepted.
struct Choice {
  std::string text;
  std::string code;
};

std::vector<Choice> choices() {
  return {{"[0.3e006]", ""},
          {"[123.456e-789]", ""},
          {"[3e-9999999999]", ""},
          {"[-3e-9999999999999999999999]", ""},
          {"[" + std::string("0.") + std::string(400, '0') + "7]", ""},
          {"[7" + std::string(400, '0') + "e-200]", ""},
          {"[0." + std::string(400, '0') + "7e500]", ""},
          {"[0e99999999999]", ""},
          {"[-314159265358979323846]", ""},
          {"[314159265358979323846]", ""},
          {"[-271828182845904523536028747135266]", ""},
          {"[0.7e00777777777777777777777777777777777777777777777777]", "json.number_too_large"},
          {"[-2e+9999]", "json.number_too_large"},
          {"[2.5e+9999]", "json.number_too_large"},
          {"[-765432e89101]", "json.number_too_large"},
          {"[7" + std::string(400, '0') + "]", "json.number_too_large"},
          {"[7" + std::string(400, '0') + "e-1]", "json.number_too_large"},
          {"[0." + std::string(400, '0') + "7e800]", "json.number_too_large"},
          {"{\"\\uDF0B\":3}", "json.lone_surrogate"},
          {"[\"\\uDB1F\"]", "json.lone_surrogate"},
          {"[\"\\uD83C\\u4321\"]", "json.lone_surrogate"},
          {"[\"\\uD83C\\n\"]", "json.lone_surrogate"},
          {"[\"\\uDf0b\\uD83c\"]", "json.lone_surrogate"},
          {"[\"\\uD83Cmno\"]", "json.lone_surrogate"},
          {std::string("\xff\xfe[\0\"\0\xe9\0\"\0]\0", 12), "json.utf16"},
          {std::string("\xfe\xff\0[\0\"\0\xe9\0\"\0]", 12), "json.utf16"},
          {std::string("\0[\0\"\0\xe9\0\"\0]", 10), "json.utf16"},
          {std::string("[\0\"\0\xe9\0\"\0]\0", 10), "json.utf16"},
          {std::string("\xff\xfe\0\0[\0\0\0]\0\0\0", 12), "json.utf16"},
          {std::string("\0\0\xfe\xff\0\0\0[\0\0\0]", 12), "json.utf16"},
          {std::string("[\0\0\0]\0\0\0", 8), "json.utf16"},
          {std::string("\0\0\0[\0\0\0]", 8), "json.utf16"},
          {"[\"\xe6\x97\xa5\xd1\x88\xfa\"]", "json.bad_utf8"},
          {"[\"\xed\xa0\x81\"]", "json.bad_utf8"},
          {"[\"\x82\"]", "json.bad_utf8"},
          {"[\"\xf4\xbf\xbf\xbe\"]", "json.bad_utf8"},
          {"[\"\xc0\xaf\"]", "json.bad_utf8"},
          {"[\"\xfc\x80\x80\x80\x80\x80\"]", "json.bad_utf8"},
          {"[\"\xe0\xff\"]", "json.bad_utf8"},
          {"\xef\xbb\xbf{}", "json.byte_order_mark"},
          {std::string(300, '[') + std::string(300, ']'), "json.too_deep"}};
}

std::vector<std::string> all_of(const std::vector<Group>& groups) {
  std::vector<std::string> texts;
  for (const Group& g : groups) texts.insert(texts.end(), g.documents.begin(), g.documents.end());
  return texts;
}

void check_distinct(const std::vector<std::string>& texts) {
  CHECK(std::set<std::string>(texts.begin(), texts.end()).size() == texts.size());
}

/// Whether every fault is one that 08 and 09 forbid and nlohmann's library lets pass.
bool only_stricter(const Parsed& p) {
  const auto stricter = [](const Diagnostic& d) {
    return d.what.code == "json.duplicate_key" || d.what.code == "json.byte_order_mark" ||
           d.what.code == "json.too_deep";
  };
  return p.diags.has_errors() && std::all_of(p.diags.all().begin(), p.diags.all().end(), stricter);
}

/// Verdict and value agree with the oracle, which takes a zero byte for the end of the document.
/// Answers whether the document was accepted.
bool agree(const std::string& text) {
  const Parsed p = parse(text);
  INFO(nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
  REQUIRE(p.fine == !p.diags.has_errors());
  if (only_stricter(p)) return false;
  const bool accepts = oracle_accepts(text) && text.find('\0') == std::string::npos;
  REQUIRE(p.fine == accepts);
  if (p.fine) REQUIRE(as_oracle(p.root) == nlohmann::json::parse(text));
  return p.fine;
}

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>((state_ = mix64(state_ + kSaltStep)) % n);
  }

 private:
  std::uint64_t state_;
};

/// A document with one to four bytes changed, cut out, put in or copied from another document.
std::string mutated(const std::vector<std::string>& texts, Dice& dice) {
  constexpr std::string_view kBytes = "{}[],:\"\\/0123456789.eE+-tfnul \n\t\x01\x7f\x80\xc3\xff\0";
  std::string text = texts[dice.below(texts.size())];
  for (std::size_t n = 1 + dice.below(4); n > 0; --n) {
    const std::size_t at = dice.below(text.size() + 1);
    const std::string& other = texts[dice.below(texts.size())];
    switch (dice.below(4)) {
      case 0:
        text.insert(at, 1, kBytes[dice.below(kBytes.size())]);
        break;
      case 1:
        if (at < text.size()) text[at] = kBytes[dice.below(kBytes.size())];
        break;
      case 2:
        text.erase(at, 1 + dice.below(3));
        break;
      default:
        text.insert(at, other.substr(dice.below(other.size() + 1), dice.below(12)));
    }
  }
  return text;
}

std::string digits(Dice& dice, std::size_t most) {
  std::string text;
  const bool zeros = dice.below(3) == 0;
  for (std::size_t n = dice.below(most) + 1; n > 0; --n)
    text += static_cast<char>('0' + (zeros && dice.below(20) > 0 ? 0 : dice.below(10)));
  return text;
}

/// A number token, often at one of the two ends of double's range.
std::string number_token(Dice& dice) {
  std::string text = dice.below(3) == 0 ? "-" : "";
  const std::string whole = digits(dice, dice.below(4) == 0 ? 330 : 5);
  const std::size_t first = std::min(whole.find_first_not_of('0'), whole.size() - 1);
  text += whole.substr(first);
  if (dice.below(2) == 0) text += "." + digits(dice, dice.below(4) == 0 ? 340 : 6);
  if (dice.below(2) == 0)
    text += std::string(dice.below(2) ? "e" : "E") + (dice.below(2) ? "-" : "") +
            std::to_string(dice.below(3) == 0 ? dice.below(700) : 280 + dice.below(60));
  return text;
}

}  // namespace

TEST_CASE("json suite: every document that must be accepted is, with nlohmann's value") {
  const std::vector<std::string> texts = all_of(kAccepted);
  CHECK(texts.size() + kDuplicateKeys.size() >= 95);
  check_distinct(texts);
  for (const std::string& text : texts) {
    INFO(text);
    CHECK(oracle_accepts(text));
    CHECK(agree(text));
  }
}

TEST_CASE("json suite: the two documents with a key twice are refused by name") {
  for (const std::string_view text : kDuplicateKeys) {
    const Parsed p = parse(std::string(text));
    CHECK_FALSE(p.fine);
    REQUIRE(p.diags.all().size() == 1);
    CHECK(p.code() == "json.duplicate_key");
    CHECK(p.diags.all()[0].what.source.begin == text.rfind("\"k\""));
  }
}

TEST_CASE("json suite: every document that must be rejected is, at a place, at once") {
  std::vector<std::string> texts = all_of(kRejected);
  texts.push_back(std::string(100'000, '['));
  std::string objects;
  for (int i = 0; i < 50'000; ++i) objects += "[{\"\":";
  texts.push_back(objects + "\n");
  CHECK(texts.size() >= 188);
  check_distinct(texts);
  for (const std::string& text : texts) {
    const std::clock_t start = std::clock();
    const Parsed p = parse(text);
    const std::string printed = print(p.diags, p.sources);
    CHECK(seconds_since(start) < 1);
    INFO(printed);
    CHECK_FALSE(p.fine);
    REQUIRE(p.diags.has_errors());
    for (const Diagnostic& d : p.diags.all()) {
      CHECK(d.what.code.starts_with("json."));
      CHECK(d.what.source.known());
      CHECK(d.what.source.begin <= text.size());
      CHECK(d.what.source.end <= text.size());
    }
    CHECK_FALSE(agree(text));
  }
}

TEST_CASE("json suite: where a reader may choose, ours has one answer by name") {
  for (const Choice& c : choices()) {
    INFO(c.text);
    const Parsed p = parse(c.text);
    CHECK(p.code() == c.code);
    CHECK(p.fine == c.code.empty());
    if (p.fine) CHECK(as_oracle(p.root) == nlohmann::json::parse(c.text));
  }
}

TEST_CASE("json suite: 30 000 mutations of all documents get nlohmann's verdict and value") {
  std::vector<std::string> texts = all_of(kAccepted);
  for (const std::string& text : all_of(kRejected)) texts.push_back(text);
  Dice dice(20261201);
  int accepted = 0;
  for (int i = 0; i < 30'000; ++i) accepted += agree(mutated(texts, dice));
  CHECK(accepted > 1'000);
  CHECK(accepted < 29'000);
}

TEST_CASE("json suite: 20 000 numbers at the ends of double's range get nlohmann's verdict") {
  Dice dice(7);
  int huge = 0, tiny = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string token = number_token(dice);
    INFO(token);
    REQUIRE(agree("[" + token + "]") == oracle_accepts(token));
    if (!oracle_accepts(token)) {
      ++huge;
      continue;
    }
    const double value = json::number_value(token);
    REQUIRE(value == nlohmann::json::parse(token).get<double>());
    tiny += value == 0 && token.find_first_of("123456789") < token.find_first_of("eE");
  }
  CHECK(huge > 1'000);
  CHECK(tiny > 1'000);
}

TEST_CASE("json suite: one huge number, string, key or line of faults is read within a second") {
  const std::string digits(1'000'000, '7'), zeros(1'000'000, '0'), text(10'000'000, 'x'),
      key(5'000'000, 'k');
  std::string escapes, line = "[\"" + text + "\"";
  for (int i = 0; i < 800'000; ++i) escapes += "\\uD83C\\uDF0B";
  for (int i = 0; i < 499; ++i) line += ",NaN";
  for (const auto& [document, code] :
       std::vector<Choice>{{"[" + digits + "]", "json.number_too_large"},
                           {"[0." + digits + "]", ""},
                           {"[0." + zeros + "7]", ""},
                           {"[7" + zeros + "e-1000000]", ""},
                           {"[1e" + digits + "]", "json.number_too_large"},
                           {"[1e-" + digits + "]", ""},
                           {"[\"" + text + "\"]", ""},
                           {"[\"" + escapes + "\"]", ""},
                           {"{\"" + text + "\": 1}", ""},
                           {"{\"" + key + "\": 1, \"" + key + "\": 2}", "json.duplicate_key"},
                           {line + "]", "json.not_finite"},
                           {"[\"" + text, "json.unclosed_string"}}) {
    const std::clock_t start = std::clock();
    const Parsed p = parse(document);
    const std::string printed = print(p.diags, p.sources) + print_json(p.diags, p.sources);
    INFO(document.substr(0, 20) << "… " << seconds_since(start) << " s");
    CHECK(seconds_since(start) < 1);
    CHECK(p.code() == code);
    CHECK(printed.size() < 500'000);
  }
}
