// scallop: water-worn hollows with sharp edges between them. A texture (texture.hpp).
//
//   pattern = max over hollows of max(0, 1 − |p − centre|² / r²),  r = 0.95 · size
//
// One hollow a cell of a lattice `size` wide, its centre within 0.4 of a cell of the cell's, on the
// 1/64 m grid (10 A4). Only carves: the rock between hollows stays.
#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"
#include "passes/ops/room_graph.hpp"
#include "passes/ops/texture.hpp"

namespace strate::ops {
namespace {

constexpr double kRadius = 0.95, kJitter = 0.4;  // in cells
constexpr double kGridM = 1.0 / 64;

constexpr FieldSpec kParams[] = {
    {.name = "size_m", .min = 0.25, .max = 8, .lo = 1.2, .doc = "from one hollow to the next"},
    {.name = "depth_m",
     .min = 0,
     .max = 1,
     .lo = 0.2,
     .drive = Drive::per_point,
     .doc = "of a hollow's middle; rock is only taken away"},
};

/// Samples of one axis: from, to (half-open).
struct Span {
  int from, to;
  bool empty() const { return from >= to; }
};

Span between(const double* at, int n, double lo, double hi) {
  return {static_cast<int>(std::lower_bound(at, at + n, lo) - at),
          static_cast<int>(std::upper_bound(at, at + n, hi) - at)};
}

/// Cells of one axis whose hollows reach into lo … hi.
struct Cells {
  std::int64_t first, last;
};

class Scallop final : public Texture {
 public:
  Scallop(Driver depth, double size, std::uint64_t seed)
      : Texture(std::move(depth)), size_(size), radius_(kRadius * size), seed_(seed) {}

 protected:
  void pattern(EvalContext&, const Part& part, float* out) const override {
    const Axes& a = part.axes;
    kernels().fill(out, static_cast<std::size_t>(a.nz) * static_cast<std::size_t>(a.ny), 0);
    const Cells xs = cells(a.x, a.nx), ys = cells(a.y, a.ny), zs = cells(a.z, a.nz);
    for (std::int64_t k = zs.first; k <= zs.last; ++k) {
      if (misses(a.z, a.nz, k)) continue;
      for (std::int64_t j = ys.first; j <= ys.last; ++j) {
        if (misses(a.y, a.ny, j)) continue;
        for (std::int64_t i = xs.first; i <= xs.last; ++i) hollow(centre(i, j, k), a, out);
      }
    }
  }

  Interval pattern_over(BoundContext&) const override { return {0, 1}; }

 private:
  Cells cells(const double* at, int n) const {
    const double margin = radius_ + kJitter * size_;
    return {static_cast<std::int64_t>(std::floor((at[0] - margin) / size_ - 0.5)),
            static_cast<std::int64_t>(std::ceil((at[n - 1] + margin) / size_ - 0.5))};
  }

  /// No sample lies within reach of any hollow of the cells numbered i along an axis.
  bool misses(const double* at, int n, std::int64_t i) const {
    const double middle = (static_cast<double>(i) + 0.5) * size_;
    const double margin = radius_ + kJitter * size_ + kGridM;
    return between(at, n, middle - margin, middle + margin).empty();
  }

  Vec3 centre(std::int64_t i, std::int64_t j, std::int64_t k) const {
    const std::uint64_t h = draw_at(seed_, 0, 0, i, j, k);
    const auto along = [&](std::int64_t cell, int shift) {
      // 21 of the hash's bits an axis.
      const double drawn = static_cast<double>((h >> shift) & 0x1fffff) / 2097152;
      const double at = (static_cast<double>(cell) + 0.5 + kJitter * (2 * drawn - 1)) * size_;
      return std::floor(at / kGridM + 0.5) * kGridM;
    };
    return {along(i, 0), along(j, 21), along(k, 42)};
  }

  void hollow(Vec3 c, const Axes& a, float* out) const {
    const Span sx = between(a.x, a.nx, c.x - radius_, c.x + radius_);
    const Span sy = between(a.y, a.ny, c.y - radius_, c.y + radius_);
    const Span sz = between(a.z, a.nz, c.z - radius_, c.z + radius_);
    if (sx.empty()) return;
    const auto square = [](double v, double from) {
      const auto d = static_cast<float>(v - from);
      return d * d;
    };
    const auto inverse = static_cast<float>(1 / (radius_ * radius_));
    float dx[kBlockRow];
    for (int ix = sx.from; ix < sx.to; ++ix) dx[ix] = square(a.x[ix], c.x);
    for (int iz = sz.from; iz < sz.to; ++iz)
      for (int iy = sy.from; iy < sy.to; ++iy) {
        const float d = square(a.z[iz], c.z) + square(a.y[iy], c.y);
        float* row = out + block_index(a.ny, 0, iy, iz);
        for (int ix = sx.from; ix < sx.to; ++ix) {
          const float depth = 1 - (dx[ix] + d) * inverse;
          row[ix] = row[ix] < depth ? depth : row[ix];
        }
      }
  }

  double size_, radius_;
  std::uint64_t seed_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  auto depth = context.driver("depth_m");
  if (!depth) return depth.error();
  return std::unique_ptr<Operator>(std::make_unique<Scallop>(
      std::move(*depth), context.number("size_m"), context.noise_seed(1)));
}

double reach(const OpEntry& entry) {
  return kNoiseSup * values_of(entry, "depth_m", {0.2, 0.2}).hi;
}

}  // namespace

OperatorRow scallop_row() {
  return {.id = "scallop",
          .role = Role::modifier,
          .params = kParams,
          .doc = "water-worn hollows",
          .compile = compile,
          .reach = reach};
}

}  // namespace strate::ops
