// Parameter tables: one FieldSpec row drives reader, range errors, schema, documentation, rolls.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compiler/asset.hpp"

namespace strate {

/// What a parameter may follow (11 §4).
enum class Drive {
  fixed,       ///< the same everywhere: a lattice spacing
  per_site,    ///< read once at the centre of a room, island, column
  per_column,  ///< fields of x and y only
  per_point,   ///< any field
};

enum class FieldKind {
  number,    ///< one number
  pair,      ///< one number or [low, high]; each site draws its own
  interval,  ///< always [low, high] (heights_m)
  flag,
  integer,
  name,  ///< id of another entry (`joins`)
  point2,
  point3,
  placed,  ///< list of hand-placed rooms
  file,    ///< path of a file that becomes a world asset
};

/// One parameter. Bounds are inclusive, in the unit of the key's suffix.
struct FieldSpec {
  std::string_view name;
  FieldKind kind = FieldKind::number;
  double min = 0, max = 0;
  std::optional<double> lo = {},
                        hi = {};  ///< default; hi only for pairs and intervals. No lo: required
  Drive drive = Drive::fixed;
  std::string_view doc;
  AssetKind asset = AssetKind::heights;  ///< file: what it becomes
};

/// Unit of a key by its suffix: "m", "deg", "m2", "m3"; "" for fractions and counts.
std::string_view unit_of(std::string_view key);

}  // namespace strate
