// A box of positions in the turned frame of a hand-placed shape, for bounds.
#pragma once

#include "compiler/geometry.hpp"
#include "passes/density/interval.hpp"

namespace strate {

struct LocalBox {
  Interval u, v, w;
};

inline LocalBox local_box(const Box3& box, Vec3 at, double cosine, double sine) {
  const Interval x{box.lo.x - at.x, box.hi.x - at.x}, y{box.lo.y - at.y, box.hi.y - at.y};
  return {x * cosine + y * sine, y * cosine - x * sine, {box.lo.z - at.z, box.hi.z - at.z}};
}

}  // namespace strate
