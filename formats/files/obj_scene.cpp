#include "formats/files/obj_scene.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/json.hpp"
#include "formats/files/obj_text.hpp"
#include "formats/files/obj_tiles.hpp"

namespace strate {

namespace {

using Place = std::array<std::int64_t, 3>;

template <class T>
std::array<T, 3> turned(const std::array<T, 3>& v, bool y_up) {
  return y_up ? std::array<T, 3>{v[0], v[2], -v[1]} : v;
}

Place place_of(const TileMesh& tile, std::uint32_t vertex, Um voxel_um, bool y_up) {
  return turned(obj_micrometres(mesh_units(tile, vertex), voxel_um), y_up);
}

/// Index into `owners` of a triangle, by the height of its centre.
std::size_t owner_of(const TileMesh& tile, const std::array<std::uint32_t, 3>& t, Um voxel_um,
                     const std::vector<ObjOwner>& owners) {
  std::int64_t z = 3 * tile.tile.z * kTileCells * kMeshUnit;
  for (const std::uint32_t v : t) z += tile.position[v][2];
  constexpr std::int64_t kParts = 3 * kMeshUnit;
  for (std::size_t i = 0; i + 1 < owners.size(); ++i)
    if (owners[i].bottom_um * kParts <= z * voxel_um && z * voxel_um < owners[i].top_um * kParts)
      return i;
  return owners.size() - 1;
}

/// What a group holds: owner · 3 + class.
std::size_t group_of(const StrateMesh& mesh, const TileMesh& tile,
                     const std::array<std::uint32_t, 3>& t, const ObjScene& scene) {
  return owner_of(tile, t, mesh.voxel_um, scene.owners) * 3 +
         static_cast<std::size_t>(surface_class(tile, t));
}

/// Triangles of every tile by group.
std::vector<std::vector<std::uint16_t>> groups_of(const StrateMesh& mesh, const ObjScene& scene) {
  std::vector<std::vector<std::uint16_t>> groups(mesh.tiles.size());
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (const auto& t : mesh.tiles[i].triangle)
      groups[i].push_back(static_cast<std::uint16_t>(group_of(mesh, mesh.tiles[i], t, scene)));
  return groups;
}

std::vector<std::uint64_t> counts_of(const std::vector<std::vector<std::uint16_t>>& groups,
                                     std::size_t owners) {
  std::vector<std::uint64_t> counts(owners * 3);
  for (const auto& tile : groups)
    for (const std::uint16_t g : tile) ++counts[g];
  return counts;
}

std::string group_name(const ObjScene& scene, std::size_t group) {
  return scene.owners[group / 3].name + "_" + std::string(kObjClassNames[group % 3]);
}

std::string window_text(const Window& w) {
  std::string text;
  for (const auto& corner : {w.lo, w.hi})
    for (const Um um : corner) text += (text.empty() ? "" : ",") + json::number_text(metres(um));
  return text;
}

std::string head_of(const StrateMesh& mesh, const ObjScene& scene) {
  std::string text = "# stratec surface of a window, season " + scene.season + "\n# content_hash " +
                     hex(scene.content_hash) + "\n# window_m " + window_text(scene.window) +
                     "\n# metres, right-handed, " + (scene.y_up ? "Y" : "Z") +
                     " up; triangles counter-clockwise seen from air\n# " +
                     std::to_string(mesh.vertex_count()) + " vertices, " +
                     std::to_string(mesh.triangle_count()) + " triangles, step " +
                     json::number_text(metres(mesh.step * mesh.voxel_um)) + " m";
  if (mesh.step > 1) text += " (a preview: what is proven and collided with is step 1)";
  return text + "\nmtllib " + scene.mtl_file + "\no window\n";
}

void format_positions(const TileMesh& tile, Um voxel_um, bool y_up, std::string& out) {
  ObjText text(out, tile.position.size() * ObjText::kVertexBytes);
  for (std::uint32_t v = 0; v < tile.position.size(); ++v)
    text.position(place_of(tile, v, voxel_um, y_up));
}

void format_normals(const TileMesh& tile, bool y_up, std::string& out) {
  ObjText text(out, tile.normal.size() * ObjText::kVertexBytes);
  for (const auto& n : tile.normal) text.normal(turned(n, y_up));
}

void format_faces(const TileMesh& tile, const std::vector<std::uint16_t>& groups,
                  std::size_t wanted, std::uint64_t first, std::string& out) {
  const auto count = static_cast<std::size_t>(
      std::count(groups.begin(), groups.end(), static_cast<std::uint16_t>(wanted)));
  if (count == 0) return;
  ObjText text(out, count * ObjText::kFaceBytes);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto& t = tile.triangle[i];
    if (groups[i] == wanted) text.face(first + t[0], first + t[1], first + t[2]);
  }
}

std::uint64_t place_hash(const Place& p) {
  std::uint64_t h = 0;
  for (const std::int64_t v : p) h = mix64(h + static_cast<std::uint64_t>(v) * kSaltStep + 1);
  return h;
}

}  // namespace

