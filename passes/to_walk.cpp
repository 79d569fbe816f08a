#include "passes/to_walk.hpp"

#include <algorithm>

namespace strate {

namespace {

Result<Done> run_pass(std::string_view id, Cook& cook, const ToWalkProgress& progress) {
  progress(id);
  for (const PassRow& pass : shipped_passes())
    if (pass.id == id) return pass.run(cook);
  return Error{"bug.pass", "there is no pass '" + std::string(id) + "'", {}, {}};
}

Result<Done> sample_bare(Cook& cook, std::span<const std::size_t> surfaces) {
  const BakeSettings& bake = cook.season.bake;
  const WorldSource source(*cook.world, cook.options.executor.workers());
  for (std::size_t i = 0; i < cook.def().strates.size(); ++i) {
    SampleRequest request =
        strate_request(cook.def(), i, bake.lo_x, bake.lo_y, bake.hi_x, bake.hi_y);
    request.grid = request.digest = request.mesh_facts = false;
    request.mesh_steps.clear();
    if (std::find(surfaces.begin(), surfaces.end(), i) != surfaces.end()) request.mesh_steps = {1};
    Result<SampledStrate> sampled = sample_strate(source, request, cook.options.executor);
    if (!sampled) return sampled.error();
    cook.sampled.push_back(std::move(*sampled));
  }
  return Done{};
}

}  // namespace

Result<Done> run_to_walk(Cook& cook, std::span<const std::size_t> surfaces,
                         const ToWalkProgress& progress) {
  if (Result<Done> fits = check_bake_size(cook.season); !fits) return fits;
  if (!cook.world)
    if (Result<Done> fits = check_plan_size(cook.season); !fits) return fits;
  if (Result<Done> r = run_pass("plan", cook, progress); !r) return r;
  progress("sample");
  if (Result<Done> r = sample_bare(cook, surfaces); !r) return r;
  return run_pass("walk", cook, progress);
}

}  // namespace strate
