// OBJ files as people bring them, and whether they enclose something.
#include "formats/imports/mesh.hpp"

#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>

#include <catch2/catch.hpp>
#include <sstream>

#include "formats/imports/import.hpp"
#include "tests/support/mesh_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

std::string code_of(const std::string& obj) {
  const Result<ImportMesh> mesh = read_obj(obj);
  if (!mesh) return mesh.error().code;
  const Result<Done> closed = check_closed(*mesh);
  return closed ? "" : closed.error().code;
}

const std::string kTriangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

}  // namespace

TEST_CASE("mesh: places and faces are those that tinyobjloader reads") {
  const ObjMesh things[] = {block({-1, -2, 0}, {3, 2, 5}), torus(4, 1), star(2, 5, 3)};
  for (const ObjMesh& thing : things) {
    const std::string text = thing.text();
    const Result<ImportMesh> mesh = read_obj(text);
    REQUIRE(mesh);
    tinyobj::attrib_t attrib;
    std::vector<tinyobj::shape_t> shapes;
    std::vector<tinyobj::material_t> materials;
    std::string warning, error;
    std::istringstream in(text);
    REQUIRE(tinyobj::LoadObj(&attrib, &shapes, &materials, &warning, &error, &in, nullptr, true));
    REQUIRE(attrib.vertices.size() == 3 * mesh->vertices.size());
    for (std::size_t i = 0; i < mesh->vertices.size(); ++i) {
      CHECK(static_cast<float>(mesh->vertices[i].x) == Approx(attrib.vertices[3 * i]));
      CHECK(static_cast<float>(mesh->vertices[i].z) == Approx(attrib.vertices[3 * i + 2]));
    }
    std::size_t corners = 0;
    for (const auto& shape : shapes) corners += shape.mesh.indices.size();
    CHECK(corners == 3 * mesh->triangles.size());
    CHECK(check_closed(*mesh));
  }
}

TEST_CASE("mesh: every way to write a face is read") {
  const auto triangle = [](const std::string& face) {
    const Result<ImportMesh> mesh =
        read_obj("mtllib a.mtl\r\n" + kTriangle +
                 "v 1 1 0\nvn 0 0 1\nvt 0 0\n# f 9 9 9\n\ng a\ns 1\n" + face + "\n");
    REQUIRE(mesh);
    REQUIRE(mesh->triangles.size() == 1);
    CHECK(mesh->lines[0] == 12);
    return mesh->triangles[0];
  };
  const std::array<std::uint32_t, 3> wanted{0, 1, 2};
  for (const char* face : {"f 1 2 3", "f 1/1 2/1 3/1", "f 1//1 2//1 3//1", "f 1/1/1 2/1/1 3/1/1",
                           "f -4 -3 -2", "f\t1  2\t3 ", "f 1 2 3\r"})
    CHECK(triangle(face) == wanted);
  CHECK(read_obj("v +1.5e1 -.25 0.1e-1\nv 1 0 0 1\nv 0 1 0 0.5 0.5 0.5\nf 1 2 3")->vertices[0] ==
        Vec3{15, -0.25, 0.01});
}

TEST_CASE("mesh: corners of one place are one corner") {
  std::string split;
  int n = 0;
  for (const auto& face : block({0, 0, 0}, {1, 1, 1}).faces) {
    std::string f = "f";
    for (const int i : face) {
      const Vec3 v = block({0, 0, 0}, {1, 1, 1}).vertices[static_cast<std::size_t>(i)];
      split +=
          "v " + std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z) + "\n";
      f += " " + std::to_string(++n);
    }
    split += f + "\n";
  }
  CHECK(code_of(split).empty());
}

