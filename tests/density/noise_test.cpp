#include "passes/density/noise.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <vector>

#include "compiler/hash.hpp"
#include "compiler/units.hpp"
#include "passes/density/kernels.hpp"
#include "tests/support/bits.hpp"

using namespace strate;
using sample::bits;

namespace {

/// Samples of the largest block, aligned as kernels want them.
struct Values {
  alignas(64) float v[kBlockMax * kBlockMax * kBlockRow];
};

/// Three axes of a block, filled by position(axis, i).
struct Block {
  alignas(64) double p[3][kBlockRow];
  int n[3];
  template <class Position>
  Block(int nx, int ny, int nz, Position position) : n{nx, ny, nz} {
    for (int axis = 0; axis < 3; ++axis)
      for (int i = 0; i < kBlockRow; ++i) p[axis][i] = position(axis, std::min(i, n[axis] - 1));
  }
  Axes axes() const { return {p[0], p[1], p[2], n[0], n[1], n[2]}; }
};

/// Counts samples (every `step`-th) where block and point differ in a bit.
std::size_t differing(const Fbm& f, const Block& block, const Values& values, int step) {
  std::size_t bad = 0;
  for (int z = 0; z < block.n[2]; ++z)
    for (int y = 0; y < block.n[1]; ++y)
      for (int x = 0; x < block.n[0]; ++x) {
        if ((x * 7 + y * 3 + z) % step != 0) continue;
        const float point = fbm_point(f, block.p[0][x], block.p[1][y], block.p[2][z]);
        bad += bits(point) != bits(values.v[block_index(block.n[1], x, y, z)]);
      }
  return bad;
}

struct GoldenCase {
  Fbm f;
  Um voxel_um;
  int n;
  std::array<std::int64_t, 3> base;
};

/// 160 windows of 1…40 samples at the origin, far out and below zero; dyadic and other frequencies.
std::vector<GoldenCase> golden_cases() {
  constexpr double kFrequencies[] = {1 / 4.0, 1 / 1.25, 1 / 7.3, 0.37, 1 / 0.9, 2.0, 3.3, 1 / 96.0};
  constexpr std::int64_t kBases[] = {0, -17, 80000000, -79999993, 123456789, -5};
  std::vector<GoldenCase> cases;
  std::uint64_t s = 12345;
  for (std::uint64_t rep = 0; rep < 160; ++rep) {
    s = mix64(s + rep);
    GoldenCase c;
    c.n = rep % 4 == 0 ? 35 : 1 + static_cast<int>(s % 40);
    c.f = make_fbm(mix64(s), kFrequencies[(s >> 8) % 8], 1 + static_cast<int>((s >> 16) % 5),
                   ((s >> 20) & 1) ? 2.0 : 2.03);
    c.voxel_um = (s >> 24) % 4 == 0 ? 200000 : 125000;
    if (metres(c.voxel_um) * finest_frequency(c.f) > 0.99) c.f.octaves = 1;
    for (unsigned k = 0; k < 3; ++k)
      c.base[k] = kBases[(s >> (28 + 4 * k)) % 6] +
                  static_cast<std::int64_t>((s >> (40 + k * 7)) % 97) - 48;
    cases.push_back(c);
  }
  return cases;
}

Block block_of(const GoldenCase& c) {
  return Block(c.n, c.n, c.n, [&](int axis, int i) {
    return lattice_m(c.base[static_cast<std::size_t>(axis)] + i, c.voxel_um);
  });
}

void fnv(std::uint64_t& h, std::uint32_t v) {
  for (int i = 0; i < 4; ++i) {
    h ^= (v >> (8 * i)) & 255;
    h *= 1099511628211ull;
  }
}

void fnv_block(std::uint64_t& h, int n, const Values& values) {
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) fnv(h, bits(values.v[block_index(n, x, y, z)]));
}

double fade(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

/// Upper bound of one octave over a box of the unit cell, whatever the gradients: each corner's
/// weight times the two longest components of the way to it (gradients are edges of a cube).
double most_in(const double* lo, const double* hi) {
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    double weight = 1, way[3], total = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const bool upper = (corner >> axis) & 1;
      weight *= upper ? fade(hi[axis]) : 1 - fade(lo[axis]);
      way[axis] = upper ? 1 - lo[axis] : hi[axis];
      total += way[axis];
    }
    sum += weight * (total - std::min({way[0], way[1], way[2]}));
  }
  return sum;
}

/// Halves boxes until each is proven to stay under `limit`; false if a point reaches it.
bool proven_under(double limit, double x0, double x1, double y0, double y1, double z0, double z1) {
  const double lo[] = {x0, y0, z0}, hi[] = {x1, y1, z1},
               mid[] = {(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2};
  if (most_in(lo, hi) < limit) return true;
  if (most_in(mid, mid) >= limit) return false;
  const int axis = x1 - x0 >= y1 - y0 && x1 - x0 >= z1 - z0 ? 0 : y1 - y0 >= z1 - z0 ? 1 : 2;
  double upper[] = {x1, y1, z1}, lower[] = {x0, y0, z0};
  upper[axis] = lower[axis] = mid[axis];
  return proven_under(limit, x0, upper[0], y0, upper[1], z0, upper[2]) &&
         proven_under(limit, lower[0], x1, lower[1], y1, lower[2], z1);
}

}  // namespace

