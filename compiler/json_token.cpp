#include "compiler/json_token.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>

#include "compiler/utf8.hpp"

namespace strate::json {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t skip_digits(std::string_view t, std::size_t at) {
  while (at < t.size() && is_digit(t[at])) ++at;
  return at;
}

bool is_not_finite_word(std::string_view token) {
  if (!token.empty() && (token[0] == '-' || token[0] == '+')) token.remove_prefix(1);
  constexpr std::array<std::string_view, 7> kWords{"NaN",      "nan", "NAN", "Infinity",
                                                   "infinity", "inf", "Inf"};
  return std::find(kWords.begin(), kWords.end(), token) != kWords.end();
}

/// Whether the token follows the grammar: -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
bool is_number(std::string_view t) {
  std::size_t at = !t.empty() && t[0] == '-' ? 1 : 0;
  const std::size_t whole = at;
  at = skip_digits(t, at);
  if (at == whole || (t[whole] == '0' && at > whole + 1)) return false;
  if (at < t.size() && t[at] == '.') {
    const std::size_t dot = at + 1;
    at = skip_digits(t, dot);
    if (at == dot) return false;
  }
  if (at < t.size() && (t[at] == 'e' || t[at] == 'E')) {
    ++at;
    if (at < t.size() && (t[at] == '+' || t[at] == '-')) ++at;
    const std::size_t exponent = at;
    at = skip_digits(t, at);
    if (at == exponent) return false;
  }
  return at == t.size();
}

/// The exponent of a number token, held within what no document's length can outweigh.
std::int64_t exponent_of(std::string_view token) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  std::size_t at = token.find_first_of("eE");
  if (at == std::string_view::npos) return 0;
  const bool negative = token[++at] == '-';
  std::int64_t value = 0;
  for (; at < token.size(); ++at)
    if (is_digit(token[at])) value = std::min(kMost, value * 10 + (token[at] - '0'));
  return negative ? -value : value;
}

/// True if a token that from_chars finds out of range is too large, not too near zero.
bool is_huge(std::string_view token) {
  const std::string_view mantissa = token.substr(0, token.find_first_of("eE"));
  const std::size_t digit = mantissa.find_first_of("123456789");
  if (digit == std::string_view::npos) return false;
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  return static_cast<std::int64_t>(point) - static_cast<std::int64_t>(digit) + exponent_of(token) >
         0;
}

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Four hex digits after "\u" at `at`; −1 if they are not there.
std::int32_t unit_at(std::string_view text, std::size_t at) {
  if (text.substr(std::min(at, text.size()), 2) != "\\u" || text.size() - at < 6) return -1;
  std::int32_t value = 0;
  for (std::size_t i = 2; i < 6; ++i) {
    const int digit = hex_digit(text[at + i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

Escape unicode_escape(std::string_view text, std::size_t at) {
  const std::int32_t first = unit_at(text, at);
  if (first < 0) return {0, 2, "json.bad_escape", "\\u needs four hex digits"};
  if (first < 0xd800 || first > 0xdfff) return {static_cast<char32_t>(first), 6, nullptr, {}};
  const std::int32_t second = unit_at(text, at + 6);
  if (first > 0xdbff || second < 0xdc00 || second > 0xdfff)
    return {0, 6, "json.lone_surrogate", "half of a surrogate pair stands alone"};
  const auto code = static_cast<char32_t>(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00));
  return {code, 12, nullptr, {}};
}

}  // namespace

TokenFault number_fault(std::string_view token) {
  if (is_not_finite_word(token))
    return {"json.not_finite", "'" + shortened(token) + "' is no number that a document can hold"};
  if (!is_number(token)) {
    const bool numeric =
        is_digit(token[0]) || token[0] == '-' || token[0] == '+' || token[0] == '.';
    if (!numeric) return {"json.bad_word", "'" + shortened(token) + "' is no JSON value"};
    return {"json.bad_number", "'" + shortened(token) + "' is not written as a JSON number"};
  }
  double value = 0;
  const auto end = std::from_chars(token.data(), token.data() + token.size(), value);
  if (end.ec == std::errc::result_out_of_range && is_huge(token))
    return {"json.number_too_large", "'" + shortened(token) + "' is beyond the range of double"};
  return {};
}

Escape read_escape(std::string_view text, std::size_t at) {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kCodes = "\"\\/\b\f\n\r\t";
  if (at + 1 >= text.size() || text[at + 1] == '\n')
    return {0, 1, "json.bad_escape", "nothing follows this backslash"};
  const char c = text[at + 1];
  if (c == 'u') return unicode_escape(text, at);
  const std::size_t which = kLetters.find(c);
  if (which != std::string_view::npos)
    return {static_cast<char32_t>(static_cast<unsigned char>(kCodes[which])), 2, nullptr, {}};
  const std::size_t size = 1 + std::max(1u, utf8::decode(text, at + 1).size);
  return {0, size, "json.bad_escape",
          "'" + std::string(text.substr(at, size)) + "' is no escape; a backslash is written \\\\"};
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 60;
  if (text.size() <= kMost) return std::string(text);
  std::size_t cut = kMost - 3;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0u) == 0x80u) --cut;
  return std::string(text.substr(0, cut)) + "…";
}

}  // namespace strate::json
