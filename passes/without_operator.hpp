// A world without one of its operators: to see what that operator does.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "passes/density/world.hpp"

namespace strate {

struct WithoutOperator {
  std::vector<std::string> gone;  ///< ids of the entries taken out
  std::optional<World> world;     ///< nothing: the stacks do not stand without them
};

/// Takes out every entry of the operator, what joins its sites, and groups that are empty then.
/// Plans stay as they are.
WithoutOperator without_operator(const WorldDef& world, std::string_view op,
                                 const Catalog& catalog);

}  // namespace strate
