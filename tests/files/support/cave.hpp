// A small sampled cave for tests of files.
#pragma once

#include "passes/sample.hpp"

namespace strate::test {

/// Clamped density of two halls joined by a way, in much rock.
float cave_density(Coord c);

/// Its window; not a multiple of a tile on any side.
inline constexpr IndexBox kCaveWindow{{-170, -40, -9}, {150, 70, 141}};

SampledStrate sampled_cave(IndexBox window = kCaveWindow, bool prune = true, int mesh_step = 1);

}  // namespace strate::test
