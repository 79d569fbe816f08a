// The fields that every stack can read (11 §4).
#pragma once

#include <span>
#include <string_view>

namespace strate {

struct BuiltinField {
  std::string_view name;
  bool xy = false;      ///< depends on x and y only
  bool ground = false;  ///< needs a heightfield or heightmap above its user
  bool water = false;   ///< needs a water level
  bool site = false;    ///< only where a site draws: `draw`
  bool biomes = false;  ///< needs biomes
  std::string_view doc;
};

std::span<const BuiltinField> builtin_fields();
const BuiltinField* builtin_field(std::string_view name);

}  // namespace strate
