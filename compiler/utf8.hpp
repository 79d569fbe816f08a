// UTF-8 as far as reading documents and printing their lines needs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace strate::utf8 {

struct Point {
  char32_t code = 0;
  std::uint32_t size = 0;  ///< bytes; 0: the bytes at this place are not UTF-8
};

/// The code point at `at` < text.size(). Overlong forms, surrogates and values past U+10FFFF are
/// not UTF-8.
Point decode(std::string_view text, std::size_t at);

/// Offset of the first byte that is not UTF-8; text.size() if all is.
std::size_t first_fault(std::string_view text);

void append(std::string& out, char32_t code);

/// Columns on a terminal: 0 combining, 1, or 2 wide.
int columns(char32_t code);

/// Control and direction-changing characters: never sent to a terminal as they are.
bool is_hostile(char32_t code);

/// `text` with hostile characters and bad bytes written as escapes (\n, \u001b, \xff).
std::string printable(std::string_view text);

}  // namespace strate::utf8
