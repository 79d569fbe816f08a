#include "passes/density/kernels.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "compiler/hash.hpp"

using namespace strate;

namespace {

constexpr std::size_t kRows = 12;
constexpr std::size_t kFloats = kRows * kBlockRow;

/// Twelve rows of values that hit ends, ties, zeros of both signs and large numbers.
struct Rows {
  alignas(64) float v[kFloats];
  explicit Rows(std::uint64_t seed = 0) {
    constexpr float kSpikes[] = {0.0f, -0.0f, 0.5f, -0.5f, 1.0f, 4.0f, -4.0f, 1e-30f, 1e6f};
    for (std::size_t i = 0; i < kFloats; ++i) {
      const std::uint64_t h = mix64(seed * 1000003 + i);
      v[i] = h % 5 == 0 ? kSpikes[(h >> 8) % 9] : static_cast<float>(unit(h) * 10 - 5);
    }
  }
  bool operator==(const Rows& o) const { return std::memcmp(v, o.v, sizeof v) == 0; }
};

Rows run(SimdLevel level, void (*op)(const Kernels&, Rows&)) {
  Rows io(1);
  op(kernels(level), io);
  return io;
}

/// A block of 7 × 4 × 3 = twelve rows, at an uneven place far from the origin.
struct Block {
  alignas(64) double p[3][kBlockRow];
  Block() {
    const double from[3] = {123456.125, -98765.0, 17.25}, step[3] = {0.13, 0.25, 0.4};
    const int n[3] = {7, 4, 3};
    for (int axis = 0; axis < 3; ++axis)
      for (int i = 0; i < kBlockRow; ++i)
        p[axis][i] = from[axis] + std::min(i, n[axis] - 1) * step[axis];
  }
  Axes axes() const { return {p[0], p[1], p[2], 7, 4, 3}; }
};

/// The values of the samples alone, in order: padding does not count.
std::vector<std::uint32_t> samples(const Rows& rows) {
  std::vector<std::uint32_t> out;
  for (std::size_t r = 0; r < kRows; ++r)
    for (std::size_t i = 0; i < 7; ++i)
      out.push_back(std::bit_cast<std::uint32_t>(rows.v[r * kBlockRow + i]));
  return out;
}

const Vec3 kNear{123456.5, -98764.5, 17.5};

using ShapeOp = void (*)(const Kernels&, const Axes&, float k, float* io);

const ShapeOp kShapes[] = {
    [](const Kernels& n, const Axes& a, float k, float* io) {
      n.sphere({kNear, 0.75}, a, k, io);
    },
    [](const Kernels& n, const Axes& a, float k, float* io) {
      n.ellipsoid({kNear, {2, 1, 0.5}, 0.6, 0.8}, a, k, io);
    },
    [](const Kernels& n, const Axes& a, float k, float* io) {
      n.capsule({kNear, {123460.0, -98763.0, 18}, 0.5, 1.5}, a, k, io);
    },
    [](const Kernels& n, const Axes& a, float k, float* io) {
      n.box({kNear, {1, 0.5, 0.25}, 0.125, 0.8, -0.6}, a, k, io);
    },
    [](const Kernels& n, const Axes& a, float k, float* io) {
      n.cylinder({123456.5, -98764.5, 0.4}, a, k, io);
    },
    [](const Kernels& n, const Axes& a, float k, float* io) {
      n.chamber({kNear, 2, 1.25}, a, k, io);
    },
    [](const Kernels& n, const Axes& a, float k, float* io) {
      n.tube({kNear, kNear + Vec3{3, 4, 2}, 1, 1.5, -0.2, 0.4}, a, k, io);
    },
    [](const Kernels& n, const Axes& a, float k, float* io) {
      n.pillar({kNear, 0.5, 0, 1, 0.5, 10}, a, k, io);
    },
    [](const Kernels& n, const Axes& a, float, float* io) {
      n.rift({kNear, 0.6, 0.8, 3, 1.5, 2, 0.25, 1, 0.25, 1.25, 0.5, false, 0.1, 0, 0.5}, a, io);
    },
    [](const Kernels& n, const Axes& a, float, float* io) {
      n.rift({kNear, 0.6, 0.8, 3, 1.5, 2, 0.25, 1, 0.25, 1.25, 0.5, true, 0, 0.25, 0}, a, io);
    },
    [](const Kernels& n, const Axes& a, float, float* io) {
      n.span({kNear, 0.6, 0.8, 3, 1.5, 0.25, 0.5, 1, 0.5, 0.25, 2.5, 0.5}, a, io);
    },
    [](const Kernels& n, const Axes& a, float, float* io) {
      n.pinch({kNear, 3, 0.5}, a, io);
    },
};

/// Value of a shape at one point, folded into a large number.
float at(ShapeOp shape, Vec3 p) {
  alignas(64) double x[3][kBlockRow];
  alignas(64) float row[kBlockRow];
  for (int i = 0; i < kBlockRow; ++i) {
    x[0][i] = p.x, x[1][i] = p.y, x[2][i] = p.z;
    row[i] = 1e9f;
  }
  shape(kernels(), {x[0], x[1], x[2], 1, 1, 1}, 0, row);
  return row[0];
}

}  // namespace

