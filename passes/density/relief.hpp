// Wall relief of posts: one shared noise of the world, computed once per block when first asked
// for.
#pragma once

#include <cstdint>

#include "compiler/op.hpp"
#include "passes/density/arena.hpp"
#include "passes/density/noise.hpp"

namespace strate {

/// The two relief noises of a world.
struct ReliefNoise {
  Fbm wall, support;
  explicit ReliefNoise(std::uint64_t world_seed);
};

/// Values 0 … 1 of both noises over one block, layout of block_index.
class Relief {
 public:
  Relief(const ReliefNoise& noise, const Axes& axes, Arena& arena, NoiseScratch& scratch)
      : noise_(noise), axes_(axes), arena_(arena), scratch_(scratch) {}
  const float* wall() { return wall_ ? wall_ : wall_ = make(noise_.wall); }
  const float* support() { return support_ ? support_ : support_ = make(noise_.support); }

 private:
  const float* make(const Fbm& noise);

  const ReliefNoise& noise_;
  const Axes axes_;
  Arena& arena_;
  NoiseScratch& scratch_;
  const float *wall_ = nullptr, *support_ = nullptr;
};

}  // namespace strate
