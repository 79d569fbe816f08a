// Which fields entries name.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "compiler/biome.hpp"
#include "compiler/recipe.hpp"

namespace strate {

/// Adds every field that the entry, or an entry of its group, names itself.
void add_field_names(const OpEntry& entry, std::set<std::string>& out);

/// Takes out the fields that no entry uses, nor what biomes set of one, not even through another
/// field.
void drop_unused_fields(Recipe& recipe, const BiomeMap* biomes = nullptr);

/// The words of `needs` for a strate's stack: "water" if it reads the water level, "biomes" if it
/// reads them.
std::vector<std::string> needs_of(const Recipe& recipe);

}  // namespace strate
