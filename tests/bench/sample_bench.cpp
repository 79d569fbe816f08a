// The fused pass over caves of noise, and what becomes of its products: 256³, surface everywhere.
#include <benchmark/benchmark.h>

#include "cave_field.hpp"
#include "formats/files/obj.hpp"
#include "formats/files/vdb.hpp"

namespace strate::bench {

namespace {

constexpr IndexBox kWindow{{0, 0, 0}, {256, 256, 256}};

SampleRequest request() {
  SampleRequest r;
  r.window = kWindow;
  return r;
}

const SampledStrate& sampled() {
  static const SampledStrate s =
      std::move(*sample_strate(CaveField(1), request(), serial_executor()));
  return s;
}

void rates(benchmark::State& state, double megabytes = 0) {
  const auto rate = [](double v) {
    return benchmark::Counter(v, benchmark::Counter::kIsIterationInvariantRate);
  };
  state.counters["Mvoxel_per_s"] = rate(static_cast<double>(kWindow.count()) / 1e6);
  state.counters["Mtri_per_s"] = rate(static_cast<double>(sampled().mesh_facts.triangles) / 1e6);
  if (megabytes > 0) state.counters["MB_per_s"] = rate(megabytes);
}

void whole(benchmark::State& state) {
  const CaveField field(2);
  const auto executor = make_thread_executor(static_cast<unsigned>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(sample_strate(field, request(), *executor)->digest);
  rates(state);
}
BENCHMARK(whole)
    ->Name("sample/all_products_threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

/// One product alone beside density.
void product(benchmark::State& state, int which) {
  const CaveField field(1);
  SampleRequest r = request();
  r.lattice = which == 0;
  r.mesh_facts = which == 3;
  r.grid = which == 2;
  r.digest = which == 4;
  if (which != 1) r.mesh_steps.clear();
  for (auto _ : state) benchmark::DoNotOptimize(sample_strate(field, r, serial_executor())->digest);
  rates(state);
}
BENCHMARK_CAPTURE(product, density, 9)->Name("sample/density_only")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(product, lattice, 0)->Name("sample/lattice")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(product, mesh, 1)->Name("sample/mesh")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(product, grid, 2)->Name("sample/grid")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(product, facts, 3)->Name("sample/mesh_facts")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(product, digest, 4)->Name("sample/digest")->Unit(benchmark::kMillisecond);

void vdb(benchmark::State& state) {
  double megabytes = 0;
  const DensityGrid& grid = sampled().grid;
  for (auto _ : state) {
    const auto bytes = encode_vdb(grid, {});
    megabytes = static_cast<double>(bytes->size()) / 1e6;
  }
  rates(state, megabytes);
}
BENCHMARK(vdb)
    ->Name("files/vdb")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

void obj(benchmark::State& state) {
  double megabytes = 0;
  const auto executor = make_thread_executor(static_cast<unsigned>(state.range(0)));
  ObjHeader header;
  header.palette = rock_palette("bench", "#808080");
  const StrateMesh& mesh = sampled().meshes[0];
  for (auto _ : state) {
    double bytes = 0;
    const auto done = write_obj(mesh, header, *executor, [&](std::string_view part) {
      bytes += static_cast<double>(part.size());
      return Result<Done>(Done{});
    });
    benchmark::DoNotOptimize(static_cast<bool>(done));
    megabytes = bytes / 1e6;
  }
  rates(state, megabytes);
}
BENCHMARK(obj)
    ->Name("files/obj_threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

}  // namespace

}  // namespace strate::bench
