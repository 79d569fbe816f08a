#include "passes/cook.hpp"

namespace strate {

Result<Done> pass_sample(Cook& cook) {
  const WorldDef& def = cook.def();
  const BakeSettings& bake = cook.season.bake;
  Layers layers;
  layers.prune = cook.options.prune;
  const WorldSource source(*cook.world, cook.options.executor.workers(), layers);
  for (std::size_t i = 0; i < def.strates.size(); ++i) {
    SampleRequest request = strate_request(def, i, bake.lo_x, bake.lo_y, bake.hi_x, bake.hi_y);
    request.prune = cook.options.prune;
    request.grid = cook.options.products;
    request.mesh_steps.clear();
    if (cook.options.products) request.mesh_steps = {1};
    if (cook.options.products && bake.mesh_step != 1) request.mesh_steps.push_back(bake.mesh_step);
    Result<SampledStrate> sampled = sample_strate(source, request, cook.options.executor);
    if (!sampled) return sampled.error();
    cook.sampled.push_back(std::move(*sampled));
  }
  return Done{};
}

}  // namespace strate
