// roughness: rock texture (10 B9).
//
//   d' = d + amount · fbm(p) · w(|d|),   reach = kNoiseSup · amount
//   w = 1 for |d| ≤ reach, the quintic fade down to exactly 0 at 2 · reach, d' = d beyond
//
// fbm: three-dimensional, `octaves` octaves, the coarsest of feature size scale_m. The world stays
// outside its reach to the bit, so blocks farther away are skipped.
#include <algorithm>
#include <cmath>

#include "compiler/op.hpp"
#include "passes/density/compile.hpp"
#include "passes/density/interval.hpp"
#include "passes/density/noise_bound.hpp"
#include "passes/ops/room_graph.hpp"

namespace strate::ops {
namespace {

constexpr FieldSpec kParams[] = {
    {.name = "amount_m",
     .min = 0,
     .max = 2,
     .lo = 0.4,
     .drive = Drive::per_point,
     .doc = "how far the surface moves at most, over 1.04"},
    {.name = "scale_m", .min = 1, .max = 40, .lo = 5, .doc = "size of the coarsest features"},
    {.name = "octaves",
     .kind = FieldKind::integer,
     .min = 1,
     .max = 8,
     .lo = 4,
     .doc = "each halves the size and the strength of the one before"},
};

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

class Roughness final : public Operator {
 public:
  Roughness(Driver amount, Fbm noise) : amount_(std::move(amount)), noise_(noise) {}

  void eval(EvalContext& context, float* values) const override {
    const Axes& axes = context.axes();
    const float most = static_cast<float>(amount_.range().hi);
    // The fade is exactly over at 2 · reach; the margin covers the rounding of driven amounts.
    const float limit = static_cast<float>(2.001 * kNoiseSup) * most;
    Layers layers{0, axes.nz};
    if (context.prune()) layers = near_surface(axes, values, limit);
    if (layers.from == layers.to) return;
    const Axes part{axes.x,  axes.y,  axes.z + layers.from,
                    axes.nx, axes.ny, layers.to - layers.from};
    const std::size_t begin = block_index(axes.ny, 0, 0, layers.from);
    const std::size_t rows = static_cast<std::size_t>(part.nz) * static_cast<std::size_t>(axes.ny);
    const float* amounts =
        amount_.follows_field() ? block_of(amount_.view(context), context) : nullptr;
    float* noise = context.temporary().take<float>(rows * kBlockRow);
    kernels().fbm(noise_, padded(part, context), context.scratch().noise, noise);
    kernels().roughen(values + begin, noise, amounts ? amounts + begin : nullptr, most, rows);
  }

  Interval bound(BoundContext& context, Interval in) const override {
    const double amount = std::max(0.0, amount_.over(context).hi);
    const double reach = kNoiseSup * amount;
    const double nearest = in.lo > 0 ? in.lo : in.hi < 0 ? -in.hi : 0;
    if (amount <= 0 || nearest >= 2.001 * reach) return in;
    const double s = std::clamp((nearest - reach) / reach, 0.0, 1.0);
    const double fade = 1 - s * s * s * (s * (s * 6 - 15) + 10);
    const Interval noise = noise_over(noise_, context.box(), false);
    const double up = std::max(0.0, noise.hi) * amount * fade;
    const double down = std::max(0.0, -noise.lo) * amount * fade;
    return widened({in.lo - down, in.hi + up});
  }

 private:
  /// The part of a block needs its own z positions with the padding of kBlockRow entries.
  static Axes padded(const Axes& part, EvalContext& context) {
    double* z = context.temporary().take<double>(kBlockRow);
    std::copy_n(part.z, part.nz, z);
    std::fill(z + part.nz, z + kBlockRow, part.z[part.nz - 1]);
    return {part.x, part.y, z, part.nx, part.ny, part.nz};
  }

  /// A driven amount as a whole block.
  static const float* block_of(FieldView view, EvalContext& context) {
    float* out = context.take_block();
    const Axes& axes = context.axes();
    for (int iz = 0; iz < axes.nz; ++iz)
      for (int iy = 0; iy < axes.ny; ++iy)
        std::copy_n(view.row(iy, iz), kBlockRow, out + block_index(axes.ny, 0, iy, iz));
    return out;
  }

  Driver amount_;
  Fbm noise_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  auto amount = context.driver("amount_m");
  if (!amount) return amount.error();
  auto noise =
      context.noise(1, context.number("scale_m"), static_cast<int>(context.number("octaves")));
  if (!noise) return noise.error();
  return std::unique_ptr<Operator>(std::make_unique<Roughness>(std::move(*amount), *noise));
}

double reach(const OpEntry& entry) {
  return kNoiseSup * values_of(entry, "amount_m", {0.4, 0.4}).hi;
}

}  // namespace

OperatorRow roughness_row() {
  return {.id = "roughness",
          .role = Role::modifier,
          .params = kParams,
          .doc = "rock texture; reaches 1.04 x amount",
          .compile = compile,
          .reach = reach};
}

}  // namespace strate::ops
