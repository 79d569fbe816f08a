// What textures share: they move surfaces by a pattern, near them alone (10 B9).
//
//   d' = d + amount · pattern(p) · w(|d|),   reach = kNoiseSup · amount
//   w = 1 for |d| ≤ reach, the quintic fade down to exactly 0 at 2 · reach, d' = d beyond
//
// The world stays outside that to the bit, so blocks farther away are skipped.
#pragma once

#include "passes/density/compile.hpp"
#include "passes/density/interval.hpp"

namespace strate {

class Texture : public Operator {
 public:
  void eval(EvalContext& context, float* values) const final;
  Interval bound(BoundContext& context, Interval in) const final;

 protected:
  /// amount = min(strength · unit, most) [Units: m]
  explicit Texture(Driver strength, double unit = 1, double most = kCapM);

  /// The layers of a block in which something may move.
  struct Part {
    Axes axes;
    const float* values;  ///< the density there
    float limit;          ///< samples with |value| ≥ limit stay as they are
    bool far(std::size_t i) const { return !(values[i] < limit && values[i] > -limit); }
  };
  /// Writes the pattern, |pattern| ≤ kNoiseSup, for the part's samples that are not far; the others
  /// need any finite value.
  virtual void pattern(EvalContext& context, const Part& part, float* out) const = 0;
  virtual Interval pattern_over(BoundContext& context) const = 0;

 private:
  const float* amounts(EvalContext& context) const;

  Driver strength_;
  double unit_, most_;
  float largest_;  ///< amount anywhere
};

}  // namespace strate
