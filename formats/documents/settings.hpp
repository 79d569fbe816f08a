// Keys of the authored documents with their limits: one table for reader and schema (11 §6).
#pragma once

#include <span>
#include <string_view>

#include "formats/recipe/node_reader.hpp"

namespace strate {

/// What stands behind a key of a setting.
enum class Setting {
  number,  ///< min … max
  whole,   ///< the same, a whole number
  pair,    ///< [low, high] within min … max
  flag,
  text,
  color,
  choice,  ///< one of `words`
  words,   ///< a list of `words`, none twice
  seed,    ///< a string: decimal or 0x hex
  id,
  path,     ///< of a document
  object,   ///< `members`
  any,      ///< carried unread
  ids,      ///< an object keyed by ids, read elsewhere
  counted,  ///< an object keyed by whole numbers, min … max, of objects with `members`
  list,     ///< a list, read elsewhere
  window,   ///< [x0, y0, x1, y1]
  place,    ///< [x, y]
};

struct SettingSpec {
  std::string_view name;
  Setting kind = Setting::number;
  double min = 0, max = 0;
  std::span<const std::string_view> words = {};
  std::span<const SettingSpec> members = {};
  bool required = false;
  std::string_view doc = {};
  /// The value where nobody writes one, as canonical JSON; empty: there is none, or `doc` says what
  /// it depends on.
  std::string_view fallback = {};
};

std::span<const SettingSpec> season_settings();
std::span<const SettingSpec> strate_settings();
std::span<const SettingSpec> slot_settings();
std::span<const SettingSpec> biome_settings();
/// An entry of a strate's `biomes.use` that is an object.
std::span<const SettingSpec> biome_use_settings();
std::span<const SettingSpec> region_settings();
std::span<const SettingSpec> expect_settings();
/// The members of an object of these tables: `members_of(season_settings(), "world")`.
std::span<const SettingSpec> members_of(std::span<const SettingSpec> table, std::string_view name);

/// Reads the keys of one object against its table.
class SettingReader {
 public:
  /// Reports unknown and missing keys; `of` as in "a season".
  SettingReader(NodeReader& reader, const json::Node& object, std::span<const SettingSpec> table,
                std::string_view of);

  /// Null if the key is absent.
  const json::Node* find(std::string_view key) const { return object_.find(key); }
  const json::Member* member(std::string_view key) const { return object_.find_member(key); }
  /// These leave `out` as it is where the key is absent or wrong; false if it is wrong.
  bool number(std::string_view key, double& out);
  bool length(std::string_view key, Um& out);
  bool whole(std::string_view key, std::int64_t& out);
  bool whole(std::string_view key, int& out);
  bool pair(std::string_view key, double& lo, double& hi);
  bool flag(std::string_view key, bool& out);
  bool text(std::string_view key, std::string& out);
  bool color(std::string_view key, std::string& out);
  bool choice(std::string_view key, std::string& out);
  bool words(std::string_view key, std::vector<std::string>& out);
  bool seed(std::string_view key, std::uint64_t& out);
  bool window(std::string_view key, Um (&out)[4]);
  bool place(std::string_view key, double (&out)[2]);
  /// The member if it is an object.
  const json::Node* object(std::string_view key);

 private:
  const SettingSpec& spec(std::string_view key) const;

  NodeReader& reader_;
  const json::Node& object_;
  std::span<const SettingSpec> table_;
};

/// "8 to 64 m", "true or false", "one of vdb, obj, png".
std::string describe(const SettingSpec& spec);

}  // namespace strate
