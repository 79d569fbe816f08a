// Operators without a stack around them.
#pragma once

#include "passes/density/fields.hpp"
#include "tests/support/stack_sample.hpp"

namespace strate::sample {

class NoShapes final : public ShapeSource {
 public:
  void reach_of(int, EvalContext&, float*) const override {}
  Interval reach_over(int, BoundContext&) const override { return {0, 0}; }
  void density_above(int, EvalContext&, float*) const override {}
  Interval density_above_over(int, BoundContext&) const override { return {0, 0}; }
};

/// What an operator is asked in: fields of a strate, and nothing above.
class LoneOperator {
 public:
  explicit LoneOperator(std::uint64_t seed)
      : fields_(frame(seed), shapes_), context_(fields_, {}, scratch_, Box3{}) {}

  StackContext& context() { return context_; }

 protected:
  /// The operator's own density at a point.
  double ask(const Operator& op, Vec3 p) {
    alignas(64) double x[3][kBlockRow];
    alignas(64) float out[kBlockRow];
    for (int i = 0; i < kBlockRow; ++i) x[0][i] = p.x, x[1][i] = p.y, x[2][i] = p.z;
    EvalContext point(fields_, {}, scratch_, {x[0], x[1], x[2], 1, 1, 1});
    op.eval(point, out);
    return out[0];
  }
  FieldTable& fields() { return fields_; }

 private:
  NoShapes shapes_;
  FieldTable fields_;
  StackScratch scratch_;
  BoundContext context_;
};

}  // namespace strate::sample
