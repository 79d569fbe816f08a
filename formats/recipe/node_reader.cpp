#include "formats/recipe/node_reader.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "compiler/json_token.hpp"

namespace strate {

using json::Kind;
using json::Node;

Error& NodeReader::error(const char* code, std::string text, SourceRef at) {
  failed_ = true;
  return diags_.error(code, std::move(text), at);
}

bool NodeReader::is(const Node& node, Kind kind, std::string_view wanted) {
  if (node.kind == kind) return true;
  if (node.kind == Kind::null) {
    error("value.null", "null is never a value", node.source)
        .notes.push_back("leave the key out for the default");
    return false;
  }
  wrong_type(node, wanted);
  return false;
}

Error& NodeReader::wrong_type(const Node& node, std::string_view wanted) {
  return error("value.wrong_type",
               std::string(wanted) + " should stand here, not " + std::string(kind_name(node.kind)),
               node.source);
}

namespace {

/// Says what stands where a number should: the range, and where its unit stands.
void note_number(const Node& node, const NumberSpec& spec, Error& error) {
  if (spec.min > -kWorldLimitM || spec.max < kWorldLimitM)
    error.notes.push_back("allowed: " + describe(spec));
  const bool digits = node.kind == Kind::string && !node.text.empty() &&
                      (node.text[0] == '-' || (node.text[0] >= '0' && node.text[0] <= '9'));
  if (digits)
    error.notes.emplace_back("numbers stand without quotes, and their units at the end of the key");
}

}  // namespace

bool NodeReader::number(const Node& node, const NumberSpec& spec, double& out) {
  const std::string_view wanted = spec.whole ? "a whole number" : "a number";
  if (node.kind == Kind::null) return is(node, Kind::number, wanted);
  if (node.kind != Kind::number) {
    note_number(node, spec, wrong_type(node, wanted));
    return false;
  }
  const double v = json::number_value(node.text);
  const int decimals = decimals_of(node.text);
  if (spec.whole && decimals > 0) {
    error("value.not_whole", json::shortened(node.text) + " is not a whole number", node.source);
    return false;
  }
  if (decimals > 6) {
    error("value.too_many_decimals", json::shortened(node.text) + " has more than six decimals",
          node.source)
        .notes.push_back("lengths are whole micrometres inside");
    return false;
  }
  if (v < spec.min || v > spec.max) {
    error("value.out_of_range", json::shortened(node.text) + " is out of range", node.source)
        .notes.push_back(describe(spec));
    return false;
  }
  out = v == 0 ? 0.0 : v;
  return true;
}

bool NodeReader::whole(const Node& node, std::int64_t min, std::int64_t max, std::int64_t& out) {
  double v = 0;
  const NumberSpec spec{static_cast<double>(min), static_cast<double>(max), "", true};
  if (!number(node, spec, v)) return false;
  out = static_cast<std::int64_t>(v);
  return true;
}

bool NodeReader::length(const Node& node, double min_m, double max_m, Um& out) {
  double v = 0;
  if (!number(node, {min_m, max_m, "m", false}, v)) return false;
  out = static_cast<Um>(std::floor(v * 1e6 + 0.5));
  return true;
}

bool NodeReader::flag(const Node& node, bool& out) {
  if (!is(node, Kind::boolean, "true or false")) return false;
  out = node.flag;
  return true;
}

bool NodeReader::string(const Node& node, std::string& out) {
  constexpr std::size_t kLongest = 4096;
  if (!is(node, Kind::string, "a string")) return false;
  if (node.text.size() > kLongest) {
    error("value.too_long", "a text holds at most 4096 bytes", node.source);
    return false;
  }
  out = node.text;
  return true;
}

bool NodeReader::pair(const Node& node, const NumberSpec& spec, double& lo, double& hi) {
  if (node.kind != Kind::array && node.kind != Kind::null) {
    note_number(node, spec, wrong_type(node, "two numbers [low, high]"));
    return false;
  }
  if (!is(node, Kind::array, "two numbers [low, high]")) return false;
  if (node.items.size() != 2) {
    error("value.wrong_count",
          "two numbers [low, high] should stand here, not " + std::to_string(node.items.size()),
          node.source);
    return false;
  }
  const bool low = number(node.items[0], spec, lo);
  if (!number(node.items[1], spec, hi) || !low) return false;
  if (lo <= hi) return true;
  error("value.pair_order", "the low end is above the high end", node.source);
  return false;
}

bool NodeReader::numbers(const Node& node, std::size_t n, const NumberSpec& spec,
                         std::vector<double>& out) {
  const std::string wanted = std::to_string(n) + " numbers";
  if (!is(node, Kind::array, wanted)) return false;
  if (node.items.size() != n) {
    error("value.wrong_count",
          wanted + " should stand here, not " + std::to_string(node.items.size()), node.source);
    return false;
  }
  out.assign(n, 0.0);
  bool fine = true;
  for (std::size_t i = 0; i < n; ++i) fine = number(node.items[i], spec, out[i]) && fine;
  return fine;
}

bool NodeReader::choice(const Node& node, std::span<const std::string_view> allowed,
                        std::string_view what, std::string& out) {
  if (!is(node, Kind::string, "a string")) return false;
  out = node.text;
  if (std::find(allowed.begin(), allowed.end(), node.text) != allowed.end()) return true;
  const std::vector<std::string> names(allowed.begin(), allowed.end());
  Error& e = error("value.unknown_name", in_quotes(node.text) + " is no " + std::string(what),
                   node.source);
  note_nearest(e, node.text, names);
  e.notes.push_back("allowed: " + listed(names));
  return false;
}

bool NodeReader::color(const Node& node, std::string& out) {
  if (!is(node, Kind::string, "a colour \"#rrggbb\"")) return false;
  const std::string& t = node.text;
  bool fine = t.size() == 7 && t[0] == '#';
  for (std::size_t i = 1; fine && i < 7; ++i)
    fine = (t[i] >= '0' && t[i] <= '9') || (t[i] >= 'a' && t[i] <= 'f');
  if (!fine) {
    error("value.bad_color", in_quotes(t) + " is no colour", node.source)
        .notes.push_back("colours are \"#rrggbb\" with lower-case hex digits");
    return false;
  }
  out = t;
  return true;
}

bool NodeReader::id(const Node& node, bool dotted, std::string& out) {
  if (!is(node, Kind::string, "an id")) return false;
  out = node.text;
  if (!is_id(out, dotted)) {
    error("value.bad_id", in_quotes(out) + " is no id", node.source)
        .notes.push_back("ids are snake_case: a letter, then letters, digits and '_', at most 64");
    return false;
  }
  if (!ends_like_a_unit(out)) return true;
  error("value.bad_id", in_quotes(out) + " ends like a unit; ids never do", node.source);
  return false;
}

void NodeReader::only_keys(const Node& object, std::span<const KeySpec> allowed,
                           std::string_view of) {
  for (const json::Member& m : object.members) {
    const auto same = [&](const KeySpec& k) { return k.name == m.key; };
    if (std::none_of(allowed.begin(), allowed.end(), same)) unknown_key(m, allowed, of);
  }
}

namespace {

struct Hint {
  std::string_view suffix, text, right;
};

constexpr Hint kUnitHints[] = {
    {"_cm", "centimetres are never written; lengths are metres, angles degrees", "_m"},
    {"_mm", "millimetres are never written; lengths are metres, angles degrees", "_m"},
    {"_km", "kilometres are never written; lengths are metres, angles degrees", "_m"},
    {"_ft", "feet are never written; lengths are metres, angles degrees", "_m"},
    {"_vx", "voxels are never written; lengths are metres, angles degrees", "_m"},
    {"_um", "micrometres are never written; lengths are metres, angles degrees", "_m"},
    {"_rad", "radians are never written; lengths are metres, angles degrees", "_deg"},
    {"_hz", "frequencies are never written; use the feature size, scale_m", ""},
};

/// What the key most likely means: the nearest name, after a wrong unit is put right.
std::string meant_by(std::string_view key, const std::vector<std::string>& known, Error& error) {
  for (const Hint& h : kUnitHints) {
    if (!key.ends_with(h.suffix)) continue;
    error.notes.emplace_back(h.text);
    const std::string stem(key.substr(0, key.size() - h.suffix.size()));
    return nearest_name(stem + std::string(h.right), known);
  }
  if (key.starts_with("diameter")) error.notes.push_back("always a radius, never a diameter");
  if (key.starts_with("frequency"))
    error.notes.push_back("always the feature size (scale_m), never a frequency");
  for (std::string_view unit : {"_m", "_deg"}) {
    const std::string with_unit = std::string(key) + std::string(unit);
    if (std::find(known.begin(), known.end(), with_unit) != known.end()) return with_unit;
  }
  return nearest_name(key, known);
}

}  // namespace

void NodeReader::unknown_key(const json::Member& member, std::span<const KeySpec> allowed,
                             std::string_view of) {
  std::vector<std::string> known;
  for (const KeySpec& k : allowed) known.emplace_back(k.name);
  Error& e = error("key.unknown", in_quotes(member.key) + " is no key of " + std::string(of),
                   member.key_source);
  const std::string meant = meant_by(member.key, known, e);
  if (meant.empty()) {
    e.notes.push_back("known: " + listed(known));
    return;
  }
  std::string note = "did you mean '" + meant + "'?";
  for (const KeySpec& k : allowed)
    if (k.name == meant && !k.what.empty()) note += " (" + std::string(k.what) + ")";
  e.notes.push_back(std::move(note));
}

void NodeReader::missing_key(const Node& object, std::string_view key, std::string_view of) {
  error("key.missing", std::string(of) + " needs '" + std::string(key) + "'", object.source);
}

std::string_view kind_name(Kind kind) {
  constexpr std::string_view kNames[] = {"null",     "true or false", "a number",
                                         "a string", "a list",        "an object"};
  return kNames[static_cast<std::size_t>(kind)];
}

void note_nearest(Error& error, std::string_view word, const std::vector<std::string>& known) {
  const std::string name = nearest_name(word, known);
  if (!name.empty()) error.notes.push_back("did you mean '" + name + "'?");
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 24;
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < kMost; ++i) {
    if (i > 0) out += ", ";
    out += names[i];
  }
  if (names.size() > kMost) out += " and " + std::to_string(names.size() - kMost) + " more";
  return names.empty() ? "none" : out;
}

