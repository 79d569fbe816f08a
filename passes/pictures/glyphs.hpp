// The letters under pictures: strokes on a grid of our own drawing.
#pragma once

#include <string_view>

namespace strate {

/// One letter. Strokes are separated by commas; each is a chain of digit pairs x, y: x 0 … 4 to the
/// right, y 0 (descender) … 2 (baseline) … 6 (x-height) … 8 (capitals). One pair alone is a dot.
struct Glyph {
  std::string_view strokes;
  int width = 3;  ///< in grid units, without the gap to the next letter
};

inline constexpr int kGlyphBaseline = 2, kGlyphCapital = 8, kGlyphGap = 2;

/// A hollow box for code points that have no letter.
Glyph glyph_of(char32_t code);

/// Takes one UTF-8 code point off the front; U+FFFD for a bad byte.
char32_t take_code_point(std::string_view& text);

}  // namespace strate
