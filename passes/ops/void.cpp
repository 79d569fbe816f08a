// void: air everywhere, d = +cap. Starts a world (11 §3.4).
#include "compiler/op.hpp"
#include "passes/density/context.hpp"

namespace strate::ops {
namespace {

class Void final : public Operator {
 public:
  void eval(EvalContext& context, float* values) const override {
    kernels().fill(values, context.rows(), static_cast<float>(kCapM));
  }
  Interval bound(BoundContext&, Interval) const override { return {kCapM, kCapM}; }
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext&) {
  return std::unique_ptr<Operator>(std::make_unique<Void>());
}

}  // namespace

OperatorRow void_row() {
  return {.id = "void", .world = true, .params = {}, .doc = "air everywhere", .compile = compile};
}

}  // namespace strate::ops
