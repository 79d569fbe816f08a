// The whole chain of the shipped season, split by pass: planning, sampling, walking, laws.
#include <benchmark/benchmark.h>

#include <chrono>
#include <map>

#include "formats/documents/documents.hpp"
#include "passes/cook.hpp"
#include "passes/ops/catalog.hpp"

namespace strate::bench {

namespace {

constexpr const char* kSeason = STRATEC_SOURCE_DIR "/seasons/first-steps/first-steps.season.json";

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Seconds by pass, and voxels of all strates.
struct Split {
  std::map<std::string, double> pass_s;
  double mvoxel = 0;
  std::string trouble;
};

Split cook_once(const Season& season, const Catalog& catalog, const Executor& executor) {
  Split split;
  Cook cook{.season = season, .options = {.catalog = catalog, .executor = executor}};
  std::string now;
  double began = 0;
  const auto end_pass = [&] {
    if (!now.empty()) split.pass_s[now] += seconds() - began;
  };
  const Result<Done> done = run_passes(cook, [&](const PassRow& pass, std::size_t) {
    end_pass();
    now = pass.id;
    began = seconds();
  });
  end_pass();
  if (!done) split.trouble = done.error().code;
  for (const SampledStrate& s : cook.sampled)
    split.mvoxel += static_cast<double>(s.request.window.count()) / 1e6;
  return split;
}

void cook(benchmark::State& state) {
  const Catalog catalog = shipped_catalog();
  SourceSet sources;
  Diagnostics diags;
  Season season;
  if (!load_season(kSeason, posix_file_system(), catalog, {}, sources, season, diags)) {
    state.SkipWithError("the shipped season does not load");
    return;
  }
  const auto executor = make_tbb_executor(static_cast<unsigned>(state.range(0)));
  Split sum;
  for (auto _ : state) {
    const Split split = cook_once(season, catalog, *executor);
    if (!split.trouble.empty()) {
      state.SkipWithError(split.trouble.c_str());
      break;
    }
    for (const auto& [pass, s] : split.pass_s) sum.pass_s[pass] += s;
    sum.mvoxel = split.mvoxel;
  }
  state.counters["Mvoxel_per_s"] =
      benchmark::Counter(sum.mvoxel, benchmark::Counter::kIsIterationInvariantRate);
  for (const auto& [pass, s] : sum.pass_s)
    state.counters[pass + "_s"] = benchmark::Counter(s, benchmark::Counter::kAvgIterations);
}
BENCHMARK(cook)
    ->Name("cook/first_steps_threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);

}  // namespace

}  // namespace strate::bench
