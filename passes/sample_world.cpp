// A world as a source of tiles.
#include "passes/sample.hpp"

namespace strate {

WorldSource::WorldSource(const World& world, unsigned workers, Layers layers)
    : world_(world), layers_(layers), scratch_(workers) {}

BoxVerdict WorldSource::classify(const IndexBox& box, unsigned worker) const {
  return world_.classify(box, layers_, scratch_[worker]);
}

void WorldSource::sample(const IndexBox& box, unsigned worker, float* out) const {
  world_.sample(box, layers_, scratch_[worker], out);
}

}  // namespace strate
