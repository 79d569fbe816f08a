// Solid samples and crossings near a sample, one by one: for exact distances at few places.
#pragma once

#include <cstdint>

#include "compiler/lattice.hpp"
#include "passes/walk/params.hpp"

namespace strate {

/// A place of rock relative to a sample. [Units: 1/256 voxel]
struct RockPart {
  std::int64_t x = 0, y = 0, z = 0;
};

/// Calls f(RockPart) for every solid sample within `side` columns, `below` and `above` levels of p,
/// and for every crossing of the edges between these samples.
template <class F>
void for_rock_near(const Lattice& lattice, Coord p, std::int64_t side, std::int64_t below,
                   std::int64_t above, F&& f) {
  const IndexBox box = intersect(
      lattice.window(),
      {{p.x - side, p.y - side, p.z - below}, {p.x + side + 1, p.y + side + 1, p.z + above + 1}});
  for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
      for (std::int64_t x = box.lo.x; x < box.hi.x; ++x) {
        const Coord c{x, y, z};
        const RockPart at{(x - p.x) * kPart, (y - p.y) * kPart, (z - p.z) * kPart};
        if (lattice.solid(c)) f(at);
        if (const int t = x + 1 < box.hi.x ? lattice.crossing(c, 0) : 0)
          f(RockPart{at.x + t, at.y, at.z});
        if (const int t = y + 1 < box.hi.y ? lattice.crossing(c, 1) : 0)
          f(RockPart{at.x, at.y + t, at.z});
        if (const int t = z + 1 < box.hi.z ? lattice.crossing(c, 2) : 0)
          f(RockPart{at.x, at.y, at.z + t});
      }
}

/// Height of the first rock over the air sample `p` in its column, sought up to level `top`; the
/// height of `top` if there is none. [Units: 1/256 voxel above lattice z = 0]
std::int64_t roof_over(const Lattice& lattice, Coord p, std::int64_t top);

/// How much lower than over the axis a roof may be where it is √aside2 beside the axis: the head is
/// round. aside2 < radius².
std::int64_t head_round(std::int64_t aside2, std::int64_t radius);

}  // namespace strate
