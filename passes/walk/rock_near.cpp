#include "passes/walk/rock_near.hpp"

#include <algorithm>
#include <cmath>

namespace strate {

std::int64_t roof_over(const Lattice& lattice, Coord p, std::int64_t top) {
  const std::int64_t end = std::min(top, lattice.window().hi.z - 1);
  for (Coord c = p; c.z < end; ++c.z)
    if (const int t = lattice.crossing(c, 2); t != 0 && !lattice.solid(c)) return c.z * kPart + t;
  return end * kPart;
}

std::int64_t head_round(std::int64_t aside2, std::int64_t radius) {
  return radius -
         static_cast<std::int64_t>(std::sqrt(static_cast<double>(radius * radius - aside2)));
}

}  // namespace strate
