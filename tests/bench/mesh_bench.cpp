// Meshing of sampled tiles: surface everywhere, 256³.
#include <benchmark/benchmark.h>

#include "cave_field.hpp"
#include "passes/mesh/grid_tile.hpp"
#include "passes/mesh/mesh_facts.hpp"

namespace strate::bench {

namespace {

const CaveBlocks& blocks() {
  static const CaveBlocks b(8);
  return b;
}

void rates(benchmark::State& state, std::uint64_t triangles) {
  state.counters["Mvoxel_per_s"] =
      benchmark::Counter(blocks().voxels() / 1e6, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["Mtri_per_s"] = benchmark::Counter(static_cast<double>(triangles) / 1e6,
                                                    benchmark::Counter::kIsIterationInvariantRate);
}

/// Signs and crossings of every tile.
void edges(benchmark::State& state) {
  static TileEdges e;
  for (auto _ : state)
    for (std::size_t i = 0; i < blocks().count(); ++i) {
      find_edges(blocks().block(i), 1, e);
      benchmark::DoNotOptimize(e.t.data());
    }
  rates(state, 0);
}
BENCHMARK(edges)->Name("mesh/edges")->Unit(benchmark::kMillisecond)->UseRealTime();

void mesh(benchmark::State& state) {
  static TileEdges e;
  std::uint64_t triangles = 0;
  const int step = static_cast<int>(state.range(0));
  for (auto _ : state) {
    triangles = 0;
    for (std::size_t i = 0; i < blocks().count(); ++i) {
      find_edges(blocks().block(i), step, e);
      triangles += mesh_tile(blocks().block(i), e, step, blocks().tile(i), blocks().window())
                       .triangle.size();
    }
  }
  rates(state, triangles);
}
BENCHMARK(mesh)
    ->Name("mesh/tiles_step")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// What the mesh law costs on top.
void facts(benchmark::State& state) {
  static TileEdges e;
  std::uint64_t triangles = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<TileMesh> meshes;
    for (std::size_t i = 0; i < 64; ++i) {
      find_edges(blocks().block(i), 1, e);
      meshes.push_back(mesh_tile(blocks().block(i), e, 1, blocks().tile(i), blocks().window()));
    }
    state.ResumeTiming();
    triangles = 0;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      find_edges(blocks().block(i), 1, e);
      triangles += tile_facts(meshes[i], blocks().block(i), e, blocks().window()).triangles;
    }
  }
  state.counters["Mtri_per_s"] = benchmark::Counter(static_cast<double>(triangles) / 1e6,
                                                    benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(facts)->Name("mesh/facts")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

}  // namespace strate::bench
