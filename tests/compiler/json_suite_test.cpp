// P1: every document of json_cases.hpp gets its verdict; nlohmann's reader is the oracle.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/hash.hpp"
#include "tests/compiler/support/json_cases.hpp"
#include "tests/compiler/support/json_parsed.hpp"

using namespace strate;
using namespace strate::test;

namespace {

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