TEST_CASE("kernels: every level computes the bits of the lowest, row by row") {
  using Op = void (*)(const Kernels&, Rows&);
  const Op ops[] = {
      [](const Kernels& k, Rows& io) { k.fill(io.v, kRows, -0.0f); },
      [](const Kernels& k, Rows& io) { k.negate(io.v, kRows); },
      [](const Kernels& k, Rows& io) { k.affine(io.v, kRows, 1.1f, -0.3f); },
      [](const Kernels& k, Rows& io) { k.min_value(io.v, kRows, 0.0f); },
      [](const Kernels& k, Rows& io) { k.max_value(io.v, kRows, -0.0f); },
      [](const Kernels& k, Rows& io) { k.complement(io.v, kRows); },
      [](const Kernels& k, Rows& io) { k.clamp_band(io.v, kRows); },
      [](const Kernels& k, Rows& io) { k.min(io.v, Rows(2).v, kRows); },
      [](const Kernels& k, Rows& io) { k.max(io.v, Rows(2).v, kRows); },
      [](const Kernels& k, Rows& io) { k.max_negated(io.v, Rows(2).v, kRows); },
      [](const Kernels& k, Rows& io) { k.add(io.v, Rows(2).v, kRows); },
      [](const Kernels& k, Rows& io) { k.mul(io.v, Rows(2).v, kRows); },
      [](const Kernels& k, Rows& io) { k.add_weighted(io.v, Rows(2).v, Rows(3).v, kRows); },
      [](const Kernels& k, Rows& io) { k.smooth_min(io.v, Rows(2).v, kRows, 1.5f); },
      [](const Kernels& k, Rows& io) { k.smooth_max(io.v, Rows(2).v, kRows, 1.5f); },
      [](const Kernels& k, Rows& io) { k.smooth_max_negated(io.v, Rows(2).v, kRows, 1.5f); },
      [](const Kernels& k, Rows& io) { k.carve_shapes(io.v, Rows(2).v, Rows(3).v, kRows, 0.75f); },
      [](const Kernels& k, Rows& io) { k.heap_shapes(io.v, Rows(2).v, Rows(3).v, kRows, 0.75f); },
      [](const Kernels& k, Rows& io) { k.lerp(io.v, Rows(2).v, Rows(3).v, kRows); },
      [](const Kernels& k, Rows& io) {
        k.curve(make_polyline({-2, 0, 0, 1.7}, {0.2, 1, -3, 0.1}), Rows(2).v, kRows, io.v);
      },
      [](const Kernels& k, Rows& io) {
        k.band({-2, 3, 0.7f}, Rows(2).v, kRows, io.v);
      },
      [](const Kernels& k, Rows& io) {
        k.band({-0.5f, 4, 0}, Rows(2).v, kRows, io.v);
      },
      [](const Kernels& k, Rows& io) { k.roughen(io.v, Rows(2).v, nullptr, 0.7f, kRows); },
      [](const Kernels& k, Rows& io) { k.roughen(io.v, Rows(2).v, Rows(3).v, 0, kRows); },
  };
  for (const SimdLevel level : simd_levels()) {
    CAPTURE(simd_name(level));
    for (const Op op : ops) CHECK(run(level, op) == run(simd_levels().front(), op));
  }
}

