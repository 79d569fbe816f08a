// Heights of a stack against the height of its strate.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "compiler/diagnostic.hpp"
#include "compiler/op.hpp"
#include "compiler/recipe.hpp"
#include "formats/documents/asset_shelf.hpp"

namespace strate {

/// Warns of authored [low, high] heights that reach above the strate's top, where an operator keeps
/// what it makes below: "recipe.above_strate", at the value; and of placed shapes that lie wholly
/// above or below the strate: "recipe.outside_strate", at their `at_m`. Documents below
/// `first_authored` are built in. `shelf`: what files became; `broken`: entries with
/// an error, not judged.
void warn_of_heights(const std::vector<OpEntry>& stack, const Catalog& catalog, double height_m,
                     std::uint32_t first_authored, const AssetShelf& shelf,
                     const std::set<std::string>& broken, Diagnostics& diags);

}  // namespace strate
