#include "passes/mesh/mesh_facts.hpp"

#include <catch2/catch.hpp>

#include "passes/density/arena.hpp"
#include "passes/mesh/volume.hpp"
#include "support/fields.hpp"
#include "support/slow_mesh.hpp"

using namespace strate;
using namespace strate::test;

namespace {

/// The step-1 mesh of a window with what it was made from, so that it can be broken and judged.
struct Parts {
  IndexBox window;
  std::vector<TileMesh> meshes;
  std::vector<std::vector<float>> blocks;
  double uniform_air = 0;

  Parts(const Field& field, IndexBox w) : window(w) {
    const FormulaSource source(field, -1);
    const Lattice layout(window, 125'000);
    Arena arena;
    for (std::size_t i = 0; i < layout.tile_count(); ++i) {
      const Coord t = layout.tile_at(i), o{t.x * 32 - 1, t.y * 32 - 1, t.z * 32 - 1};
      float* raw = arena.take<float>(kTileFloats);
      std::fill_n(raw, kTileFloats, 0.5f);
      source.sample({o, o + Coord{35, 35, 35}}, 0, raw);
      blocks.emplace_back(raw, raw + kTileFloats);
      find_edges(raw, 1, edges());
      meshes.push_back(mesh_tile(raw, edges(), 1, t, window));
    }
  }
  MeshFacts judge() const {
    std::vector<TileFacts> facts;
    Arena arena;
    float* raw = arena.take<float>(kTileFloats);
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      std::copy(blocks[i].begin(), blocks[i].end(), raw);
      find_edges(raw, 1, edges());
      facts.push_back(tile_facts(meshes[i], raw, edges(), window));
    }
    return join_facts(std::move(facts), window, uniform_air);
  }
  static TileEdges& edges() {
    static TileEdges e;
    return e;
  }
  StrateMesh whole() const { return {window, 125'000, 1, meshes}; }
  /// A tile with many triangles.
  TileMesh& busy() {
    std::size_t best = 0;
    for (std::size_t i = 0; i < meshes.size(); ++i)
      if (meshes[i].triangle.size() > meshes[best].triangle.size()) best = i;
    return meshes[best];
  }
};

Parts caves() { return Parts(smooth_caves(4, 14), {{-20, -32, 0}, {40, 33, 50}}); }

bool has(const MeshFacts& facts, MeshFault::Kind kind) {
  for (const MeshFault& f : facts.faults)
    if (f.kind == kind) return true;
  return false;
}

}  // namespace

TEST_CASE("mesh facts: agree with a checker that shares no code") {
  for (const Field& field : {smooth_caves(4, 14), white_noise(8), air_sphere(10, 0, 25, 20)}) {
    const Parts p(field, {{-20, -32, 0}, {40, 33, 50}});
    const MeshFacts facts = p.judge();
    const SlowReport slow = check_slowly(p.whole());
    REQUIRE(slow.fine());
    REQUIRE(facts.counts.total() == 0);
    REQUIRE(facts.cut_edges == slow.cut);
    REQUIRE(facts.triangles == p.whole().triangle_count());
    REQUIRE(facts.vertices == p.whole().vertex_count());
    REQUIRE(facts.least_area > 0);
    REQUIRE(facts.worst_normal < 1e-6);
  }
}

TEST_CASE("mesh facts: the volume of a closed cave is the same by another formula") {
  const Parts p(air_sphere(10.2, 0.4, 25.1, 20), {{-20, -32, 0}, {40, 33, 50}});
  const MeshFacts facts = p.judge();
  REQUIRE(facts.mesh_air == Approx(enclosed_volume(p.whole())).epsilon(1e-9));
  REQUIRE(facts.trilinear_air == Approx(facts.mesh_air).epsilon(0.01));
  REQUIRE(facts.cells == 59.0 * 64.0 * 49.0);
}

TEST_CASE("mesh facts: air and rock of a window cut by its planes add up") {
  const Field cave = smooth_caves(4, 14);
  const IndexBox window{{-20, -32, 0}, {40, 33, 50}};
  const Parts air(cave, window);
  // t and 256 − t swap with the sign, so the two surfaces coincide but for ties and ambiguous
  // faces.
  const Parts rock([&](Coord c) { return -cave(c); }, window);
  const MeshFacts a = air.judge(), b = rock.judge();
  REQUIRE(a.mesh_air + b.mesh_air == Approx(a.cells).epsilon(0.001));
  REQUIRE(a.trilinear_air + b.trilinear_air == Approx(a.cells).epsilon(1e-9));
  REQUIRE(a.volume_error() < 0.01);
}

TEST_CASE("mesh facts: a dropped triangle leaves open edges") {
  Parts p = caves();
  p.busy().triangle.erase(p.busy().triangle.begin() + 100);
  const MeshFacts facts = p.judge();
  REQUIRE(facts.counts.total() >= 1);
  REQUIRE(has(facts, MeshFault::Kind::open_edge));
  REQUIRE(!check_slowly(p.whole()).closed());
}

TEST_CASE("mesh facts: a triangle wound the other way is found") {
  Parts p = caves();
  std::swap(p.busy().triangle[100][0], p.busy().triangle[100][1]);
  const MeshFacts facts = p.judge();
  REQUIRE(has(facts, MeshFault::Kind::crowded_edge));
  REQUIRE(!check_slowly(p.whole()).closed());
}

TEST_CASE("mesh facts: a border vertex moved by a 256th of a voxel is found") {
  Parts p = caves();
  TileMesh& m = p.busy();
  bool moved = false;
  for (auto& v : m.position) {
    if (v[0] != 0 || m.tile.x * 32 <= p.window.lo.x || moved) continue;
    v[1] = static_cast<std::uint16_t>(v[1] % 256 > 128 ? v[1] - 1 : v[1] + 1);
    moved = v[1] % 256 != 0;
  }
  REQUIRE(moved);
  REQUIRE(has(p.judge(), MeshFault::Kind::open_edge));
  REQUIRE(!check_slowly(p.whole()).closed());
}

TEST_CASE("mesh facts: a normal that is not of unit length is found") {
  Parts p = caves();
  p.busy().normal[7][1] += 0.01f;
  REQUIRE(has(p.judge(), MeshFault::Kind::normal));
  p.busy().normal[7] = {0, 0, 0};
  REQUIRE(has(p.judge(), MeshFault::Kind::normal));
}

TEST_CASE("mesh facts: a triangle without area is found") {
  Parts p = caves();
  TileMesh& m = p.busy();
  m.position[m.triangle[5][1]] = m.position[m.triangle[5][0]];
  REQUIRE(has(p.judge(), MeshFault::Kind::degenerate));
}

TEST_CASE("mesh facts: a triangle that names no vertex is found, not followed") {
  Parts p = caves();
  p.busy().triangle[3][2] = static_cast<std::uint32_t>(p.busy().position.size());
  REQUIRE(has(p.judge(), MeshFault::Kind::index));
}

TEST_CASE("mesh facts: a lost tile is found by its neighbours and by its volume") {
  Parts p(air_sphere(10.2, 0.4, 25.1, 20), {{-20, -32, 0}, {40, 33, 50}});
  p.busy().triangle.clear();
  p.busy().position.clear();
  p.busy().normal.clear();
  const MeshFacts facts = p.judge();
  REQUIRE(has(facts, MeshFault::Kind::open_edge));
  REQUIRE(facts.volume_error() > 0.01);
}

TEST_CASE("mesh facts: a fault says what and where") {
  const MeshFault f{MeshFault::Kind::open_edge, {1, 0, -1}, {256, 512, -256}, {300, 512, -256}};
  REQUIRE(fault_text(f, 125'000) ==
          "an edge has a triangle on one side only at (0.125, 0.25, -0.125) m, tile (1, 0, -1)");
}
