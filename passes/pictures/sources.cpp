#include "passes/pictures/sources.hpp"

#include <cmath>

#include "passes/pictures/vec.hpp"

namespace strate {

PictureMesh picture_mesh(const StrateMesh& mesh) {
  PictureMesh out;
  const Coord lo = mesh.window.lo;
  out.origin = {lattice_m(lo.x, mesh.voxel_um), lattice_m(lo.y, mesh.voxel_um),
                lattice_m(lo.z, mesh.voxel_um)};
  out.positions.reserve(mesh.vertex_count());
  out.normals.reserve(mesh.vertex_count());
  out.triangles.reserve(mesh.triangle_count());
  for (const TileMesh& tile : mesh.tiles) {
    const auto base = static_cast<std::uint32_t>(out.positions.size());
    for (std::uint32_t i = 0; i < tile.position.size(); ++i) {
      const Vec3f p = to_float(mesh_metres(mesh_units(tile, i), mesh.voxel_um) - out.origin);
      out.positions.push_back({p.x, p.y, p.z});
      out.normals.push_back(tile.normal[i]);
    }
    for (const auto& t : tile.triangle)
      out.triangles.push_back({base + t[0], base + t[1], base + t[2]});
  }
  return out;
}

std::vector<Vec3> picture_floors(const WalkWorld& walk, std::size_t slab, ComponentId component) {
  const std::int64_t stride = std::max<std::int64_t>(1, 500'000 / walk.params().voxel_um);
  std::vector<Vec3> floors;
  for (NodeId id = walk.first_node(slab); id < walk.first_node(slab + 1); ++id) {
    const Coord c = walk.node(id);
    if (c.x % stride != 0 || c.y % stride != 0 || walk.walk_component(id) != component) continue;
    floors.push_back(walk.floor_point(id));
  }
  return floors;
}

StandingWord picture_standing(const WalkSlab& slab) {
  return [&slab](std::int64_t x0, std::int64_t y, std::int64_t z) {
    return slab.standing_word(x0, y, z);
  };
}

double standing_height_m(const WalkParams& params) { return params.metres_of(params.radius); }

std::vector<PictureLine> passage_lines(const WorldDef& def, const std::string& strate) {
  std::vector<PictureLine> lines;
  for (const Passage& p : def.passages) {
    if (!strate.empty() && p.upper != strate && p.lower != strate) continue;
    PictureLine line{LineKind::passage, {}};
    for (const TubeNode& n : p.path) line.points.push_back(n.floor);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<Landing> landings_in(const WorldDef& def, const std::string& strate) {
  std::vector<Landing> landings;
  for (const Passage& p : def.passages)
    for (const Landing* l : {&p.departure, &p.arrival})
      if (strate.empty() || l->strate == strate) landings.push_back(*l);
  return landings;
}

}  // namespace strate
