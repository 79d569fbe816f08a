// The shipped archetypes: density alone, the fused pass, the grid on disk, player fit.
#include <benchmark/benchmark.h>

#include "formats/files/vdb.hpp"
#include "passes/walk/walk.hpp"
#include "shipped_worlds.hpp"

namespace strate::bench {

namespace {

benchmark::Counter rate(double v) {
  return benchmark::Counter(v, benchmark::Counter::kIsIterationInvariantRate);
}

void report(benchmark::State& state, const SampledStrate& s) {
  const auto tiles = static_cast<double>(s.stats.tiles);
  state.counters["Mvoxel_per_s"] =
      rate(static_cast<double>(s.request.lattice_window.count()) / 1e6);
  state.counters["sampled_fraction"] = static_cast<double>(s.stats.sampled) / tiles;
  state.counters["surface_fraction"] = static_cast<double>(s.stats.surface) / tiles;
  if (s.stats.surface > 0)
    state.counters["sampled_per_surface"] =
        static_cast<double>(s.stats.sampled) / static_cast<double>(s.stats.surface);
}

/// Bounds and density, nothing made of it.
void density(benchmark::State& state, const std::string& id) {
  const World& world = archetype_world(id);
  const WorldSource source(world, 1);
  SampleRequest r = archetype_request(world);
  r.lattice = r.grid = r.digest = r.mesh_facts = false;
  r.mesh_steps.clear();
  SampledStrate s;
  for (auto _ : state) s = std::move(*sample_strate(source, r, serial_executor()));
  report(state, s);
  // Nanoseconds per evaluated sample, bounds included.
  state.counters["samples_per_s"] = rate(static_cast<double>(s.stats.samples));
}

void fused(benchmark::State& state, const std::string& id, unsigned threads) {
  const World& world = archetype_world(id);
  const WorldSource source(world, threads);
  const auto executor = make_thread_executor(threads);
  SampledStrate s;
  for (auto _ : state) s = std::move(*sample_strate(source, archetype_request(world), *executor));
  report(state, s);
  state.counters["Mtri_per_s"] = rate(static_cast<double>(s.mesh_facts.triangles) / 1e6);
}

const SampledStrate& caves() {
  static const SampledStrate s = [] {
    const World& world = archetype_world("tunnel_network");
    return std::move(
        *sample_strate(WorldSource(world, 1), archetype_request(world), serial_executor()));
  }();
  return s;
}

void vdb(benchmark::State& state) {
  double megabytes = 0;
  const DensityGrid& grid = caves().grid;
  for (auto _ : state) megabytes = static_cast<double>(encode_vdb(grid, {})->size()) / 1e6;
  state.counters["Mvoxel_per_s"] = rate(static_cast<double>(caves().request.window.count()) / 1e6);
  state.counters["MB_per_s"] = rate(megabytes);
}

void fit(benchmark::State& state, unsigned threads) {
  const WorldDef& def = archetype_world("tunnel_network").def();
  const WalkParams params = WalkParams::make(def.player, def.voxel_um);
  const auto executor = make_thread_executor(threads);
  const Lattice& lattice = caves().lattice;
  for (auto _ : state) {
    std::vector<WalkSlab> slabs;
    slabs.push_back(analyze(lattice, caves().request.window, params, *executor));
    benchmark::DoNotOptimize(WalkWorld(std::move(slabs)).fit_samples());
  }
  state.counters["Mvoxel_per_s"] = rate(static_cast<double>(caves().request.window.count()) / 1e6);
}

template <class F>
void add(const std::string& name, F f) {
  benchmark::RegisterBenchmark(name.c_str(), f)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime()
      ->MeasureProcessCPUTime();
}

const bool kRegistered = [] {
  for (const std::string& id : archetype_ids()) {
    add("world/density/" + id, [id](benchmark::State& s) { density(s, id); });
    for (const unsigned threads : {1u, 2u})
      add("world/fused/" + id + "/threads:" + std::to_string(threads),
          [id, threads](benchmark::State& s) { fused(s, id, threads); });
  }
  add("world/vdb/tunnel_network", vdb);
  for (const unsigned threads : {1u, 2u})
    add("world/fit/tunnel_network/threads:" + std::to_string(threads),
        [threads](benchmark::State& s) { fit(s, threads); });
  return true;
}();

}  // namespace

}  // namespace strate::bench
