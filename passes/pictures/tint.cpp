#include "passes/pictures/tint.hpp"

#include <algorithm>
#include <cmath>

namespace strate {

Rgb RockTint::at(double x, double y) const {
  const auto place = [this](double v, double from, int n, int& cell) {
    const double at = std::clamp((v - from) / step, 0.0, static_cast<double>(n - 1));
    cell = std::min(static_cast<int>(at), std::max(0, n - 2));
    return static_cast<float>(at - cell);
  };
  int i = 0, j = 0;
  const float u = place(x, x0, nx, i), v = place(y, y0, ny, j);
  const auto one = [this](int cx, int cy) {
    return color[static_cast<std::size_t>(std::min(cy, ny - 1)) * static_cast<std::size_t>(nx) +
                 static_cast<std::size_t>(std::min(cx, nx - 1))];
  };
  return mix(mix(one(i, j), one(i + 1, j), u), mix(one(i, j + 1), one(i + 1, j + 1), u), v);
}

}  // namespace strate
