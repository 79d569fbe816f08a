#include "formats/files/obj.hpp"

#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

#include "compiler/hash.hpp"
#include "support/cave.hpp"

using namespace strate;
using namespace strate::test;

namespace {

ObjHeader header() {
  ObjHeader h;
  h.season = "first-steps";
  h.strate = "wells";
  h.content_hash = {1, 2};
  h.mtl_file = "mesh.mtl";
  h.palette = rock_palette("wells", "#807060");
  return h;
}

StrateMesh cave_mesh(int step) {
  return std::move(sampled_cave(kCaveWindow, true, step).meshes[0]);
}

std::string encoded(const StrateMesh& mesh) {
  return encode_obj(mesh, header(), serial_executor());
}

/// An independent reader.
struct Loaded {
  tinyobj::attrib_t attrib;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
  bool ok = false;
  std::string trouble;

  explicit Loaded(const std::string& text) {
    std::istringstream in(text), mtl(encode_mtl(header()));
    tinyobj::MaterialStreamReader reader(mtl);
    std::string warn, err;
    ok = tinyobj::LoadObj(&attrib, &shapes, &materials, &warn, &err, &in, &reader, false);
    trouble = warn + err;
  }
};

/// The vertex digest of obj_facts, from what the loader understood.
std::uint64_t vertex_digest(const tinyobj::attrib_t& attrib) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < attrib.vertices.size(); i += 3) {
    std::uint64_t h = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double um = std::floor(static_cast<double>(attrib.vertices[i + k]) * 1e6 + 0.5);
      h = mix64(h + static_cast<std::uint64_t>(static_cast<std::int64_t>(um)) * kSaltStep + 1);
    }
    sum += h;
  }
  return sum;
}

}  // namespace

TEST_CASE("obj: tinyobjloader reads the same counts, bounds and vertices") {
  for (const int step : {1, 2}) {
    // Within 8 m of the origin, where a float still tells micrometres apart.
    const StrateMesh mesh =
        std::move(sampled_cave({{-30, 0, 20}, {40, 45, 64}}, true, step).meshes[0]);
    const Loaded loaded(encoded(mesh));
    INFO(loaded.trouble);
    REQUIRE(loaded.ok);
    REQUIRE(loaded.trouble.empty());
    const ObjFacts facts = obj_facts(mesh);
    REQUIRE(facts.triangles > 1000);
    REQUIRE(loaded.attrib.vertices.size() == 3 * facts.vertices);
    REQUIRE(loaded.attrib.normals.size() == 3 * facts.normals);
    REQUIRE(loaded.shapes.size() == 3);
    for (std::size_t c = 0; c < 3; ++c) {
      REQUIRE(loaded.shapes[c].mesh.num_face_vertices.size() == facts.by_class[c]);
      REQUIRE(loaded.shapes[c].mesh.material_ids.front() == static_cast<int>(c));
    }
    REQUIRE(vertex_digest(loaded.attrib) == facts.vertex_digest);
    float lo = 1e9f, hi = -1e9f;
    for (std::size_t i = 2; i < loaded.attrib.vertices.size(); i += 3) {
      lo = std::min(lo, static_cast<float>(loaded.attrib.vertices[i]));
      hi = std::max(hi, static_cast<float>(loaded.attrib.vertices[i]));
    }
    REQUIRE(lo == static_cast<float>(static_cast<double>(facts.lo_um[2]) / 1e6));
    REQUIRE(hi == static_cast<float>(static_cast<double>(facts.hi_um[2]) / 1e6));
  }
}

TEST_CASE("obj: normals read back as unit vectors on the side of the triangle that is air") {
  const Loaded loaded(encoded(cave_mesh(1)));
  REQUIRE(loaded.ok);
  std::size_t wrong = 0, all = 0;
  for (const auto& shape : loaded.shapes)
    for (std::size_t f = 0; f + 2 < shape.mesh.indices.size(); f += 3, ++all) {
      double p[3][3], n[3] = {};
      for (std::size_t k = 0; k < 3; ++k) {
        const auto& index = shape.mesh.indices[f + k];
        for (std::size_t i = 0; i < 3; ++i) {
          p[k][i] = loaded.attrib.vertices[3 * static_cast<std::size_t>(index.vertex_index) + i];
          n[i] += loaded.attrib.normals[3 * static_cast<std::size_t>(index.normal_index) + i] / 3;
        }
      }
      const double u[3] = {p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]};
      const double v[3] = {p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]};
      const double side = (u[1] * v[2] - u[2] * v[1]) * n[0] + (u[2] * v[0] - u[0] * v[2]) * n[1] +
                          (u[0] * v[1] - u[1] * v[0]) * n[2];
      wrong += side <= 0;
    }
  REQUIRE(all > 10000);
  REQUIRE(wrong == 0);
  for (std::size_t i = 0; i < loaded.attrib.normals.size(); i += 3) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k)
      sum += static_cast<double>(loaded.attrib.normals[i + k]) * loaded.attrib.normals[i + k];
    REQUIRE(std::fabs(std::sqrt(sum) - 1) < 2e-4);
  }
}

