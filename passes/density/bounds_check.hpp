// Bounds against brute force: the check behind the law `bounds` and the operators' conformance
// test.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "passes/density/stack.hpp"

namespace strate {

/// A sample outside what was proven of its box.
struct BoundFault {
  Box3 box;
  Vec3 at;
  double value = 0;
  Interval bound;
  std::string address;  ///< the first operator whose own bound is contradicted there
  SourceRef source;
};

/// Evaluates samples_per_axis³ (≤ kBlockMax) samples of the box, corners included, and compares
/// every one with what Stack::bound proves.
std::optional<BoundFault> check_bound(const Stack& stack, const Box3& box, int samples_per_axis,
                                      const EvalEnv& env, StackScratch& scratch);

/// Box number `index` of a stream: inside `region`, sides from 1/32 m to `longest_m`, small and
/// flat ones included.
Box3 random_box(std::uint64_t seed, std::uint64_t index, const Box3& region, double longest_m);

}  // namespace strate
