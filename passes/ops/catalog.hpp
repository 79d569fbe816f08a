// The catalog that ships: the rows of ops.def and archetypes.def.
#pragma once

#include "compiler/op.hpp"

namespace strate {

Catalog shipped_catalog();

}  // namespace strate
