// roughness: rock texture (10 B9).
//
//   d' = d + amount · fbm(p) · w(|d|)             a texture (texture.hpp) whose pattern is fbm
//
// fbm: three-dimensional, `octaves` octaves, the coarsest of feature size scale_m.
#include "compiler/op.hpp"
#include "passes/density/noise_bound.hpp"
#include "passes/ops/room_graph.hpp"
#include "passes/ops/texture.hpp"

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

class Roughness final : public Texture {
 public:
  Roughness(Driver amount, Fbm noise) : Texture(std::move(amount)), noise_(noise) {}

 protected:
  void pattern(EvalContext& context, const Part& part, float* out) const override {
    kernels().fbm(noise_, part.axes, context.scratch().noise, out);
  }
  Interval pattern_over(BoundContext& context) const override {
    return noise_over(noise_, context.box(), false);
  }

 private:
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