namespace {

std::string with_unit(std::string text, std::string_view unit) {
  if (!unit.empty()) text += " " + std::string(unit);
  return text;
}

}  // namespace

std::string describe(const NumberSpec& spec) {
  const std::string range = json::number_text(spec.min) + " to " + json::number_text(spec.max);
  return with_unit((spec.whole ? "whole, " : "") + range, spec.unit);
}

std::string describe(const FieldSpec& spec) {
  const NumberSpec range{spec.min, spec.max, unit_of(spec.name), spec.kind == FieldKind::integer};
  std::string out;
  switch (spec.kind) {
    case FieldKind::flag:
      return "true or false";
    case FieldKind::name:
      return "the id of an entry";
    case FieldKind::placed:
      return "a list of rooms";
    case FieldKind::file:
      return spec.asset == AssetKind::heights ? "the path of a .png or .r16 file"
                                              : "the path of an .obj file";
    case FieldKind::point2:
      return "2 numbers, each " + describe(range);
    case FieldKind::point3:
      return "3 numbers, each " + describe(range);
    case FieldKind::pair:
      out = "two numbers [low, high] or one; ";
      break;
    case FieldKind::interval:
      out = "two numbers [low, high]; ";
      break;
    default:
      break;
  }
  out += describe(range);
  if (!spec.lo) return out;
  const std::string low = json::number_text(*spec.lo);
  const bool both = spec.hi && *spec.hi != *spec.lo;
  return out + ", default " + (both ? "[" + low + ", " + json::number_text(*spec.hi) + "]" : low);
}

