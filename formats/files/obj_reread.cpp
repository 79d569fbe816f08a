// An OBJ as another program reads it. The only file that knows tinyobjloader; its names are kept
// apart from those of any other copy in the same program.
#define tinyobj strate_tinyobj
#define TINYOBJLOADER_USE_DOUBLE
#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>

#include <cmath>
#include <exception>
#include <sstream>

#include "formats/files/obj_scene.hpp"

namespace strate {

namespace {

using Place = std::array<std::int64_t, 3>;

Error unreadable(const std::string& why) {
  return {"obj.unreadable", "the mesh cannot be read back: " + why, {}, {}};
}

/// The reader's doubles are not correctly rounded; the text has whole micrometres.
std::vector<Place> places_of(const tinyobj::attrib_t& attrib) {
  std::vector<Place> places(attrib.vertices.size() / 3);
  for (std::size_t i = 0; i < attrib.vertices.size(); ++i)
    places[i / 3][i % 3] = static_cast<std::int64_t>(std::floor(attrib.vertices[i] * 1e6 + 0.5));
  return places;
}

Result<Done> add_shape(const tinyobj::shape_t& shape, const std::vector<Place>& places,
                       ObjSceneFacts& facts) {
  const std::vector<tinyobj::index_t>& corner = shape.mesh.indices;
  for (const unsigned char n : shape.mesh.num_face_vertices)
    if (n != 3) return unreadable("a face is no triangle");
  for (std::size_t i = 0; i + 2 < corner.size(); i += 3) {
    const Place* p[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const int v = corner[i + k].vertex_index;
      if (v < 0 || static_cast<std::size_t>(v) >= places.size())
        return unreadable("a triangle names a vertex that is not there");
      p[k] = &places[static_cast<std::size_t>(v)];
    }
    facts.add_triangle(*p[0], *p[1], *p[2]);
  }
  if (!corner.empty()) facts.groups.emplace_back(shape.name, corner.size() / 3);
  return Done{};
}

}  // namespace

Result<ObjSceneFacts> reread_obj(const std::string& text) {
  tinyobj::attrib_t attrib;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
  std::string warning, error;
  try {
    std::istringstream in(text);
    if (!tinyobj::LoadObj(&attrib, &shapes, &materials, &warning, &error, &in, nullptr, false))
      return unreadable(error);
  } catch (const std::exception& e) {
    return unreadable(e.what());
  }
  ObjSceneFacts facts;
  const std::vector<Place> places = places_of(attrib);
  for (const Place& p : places) facts.add_vertex(p);
  facts.normals = attrib.normals.size() / 3;
  for (const tinyobj::shape_t& shape : shapes)
    if (Result<Done> r = add_shape(shape, places, facts); !r) return r.error();
  return facts;
}

}  // namespace strate