TEST_CASE("kernels: shapes, heights and radii have the same bits at every level") {
  const Block block;
  const auto all = [&](SimdLevel level) {
    const Kernels& k = kernels(level);
    std::vector<std::uint32_t> out;
    const auto keep = [&](const Rows& rows) {
      for (const std::uint32_t b : samples(rows)) out.push_back(b);
    };
    for (const ShapeOp shape : kShapes)
      for (const float blend : {0.0f, 1.5f}) {
        Rows io(1);
        shape(k, block.axes(), blend, io.v);
        keep(io);
      }
    alignas(64) double radii[4 * kBlockRow];
    k.radii(block.axes(), 123450.0, -98770.0, radii);
    Rows io(1);
    k.heights(radii, Rows(2).v, -1, block.axes(), io.v);
    keep(io);
    k.heights(radii, nullptr, 1, block.axes(), io.v);
    keep(io);
    return out;
  };
  for (const SimdLevel level : simd_levels()) {
    CAPTURE(simd_name(level));
    CHECK(all(level) == all(simd_levels().front()));
  }
}

TEST_CASE("kernels: a shape at a point has the bits it has in a block") {
  const Block block;
  for (const ShapeOp shape : kShapes) {
    Rows io;
    kernels().fill(io.v, kRows, 1e9f);
    shape(kernels(), block.axes(), 0, io.v);
    for (int z = 0; z < 3; ++z)
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 7; ++x) {
          const float lone = at(shape, {block.p[0][x], block.p[1][y], block.p[2][z]});
          REQUIRE(std::bit_cast<std::uint32_t>(lone) ==
                  std::bit_cast<std::uint32_t>(io.v[block_index(4, x, y, z)]));
        }
  }
}

TEST_CASE("kernels: shapes measure what they say") {
  CHECK(at(kShapes[0], {123456.5, -98764.5, 20.5}) == Approx(2.25));
  CHECK(at(kShapes[0], kNear) == Approx(-0.75));
  // The ellipsoid's local x axis is (0.6, 0.8): its surface stands 2 m along it, 0.5 m up.
  CHECK(at(kShapes[1], kNear + Vec3{1.2, 1.6, 0}) == Approx(0).margin(1e-5));
  CHECK(at(kShapes[1], kNear + Vec3{0, 0, 0.5}) == Approx(0).margin(1e-5));
  CHECK(at(kShapes[1], kNear) == -0.5f);
  // The capsule's radius grows from 0.5 m at one end to 1.5 m at the other.
  CHECK(at(kShapes[2], kNear + Vec3{-3, 0, 0}) == Approx(2.5));
  CHECK(at(kShapes[2], {123464.0, -98763.0, 18}) == Approx(2.5));
  // The box is turned to (0.8, −0.6) and keeps its outer sizes.
  CHECK(at(kShapes[3], kNear + Vec3{0.8, -0.6, 0}) == Approx(0).margin(1e-5));
  CHECK(at(kShapes[3], kNear + Vec3{0, 0, 1}) == Approx(0.75));
  CHECK(at(kShapes[3], kNear) == Approx(-0.25));
  CHECK(at(kShapes[4], kNear + Vec3{0.3, 0.4, 300}) == Approx(0.1));
}

