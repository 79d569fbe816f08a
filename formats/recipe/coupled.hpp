// Rules that couple values of several entries (11 §8, 10 A2, B1). Internal to check_recipe.
#pragma once

#include "compiler/diagnostic.hpp"
#include "compiler/op.hpp"
#include "compiler/recipe.hpp"
#include "formats/recipe/recipe_check.hpp"

namespace strate {

/// Every value a numeric parameter can take.
Interval value_range(const Value& value);
/// "radius_m = [2, 5] (x.strate.json:9)".
std::string value_note(std::string_view name, const Value& value, const SourceSet* sources);

/// The entry as each biome that sets something of it has it.
std::vector<OpEntry> variants_of(const OpEntry& entry, const RecipeSetting& setting);

/// Whether a heightfield stands among an entry and its members.
bool makes_ground(const OpEntry& entry, const Catalog& catalog);

/// Modifiers that close ways (OperatorRow::lacks), reaches that pass the cap, features finer than
/// the lattice.
void check_coupled(const Recipe& recipe, const Catalog& catalog, const RecipeSetting& setting,
                   const RecipeReading& reading, Diagnostics& diags);

/// The rules of one operator's own parameters (OperatorRow::check), placed and with their values.
void check_parameters(const OpEntry& entry, const OperatorRow& row, const RecipeSetting& setting,
                      Diagnostics& diags);

/// Where to point for a parameter: its value if somebody wrote it, else the entry, else the word
/// that named the recipe.
SourceRef place_of(const OpEntry& entry, std::string_view param, const RecipeSetting& setting);

}  // namespace strate