Result<Done> write_obj_scene(const StrateMesh& mesh, const ObjScene& scene,
                             const Executor& executor, const ByteSink& sink) {
  const std::size_t n = mesh.tiles.size();
  if (Result<Done> r = sink(head_of(mesh, scene)); !r) return r;
  Result<Done> r = write_tiles(n, executor, sink, [&](std::size_t i, std::string& out) {
    format_positions(mesh.tiles[i], mesh.voxel_um, scene.y_up, out);
  });
  if (!r) return r;
  r = write_tiles(n, executor, sink, [&](std::size_t i, std::string& out) {
    format_normals(mesh.tiles[i], scene.y_up, out);
  });
  if (!r) return r;
  const std::vector<std::vector<std::uint16_t>> groups = groups_of(mesh, scene);
  const std::vector<std::uint64_t> counts = counts_of(groups, scene.owners.size());
  const std::vector<std::uint64_t> first = first_vertices(mesh);
  for (std::size_t g = 0; g < counts.size(); ++g) {
    if (counts[g] == 0) continue;
    const std::string& material = scene.owners[g / 3].palette[g % 3].name;
    if (r = sink("g " + group_name(scene, g) + "\nusemtl " + material + "\n"); !r) return r;
    r = write_tiles(n, executor, sink, [&](std::size_t i, std::string& out) {
      format_faces(mesh.tiles[i], groups[i], g, first[i], out);
    });
    if (!r) return r;
  }
  return Done{};
}

std::string encode_scene_mtl(const StrateMesh& mesh, const ObjScene& scene) {
  const std::vector<std::uint64_t> counts = counts_of(groups_of(mesh, scene), scene.owners.size());
  std::string text = "# stratec materials of a window, season " + scene.season + "\n";
  for (std::size_t g = 0; g < counts.size(); ++g) {
    if (counts[g] == 0) continue;
    const ObjMaterial& m = scene.owners[g / 3].palette[g % 3];
    text += "newmtl " + m.name + "\nKd";
    for (const double c : m.color)
      text += " " + json::number_text(std::floor(c * 1000 + 0.5) / 1000);
    text += "\nKa 0 0 0\nKs 0 0 0\nillum 1\n";
  }
  return text;
}

void ObjSceneFacts::add_vertex(const Place& um) {
  for (std::size_t k = 0; k < 3; ++k) {
    lo_um[k] = vertices == 0 ? um[k] : std::min(lo_um[k], um[k]);
    hi_um[k] = vertices == 0 ? um[k] : std::max(hi_um[k], um[k]);
  }
  ++vertices;
  vertex_digest += place_hash(um);
}

void ObjSceneFacts::add_triangle(const Place& a, const Place& b, const Place& c) {
  ++triangles;
  std::uint64_t h = 1;
  for (const Place* p : {&a, &b, &c}) h = mix64(h + place_hash(*p));
  triangle_digest += h;
}

ObjSceneFacts scene_facts(const StrateMesh& mesh, const ObjScene& scene) {
  ObjSceneFacts facts;
  for (const TileMesh& tile : mesh.tiles) {
    std::vector<Place> places;
    for (std::uint32_t v = 0; v < tile.position.size(); ++v) {
      places.push_back(place_of(tile, v, mesh.voxel_um, scene.y_up));
      facts.add_vertex(places.back());
    }
    facts.normals += tile.normal.size();
    for (const auto& t : tile.triangle)
      facts.add_triangle(places[t[0]], places[t[1]], places[t[2]]);
  }
  const std::vector<std::uint64_t> counts = counts_of(groups_of(mesh, scene), scene.owners.size());
  for (std::size_t g = 0; g < counts.size(); ++g)
    if (counts[g] > 0) facts.groups.emplace_back(group_name(scene, g), counts[g]);
  return facts;
}

std::string first_difference(const ObjSceneFacts& found, const ObjSceneFacts& wanted) {
  const auto counts = [](std::uint64_t a, std::uint64_t b, const char* what) {
    return std::to_string(a) + " " + what + ", not " + std::to_string(b);
  };
  if (found.vertices != wanted.vertices) return counts(found.vertices, wanted.vertices, "vertices");
  if (found.normals != wanted.normals) return counts(found.normals, wanted.normals, "normals");
  if (found.triangles != wanted.triangles)
    return counts(found.triangles, wanted.triangles, "triangles");
  if (found.groups != wanted.groups) return "other groups, or other triangles in them";
  if (found.lo_um != wanted.lo_um || found.hi_um != wanted.hi_um) return "other bounds";
  if (found.vertex_digest != wanted.vertex_digest) return "another vertex digest";
  if (found.triangle_digest != wanted.triangle_digest) return "another triangle digest";
  return {};
}

}  // namespace strate
