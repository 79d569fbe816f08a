// What pictures are drawn from, taken out of the mesh, the walk and the plan.
#pragma once

#include <vector>

#include "compiler/mesh.hpp"
#include "compiler/world.hpp"
#include "passes/pictures/pictures.hpp"
#include "passes/walk/walk.hpp"

namespace strate {

/// The tiles of a surface as one mesh.
PictureMesh picture_mesh(const StrateMesh& mesh);

/// Floor points of one component of standing in one slab, on columns half a metre apart.
std::vector<Vec3> picture_floors(const WalkWorld& walk, std::size_t slab, ComponentId component);

/// Where a slab's player stands, for the map. The slab must outlive the result.
StandingWord picture_standing(const WalkSlab& slab);
/// How far a standing sample lies over its floor at rest. [Units: m]
double standing_height_m(const WalkParams& params);

/// Floor lines of the passages that touch a strate (empty id: of all).
std::vector<PictureLine> passage_lines(const WorldDef& def, const std::string& strate);
/// Landings of those passages that lie in the strate (empty id: all).
std::vector<Landing> landings_in(const WorldDef& def, const std::string& strate);

}  // namespace strate
