// The noise of 06: 4 octaves over blocks of 35³, at every instruction set.
#include <benchmark/benchmark.h>

#include "cave_field.hpp"
#include "passes/density/simd.hpp"

namespace strate::bench {

namespace {

void noise(benchmark::State& state, SimdLevel level) {
  const SimdLevel before = simd_level();
  set_simd_level(level);
  const CaveField field(1);
  Arena arena;
  float* out = arena.take<float>(kTileFloats);
  std::int64_t i = 0;
  for (auto _ : state) {
    const Coord o{i++ % 64 * kTileCells, 0, 0};
    field.sample({o, o + Coord{kTileBlock, kTileBlock, kTileBlock}}, 0, out);
    benchmark::DoNotOptimize(out[0]);
  }
  set_simd_level(before);
  state.counters["Msample_per_s"] = benchmark::Counter(
      kTileBlock * kTileBlock * kTileBlock / 1e6, benchmark::Counter::kIsIterationInvariantRate);
}

const bool kRegistered = [] {
  for (const SimdLevel level : simd_levels())
    benchmark::RegisterBenchmark(("noise/fbm4/" + std::string(simd_name(level))).c_str(),
                                 [level](benchmark::State& s) { noise(s, level); })
        ->Unit(benchmark::kMicrosecond);
  return true;
}();

}  // namespace

}  // namespace strate::bench
