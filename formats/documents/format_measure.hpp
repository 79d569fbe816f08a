// Which values may stand on one line, and how wide they are there. Internal to formats/documents.
#pragma once

#include <cstddef>
#include <string_view>

#include "formats/documents/format_tree.hpp"

namespace strate::layout {

/// Columns of a line.
inline constexpr std::size_t kColumns = 100;
/// The width of what never stands on one line.
inline constexpr std::size_t kNever = 1u << 20;

/// Terminal columns of a text of one line.
std::size_t width_of(std::string_view text);

/// Sets `width` of the cell and of all inside: that of the value on one line, without key, comments
/// and comma.
void measure(Cell& cell);

/// The same with key and comments.
std::size_t whole_width(const Cell& cell);

}  // namespace strate::layout
