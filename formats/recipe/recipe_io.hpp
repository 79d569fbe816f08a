// Recipes between JSON and data, shared by documents, `expand` and manifests (11 §3, §4).
//
// This is the plain form: full ids, no `use`, `knobs`, `set` or `on`. Authored documents are
// brought to it by formats/documents, which keeps every value's place, so that the errors found
// here point at what somebody wrote.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/diagnostic.hpp"
#include "compiler/json.hpp"
#include "compiler/op.hpp"
#include "compiler/recipe.hpp"

namespace strate {

/// The members of an object that hold a recipe. `needs` and `fields` may be absent (null).
struct RecipeNodes {
  const json::Node* needs = nullptr;
  const json::Node* fields = nullptr;
  const json::Node* stack = nullptr;
};

/// The members `needs`, `fields` and `stack` of `object`; other members are the caller's.
RecipeNodes recipe_nodes(const json::Node& object);

/// What reading knows beside the recipe itself: for check_recipe.
struct RecipeReading {
  /// Addresses of entries and names of fields that had an error: what depends on them is not
  /// judged.
  std::set<std::string> broken;
  /// Where a key of an entry or field was written: {address, key}; of a curve also the field that
  /// it follows: {address, "radius_m.by"}.
  std::map<std::pair<std::string, std::string>, SourceRef> places;
  /// Addresses of entries whose fields are not judged: what they rely on was missed already.
  std::set<std::string> excused;
  bool incomplete = false;  ///< entries are missing: what stands first is not known
  SourceRef place(const std::string& address, const std::string& key) const;
};

/// Reads a recipe: types, units, ranges, unknown keys, ids, drive kinds of single values.
/// Parameters come out in table order, each of them, absent ones with their default; a pair is
/// always of kind pair, also where one number was written. Every error is reported; false if there
/// was one. What could be read is in `out` either way. Rules between entries are check_recipe's.
bool read_recipe(const RecipeNodes& nodes, const Catalog& catalog, Recipe& out, Diagnostics& diags,
                 RecipeReading* reading = nullptr);

enum class RecipeForm {
  full,   ///< every parameter: manifests, `expand --full`
  brief,  ///< without parameters that equal their default
};

/// Writes the members `needs`, `fields` (each only if not empty) and `stack` into the object that
/// is open in `out`. read_recipe of it gives the same recipe. Notes are left out unless `notes`.
void write_recipe(json::Writer& out, const Recipe& recipe, const Catalog& catalog,
                  RecipeForm form = RecipeForm::full, bool notes = false);

/// "union" ↔ Combine::union_. Empty and false where there is none.
std::string_view combine_name(Combine combine);
bool parse_combine(std::string_view name, Combine& out);

}  // namespace strate
