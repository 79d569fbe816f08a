// Recipes as data (11 §3–§4): an ordered list of operator entries and named fields. The form that
// documents resolve to, that manifests carry and that the density stack is compiled from.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/result.hpp"

namespace strate {

/// A curve: straight between stops, flat beyond. lo == hi unless the parameter is a pair.
struct Stop {
  double at = 0, lo = 0, hi = 0;
  friend bool operator==(const Stop&, const Stop&) = default;
};
struct Curve {
  std::string by;  ///< a built-in or own numeric field
  std::vector<Stop> stops;
  friend bool operator==(const Curve&, const Curve&) = default;
};

/// A hand-placed room (`rooms.placed`). Heights above the strate's bottom. [Units: m]
struct PlacedRoom {
  std::string id;
  Vec3 at;
  double radius = 0, squash = 0.7;
  int links = 1;
  std::string note = {};  ///< for reviewers: two rooms that differ in it alone are equal
  friend bool operator==(const PlacedRoom& a, const PlacedRoom& b) {
    return a.id == b.id && a.at == b.at && a.radius == b.radius && a.squash == b.squash &&
           a.links == b.links;
  }
};

/// A parameter's value. number: lo. pair, interval: lo, hi.
struct Value {
  enum class Kind { number, pair, curve, flag, name, numbers, placed, file };
  Kind kind = Kind::number;
  double lo = 0, hi = 0;
  bool flag = false;
  Curve curve;
  std::string name;             ///< name; file: the world asset's
  std::string path;             ///< file: of the document's file, relative to the season's root
  std::vector<double> numbers;  ///< point2, point3
  std::vector<PlacedRoom> placed;
  SourceRef source;
};

struct Param {
  std::string name;
  Value value;
};

/// lo ≤ f ≤ hi, open where absent; the feather lies inside (11 §2).
struct Band {
  std::optional<double> lo, hi;
  double feather = 0;
  friend bool operator==(const Band&, const Band&) = default;
};

/// One condition of a scope.
struct ScopeTerm {
  enum class Kind { band, place, disc, box, biome };
  Kind kind = Kind::band;
  std::string field;                ///< band: field name; place: name of a place
  std::vector<std::string> biomes;  ///< biome: any of these rules
  Band band;
  Vec3 at;            ///< disc: centre (x, y); box: minimum (x, y)
  Vec3 to;            ///< box: maximum (x, y)
  double radius = 0;  ///< disc
  SourceRef source;
};

/// Any of the clauses holds; a clause holds if all its terms do. No clauses: no condition.
struct Scope {
  std::vector<std::vector<ScopeTerm>> any;
  bool empty() const { return any.empty(); }
};

/// How strongly, 0 … 1.
struct Mask {
  enum class Kind { none, number, field, curve };
  Kind kind = Kind::none;
  double number = 1;
  std::string field;
  Curve curve;
  SourceRef source;
};

/// Most named fields of a recipe, those of the recipes that it uses included.
inline constexpr std::size_t kMostFields = 256;
/// Most fields in a chain: each is made of the next.
inline constexpr int kMostFieldDepth = 32;

/// A named field of a recipe (11 §4).
struct NamedField {
  enum class Kind { curve, noise, density_of, place };
  std::string name;
  Kind kind = Kind::curve;
  std::string by;           ///< curve: the field; density_of: the operator's address
  bool noise_xy = false;    ///< noise: two dimensions
  double scale_m = 0;       ///< noise: feature size
  std::vector<Stop> stops;  ///< curve, noise, density_of
  Scope where, except;      ///< place
  std::string note;
  SourceRef source;
};

enum class Combine { none, replace, union_, subtract, smooth_union, smooth_subtract, add };

/// One entry of a stack: an operator with every parameter of its table, or a group.
struct OpEntry {
  std::string id;  ///< the address: ids joined by dots across `use`
  std::string op;  ///< empty: a group
  Combine combine = Combine::none;
  double blend_m = 0;
  std::string salt;           ///< empty: the address itself
  std::string of;             ///< heightfield that ground fields mean; empty: the nearest above
  std::vector<Param> params;  ///< in table order, all of them
  Scope where, except, sites;
  Mask mask;
  std::vector<OpEntry> group;
  std::string note;
  SourceRef source;

  const Value* param(std::string_view name) const {
    for (const Param& p : params)
      if (p.name == name) return &p.value;
    return nullptr;
  }
};

/// Switched-off entries are not here: they change nothing.
struct Recipe {
  std::vector<std::string> needs;
  std::vector<NamedField> fields;
  std::vector<OpEntry> stack;
};

}  // namespace strate