TEST_CASE("mesh: faces of more corners are cut, if they can be by a fan") {
  const std::string places = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 3 1 0\nv 1 1 0\n";
  CHECK(read_obj(places + "f 1 2 3 4")->triangles.size() == 2);
  // The fan has to start at the corner that points inward.
  const Result<ImportMesh> dart = read_obj(places + "f 2 6 4 1");
  REQUIRE(dart);
  CHECK(dart->triangles.size() == 2);
  CHECK(dart->triangles[0][0] == 5);
  // Two such corners, from neither of which the other is seen.
  const Result<ImportMesh> folded = read_obj(
      "v 0 0 0\nv 2 3 0\nv 4 0 0\nv 6 3 0\nv 8 0 0\nv 8 9 0\nv 6 5 0\nv 4 9 0\nv 2 5 0\nv 0 9 "
      "0\nf 1 2 3 4 5 6 7 8 9 10\n");
  REQUIRE_FALSE(folded);
  CHECK(folded.error().code == "asset.concave_face");
  CHECK(folded.error().text == "has a face in line 11 whose outline is not convex");
}

TEST_CASE("mesh: what is no OBJ is refused with its line") {
  const auto text_of = [](const std::string& obj) {
    const Result<ImportMesh> mesh = read_obj(obj);
    return mesh ? std::string() : mesh.error().code + " " + mesh.error().text;
  };
  CHECK(text_of("") == "asset.empty has no faces");
  CHECK(text_of(kTriangle) == "asset.empty has no faces");
  CHECK(text_of(kTriangle + "f 1 2 4") ==
        "asset.obj_index names the vertex 4 in line 4, where there are 3");
  for (const char* face : {"f 0 1 2", "f -4 1 2", "f 1 2 9999999999", "f 1 2 3000000000"})
    CHECK(code_of(kTriangle + face) == "asset.obj_index");
  for (const char* face :
       {"f", "f 1 2", "f a b c", "f 1 2 3x", "f 1 2 99999999999999999999", "f / / /"})
    CHECK(code_of(kTriangle + face) == "asset.obj_syntax");
  for (const char* v : {"v", "v 1 2", "v 1 2 x", "v nan 0 0", "v inf 0 0", "v 1e7 0 0",
                        "v 1 2 3e999", "v 0x1p3 0 0", "vv 1 2 3", "surf 1", "{", "f 1 2 3 \\"})
    CHECK(code_of(kTriangle + v + "\n") == "asset.obj_syntax");
  std::string corners = "f";
  for (int i = 0; i < 300; ++i) corners += " 1";
  CHECK(code_of(kTriangle + corners) == "asset.too_large");
  std::string fan;
  for (int i = 0; i < 300; ++i) fan += "v 0 0 0\n";
  CHECK(code_of(fan + std::string(3, '\0')) == "asset.obj_syntax");
}

TEST_CASE("mesh: open edges are named with their places and lines") {
  ObjMesh open = block({0, 0, 0}, {1, 2, 3});
  CHECK(code_of(open.text()).empty());
  open.faces.pop_back();
  const Result<ImportMesh> mesh = read_obj(open.text());
  REQUIRE(mesh);
  const Result<Done> closed = check_closed(*mesh);
  REQUIRE_FALSE(closed);
  CHECK(closed.error().code == "asset.open_mesh");
  CHECK(closed.error().text == "has 4 open edges");
  REQUIRE(closed.error().notes.size() == 5);
  CHECK(closed.error().notes[0] == "from (1 2 0) to (1 0 0), of the face in line 11");
}

TEST_CASE("mesh: edges of too many faces and faces turned over are told apart") {
  // Two blocks that share an edge.
  const ObjMesh pair = block({0, 0, 0}, {1, 1, 1}).with(block({1, 1, 0}, {2, 2, 1}));
  CHECK(code_of(pair.text()) == "asset.not_manifold");
  ObjMesh turned = block({0, 0, 0}, {1, 1, 1});
  std::reverse(turned.faces[2].begin(), turned.faces[2].end());
  CHECK(code_of(turned.text()) == "asset.inside_out");
  CHECK(code_of(block({0, 0, 0}, {1, 1, 1}).inverted().text()).empty());
  const ObjMesh apart = block({0, 0, 0}, {2, 2, 2}).with(block({1, 1, 1}, {3, 3, 3}));
  CHECK(code_of(apart.text()).empty());
}