std::string in_quotes(std::string_view text) { return "'" + json::shortened(text) + "'"; }

namespace {

/// The exponent of a number token, cut to ±999999.
long exponent_of(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  long value = 0;
  for (char c : text) value = std::min(999999l, value * 10 + (c - '0'));
  return negative ? -value : value;
}

}  // namespace

int decimals_of(std::string_view token) {
  const std::size_t e = token.find_first_of("eE");
  const std::string_view digits = token.substr(0, e);
  const std::size_t dot = digits.find('.');
  const long exponent = e == std::string_view::npos ? 0 : exponent_of(token.substr(e + 1));
  const std::size_t last = digits.find_last_of("123456789");
  if (last == std::string_view::npos) return 0;
  long places = -exponent;
  if (dot == std::string_view::npos)
    places -= static_cast<long>(digits.size() - 1 - last);
  else
    places += static_cast<long>(last) - static_cast<long>(dot) + (last < dot ? 1 : 0);
  return static_cast<int>(std::clamp(places, 0l, 1000l));
}

bool is_id(std::string_view name, bool dotted) {
  constexpr std::size_t kLongest = 64, kLongestAddress = 256;
  if (name.empty() || name.size() > (dotted ? kLongestAddress : kLongest)) return false;
  bool start = true;
  for (char c : name) {
    const bool lower = c >= 'a' && c <= 'z';
    if (start && !lower) return false;
    start = dotted && c == '.';
    if (!start && !lower && !(c >= '0' && c <= '9') && c != '_') return false;
  }
  return !start;
}

bool ends_like_a_unit(std::string_view name) {
  return name.find('_') != std::string_view::npos && !unit_of(name).empty();
}

}  // namespace strate
