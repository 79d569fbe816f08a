// The words that recipes are written in, beside the parameters of operators: one table each for
// reader, messages, schemas and the reference. `doc` explains a word to who has never seen it.
#pragma once

#include <span>
#include <string_view>

#include "formats/recipe/node_reader.hpp"

namespace strate {

/// Every word of an entry (11 §3.3): those that the plain form keeps, then those that documents
/// alone have: `use`, `set`, `on`, `after`.
std::span<const KeySpec> entry_words();
/// Those of the plain form.
std::span<const KeySpec> entry_keys();
/// Of `combine`: `replace` to `add`, in the order of the enum.
std::span<const KeySpec> combine_words();
/// What a clause of `where`, `except`, `sites` may hold beside bands over fields.
std::span<const KeySpec> clause_words();
std::span<const KeySpec> disc_keys();
std::span<const KeySpec> box_keys();
/// A band that is an object; its feather's name ends with the unit of the field.
std::span<const KeySpec> band_keys();
std::span<const KeySpec> curve_keys();
std::span<const KeySpec> field_keys();
std::span<const KeySpec> knob_keys();
std::span<const KeySpec> placed_room_keys();
/// The members of a recipe document.
std::span<const KeySpec> recipe_keys();
/// What a recipe may need.
std::span<const KeySpec> need_words();

/// The row of a table that has the word.
const KeySpec& word_of(std::span<const KeySpec> table, std::string_view name);

}  // namespace strate
