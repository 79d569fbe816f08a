// What the field `passage_m` reads in a final world: distance to the nearest tube wall or landing.
#pragma once

#include <vector>

#include "passes/density/context.hpp"
#include "passes/density/posts.hpp"

namespace strate {

/// For one strate, whose stack asks in its own heights.
class PassageDistances : public PassageDistance {
 public:
  PassageDistances(const std::vector<PassageShape>& passages, double bottom_m)
      : passages_(passages), bottom_m_(bottom_m) {}
  void distances(const Axes& axes, float* out) const override;
  Interval over(const Box3& box) const override;

 private:
  const std::vector<PassageShape>& passages_;
  double bottom_m_;
};

}  // namespace strate
