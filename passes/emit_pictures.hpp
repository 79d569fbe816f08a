// The pictures of a cook (05 §4, 12): from products to PNG files in a staging folder.
#pragma once

#include "formats/files/staging.hpp"
#include "passes/cook.hpp"

namespace strate {

/// map.png, section.png, view-1.png … and views.json of one strate.
Result<Done> emit_strate_pictures(const Cook& cook, std::size_t index, Staging& staging);

/// section.png of the whole stack.
Result<Done> emit_stack_section(const Cook& cook, Staging& staging);

}  // namespace strate
