// solid: rock everywhere, d = −cap. Starts a world (11 §3.4).
#include "compiler/op.hpp"
#include "passes/density/context.hpp"

namespace strate::ops {
namespace {

class Solid final : public Operator {
 public:
  void eval(EvalContext& context, float* values) const override {
    kernels().fill(values, context.rows(), static_cast<float>(-kCapM));
  }
  Interval bound(BoundContext&, Interval) const override { return {-kCapM, -kCapM}; }
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext&) {
  return std::unique_ptr<Operator>(std::make_unique<Solid>());
}

}  // namespace

OperatorRow solid_row() {
  return {.id = "solid", .world = true, .params = {}, .doc = "rock everywhere", .compile = compile};
}

}  // namespace strate::ops