TEST_CASE("noise: the supremum is proven over the unit cell, and 1.036 is reached") {
  CHECK(proven_under(kNoiseSup - 1e-6, 0, 0.5, 0, 0.5, 0, 0.5));
  double most = 0;
  for (int i = 0; i < 64 * 64 * 64; ++i) {
    const double p[] = {(i % 64) / 127.0, (i / 64 % 64) / 127.0, (i / 4096) / 127.0};
    most = std::max(most, most_in(p, p));
  }
  CHECK(most > 1.036);
  CHECK(most < kNoiseSup);
}

TEST_CASE("noise: 160 windows give the golden bits at every level, block and point alike",
          "[golden]") {
  const auto values = std::make_unique<Values>();
  const std::vector<GoldenCase> cases = golden_cases();
  for (const SimdLevel level : simd_levels()) {
    CAPTURE(simd_name(level));
    NoiseScratch scratch;
    std::uint64_t digest = 1469598103934665603ull;
    std::size_t bad = 0;
    for (const GoldenCase& c : cases) {
      const Block block = block_of(c);
      kernels(level).fbm(c.f, block.axes(), scratch, values->v);
      fnv_block(digest, c.n, *values);
      bad += differing(c.f, block, *values, 5);
    }
    CHECK(hex(digest) == "1fc965725b76c0f6");
    CHECK(bad == 0);
  }
}

TEST_CASE("noise: uneven, repeated and far apart positions are right to the bit") {
  const auto values = std::make_unique<Values>();
  const double steps[] = {0.0, 1e-7, 0.03, 0.4, 1.7, 40.0, 2.5e4};
  std::uint64_t s = 7;
  for (const SimdLevel level : simd_levels()) {
    CAPTURE(simd_name(level));
    NoiseScratch scratch;
    for (int rep = 0; rep < 40; ++rep) {
      double at[3] = {-1e5, -3, 0.25};
      int last[3] = {0, 0, 0};
      const Block block(1 + rep, 40 - rep, 1 + rep % 9, [&](int axis, int i) {
        s = mix64(s + 1);
        if (i > last[axis]) at[axis] += unit(s) * steps[(s & 0xffff) % 7], last[axis] = i;
        return at[axis];
      });
      const Fbm f = make_fbm(s, 0.7, 1 + rep % 8);
      kernels(level).fbm(f, block.axes(), scratch, values->v);
      REQUIRE(differing(f, block, *values, 1) == 0);
    }
  }
}

TEST_CASE("noise: a block does not depend on how it is split") {
  const auto whole = std::make_unique<Values>(), part = std::make_unique<Values>();
  const Fbm f = make_fbm(99, 1 / 4.0, 4);
  NoiseScratch scratch;
  const auto block = [](int nx, std::int64_t from) {
    return Block(nx, 35, 3,
                 [=](int axis, int i) { return lattice_m((axis == 0 ? from : -7) + i, 125000); });
  };
  const Block all = block(35, -20);
  fbm_block(f, all.axes(), scratch, whole->v);
  for (int from = 0; from < 35; from += 9) {
    const Block some = block(std::min(9, 35 - from), from - 20);
    fbm_block(f, some.axes(), scratch, part->v);
    for (int z = 0; z < 3; ++z)
      for (int y = 0; y < 35; ++y)
        for (int x = 0; x < some.n[0]; ++x)
          REQUIRE(bits(part->v[block_index(35, x, y, z)]) ==
                  bits(whole->v[block_index(35, from + x, y, z)]));
  }
}

TEST_CASE("noise: columns are the noise at z = 0") {
  const auto values = std::make_unique<Values>();
  const Fbm f = make_fbm(3, 1 / 90.0, 5);
  NoiseScratch scratch;
  const Block block(33, 20, 40, [](int axis, int i) { return axis * 1000.0 + i * 0.125; });
  fbm_columns(f, block.axes(), scratch, values->v);
  for (int y = 0; y < 20; ++y)
    for (int x = 0; x < 33; ++x)
      REQUIRE(bits(values->v[block_index(20, x, y, 0)]) ==
              bits(fbm_point(f, block.p[0][x], block.p[1][y], 0)));
}

TEST_CASE("noise: values use their range and never leave the proven supremum") {
  const auto values = std::make_unique<Values>();
  NoiseScratch scratch;
  float low = 0, high = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Block block(40, 40, 40,
                      [&](int, int i) { return static_cast<double>(seed) * 50 + i * 0.23; });
    fbm_block(make_fbm(seed, 0.8, 1 + static_cast<int>(seed % 4)), block.axes(), scratch,
              values->v);
    float lo, hi;
    kernels().range(values->v, 1600, 40, lo, hi);
    low = std::min(low, lo), high = std::max(high, hi);
  }
  CHECK(std::fabs(low) <= kNoiseSup);
  CHECK(high <= kNoiseSup);
  CHECK(high > 0.8f);
  CHECK(low < -0.8f);
}

TEST_CASE("noise: another seed, another pattern; the scratch stops growing") {
  const Block block(35, 35, 35, [](int, int i) { return i * 0.125; });
  const auto a = std::make_unique<Values>(), b = std::make_unique<Values>();
  NoiseScratch scratch;
  fbm_block(make_fbm(1, 0.25, 4), block.axes(), scratch, a->v);
  const float* memory = scratch.floats(1);
  fbm_block(make_fbm(2, 0.25, 4), block.axes(), scratch, b->v);
  CHECK(scratch.floats(1) == memory);
  int same = 0;
  for (int i = 0; i < 35; ++i) same += a->v[i] == b->v[i];
  CHECK(same < 4);
}
