// What a world definition must fulfil before it can be evaluated at all.
#pragma once

#include "compiler/result.hpp"
#include "compiler/world.hpp"

namespace strate {

/// Errors: "world.version", "world.layout" (strates inside out, overlapping or beyond the limit),
/// "world.passage_path", "world.edit_order", "world.protected_band" (an edit into a band that may
/// not be dug).
Result<Done> check_world(const WorldDef& world);

}  // namespace strate
