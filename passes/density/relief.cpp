#include "passes/density/relief.hpp"

#include "compiler/hash.hpp"
#include "passes/density/kernels.hpp"

namespace strate {

namespace {

/// 1/feature size [1/m]. Walls: bumps a player sees at arm's length. Supports: boulders.
constexpr double kWallFrequency = 0.5, kSupportFrequency = 0.25;
constexpr int kWallOctaves = 2, kSupportOctaves = 4;

/// They keep within ±0.55 nearly everywhere: this gain spends the whole range 0 … 1 on them.
constexpr float kGain = 0.9f;

}  // namespace

ReliefNoise::ReliefNoise(std::uint64_t world_seed)
    : wall(make_fbm(draw(world_seed, string_hash("wall_relief"), 0), kWallFrequency, kWallOctaves)),
      support(make_fbm(draw(world_seed, string_hash("support_relief"), 0), kSupportFrequency,
                       kSupportOctaves)) {}

const float* Relief::make(const Fbm& noise) {
  const std::size_t rows = static_cast<std::size_t>(axes_.ny) * static_cast<std::size_t>(axes_.nz);
  float* out = arena_.take<float>(rows * kBlockRow);
  const Kernels& k = kernels();
  k.fbm(noise, axes_, scratch_, out);
  k.affine(out, rows, kGain, 0.5f);
  k.max_value(out, rows, 0.0f);
  k.min_value(out, rows, 1.0f);
  return out;
}

}  // namespace strate