TEST_CASE("obj: our own reader finds what was written") {
  const StrateMesh mesh = cave_mesh(1);
  const auto facts = inspect_obj(encoded(mesh));
  REQUIRE(facts);
  REQUIRE(*facts == obj_facts(mesh));
}

TEST_CASE("obj: bytes do not depend on threads or order") {
  const StrateMesh mesh = cave_mesh(1);
  const std::string text = encoded(mesh);
  REQUIRE(mesh.tiles.size() > 8);
  REQUIRE(text == encode_obj(mesh, header(), *make_thread_executor(3)));
  REQUIRE(text == encode_obj(mesh, header(), *make_shuffled_executor(5)));
}

TEST_CASE("obj: the head names axes, units, step and content") {
  const std::string text = encoded(cave_mesh(2));
  for (const char* part :
       {"Z up", "metres", "wells", "first-steps", "step 0.25 m (a preview", "mtllib mesh.mtl\n",
        "content_hash 00000000000000010000000000000002", "\ng wells_ground\nusemtl wells_ground\n"})
    REQUIRE(text.find(part) != std::string::npos);
  REQUIRE(encoded(cave_mesh(1)).find("preview") == std::string::npos);
}

TEST_CASE("obj: places are whole micrometres, nearest, and zeros are left out") {
  StrateMesh mesh;
  TileMesh tile;
  tile.tile = {-1, 0, 0};
  // 1/256 of 0.125 m is 488.28125 µm.
  tile.position = {{8191, 0, 1}, {0, 256, 0}, {3, 2048, 0}};
  tile.normal = {{0, 0, 1}, {0, -1, 0}, {0.6f, 0.8f, 0}};
  tile.triangle = {{0, 1, 2}};
  mesh.tiles = {tile};
  const std::string text = encoded(mesh);
  REQUIRE(text.find("v -0.000488 0 0.000488\nv -4 0.125 0\nv -3.998535 1 0\n") !=
          std::string::npos);
  REQUIRE(text.find("vn 0 0 1\nvn 0 -1 0\nvn 0.6 0.8 0\n") != std::string::npos);
  REQUIRE(text.find("f 1//1 2//2 3//3\n") != std::string::npos);
}

TEST_CASE("obj: a damaged file is refused") {
  const std::string text = encoded(cave_mesh(2));
  const auto code = [](const std::string& t) {
    const auto facts = inspect_obj(t);
    return facts ? std::string("fine") : facts.error().code;
  };
  REQUIRE(code(text.substr(0, text.size() - 1)) == "obj.syntax");
  std::string bad = text;
  bad.replace(bad.find("\nv ") + 3, 1, "x");
  REQUIRE(code(bad) == "obj.syntax");
  REQUIRE(code(text + "f 1//1 2//2 999999999//999999999\n") == "obj.index");
  REQUIRE(code(text + "f 1//1 2//2 0//0\n") == "obj.index");
  REQUIRE(code(text + "f 1//1 2//2\n") == "obj.syntax");
  REQUIRE(code(text + "f 1//1 2//2 3//3 4//4\n") == "obj.syntax");
  REQUIRE(code(text + "v --5 0 0\n") == "obj.syntax");
  REQUIRE(code(text + "v --9223372036854.775808 0 0\n") == "obj.syntax");
  REQUIRE(code("") == "obj.syntax");
}

TEST_CASE("obj: a sink that fails stops the writing with its own error") {
  const StrateMesh mesh = cave_mesh(2);
  int calls = 0;
  const auto result = write_obj(mesh, header(), serial_executor(), [&](std::string_view) {
    return ++calls < 4 ? Result<Done>(Done{}) : Result<Done>(Error{"io.full", "full", {}, {}});
  });
  REQUIRE(!result);
  REQUIRE(result.error().code == "io.full");
  REQUIRE(calls == 4);
}

TEST_CASE("obj: an empty mesh is a valid file") {
  const auto facts = inspect_obj(encoded(StrateMesh{}));
  REQUIRE(facts);
  REQUIRE(facts->vertices == 0);
}
