#include "cli/figure_label.hpp"

#include <algorithm>

namespace strate::cli {

namespace {

struct Unit {
  std::string_view suffix, text;
};
constexpr Unit kUnits[] = {{"_per_100m", "per 100 m"},
                           {"_fraction", ""},
                           {"_count", ""},
                           {"_m2", "m²"},
                           {"_m3", "m³"},
                           {"_deg", "°"},
                           {"_m", "m"}};

}  // namespace

FigureLabel figure_label(std::string name) {
  std::string_view unit;
  for (const Unit& u : kUnits)
    if (name.ends_with(u.suffix)) {
      unit = u.text;
      // Without a unit the last word is part of what is counted.
      if (!unit.empty()) name.resize(name.size() - u.suffix.size());
      break;
    }
  std::replace(name.begin(), name.end(), '_', ' ');
  return {name, unit};
}

}  // namespace strate::cli
