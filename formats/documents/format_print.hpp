// The text of an arranged document (11 §9). Internal to formats/documents.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "formats/documents/format_tree.hpp"

namespace strate::layout {

struct Printed {
  std::string text;
  std::vector<std::size_t> clashes;  ///< by index of conflict: its 1-based line; 0: has none
};

/// Two spaces, 100 columns, LF. Time is linear in the text.
Printed print(const Text& document);

}  // namespace strate::layout
