#include "formats/files/obj.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "compiler/json.hpp"
#include "formats/files/obj_text.hpp"
#include "formats/files/obj_tiles.hpp"

namespace strate {

namespace {

void format_positions(const TileMesh& tile, Um voxel_um, std::string& out) {
  ObjText text(out, tile.position.size() * ObjText::kVertexBytes);
  for (std::uint32_t v = 0; v < tile.position.size(); ++v)
    text.position(obj_micrometres(mesh_units(tile, v), voxel_um));
}

void format_normals(const TileMesh& tile, std::string& out) {
  ObjText text(out, tile.normal.size() * ObjText::kVertexBytes);
  for (const auto& n : tile.normal) text.normal(n);
}

void format_faces(const TileMesh& tile, std::uint64_t first, SurfaceClass wanted,
                  std::string& out) {
  std::size_t count = 0;
  for (const auto& t : tile.triangle) count += surface_class(tile, t) == wanted;
  ObjText text(out, count * ObjText::kFaceBytes);
  for (const auto& t : tile.triangle)
    if (surface_class(tile, t) == wanted) text.face(first + t[0], first + t[1], first + t[2]);
}

std::string obj_head(const StrateMesh& mesh, const ObjHeader& header) {
  std::string text =
      "# stratec surface of " + header.strate + ", season " + header.season + "\n# content_hash " +
      hex(header.content_hash) +
      "\n# metres, right-handed, Z up; triangles counter-clockwise seen from air\n# " +
      std::to_string(mesh.vertex_count()) + " vertices, " + std::to_string(mesh.triangle_count()) +
      " triangles, step " + json::number_text(metres(mesh.step * mesh.voxel_um)) + " m";
  if (mesh.step > 1) text += " (a preview: what is proven and collided with is step 1)";
  text += "\nmtllib " + header.mtl_file + "\no " + header.strate + "\n";
  return text;
}

std::string group_head(const ObjHeader& header, std::size_t surface) {
  return "g " + header.strate + "_" + std::string(kObjClassNames[surface]) + "\nusemtl " +
         header.palette[surface].name + "\n";
}

double hex_pair(std::string_view text, std::size_t at) {
  int value = 0;
  for (std::size_t i = at; i < at + 2 && i < text.size(); ++i) {
    const char c = text[i];
    value = value * 16 + (c >= 'a' ? c - 'a' + 10 : c >= 'A' ? c - 'A' + 10 : c - '0');
  }
  return value / 255.0;
}

}  // namespace

ObjPalette rock_palette(std::string_view strate, std::string_view rock_color) {
  constexpr double kTone[3][3] = {{1.18, 1.15, 1.10}, {1, 1, 1}, {0.78, 0.82, 0.90}};
  ObjPalette palette;
  for (std::size_t i = 0; i < 3; ++i) {
    palette[i].name = std::string(strate) + "_" + std::string(kObjClassNames[i]);
    for (std::size_t k = 0; k < 3; ++k)
      palette[i].color[k] = std::min(1.0, hex_pair(rock_color, 1 + 2 * k) * kTone[i][k]);
  }
  return palette;
}

Result<Done> write_obj(const StrateMesh& mesh, const ObjHeader& header, const Executor& executor,
                       const ByteSink& sink) {
  const std::size_t n = mesh.tiles.size();
  const std::vector<std::uint64_t> first = first_vertices(mesh);
  if (Result<Done> r = sink(obj_head(mesh, header)); !r) return r;
  Result<Done> r = write_tiles(n, executor, sink, [&](std::size_t i, std::string& out) {
    format_positions(mesh.tiles[i], mesh.voxel_um, out);
  });
  if (!r) return r;
  r = write_tiles(n, executor, sink,
                  [&](std::size_t i, std::string& out) { format_normals(mesh.tiles[i], out); });
  if (!r) return r;
  for (std::size_t c = 0; c < kObjClassNames.size(); ++c) {
    if (r = sink(group_head(header, c)); !r) return r;
    r = write_tiles(n, executor, sink, [&](std::size_t i, std::string& out) {
      format_faces(mesh.tiles[i], first[i], static_cast<SurfaceClass>(c), out);
    });
    if (!r) return r;
  }
  return Done{};
}

std::string encode_obj(const StrateMesh& mesh, const ObjHeader& header, const Executor& executor) {
  std::string text;
  const Result<Done> written = write_obj(mesh, header, executor, [&](std::string_view part) {
    text += part;
    return Result<Done>(Done{});
  });
  static_cast<void>(written);  // this sink cannot fail
  return text;
}

std::string encode_mtl(const ObjHeader& header) {
  std::string text = "# stratec materials of " + header.strate + "\n";
  for (const ObjMaterial& m : header.palette) {
    text += "newmtl " + m.name + "\nKd";
    for (const double c : m.color)
      text += " " + json::number_text(std::floor(c * 1000 + 0.5) / 1000);
    text += "\nKa 0 0 0\nKs 0 0 0\nillum 1\n";
  }
  return text;
}

}  // namespace strate
