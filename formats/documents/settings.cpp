#include "formats/documents/settings.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "compiler/json_token.hpp"
#include "formats/documents/documents.hpp"

namespace strate {

using json::Kind;
using json::Node;

namespace {

NumberSpec range_of(const SettingSpec& s) {
  return {s.min, s.max, unit_of(s.name), s.kind == Setting::whole};
}

}  // namespace

std::string describe(const SettingSpec& spec) {
  switch (spec.kind) {
    case Setting::number:
    case Setting::whole:
      return describe(range_of(spec));
    case Setting::pair:
      return "two numbers [low, high]; " + describe(range_of(spec));
    case Setting::flag:
      return "true or false";
    case Setting::color:
      return "\"#rrggbb\"";
    case Setting::seed:
      return "a string: decimal or 0x hex";
    case Setting::window:
      return "[x0, y0, x1, y1] in metres";
    case Setting::place:
      return "[x, y] in metres";
    case Setting::list:
    case Setting::words:
      return "a list";
    case Setting::object:
    case Setting::ids:
    case Setting::counted:
      return "an object";
    case Setting::any:
      return "anything";
    default:
      return "a string";
  }
}

SettingReader::SettingReader(NodeReader& reader, const Node& object,
                             std::span<const SettingSpec> table, std::string_view of)
    : reader_(reader), object_(object), table_(table) {
  std::vector<std::string> allowed;
  std::vector<KeySpec> keys;
  allowed.reserve(table.size());
  for (const SettingSpec& s : table) {
    allowed.push_back(describe(s));
    keys.push_back({s.name, allowed.back()});
  }
  reader.only_keys(object, keys, of);
  for (const SettingSpec& s : table)
    if (s.required && !object.find(s.name) && s.name != "$schema")
      reader.missing_key(object, s.name, of);
}

const SettingSpec& SettingReader::spec(std::string_view key) const {
  for (const SettingSpec& s : table_)
    if (s.name == key) return s;
  assert(false);
  return table_.front();
}

bool SettingReader::number(std::string_view key, double& out) {
  const Node* n = find(key);
  return !n || reader_.number(*n, range_of(spec(key)), out);
}

bool SettingReader::length(std::string_view key, Um& out) {
  const Node* n = find(key);
  return !n || reader_.length(*n, spec(key).min, spec(key).max, out);
}

bool SettingReader::whole(std::string_view key, std::int64_t& out) {
  const Node* n = find(key);
  double v = 0;
  if (!n) return true;
  if (!reader_.number(*n, range_of(spec(key)), v)) return false;
  out = static_cast<std::int64_t>(v);
  return true;
}

bool SettingReader::whole(std::string_view key, int& out) {
  std::int64_t wide = out;
  const bool fine = whole(key, wide);
  out = static_cast<int>(wide);
  return fine;
}

bool SettingReader::pair(std::string_view key, double& lo, double& hi) {
  const Node* n = find(key);
  double a = lo, b = hi;
  if (!n) return true;
  if (!reader_.pair(*n, range_of(spec(key)), a, b)) return false;
  lo = a, hi = b;
  return true;
}

bool SettingReader::flag(std::string_view key, bool& out) {
  const Node* n = find(key);
  return !n || reader_.flag(*n, out);
}

bool SettingReader::text(std::string_view key, std::string& out) {
  const Node* n = find(key);
  return !n || reader_.string(*n, out);
}

bool SettingReader::color(std::string_view key, std::string& out) {
  const Node* n = find(key);
  return !n || reader_.color(*n, out);
}

bool SettingReader::choice(std::string_view key, std::string& out) {
  const Node* n = find(key);
  std::string word;
  if (!n) return true;
  if (!reader_.choice(*n, spec(key).words, key, word)) return false;
  out = std::move(word);
  return true;
}

bool SettingReader::words(std::string_view key, std::vector<std::string>& out) {
  const Node* n = find(key);
  if (!n) return true;
  if (!reader_.is(*n, Kind::array, "a list")) return false;
  std::vector<std::string> list;
  bool fine = true;
  for (const Node& item : n->items) {
    std::string word;
    if (!reader_.choice(item, spec(key).words, "entry of " + std::string(key), word)) {
      fine = false;
      continue;
    }
    if (std::find(list.begin(), list.end(), word) != list.end()) {
      reader_.error("value.duplicate", in_quotes(word) + " is listed twice", item.source);
      fine = false;
    }
    list.push_back(std::move(word));
  }
  if (fine) out = std::move(list);
  return fine;
}

bool SettingReader::seed(std::string_view key, std::uint64_t& out) {
  const Node* n = find(key);
  if (!n) return true;
  if (n->kind == Kind::number) {
    reader_.error("value.bad_seed", "seeds are strings: numbers lose digits beyond 2^53", n->source)
        .notes.push_back("write \"" + json::shortened(n->text) + "\"");
    return false;
  }
  if (!reader_.is(*n, Kind::string, "a seed in a string")) return false;
  if (parse_seed(n->text, out)) return true;
  reader_.error("value.bad_seed", in_quotes(n->text) + " is no seed", n->source)
      .notes.push_back("decimal or 0x hex, from 0 to 18446744073709551615");
  return false;
}

bool SettingReader::window(std::string_view key, Um (&out)[4]) {
  const Node* n = find(key);
  if (!n) return true;
  std::vector<double> v;
  const SettingSpec& s = spec(key);
  if (!reader_.numbers(*n, 4, {s.min, s.max, "m", false}, v)) return false;
  if (v[0] >= v[2] || v[1] >= v[3]) {
    reader_.error("value.pair_order", "a window is [x0, y0, x1, y1] with x0 < x1 and y0 < y1",
                  n->source);
    return false;
  }
  for (std::size_t i = 0; i < 4; ++i) out[i] = static_cast<Um>(std::floor(v[i] * 1e6 + 0.5));
  return true;
}

bool SettingReader::place(std::string_view key, double (&out)[2]) {
  const Node* n = find(key);
  if (!n) return true;
  std::vector<double> v;
  const SettingSpec& s = spec(key);
  if (!reader_.numbers(*n, 2, {s.min, s.max, "m", false}, v)) return false;
  out[0] = v[0], out[1] = v[1];
  return true;
}

const Node* SettingReader::object(std::string_view key) {
  const Node* n = find(key);
  return n && reader_.is(*n, Kind::object, "an object") ? n : nullptr;
}

}  // namespace strate
