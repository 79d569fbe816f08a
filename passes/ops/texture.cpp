#include "passes/ops/texture.hpp"

#include <algorithm>

namespace strate {
namespace {

/// The fade is exactly over at 2 · reach; the margin covers the rounding of driven amounts.
constexpr double kEnd = 2.001 * kNoiseSup;

/// Layers of a block: from, to (half-open).
struct Layers {
  int from, to;
};

/// The layers between the first and the last that hold a value within `limit` of 0.
Layers near_surface(const Axes& axes, const float* values, float limit) {
  const auto near = [&](int iz) {
    float lo, hi;
    const float* layer = values + block_index(axes.ny, 0, 0, iz);
    kernels().range(layer, static_cast<std::size_t>(axes.ny), axes.nx, lo, hi);
    return lo < limit && hi > -limit;
  };
  Layers s{0, axes.nz};
  while (s.from < s.to && !near(s.from)) ++s.from;
  while (s.from < s.to && !near(s.to - 1)) --s.to;
  return s;
}

/// Layers of a block with z positions of their own, padded to kBlockRow entries.
Axes layers_of(const Axes& axes, Layers layers, Arena& memory) {
  const int n = layers.to - layers.from;
  double* z = memory.take<double>(kBlockRow);
  std::copy_n(axes.z + layers.from, n, z);
  std::fill(z + n, z + kBlockRow, z[n - 1]);
  return {axes.x, axes.y, z, axes.nx, axes.ny, n};
}

}  // namespace

Texture::Texture(Driver strength, double unit, double most)
    : strength_(std::move(strength)),
      unit_(unit),
      most_(most),
      largest_(static_cast<float>(std::min(strength_.range().hi * unit, most))) {}

/// A driven amount as a whole block; null if it is the same everywhere.
const float* Texture::amounts(EvalContext& context) const {
  if (strength_.constant()) return nullptr;
  const FieldView view = strength_.view(context);
  float* out = context.take_block();
  const Axes& axes = context.axes();
  for (int iz = 0; iz < axes.nz; ++iz)
    for (int iy = 0; iy < axes.ny; ++iy)
      std::copy_n(view.row(iy, iz), kBlockRow, out + block_index(axes.ny, 0, iy, iz));
  if (unit_ != 1) kernels().affine(out, context.rows(), static_cast<float>(unit_), 0);
  if (most_ < kCapM) kernels().min_value(out, context.rows(), static_cast<float>(most_));
  return out;
}

void Texture::eval(EvalContext& context, float* values) const {
  const Axes& axes = context.axes();
  const float limit = static_cast<float>(kEnd) * largest_;
  Layers layers{0, axes.nz};
  if (context.prune()) layers = near_surface(axes, values, limit);
  if (layers.from == layers.to) return;
  const std::size_t begin = block_index(axes.ny, 0, 0, layers.from);
  const Part part{layers_of(axes, layers, context.temporary()), values + begin, limit};
  const std::size_t rows =
      static_cast<std::size_t>(part.axes.nz) * static_cast<std::size_t>(axes.ny);
  const float* each = amounts(context);
  float* moves = context.temporary().take<float>(rows * kBlockRow);
  pattern(context, part, moves);
  kernels().roughen(values + begin, moves, each ? each + begin : nullptr, largest_, rows);
}

Interval Texture::bound(BoundContext& context, Interval in) const {
  const double amount = std::min(std::max(0.0, strength_.over(context).hi) * unit_, most_);
  const double reach = kNoiseSup * amount;
  const double nearest = in.lo > 0 ? in.lo : in.hi < 0 ? -in.hi : 0;
  if (amount <= 0 || nearest >= 2.001 * reach) return in;
  const double s = std::clamp((nearest - reach) / reach, 0.0, 1.0);
  const double fade = 1 - s * s * s * (s * (s * 6 - 15) + 10);
  const Interval moves = pattern_over(context);
  const double up = std::max(0.0, moves.hi) * amount * fade;
  const double down = std::max(0.0, -moves.lo) * amount * fade;
  return widened({in.lo - down, in.hi + up});
}

}  // namespace strate
