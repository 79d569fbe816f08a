// The floor under a point: where a falling marble would come to rest on the final density.
#pragma once

#include <optional>

#include "passes/density/world.hpp"

namespace strate {

/// Height of the highest floor at or under (x, y, z): air from it up to the point, rock a
/// micrometre under it. A point in rock is asked from the first air under it. The place is found at
/// steps of a voxel, so a sheet thinner than that may be missed, as it may be in a mesh; then by
/// halving. Nothing if there is no rock under air down to `lowest`. [Units: µm, world axes]
std::optional<Um> floor_under(const World& world, Um x, Um y, Um z, Um lowest, Scratch& scratch);

}  // namespace strate
