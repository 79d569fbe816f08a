// What biomes set of a recipe's operators, between JSON and data (11 §5): shared by documents and
// manifests. `{ "ground": { "relief_m": 9 }, … }`, addresses in full.
#pragma once

#include <set>
#include <string>

#include "compiler/biome.hpp"
#include "compiler/diagnostic.hpp"
#include "compiler/json.hpp"
#include "compiler/op.hpp"
#include "formats/recipe/recipe_io.hpp"

namespace strate {

/// What is known of a recipe beside its entries.
struct SetTarget {
  const Recipe& recipe;
  const Catalog& catalog;
  std::set<std::string> off = {};  ///< entries that are switched off
  std::set<std::string> lost =
      {};                   ///< entries that had an error: what is set of them is not judged
  bool incomplete = false;  ///< entries are missing: unknown ids are not judged
};

/// Reads one `set` into `out.set`, over what stands there; in stack and table order. Names of
/// fields become those that the recipe has. Every error is reported: "recipe.unknown_entry",
/// "recipe.not_drivable", "recipe.switched_off" and those of values. False if there was one.
bool read_biome_set(const json::Node& node, const SetTarget& target, Biome& out,
                    Diagnostics& diags);

/// Writes the object of `biome.set`.
void write_biome_set(json::Writer& out, const Biome& biome, const Recipe& recipe,
                     const Catalog& catalog);

/// The entry of that address, in groups too; null if there is none.
const OpEntry* find_entry(const std::vector<OpEntry>& stack, std::string_view id);

}  // namespace strate