TEST_CASE("kernels: chambers and tubes stand on their floors, pillars lean and flare") {
  // A chamber's centre lies 0.8 half-heights above its floor.
  CHECK(at(kShapes[5], kNear + Vec3{0, 0, 1 + 1.25}) == Approx(0).margin(1e-5));
  CHECK(at(kShapes[5], kNear + Vec3{2, 0, 1}) == Approx(0).margin(1e-5));
  CHECK(at(kShapes[5], kNear + Vec3{1, 0.5, -0.25}) == Approx(0.25));
  CHECK(at(kShapes[5], kNear + Vec3{0, 0, 1}) == Approx(-1));
  // Halfway along the tube its floor has risen by 1 m; before its start it goes on at −0.2.
  const double level = std::sqrt(25.0 / 29.0);
  CHECK(at(kShapes[6], kNear + Vec3{1.5, 2, 1}) == Approx(0).margin(1e-5));
  CHECK(at(kShapes[6], kNear + Vec3{1.5, 2, 0.5}) == Approx(0.5 * level));
  CHECK(at(kShapes[6], kNear + Vec3{-0.3, -0.4, 0.1}) == Approx(0).margin(1e-5));
  CHECK(at(kShapes[6], kNear + Vec3{0, 0, 0.73 + 1}) < 0);
  CHECK(at(kShapes[6], kNear + Vec3{0, 0, 0.73 + 1.4}) > 0);
  // The pillar leans by 1 m in 2 and is half as wide again at its ends, 10 m up and down.
  const double upright = 1 / std::sqrt(1.25);
  CHECK(at(kShapes[7], kNear + Vec3{2, 0, 0}) == Approx(upright));
  CHECK(at(kShapes[7], kNear + Vec3{5 + 3.5, 0, 10}) == Approx(2 * upright));
  CHECK(at(kShapes[7], kNear + Vec3{-5, 1.25, -10}) == Approx(-0.25 * upright));
}

TEST_CASE("kernels: blends select at their ends and smooth folds are compact") {
  for (const SimdLevel level : simd_levels()) {
    const Kernels& k = kernels(level);
    const Rows a(1), b(2);
    Rows io = a, zero, one;
    k.fill(zero.v, kRows, 0.0f);
    k.fill(one.v, kRows, 1.0f);
    k.lerp(io.v, b.v, zero.v, kRows);
    CHECK(io == a);
    k.lerp(io.v, b.v, one.v, kRows);
    CHECK(io == b);
    k.fill(io.v, kRows, 1.0f);
    k.fill(one.v, kRows, 2.5f);
    k.smooth_min(io.v, one.v, kRows, 1.5f);
    CHECK(io.v[5] == 1.0f);
    k.smooth_min(io.v, one.v, kRows, 2.0f);
    CHECK(io.v[5] == 1.0f - 0.25f / 8.0f);
    k.fill(io.v, kRows, -1.0f);
    k.smooth_max_negated(io.v, one.v, kRows, 2.0f);
    CHECK(io.v[5] == -1.0f + 0.25f / 8.0f);
  }
}

TEST_CASE("kernels: the clamp keeps the band and leaves no negative zero") {
  Rows io;
  io.v[0] = -0.0f, io.v[1] = -7, io.v[2] = 7, io.v[3] = -0.5f, io.v[4] = 0.25f;
  kernels().clamp_band(io.v, kRows);
  CHECK(std::bit_cast<std::uint32_t>(io.v[0]) == 0u);
  CHECK(io.v[1] == -0.5f);
  CHECK(io.v[2] == 0.5f);
  CHECK(io.v[3] == -0.5f);
  CHECK(io.v[4] == 0.25f);
}

TEST_CASE("kernels: roughness is full near the surface and nothing beyond twice its reach") {
  constexpr float kReach = 1.04f * 0.5f;
  Rows io, noise;
  kernels().fill(noise.v, kRows, 1.0f);
  const float depths[] = {0.0f, 0.5f, -0.5f, 1.5f * kReach, 2.0f * kReach, -3.0f};
  for (std::size_t i = 0; i < 6; ++i) io.v[i] = depths[i];
  kernels().roughen(io.v, noise.v, nullptr, 0.5f, kRows);
  CHECK(io.v[0] == 0.5f);
  CHECK(io.v[1] == 1.0f);
  CHECK(io.v[2] == 0.0f);
  CHECK(io.v[3] == Approx(1.5f * kReach + 0.25f));
  CHECK(io.v[4] == 2.0f * kReach);
  CHECK(io.v[5] == -3.0f);
  const Rows before(4);
  Rows kept = before;
  kernels().roughen(kept.v, noise.v, nullptr, 0.0f, kRows);
  CHECK(kept == before);
}

