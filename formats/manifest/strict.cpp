#include "formats/manifest/strict.hpp"

#include <algorithm>
#include <charconv>

#include "compiler/json_token.hpp"
#include "compiler/utf8.hpp"
#include "compiler/window.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {
namespace {

constexpr std::string_view kKinds[] = {"null", "true or false", "a number",
                                       "text", "an array",      "an object"};

const json::Node& nothing() {
  static const json::Node node;
  return node;
}

const std::vector<json::Node>& no_items() {
  static const std::vector<json::Node> items;
  return items;
}

/// What a fault of the parser means for a document that people do not write.
std::string_view meaning(const std::string& code) {
  if (code == "json.duplicate_key") return "duplicate_key";
  if (code == "json.unclosed" || code == "json.unclosed_string" || code == "json.empty")
    return "truncated";
  if (code == "json.bad_utf8" || code == "json.utf16" || code == "json.byte_order_mark")
    return "encoding";
  if (code == "json.too_large" || code == "json.too_many_values" || code == "json.too_deep")
    return "too_large";
  return "syntax";
}

bool is_lower_hex(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::string bounds_text(const std::string& lo, const std::string& hi) {
  return " is not from " + lo + " to " + hi;
}

}  // namespace

bool Strict::fail(std::string_view what, std::string text, SourceRef at) {
  if (ok_) error_ = {prefix_ + "." + std::string(what), std::move(text), at, {}};
  ok_ = false;
  return false;
}

bool Strict::parse(const SourceSet& sources, std::uint32_t document, const json::Limits& limits,
                   json::Node& root) {
  Diagnostics diags;
  if (json::parse(sources, document, false, limits, root, diags)) return true;
  const Error& first = diags.all().front().what;
  fail(meaning(first.code), first.text, first.source);
  error_.notes.push_back("found by the JSON reader: " + first.code);
  return false;
}

bool Strict::is(const json::Node& node, json::Kind kind) {
  if (!ok_) return false;
  if (node.kind == kind) return true;
  const std::string wanted(kKinds[static_cast<std::size_t>(kind)]);
  if (node.kind == json::Kind::null)
    return fail("null", "null stands where " + wanted + " belongs", node.source);
  return fail("wrong_type", "this is not " + wanted, node.source);
}

double Strict::number(const json::Node& node, double lo, double hi) {
  if (!is(node, json::Kind::number)) return 0;
  const double v = json::number_value(node.text);
  if (lo <= v && v <= hi) return v;
  fail("out_of_range", node.text + bounds_text(json::number_text(lo), json::number_text(hi)),
       node.source);
  return 0;
}

std::int64_t Strict::integer(const json::Node& node, std::int64_t lo, std::int64_t hi) {
  if (!is(node, json::Kind::number)) return 0;
  std::int64_t v = 0;
  const char* end = node.text.data() + node.text.size();
  const auto parsed = std::from_chars(node.text.data(), end, v);
  if (parsed.ec == std::errc::invalid_argument || parsed.ptr != end) {
    fail("wrong_type", node.text + " is not a whole number", node.source);
    return 0;
  }
  if (parsed.ec == std::errc() && lo <= v && v <= hi) return v;
  fail("out_of_range", node.text + bounds_text(std::to_string(lo), std::to_string(hi)),
       node.source);
  return 0;
}

Um Strict::metres(const json::Node& node, Um lo, Um hi) {
  if (!is(node, json::Kind::number)) return 0;
  const std::optional<Um> um = parse_metres(node.text);
  if (um && lo <= *um && *um <= hi) return *um;
  const std::string bounds =
      bounds_text(json::number_text(strate::metres(lo)), json::number_text(strate::metres(hi)));
  fail("out_of_range", node.text + bounds + " with at most six decimals", node.source);
  return 0;
}

std::string Strict::text(const json::Node& node, std::size_t limit) {
  if (!is(node, json::Kind::string)) return {};
  if (node.text.size() <= limit) return node.text;
  fail("too_large", "this text has more than " + std::to_string(limit) + " bytes", node.source);
  return {};
}

std::string Strict::line(const json::Node& node, std::size_t limit) {
  std::string out = text(node, limit);
  if (utf8::printable(out) == out) return out;
  fail("bad_text", "\"" + utf8::printable(out) + "\" holds characters that no name may hold",
       node.source);
  return {};
}

std::string Strict::id(const json::Node& node, bool dotted) {
  std::string out = text(node, 256);
  if (!ok_ || is_id(out, dotted)) return out;
  fail("bad_id",
       "\"" + json::shortened(utf8::printable(out)) +
           "\" is no id: snake_case, a letter, then letters, digits and '_', at most 64",
       node.source);
  return {};
}

Hash128 Strict::hash(const json::Node& node) {
  Hash128 value;
  if (is(node, json::Kind::string) && !parse_hex(node.text, value))
    fail("bad_hex", "this is not 32 lower-case hex digits", node.source);
  return value;
}

const std::vector<json::Node>& Strict::items(const json::Node& node, std::size_t limit,
                                             std::size_t exactly) {
  if (!is(node, json::Kind::array)) return no_items();
  const std::size_t n = node.items.size();
  if (exactly != 0 && n != exactly) {
    fail("wrong_count",
         "this array has " + std::to_string(n) + " items, not " + std::to_string(exactly),
         node.source);
    return no_items();
  }
  if (n <= limit) return node.items;
  fail("too_large", "this array has more than " + std::to_string(limit) + " items", node.source);
  return no_items();
}

StrictObject::StrictObject(Strict& strict, const json::Node& node)
    : strict_(strict), object_(strict.is(node, json::Kind::object) ? node : nothing()) {}

const json::Node& StrictObject::node(std::string_view key) {
  asked_.insert(key);
  if (const json::Node* found = object_.find(key)) return *found;
  strict_.fail("missing_key", "\"" + std::string(key) + "\" is missing", object_.source);
  return nothing();
}

bool StrictObject::has(std::string_view key) {
  asked_.insert(key);
  return object_.find(key) != nullptr;
}

double StrictObject::number(std::string_view key, double lo, double hi) {
  return strict_.number(node(key), lo, hi);
}

std::int64_t StrictObject::integer(std::string_view key, std::int64_t lo, std::int64_t hi) {
  return strict_.integer(node(key), lo, hi);
}

Um StrictObject::metres(std::string_view key, Um lo, Um hi) {
  return strict_.metres(node(key), lo, hi);
}

bool StrictObject::flag(std::string_view key) {
  const json::Node& value = node(key);
  return strict_.is(value, json::Kind::boolean) && value.flag;
}

std::string StrictObject::text(std::string_view key, std::size_t limit) {
  return strict_.text(node(key), limit);
}

std::string StrictObject::line(std::string_view key, std::size_t limit) {
  return strict_.line(node(key), limit);
}

std::string StrictObject::id(std::string_view key, bool dotted) {
  return strict_.id(node(key), dotted);
}

std::uint64_t StrictObject::seed(std::string_view key) {
  const json::Node& value = node(key);
  if (!strict_.is(value, json::Kind::string)) return 0;
  std::uint64_t seed = 0;
  if (value.text.size() != 16 || !is_lower_hex(value.text)) {
    strict_.fail("bad_hex", "this is not 16 lower-case hex digits", value.source);
    return 0;
  }
  std::from_chars(value.text.data(), value.text.data() + 16, seed, 16);
  return seed;
}

Hash128 StrictObject::hash(std::string_view key) { return strict_.hash(node(key)); }

std::size_t StrictObject::choice(std::string_view key, const std::vector<std::string_view>& names) {
  const json::Node& value = node(key);
  if (!strict_.is(value, json::Kind::string)) return 0;
  const auto found = std::find(names.begin(), names.end(), value.text);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  strict_.fail("unknown_name", "\"" + value.text + "\" is not known here", value.source);
  return 0;
}

const std::vector<json::Node>& StrictObject::items(std::string_view key, std::size_t limit,
                                                   std::size_t exactly) {
  return strict_.items(node(key), limit, exactly);
}

void StrictObject::end() {
  if (!strict_.ok()) return;
  for (const json::Member& member : object_.members)
    if (!asked_.contains(member.key))
      strict_.fail("unknown_key", "\"" + member.key + "\" is not known here", member.key_source);
}

}  // namespace strate
