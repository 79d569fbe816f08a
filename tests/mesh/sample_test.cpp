#include "passes/sample.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <limits>

#include "passes/density/simd.hpp"
#include "support/fields.hpp"

using namespace strate;
using namespace strate::test;

namespace {

SampleRequest request_of(IndexBox window) {
  SampleRequest r;
  r.window = window;
  r.mesh_steps = {1, 2, 4};
  return r;
}

SampledStrate sampled(const TileSource& source, const SampleRequest& request,
                      const Executor& executor = serial_executor()) {
  Result<SampledStrate> result = sample_strate(source, request, executor);
  REQUIRE(result);
  return std::move(*result);
}

bool same(const Lattice& a, const Lattice& b) {
  const IndexBox& w = a.window();
  for (std::int64_t z = w.lo.z; z < w.hi.z; ++z)
    for (std::int64_t y = w.lo.y; y < w.hi.y; ++y)
      for (std::int64_t x = w.lo.x; x < w.hi.x; ++x) {
        const Coord c{x, y, z};
        if (a.solid(c) != b.solid(c)) return false;
        for (int axis = 0; axis < 3; ++axis)
          if (a.crossing(c, axis) != b.crossing(c, axis)) return false;
      }
  return a.window() == b.window();
}

bool same(const StrateMesh& a, const StrateMesh& b) {
  if (a.tiles.size() != b.tiles.size() || a.step != b.step) return false;
  for (std::size_t i = 0; i < a.tiles.size(); ++i) {
    const TileMesh &s = a.tiles[i], &t = b.tiles[i];
    if (s.tile != t.tile || s.position != t.position || s.triangle != t.triangle) return false;
    if (s.normal.size() != t.normal.size()) return false;
    for (std::size_t v = 0; v < s.normal.size(); ++v)
      for (std::size_t k = 0; k < 3; ++k)
        if (std::bit_cast<std::uint32_t>(s.normal[v][k]) !=
            std::bit_cast<std::uint32_t>(t.normal[v][k]))
          return false;
  }
  return true;
}

bool same(const DensityGrid& a, const DensityGrid& b) {
  if (a.slots.size() != b.slots.size()) return false;
  for (std::size_t i = 0; i < a.slots.size(); ++i)
    if (a.slots[i].solid != b.slots[i].solid || a.slots[i].dense != b.slots[i].dense ||
        a.slots[i].values != b.slots[i].values)
      return false;
  return true;
}

/// Everything a sample pass promises to be the same.
bool same(const SampledStrate& a, const SampledStrate& b) {
  for (std::size_t i = 0; i < a.meshes.size(); ++i)
    if (!same(a.meshes[i], b.meshes[i])) return false;
  return same(a.lattice, b.lattice) && same(a.grid, b.grid) && a.digest == b.digest &&
         a.mesh_facts.triangles == b.mesh_facts.triangles &&
         a.mesh_facts.cut_edges == b.mesh_facts.cut_edges &&
         a.mesh_facts.counts.total() == b.mesh_facts.counts.total();
}

/// A hall with rough walls in much rock.
Field rough_hall() {
  return [hall = air_sphere(20, 10, 30, 22), caves = smooth_caves(7, 9)](Coord c) {
    return hall(c) + 0.2f * caves(c);
  };
}

float clamped(float v) { return v < -0.5f ? -0.5f : v > 0.5f ? 0.5f : v; }

}  // namespace

TEST_CASE("sample: threads, order, instruction set and pruning do not change a bit", "[threads]") {
  const FormulaSource source(rough_hall(), 0.16);
  const SampleRequest request = request_of({{-40, -70, -33}, {90, 61, 80}});
  const SampledStrate plain = sampled(source, request);
  REQUIRE(plain.stats.proven > 0);
  REQUIRE(plain.mesh_facts.triangles > 1000);
  REQUIRE(same(plain, sampled(source, request, *make_thread_executor(2))));
  REQUIRE(same(plain, sampled(source, request, *make_thread_executor(5))));
  REQUIRE(same(plain, sampled(source, request, *make_shuffled_executor(0))));
  REQUIRE(same(plain, sampled(source, request, *make_shuffled_executor(99))));
  SampleRequest whole = request;
  whole.prune = false;
  const SampledStrate unpruned = sampled(source, whole);
  REQUIRE(unpruned.stats.proven == 0);
  REQUIRE(same(plain, unpruned));
  const SimdLevel level = simd_level();
  for (const SimdLevel l : simd_levels()) {
    REQUIRE(set_simd_level(l));
    REQUIRE(same(plain, sampled(source, request)));
  }
  REQUIRE(set_simd_level(level));
}

