// Rock colours over x and y: where biomes rule, rock has theirs.
#pragma once

#include <cstddef>
#include <vector>

#include "passes/pictures/tone.hpp"

namespace strate {

/// One colour every `step` metres from (x0, y0) on, straight between them, the nearest beyond.
struct RockTint {
  double x0 = 0, y0 = 0, step = 0.5;
  int nx = 0, ny = 0;
  std::vector<Rgb> color;  ///< linear light, x fastest

  Rgb at(double x, double y) const;
};

}  // namespace strate