TEST_CASE(
    "kernels: curves are straight between stops, flat beyond, and step where a stop doubles") {
  Rows x, y;
  const float at[] = {-100, 8, 30, 52, 60, std::numeric_limits<float>::infinity()};
  for (std::size_t i = 0; i < 6; ++i) x.v[i] = at[i];
  kernels().curve(make_polyline({8, 52}, {4, 9}), x.v, kRows, y.v);
  CHECK(y.v[0] == 4.0f);
  CHECK(y.v[1] == 4.0f);
  CHECK(y.v[2] == Approx(6.5));
  CHECK(y.v[3] == 9.0f);
  CHECK(y.v[5] == 9.0f);
  kernels().curve(make_polyline({30, 30}, {1, 2}), x.v, kRows, y.v);
  CHECK(y.v[1] == 1.0f);
  CHECK(y.v[2] == 2.0f);
}

TEST_CASE("kernels: a band is exactly 0 outside, 1 past its feather, and open ends are open") {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  Rows x, w;
  const float at[] = {1.9999f, 2, 3, 4, 5, 1e9f};
  for (std::size_t i = 0; i < 6; ++i) x.v[i] = at[i];
  kernels().band({2, 8, 2}, x.v, kRows, w.v);
  CHECK(w.v[0] == 0.0f);
  CHECK(w.v[1] == 0.0f);
  CHECK(w.v[2] == 0.5f);
  CHECK(w.v[3] == 1.0f);
  CHECK(w.v[5] == 0.0f);
  kernels().band({2, kInf, 0}, x.v, kRows, w.v);
  CHECK(w.v[0] == 0.0f);
  CHECK(w.v[1] == 1.0f);
  CHECK(w.v[5] == 1.0f);
  kernels().band({-kInf, 4, 1}, x.v, kRows, w.v);
  CHECK(w.v[0] == 1.0f);
  CHECK(w.v[3] == 0.0f);
}

TEST_CASE("kernels: digest rows add up to the samples one by one, at every level") {
  const Rows rows(5);
  for (const SimdLevel level : simd_levels()) {
    for (const int n : {0, 1, 7, 33, 40}) {
      DensityDigest row, one;
      kernels(level).digest_row(rows.v, n, -5'000'000, 125'000, 7, -9, row);
      for (int i = 0; i < n; ++i)
        add_sample(one, -5'000'000 + i * 125'000, 7, -9, std::bit_cast<std::uint32_t>(rows.v[i]));
      CHECK(row == one);
    }
  }
}

TEST_CASE("kernels: sign bits, range and finiteness count samples and not padding") {
  for (const SimdLevel level : simd_levels()) {
    CAPTURE(simd_name(level));
    const Kernels& k = kernels(level);
    Rows rows(6);
    for (const int n : {1, 5, 16, 33, 40}) {
      std::uint64_t expected = 0;
      for (int i = 0; i < n; ++i) expected |= static_cast<std::uint64_t>(rows.v[i] < 0) << i;
      CHECK(k.sign_bits(rows.v, n) == expected);
    }
    for (std::size_t i = 0; i < kFloats; ++i)
      if (i % kBlockRow >= 35) rows.v[i] = std::numeric_limits<float>::quiet_NaN();
    CHECK(k.finite(rows.v, kRows, 35));
    CHECK_FALSE(k.finite(rows.v, kRows, 36));
    rows.v[3 * kBlockRow + 34] = -1e7f;
    rows.v[5 * kBlockRow + 2] = 2e7f;
    float lo = 0, hi = 0;
    k.range(rows.v, kRows, 35, lo, hi);
    CHECK(lo == -1e7f);
    CHECK(hi == 2e7f);
    rows.v[17] = -std::numeric_limits<float>::infinity();
    CHECK_FALSE(k.finite(rows.v, kRows, 35));
  }
}
