// How the name of a measured figure reads: its words, and its unit, which the name ends with.
#pragma once

#include <string>
#include <string_view>

namespace strate::cli {

struct FigureLabel {
  std::string words;      ///< "walk length"
  std::string_view unit;  ///< "m"; empty: a bare number
};

/// "walk_length_m" → "walk length" and "m".
FigureLabel figure_label(std::string name);

}  // namespace strate::cli