TEST_CASE("sample: the lattice is that of the samples one by one") {
  const Field field = smooth_caves(3, 12);
  const IndexBox window{{-5, -40, 10}, {60, 30, 75}};
  const Lattice expected =
      lattice_from(window, 125'000, [&](Coord c) { return clamped(field(c)); });
  REQUIRE(same(expected, sampled(FormulaSource(field, 0.125), request_of(window)).lattice));
  const Field noise = white_noise(5);
  const Lattice rough = lattice_from(window, 125'000, [&](Coord c) { return clamped(noise(c)); });
  REQUIRE(same(rough, sampled(FormulaSource(noise, -1), request_of(window)).lattice));
}

TEST_CASE("sample: the digest is that of the samples one by one, uniform tiles included") {
  const Field field = air_sphere(20, 10, 30, 14);
  const IndexBox window{{-70, -20, -9}, {75, 70, 100}};
  DensityDigest expected;
  for (std::int64_t z = window.lo.z; z < window.hi.z; ++z)
    for (std::int64_t y = window.lo.y; y < window.hi.y; ++y)
      for (std::int64_t x = window.lo.x; x < window.hi.x; ++x)
        add_sample(expected, x * 125'000, y * 125'000, z * 125'000,
                   std::bit_cast<std::uint32_t>(clamped(field({x, y, z})) + 0.0f));
  const SampledStrate s = sampled(FormulaSource(field, 0.125), request_of(window));
  REQUIRE(s.stats.proven > s.stats.sampled);
  REQUIRE(s.digest == expected);
}

TEST_CASE("sample: the grid holds every clamped sample and +band outside the window") {
  const Field field = air_sphere(20, 10, 30, 14);
  const IndexBox window{{-3, -20, -9}, {41, 37, 55}};
  const DensityGrid grid = sampled(FormulaSource(field, 0.125), request_of(window)).grid;
  std::size_t wrong = 0, dense = 0;
  for (std::size_t i = 0; i < grid.slots.size(); ++i) {
    const GridTile& tile = grid.slots[i];
    const Coord o{grid.tile_at(i).x * 32, grid.tile_at(i).y * 32, grid.tile_at(i).z * 32};
    REQUIRE((tile.solid & tile.dense) == 0);
    REQUIRE(tile.values.size() == 512u * static_cast<unsigned>(std::popcount(tile.dense)));
    dense += static_cast<std::size_t>(std::popcount(tile.dense));
    for (int x = 0; x < 32; ++x)
      for (int y = 0; y < 32; ++y)
        for (int z = 0; z < 32; ++z) {
          const int bit = (x / 8 * 4 + y / 8) * 4 + z / 8;
          float v = (tile.solid >> bit & 1) != 0 ? -0.5f : 0.5f;
          if ((tile.dense >> bit & 1) != 0) {
            const int rank = std::popcount(tile.dense & ((1ull << bit) - 1));
            v = tile.values[static_cast<std::size_t>(rank * 512 + (x % 8 * 8 + y % 8) * 8 + z % 8)];
          }
          const Coord c = o + Coord{x, y, z};
          wrong += v != (window.contains(c) ? clamped(field(c)) : 0.5f);
        }
  }
  REQUIRE(wrong == 0);
  REQUIRE(dense > 50);
}

TEST_CASE("sample: only the open part of a tile is evaluated") {
  // Ground through the lower quarter of one layer of tiles.
  const SampledStrate s =
      sampled(FormulaSource(flat_ground(4), 0.125 / 1.7320508), request_of(cube(-64, 64)));
  REQUIRE(s.stats.tiles == 64);
  REQUIRE(s.stats.surface == 16);
  REQUIRE(s.stats.sampled <= 32);
  REQUIRE(s.stats.samples < s.stats.sampled * 35 * 35 * 35 / 2);
  REQUIRE(s.mesh(1)->triangle_count() == 127u * 127u * 2u);
}

TEST_CASE("sample: strate windows overlap on the lattice and share a plane of the mesh") {
  WorldDef def;
  def.strates.resize(2);
  def.strates[0].top_um = 0, def.strates[0].bottom_um = -64'000'000;
  def.strates[1].top_um = -64'000'000, def.strates[1].bottom_um = -100'030'000;
  const SampleRequest upper = strate_request(def, 0, -1'000'000, -1'000'000, 1'000'000, 1'060'000);
  const SampleRequest lower = strate_request(def, 1, -1'000'000, -1'000'000, 1'000'000, 1'060'000);
  REQUIRE(upper.window == IndexBox{{-8, -8, -512}, {8, 9, 0}});
  REQUIRE(lower.window == IndexBox{{-8, -8, -800}, {8, 9, -512}});
  REQUIRE(lower.mesh_window.hi.z - 1 == upper.mesh_window.lo.z);
  REQUIRE(lower.lattice_window.hi.z == lower.window.hi.z + 24);
  REQUIRE(lower.lattice_window.lo.z == lower.window.lo.z - 24);
}

TEST_CASE("sample: a sample that is not a number stops the pass and is named") {
  const Field cave = air_sphere(20, 10, 30, 14);
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    const FormulaSource source(
        [&](Coord c) {
          return c == Coord{24, 16, -8} || c == Coord{8, 8, 56} ? bad : cave(c);
        },
        -1);
    const auto result = sample_strate(source, request_of(cube(-32, 64)), serial_executor());
    REQUIRE(!result);
    REQUIRE(result.error().code == "density.not_finite");
    REQUIRE(result.error().text.find("(3, 2, -1) m") != std::string::npos);
  }
}

TEST_CASE("sample: what was not asked for is not made") {
  SampleRequest r = request_of(cube(-32, 64));
  r.lattice = r.grid = r.digest = r.mesh_facts = false;
  r.mesh_steps = {2};
  const SampledStrate s = sampled(FormulaSource(air_sphere(20, 10, 30, 14), 0.125), r);
  REQUIRE(s.lattice.tile_count() == 0);
  REQUIRE(s.grid.slots.empty());
  REQUIRE(s.digest == DensityDigest{});
  REQUIRE(s.mesh_facts.triangles == 0);
  REQUIRE(s.mesh(1) == nullptr);
  REQUIRE(s.mesh(2)->triangle_count() > 100);
}
