// Compiles the kernels once per instruction set and picks a table at run time.
#include "passes/density/kernels.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

// The lowest level is one lane on every compiler; SSSE3 has no level of its own, and vectors whose
// length is known only at run time (SVE) cannot be members.
#define HWY_BROKEN_EMU128 1
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#define HWY_TARGET_INCLUDE "passes/density/kernels.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 takes the undefined vectors of its own AVX-512 header for a fault of the caller.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

HWY_BEFORE_NAMESPACE();
namespace strate::HWY_NAMESPACE {
namespace {

#include "passes/density/base-inl.hpp"
#include "passes/density/facts-inl.hpp"
#include "passes/density/lanes-inl.hpp"
#include "passes/density/noise-inl.hpp"
#include "passes/density/noise_scattered-inl.hpp"
#include "passes/density/shapes-inl.hpp"
#include "passes/density/shapes_caves-inl.hpp"
#include "passes/density/shapes_ledges-inl.hpp"
#include "passes/density/shapes_passages-inl.hpp"
#include "passes/density/shapes_sites-inl.hpp"

constexpr Kernels kTable = {
    .fill = fill,
    .negate = negate,
    .affine = affine,
    .min_value = min_value,
    .max_value = max_value,
    .complement = complement,
    .clamp_band = clamp_band,
    .min = min,
    .max = max,
    .max_negated = max_negated,
    .add = add,
    .mul = mul,
    .add_weighted = add_weighted,
    .smooth_min = smooth_min,
    .smooth_max = smooth_max,
    .smooth_max_negated = smooth_max_negated,
    .lerp = lerp,
    .curve = curve,
    .band = band,
    .roughen = roughen,
    .fbm = fbm,
    .fbm_scattered = fbm_scattered,
    .sphere = sphere,
    .ellipsoid = ellipsoid,
    .capsule = capsule,
    .box = box,
    .cylinder = cylinder,
    .chamber = chamber,
    .tube = tube,
    .pillar = pillar,
    .rift = rift,
    .span = span,
    .carve_shapes = carve_shapes,
    .heap_shapes = heap_shapes,
    .pinch = pinch,
    .helix = helix,
    .isle = isle,
    .tube_segment = tube_segment,
    .heights = heights,
    .radii = radii,
    .digest_row = digest_row,
    .sign_bits = sign_bits,
    .range = range,
    .finite = finite,
};

}  // namespace

const Kernels& table() { return kTable; }

}  // namespace strate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strate {
namespace {

struct Level {
  SimdLevel level;
  std::int64_t target;
  const Kernels& (*table)();
};

constexpr Level kLevels[] = {
#if HWY_TARGETS & HWY_SCALAR
    {SimdLevel::scalar, HWY_SCALAR, N_SCALAR::table},
#endif
#if HWY_TARGETS & HWY_NEON
    {SimdLevel::neon, HWY_NEON, N_NEON::table},
#endif
#if HWY_TARGETS & HWY_SSE4
    {SimdLevel::sse4, HWY_SSE4, N_SSE4::table},
#endif
#if HWY_TARGETS & HWY_AVX2
    {SimdLevel::avx2, HWY_AVX2, N_AVX2::table},
#endif
#if HWY_TARGETS & HWY_AVX3
    {SimdLevel::avx512, HWY_AVX3, N_AVX3::table},
#endif
};

bool runs_here(const Level& l) {
  static const std::int64_t supported = hwy::SupportedTargets();  // asking takes microseconds
  // The lowest compiled level is what the whole program was built for.
  return &l == kLevels || (supported & l.target) != 0;
}

const Level* find(SimdLevel level) {
  for (const Level& l : kLevels)
    if (l.level == level && runs_here(l)) return &l;
  return nullptr;
}

const Level* highest() {
  const Level* best = kLevels;
  for (const Level& l : kLevels)
    if (runs_here(l)) best = &l;
  return best;
}

std::atomic<const Level*>& chosen() {
  static std::atomic<const Level*> level{highest()};
  return level;
}

}  // namespace

std::vector<SimdLevel> simd_levels() {
  std::vector<SimdLevel> out;
  for (const Level& l : kLevels)
    if (runs_here(l)) out.push_back(l.level);
  return out;
}

bool set_simd_level(SimdLevel level) {
  const Level* l = find(level);
  if (l) chosen().store(l);
  return l != nullptr;
}

SimdLevel simd_level() { return chosen().load(std::memory_order_relaxed)->level; }

const Kernels& kernels() { return chosen().load(std::memory_order_relaxed)->table(); }

const Kernels& kernels(SimdLevel level) {
  const Level* l = find(level);
  return (l ? l : kLevels)->table();
}

}  // namespace strate
#endif
