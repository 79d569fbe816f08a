#include "passes/mesh/mesh.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "support/fields.hpp"
#include "support/slow_mesh.hpp"

using namespace strate;
using namespace strate::test;

namespace {

StrateMesh mesh_of(const Field& field, double slope, IndexBox window, int step) {
  SampleRequest r;
  r.window = window;
  r.mesh_steps = {step};
  r.lattice = r.grid = r.digest = r.mesh_facts = false;
  Result<SampledStrate> s = sample_strate(FormulaSource(field, slope), r, serial_executor());
  REQUIRE(s);
  return std::move(s->meshes[0]);
}

constexpr double kPi = 3.14159265358979323846;

}  // namespace

TEST_CASE("mesh: a cave is closed and holds its volume at every step") {
  const Field cave = air_sphere(3.3, -7.1, 20.6, 25);
  for (const int step : {1, 2, 4, 8}) {
    const StrateMesh m = mesh_of(cave, 0.125, cube(-64, 64), step);
    const SlowReport r = check_slowly(m);
    INFO("step " << step << " unpaired " << r.unpaired << " split normals " << r.split_normals);
    REQUIRE(m.tiles.size() > 4);
    REQUIRE(r.fine());
    REQUIRE(r.cut == 0);
    const double exact = 4.0 / 3.0 * kPi * 25 * 25 * 25;
    REQUIRE(enclosed_volume(m) == Approx(exact).epsilon(step == 1 ? 0.005 : 0.03 * step));
  }
}

TEST_CASE("mesh: positions lie on the surface, normals point to air") {
  const StrateMesh m = mesh_of(air_sphere(3.3, -7.1, 20.6, 25), 0.125, cube(-64, 64), 1);
  double worst = 0, least = 1;
  for (const TileMesh& tile : m.tiles)
    for (std::uint32_t v = 0; v < tile.position.size(); ++v) {
      const Vec3 p = mesh_metres(mesh_units(tile, v), m.voxel_um);
      const Vec3 from = Vec3{3.3 * 0.125, -7.1 * 0.125, 20.6 * 0.125} - p;
      const double d = length(from);
      const auto& n = tile.normal[v];
      worst = std::max(worst, std::fabs(d - 25 * 0.125));
      least = std::min(least, (from.x * n[0] + from.y * n[1] + from.z * n[2]) / d);
    }
  REQUIRE(worst < 0.002);
  REQUIRE(least > 0.999);
}

TEST_CASE("mesh: white noise closes too, whatever the window") {
  const int seeds = std::getenv("STRATEC_SOAK") != nullptr ? 60 : 4;
  for (int seed = 0; seed < seeds; ++seed)
    for (const int step : {1, 2, 4}) {
      const IndexBox window{{-9 - seed, -3, 30}, {38, 35 + seed, 70}};
      const StrateMesh m = mesh_of(white_noise(static_cast<std::uint64_t>(seed)), -1, window, step);
      const SlowReport r = check_slowly(m);
      INFO("seed " << seed << " step " << step << " unpaired " << r.unpaired << " crowded "
                   << r.crowded);
      REQUIRE(m.triangle_count() > 500);
      REQUIRE(r.fine());
      REQUIRE(r.cut > 0);
    }
}

TEST_CASE("mesh: a floor exactly on samples gives no degenerate triangle") {
  const StrateMesh m = mesh_of(flat_ground(8), 0.125, cube(0, 64), 1);
  REQUIRE(check_slowly(m).fine());
  REQUIRE(m.triangle_count() == 63u * 63u * 2u);
  for (const TileMesh& t : m.tiles)
    for (const auto& p : t.position) REQUIRE(p[2] == 7 * 256 + 255);
}

TEST_CASE("mesh: equal places in two tiles have equal normals to the bit") {
  const StrateMesh m = mesh_of(smooth_caves(11, 10), 0.125, cube(-32, 64), 1);
  REQUIRE(m.tiles.size() > 8);
  REQUIRE(check_slowly(m).split_normals == 0);
}

TEST_CASE("mesh: corners that the window leaves out are not meshed") {
  const IndexBox window{{5, 6, 7}, {22, 41, 60}};
  for (const int step : {1, 2, 4}) {
    const StrateMesh m = mesh_of(smooth_caves(2, 8), 0.125, window, step);
    REQUIRE(m.triangle_count() > 20);
    for (const TileMesh& t : m.tiles)
      for (std::uint32_t v = 0; v < t.position.size(); ++v) {
        const Coord u = mesh_units(t, v);
        REQUIRE(u.x >= window.lo.x * 256);
        REQUIRE(u.x <= (window.hi.x - 1) * 256);
        REQUIRE(u.y >= window.lo.y * 256);
        REQUIRE(u.y <= (window.hi.y - 1) * 256);
        REQUIRE(u.z >= window.lo.z * 256);
        REQUIRE(u.z <= (window.hi.z - 1) * 256);
      }
  }
}

TEST_CASE("mesh: the crossing comes from clamped values, as a reader of the grid sees them") {
  // 2 m of air over 0.1 m of rock: the grid knows only 0.5.
  const Field steep = [](Coord c) { return c.z < 4 ? -0.1f : 2.0f; };
  const StrateMesh m = mesh_of(steep, -1, cube(0, 16), 1);
  REQUIRE(m.tiles.size() == 1);
  for (const auto& p : m.tiles[0].position) REQUIRE(p[2] == 3 * 256 + crossing_of(-0.1f, 0.5f));
}

TEST_CASE("mesh: a triangle's class follows its slope") {
  TileMesh m;
  m.position = {{0, 0, 0}, {100, 0, 0}, {0, 100, 0}, {0, 100, 99}, {0, 100, 100}, {0, 0, 100}};
  REQUIRE(surface_class(m, {0, 1, 2}) == SurfaceClass::ground);
  REQUIRE(surface_class(m, {0, 2, 1}) == SurfaceClass::ceiling);
  REQUIRE(surface_class(m, {0, 1, 3}) == SurfaceClass::ground);
  REQUIRE(surface_class(m, {0, 1, 4}) == SurfaceClass::wall);
  REQUIRE(surface_class(m, {0, 4, 1}) == SurfaceClass::wall);
  REQUIRE(surface_class(m, {0, 1, 5}) == SurfaceClass::wall);
}
