// The proof that a layout changes nothing. Internal to formats/documents.
#pragma once

#include <string>

#include "formats/documents/format_tree.hpp"

namespace strate::layout {

/// Whether a printed document reads back with the same values and the same comments.
bool holds_the_same(const Text& document, const std::string& printed);

}  // namespace strate::layout
