// Single tokens of JSON: escapes and numbers. Internal to the reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace strate::json {

/// What is wrong with a token; `code` is null if nothing is.
struct TokenFault {
  const char* code = nullptr;
  std::string text;
};

/// Checks a token against the number grammar of RFC 8259 and the range of double.
TokenFault number_fault(std::string_view token);

/// One escape sequence (surrogate pairs are one).
struct Escape {
  char32_t code = 0;
  std::size_t size = 0;         ///< bytes it takes
  const char* fault = nullptr;  ///< code of the error, null if it is well formed
  std::string text;
};

/// `at` is the place of a backslash.
Escape read_escape(std::string_view text, std::size_t at);

/// `text` cut to a length that a message can hold.
std::string shortened(std::string_view text);

}  // namespace strate::json
