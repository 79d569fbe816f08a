// How much memory a run will hold, from what the bounds leave open: before anything is sampled.
//
// Bounds are asked tile by tile and leaf by leaf, as the sampling pass asks them. What they leave
// open is taken to be full of surface, so the figure errs on the high side: worlds of the shipped
// operators hold two thirds to nine tenths of it.
#pragma once

#include <cstdint>
#include <string>

#include "passes/cook.hpp"

namespace strate {

/// What the bounds leave open in one window.
struct OpenCount {
  std::uint64_t tiles = 0;       ///< that meet the window
  std::uint64_t open_tiles = 0;  ///< of these, with an open leaf
  std::uint64_t open_leaves = 0;
};

struct MemoryEstimate {
  std::uint64_t fixed = 0;   ///< the program, what each worker holds, what planning holds at once
  std::uint64_t window = 0;  ///< what grows with the baked area
  std::uint64_t bytes() const { return fixed + window; }
};

/// Of planning, which never depends on the baked window.
Result<MemoryEstimate> estimate_plan(const Season& season, const CookOptions& options);

/// Of everything after it: all strates' products, and what is held beside them at the worst moment.
MemoryEstimate estimate_passes(const Cook& cook);

/// "52.9 MB, more than the 52.4 MB": as many digits as tell the two apart. `needed` > `budget`.
std::string over_budget(std::uint64_t needed, std::uint64_t budget);

/// Refuse what the budget of the options does not hold, "budget.memory": at the passages that are
/// looked for too far, or at the window, with the largest one that fits. Nothing to do without a
/// budget.
Result<Done> check_plan_memory(const Season& season, const CookOptions& options);
Result<Done> check_pass_memory(const Cook& cook);

/// Hands what was freed back to the machine: allocators keep it, each thread's for itself.
void release_freed_memory();

}  // namespace strate
