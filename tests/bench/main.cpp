// Runs the benchmarks and writes their figures to tests/bench/results/<STRATEC_BENCH_NAME>.json
// (default "local"): no host, date or path, so that results can be kept beside the code.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "compiler/json.hpp"
#include "passes/density/simd.hpp"

namespace {

/// Prints as usual and remembers the figures.
class Recorder final : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration && !run.error_occurred) runs_.push_back(run);
  }

  std::string json() const {
    strate::json::Writer w;
    w.begin_object().key("tool").value("stratec_bench").key("version").value(1);
    w.key("simd").value(strate::simd_name(strate::simd_level()));
    w.key("benchmarks").begin_array();
    for (const Run& run : runs_) {
      w.begin_object().key("name").value(std::string_view(run.run_name.str()));
      w.key("ms").value(run.real_accumulated_time / static_cast<double>(run.iterations) * 1e3);
      w.key("cpu_ms").value(run.cpu_accumulated_time / static_cast<double>(run.iterations) * 1e3);
      for (const auto& [name, counter] : run.counters)
        w.key(name).value(static_cast<double>(counter));
      w.end_object();
    }
    w.end_array().end_object();
    return w.text();
  }

 private:
  std::vector<Run> runs_;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  Recorder recorder;
  benchmark::RunSpecifiedBenchmarks(&recorder);
  const char* name = std::getenv("STRATEC_BENCH_NAME");
  const std::string path = std::string(STRATEC_SOURCE_DIR) + "/tests/bench/results/" +
                           (name != nullptr ? name : "local") + ".json";
  std::ofstream(path) << recorder.json();
  std::cerr << "figures: " << path << "\n";
  return 0;
}
