// The determinism self-check (09 D17): the stages of a cook once more, on other threads, in another
// order, on another instruction set. They must give the same bits; if they do not, the first stage,
// operator and place that differ are named.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "passes/cook.hpp"
#include "passes/fault_finder.hpp"
#include "passes/run_print.hpp"

namespace strate {

/// A thread count other than `threads` that is as fast: one more, so no core is idle.
unsigned other_threads(unsigned threads);

/// The next lower level that is present, else the next higher one, else `level` itself.
SimdLevel other_simd(SimdLevel level);

class SelfCheck {
 public:
  /// `other` is how the second run goes; `how` names it: "3 threads, reversed tiles, sse4".
  SelfCheck(EvalWay other, std::string how) : other_(other), how_(std::move(how)) {}

  /// Runs every pass the other way; keeps hashes of the products and drops them.
  void run(const Season& season, const CookOptions& options,
           const std::function<void(std::string_view pass)>& progress);

  /// Compares a cook whose passes are done, or ended with `done`, on the present instruction set.
  /// The error is "bug.nondeterminism".
  Result<Done> compare(const Cook& cook, const Result<Done>& done) const;

  /// Hashes compared, and how the second run went: for the result of a cook.
  std::size_t parts() const;
  const std::string& how() const { return how_; }

 private:
  Error named(const Cook& cook, const PrintDifference& difference) const;
  std::optional<DensityFault> density_fault(const Cook& cook,
                                            const PrintDifference& difference) const;
  std::optional<DensityFault> plan_fault(const Cook& cook) const;

  EvalWay other_;
  std::string how_;
  RunPrint print_;
  std::optional<Error> error_;  ///< that ended the other run
};

}  // namespace strate
