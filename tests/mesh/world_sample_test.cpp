// The fused pass over real worlds, against the world asked sample by sample.
#include <bit>
#include <catch2/catch.hpp>
#include <cstdlib>

#include "passes/density/simd.hpp"
#include "passes/ops/catalog.hpp"
#include "passes/sample.hpp"
#include "support/slow_mesh.hpp"
#include "tests/support/season_sample.hpp"

using namespace strate;
using namespace strate::test;

namespace {

World world_of(Recipe recipe) {
  Result<World> world =
      World::compile(sample::season({std::move(recipe)}, 5).world, shipped_catalog());
  if (!world) FAIL(world.error().code << ": " << world.error().text);
  return std::move(*world);
}

SampledStrate sampled(const World& world, double half_m, bool prune = true, unsigned threads = 1) {
  const Um half = static_cast<Um>(half_m * 1e6);
  SampleRequest request = strate_request(world.def(), 0, -half, -half, half, half);
  request.prune = prune;
  Layers layers;
  layers.prune = prune;
  const WorldSource source(world, threads, layers);
  Result<SampledStrate> s = sample_strate(source, request, *make_thread_executor(threads));
  if (!s) FAIL(s.error().text);
  return std::move(*s);
}

std::vector<Recipe> recipes() { return {sample::plain(), sample::caves(), sample::surface()}; }

}  // namespace

TEST_CASE("world sample: pruned, unpruned, on threads: the same bits as the world's own digest",
          "[threads]") {
  const double half = std::getenv("STRATEC_SOAK") != nullptr ? 16 : 3;
  for (Recipe& recipe : recipes()) {
    const World world = world_of(std::move(recipe));
    const SampledStrate s = sampled(world, half);
    INFO(world.def().strates[0].recipe.stack[1].id);
    REQUIRE(s.stats.proven > 0);
    REQUIRE(s.stats.surface > 0);
    REQUIRE(s.digest == digest(world, s.request.window, serial_executor(), false));
    const SampledStrate whole = sampled(world, half, false);
    REQUIRE(s.digest == whole.digest);
    REQUIRE(s.mesh_facts.triangles == whole.mesh_facts.triangles);
    REQUIRE(s.mesh_facts.mesh_air == whole.mesh_facts.mesh_air);
    REQUIRE(sampled(world, half, true, 3).digest == s.digest);
  }
}

TEST_CASE("world sample: signs and crossings are those of the world at each sample") {
  const World world = world_of(sample::caves());
  const SampledStrate s = sampled(world, 6);
  Scratch scratch;
  const Um um = world.def().voxel_um;
  const auto at = [&](Coord c) {
    const float v = world.at(c.x * um, c.y * um, c.z * um, {}, scratch);
    return v < -0.5f ? -0.5f : v > 0.5f ? 0.5f : v;
  };
  const IndexBox& w = s.lattice.window();
  std::size_t wrong = 0, crossings = 0;
  for (std::int64_t z = w.lo.z; z < w.hi.z; z += 3)
    for (std::int64_t y = w.lo.y; y + 1 < w.hi.y; y += 5)
      for (std::int64_t x = w.lo.x; x < w.hi.x; ++x) {
        const Coord c{x, y, z}, up{x, y + 1, z};
        const float a = at(c);
        wrong += s.lattice.solid(c) != (a < 0);
        if (s.lattice.solid(c) == s.lattice.solid(up)) continue;
        ++crossings;
        wrong += s.lattice.crossing(c, 1) != crossing_of(a, at(up));
      }
  REQUIRE(wrong == 0);
  REQUIRE(crossings > 100);
}

TEST_CASE("world sample: the surfaces of shipped operators are closed and hold their volume") {
  for (Recipe& recipe : recipes()) {
    const World world = world_of(std::move(recipe));
    const SampledStrate s = sampled(world, 16);
    const SlowReport slow = check_slowly(*s.mesh(1));
    INFO(world.def().strates[0].recipe.stack[1].id);
    REQUIRE(slow.fine());
    REQUIRE(slow.cut == s.mesh_facts.cut_edges);
    REQUIRE(s.mesh_facts.counts.total() == 0);
    REQUIRE(s.mesh_facts.volume_error() < 0.01);
  }
}

TEST_CASE("world sample: meshes of neighbouring strates meet in one plane") {
  const Season season = sample::season({sample::nothing(), sample::nothing()}, 3);
  Result<World> world = World::compile(season.world, shipped_catalog());
  REQUIRE(world);
  const WorldSource source(*world, 1);
  std::int64_t low = 0, high = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const SampleRequest r =
        strate_request(season.world, i, -4'000'000, -4'000'000, 4'000'000, 4'000'000);
    (i == 0 ? low : high) = i == 0 ? r.mesh_window.lo.z : r.mesh_window.hi.z - 1;
    const auto s = sample_strate(source, r, serial_executor());
    REQUIRE(s);
    // Bands of rock above and below an empty strate: two flat faces.
    REQUIRE(s->mesh_facts.triangles == 2u * 2u * 63u * 63u);
  }
  REQUIRE(low == high);
}
