#include "passes/density/noise.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <new>
#include <utility>

#include "compiler/hash.hpp"
#include "passes/density/kernels.hpp"

namespace strate {
namespace {

constexpr std::size_t kAlign = 64;

/// Gradient number 0 … 15 of a lattice node.
std::uint32_t node_hash(std::int32_t x, std::int32_t y, std::int32_t z, std::uint32_t salt0,
                        std::uint32_t salt1) {
  std::uint32_t h = static_cast<std::uint32_t>(x) * 0x9E3779B1u ^
                    (static_cast<std::uint32_t>(y) * 0x85EBCA77u ^
                     static_cast<std::uint32_t>(z) * 0xC2B2AE3Du ^ salt0);
  h ^= h >> 16;
  h *= 0x21f0aaadu;
  h += salt1;
  h ^= h >> 15;
  h *= 0xd35a2d97u;
  h ^= h >> 15;
  return h >> 28;
}

struct Gradient {
  float x, y, z;
};

/// The 16 edge vectors: two components ±a, the third 0.
Gradient gradient(std::uint32_t h, float a) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(a);
  const std::uint32_t first = bits ^ ((h & 1) << 31), second = bits ^ ((h & 2) << 30);
  const bool first_on_x = h < 8, second_on_y = h < 4, second_on_x = (h & 13) == 12;
  const std::uint32_t x = first_on_x ? first : second_on_x ? second : 0;
  const std::uint32_t y = !first_on_x ? first : second_on_y ? second : 0;
  const std::uint32_t z = !second_on_y && !second_on_x ? second : 0;
  return {std::bit_cast<float>(x), std::bit_cast<float>(y), std::bit_cast<float>(z)};
}

/// A position in an octave: cell, fraction (1.0f is possible), fade.
struct Split {
  std::int32_t n;
  float t, u;
};

Split split(double x, double frequency, double offset) {
  const double p = x * frequency + offset, low = std::floor(p);
  const float t = static_cast<float>(p - low);
  return {static_cast<std::int32_t>(low), t, ((t * t) * t) * (t * (t * 6.0f - 15.0f) + 10.0f)};
}

/// One edge of the cell along z, folded: the x, y and constant parts of 10 A2.
struct Folded {
  float a, b, c;
};

Folded fold_z(const Fbm& f, int o, std::int32_t x, std::int32_t y, const Split& z) {
  const float amp = f.amplitude[o];
  const Gradient g0 = gradient(node_hash(x, y, z.n, f.salt0[o], f.salt1[o]), amp);
  const Gradient g1 = gradient(node_hash(x, y, z.n + 1, f.salt0[o], f.salt1[o]), amp);
  const float c0 = g0.z * z.t, c1 = g1.z * (z.t - 1.0f);
  return {g0.x + z.u * (g1.x - g0.x), g0.y + z.u * (g1.y - g0.y), c0 + z.u * (c1 - c0)};
}

/// One octave at a point.
float octave(const Fbm& f, int o, double px, double py, double pz) {
  const Split x = split(px, f.frequency[o], f.offset[0][o]);
  const Split y = split(py, f.frequency[o], f.offset[1][o]);
  const Split z = split(pz, f.frequency[o], f.offset[2][o]);
  float s[2], k[2];
  for (int i = 0; i < 2; ++i) {
    const Folded lower = fold_z(f, o, x.n + i, y.n, z), upper = fold_z(f, o, x.n + i, y.n + 1, z);
    s[i] = lower.a + y.u * (upper.a - lower.a);
    const float p0 = lower.b * y.t + lower.c, p1 = upper.b * (y.t - 1.0f) + upper.c;
    k[i] = p0 + y.u * (p1 - p0);
  }
  const float left = s[0] * x.t + k[0], right = s[1] * (x.t - 1.0f) + k[1];
  return left + x.u * (right - left);
}

}  // namespace

Fbm make_fbm(std::uint64_t seed, double frequency, int octaves, double lacunarity, double gain) {
  Fbm f;
  f.octaves = octaves;
  double sum = 0, amplitude = 1;
  for (int o = 0; o < octaves; ++o, amplitude *= gain) sum += amplitude;
  amplitude = 1;
  for (int o = 0; o < octaves; ++o, frequency *= lacunarity, amplitude *= gain) {
    std::uint64_t h = mix64(seed + kSaltStep * static_cast<std::uint64_t>(o + 1));
    f.salt0[o] = static_cast<std::uint32_t>(h);
    f.salt1[o] = static_cast<std::uint32_t>(h >> 32);
    for (int axis = 0; axis < 3; ++axis) {
      h = mix64(h + static_cast<std::uint64_t>(axis) + 1);
      f.offset[axis][o] = static_cast<double>(h >> 44) * (1.0 / 1048576.0);
    }
    f.frequency[o] = frequency;
    f.amplitude[o] = static_cast<float>(amplitude / sum);
  }
  return f;
}

NodeGradient node_gradient(const Fbm& f, int octave, std::int32_t x, std::int32_t y,
                           std::int32_t z) {
  const Gradient g =
      gradient(node_hash(x, y, z, f.salt0[octave], f.salt1[octave]), f.amplitude[octave]);
  return {g.x, g.y, g.z};
}

float fbm_point(const Fbm& f, double x, double y, double z) {
  float sum = 0.0f;
  for (int o = 0; o < f.octaves; ++o) sum = sum + octave(f, o, x, y, z);
  return sum + 0.0f;
}

NoiseScratch::~NoiseScratch() { ::operator delete (data_, std::align_val_t{kAlign}); }

NoiseScratch::NoiseScratch(NoiseScratch&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

NoiseScratch& NoiseScratch::operator=(NoiseScratch&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

float* NoiseScratch::floats(std::size_t count) {
  if (count > size_) {
    ::operator delete (data_, std::align_val_t{kAlign});
    size_ = count + count / 4;
    data_ = static_cast<float*>(::operator new (size_ * sizeof(float), std::align_val_t{kAlign}));
    std::memset(data_, 0, size_ * sizeof(float));
  }
  return data_;
}

void fbm_block(const Fbm& f, const Axes& axes, NoiseScratch& scratch, float* out) {
  kernels().fbm(f, axes, scratch, out);
}

void fbm_columns(const Fbm& f, const Axes& axes, NoiseScratch& scratch, float* out) {
  static constexpr double kZero[kBlockRow] = {};
  kernels().fbm(f, {axes.x, axes.y, kZero, axes.nx, axes.ny, 1}, scratch, out);
}

}  // namespace strate
