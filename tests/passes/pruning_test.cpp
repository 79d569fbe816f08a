// What bounds save: the final sweep samples few tiles that hold no surface (06, goal 4).
#include <catch2/catch.hpp>
#include <filesystem>

#include "compiler/parallel.hpp"
#include "passes/ops/catalog.hpp"
#include "passes/sample.hpp"
#include "tests/support/loaded_season.hpp"

using namespace strate;
namespace fs = std::filesystem;

namespace {

constexpr Um kHalf = 16 * kUmPerM;
constexpr unsigned kThreads = 2;

/// Every season that ships, sorted.
std::vector<std::string> shipped_seasons() {
  std::vector<std::string> found;
  for (const auto& e : fs::recursive_directory_iterator(STRATEC_SOURCE_DIR "/seasons"))
    if (e.path().string().find(".season.json") != std::string::npos) found.push_back(e.path());
  std::sort(found.begin(), found.end());
  return found;
}

/// Before it is planned: bands, edge and native density.
World world_of(const std::string& path) {
  const Catalog catalog = shipped_catalog();
  const Season season = testing::loaded_season(path);
  Result<World> world = World::compile(season.world, catalog);
  if (!world) FAIL(world.error().text);
  return std::move(*world);
}

SampleStats sweep(const World& world, std::size_t strate, bool prune) {
  SampleRequest request = strate_request(world.def(), strate, -kHalf, -kHalf, kHalf, kHalf);
  request.prune = prune;
  request.mesh_steps.clear();
  request.mesh_facts = false;
  Layers layers;
  layers.prune = prune;
  const auto executor = make_thread_executor(kThreads);
  const Result<SampledStrate> s =
      sample_strate(WorldSource(world, kThreads, layers), request, *executor);
  REQUIRE(s);
  return s->stats;
}

/// Tiles sampled for each that holds a surface.
double ratio(const SampleStats& s) {
  return static_cast<double>(s.sampled) / static_cast<double>(s.surface);
}

}  // namespace

TEST_CASE("pruning: every shipped strate samples at most 1.5 tiles for each that holds a surface") {
  std::size_t strates = 0;
  for (const std::string& path : shipped_seasons()) {
    const World world = world_of(path);
    for (std::size_t i = 0; i < world.def().strates.size(); ++i, ++strates) {
      const SampleStats s = sweep(world, i, true);
      INFO(path << " " << world.def().strates[i].id << ": " << s.sampled << " of " << s.tiles
                << " tiles sampled, " << s.surface << " hold a surface");
      REQUIRE(s.surface > 100);
      CHECK(ratio(s) <= 1.5);
    }
  }
  CHECK(strates >= 3);
}

TEST_CASE("pruning: without it the same strate is far beyond that") {
  const World world = world_of(shipped_seasons().front());
  const SampleStats pruned = sweep(world, 0, true), whole = sweep(world, 0, false);
  CHECK(whole.surface == pruned.surface);
  CHECK(ratio(whole) > 2);
}
