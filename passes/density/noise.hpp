// Gradient noise with exact bits (10 A2): a block and a lone point give the same floats at every
// SIMD level. The formulas of make_fbm, node_hash and fbm_point are part of the world function.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compiler/op.hpp"

namespace strate {

inline constexpr int kMaxOctaves = 8;

/// One fractal sum of octaves, normalised by the sum of its amplitudes: |value| ≤ kNoiseSup.
struct Fbm {
  int octaves = 1;
  double frequency[kMaxOctaves] = {};  ///< cells per metre
  double offset[3][kMaxOctaves] = {};  ///< per axis, multiples of 2⁻²⁰ in [0, 1)
  float amplitude[kMaxOctaves] = {};
  std::uint32_t salt0[kMaxOctaves] = {}, salt1[kMaxOctaves] = {};
};

/// `frequency` = 1 / feature size [1/m]; 1 ≤ octaves ≤ kMaxOctaves. The finest frequency times the
/// coarsest shipped step (0.25 m) must be ≤ 1, and |position · frequency| < 2³¹: checked by the
/// caller while it compiles.
Fbm make_fbm(std::uint64_t seed, double frequency, int octaves, double lacunarity = 2.0,
             double gain = 0.5);

/// Frequency of the finest octave [1/m].
inline double finest_frequency(const Fbm& f) { return f.frequency[f.octaves - 1]; }

/// Gradient of a lattice node of one octave, its amplitude included: what bounds are proven from.
struct NodeGradient {
  float x, y, z;
};
NodeGradient node_gradient(const Fbm& f, int octave, std::int32_t x, std::int32_t y,
                           std::int32_t z);

/// The definition: the value at one point [m].
float fbm_point(const Fbm& f, double x, double y, double z);

/// Working memory of fbm_block: one per worker. Grows to a high-water mark, then never again.
class NoiseScratch {
 public:
  NoiseScratch() = default;
  ~NoiseScratch();
  NoiseScratch(NoiseScratch&& other) noexcept;
  NoiseScratch& operator=(NoiseScratch&& other) noexcept;
  /// At least `count` floats, 64-byte aligned; the contents of earlier calls are lost.
  float* floats(std::size_t count);

 private:
  float* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Values of every sample of the block; `out` has the layout of block_index, padding lanes get
/// finite values. Axes may be any ascending positions.
void fbm_block(const Fbm& f, const Axes& axes, NoiseScratch& scratch, float* out);

/// Two dimensions: the noise at z = 0 for every column; `out` holds ny rows.
void fbm_columns(const Fbm& f, const Axes& axes, NoiseScratch& scratch, float* out);

}  // namespace strate
