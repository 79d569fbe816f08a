// What stands between two values: white space, comments, a comma. Internal to formats/documents.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "formats/documents/format_tree.hpp"

namespace strate::layout {

struct Gap {
  std::vector<Comment> comments;
  std::size_t on_first_line = 0;  ///< how many begin before the first line end
  std::size_t before_comma = 0;   ///< how many stand before the comma; all if there is none
  bool has_newline = false;
  bool blank_after = false;  ///< a blank line stands behind the last comment, or at all
};

/// The gap of bytes [begin, end) of a text that was parsed without a fault.
Gap gap_between(std::string_view text, std::size_t begin, std::size_t end);

/// The lines of a comment; the first keeps nothing before it, none has white space at its end.
std::vector<std::string_view> lines_of(std::string_view comment);

}  // namespace strate::layout
