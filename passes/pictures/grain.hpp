// Stone at the scale of a hand: value noise for shading. Looks only, never shape.
#pragma once

#include <cstdint>

#include "passes/pictures/vec.hpp"

namespace strate {

/// A noise in −1 … 1 and its gradient by position. [Units: 1, 1/m]
struct Grain {
  float value = 0;
  Vec3f slope;
};

/// Smooth value noise over cells of `size_m`; `place` in world metres.
Grain grain_at(Vec3 place, double size_m, std::uint32_t salt);

}  // namespace strate
