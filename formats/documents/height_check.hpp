// Heights of a stack against the height of its strate.
#pragma once

#include <vector>

#include "compiler/diagnostic.hpp"
#include "compiler/op.hpp"
#include "compiler/recipe.hpp"

namespace strate {

/// Warns of authored [low, high] heights that reach above the strate's top, where an operator keeps
/// what it makes below: "recipe.above_strate", at the value. Documents below `first_authored` are
/// built in.
void warn_of_heights(const std::vector<OpEntry>& stack, const Catalog& catalog, double height_m,
                     std::uint32_t first_authored, Diagnostics& diags);

}  // namespace strate
