// What the bounds of operators are worth in a bake (10 B7): in how many of the boxes that must be
// sampled each one is skipped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/lattice.hpp"
#include "compiler/op.hpp"
#include "compiler/parallel.hpp"
#include "compiler/result.hpp"
#include "compiler/world.hpp"

namespace strate {

struct OperatorShare {
  std::string address;  ///< of the entry; of a lateral region "<region>.<address>"
  std::string op;       ///< "group" of a group
  /// True: the ground above it does its work (terrace, overhang …), so it has no share of its own.
  bool in_ground = false;
  std::uint64_t sampled = 0, skipped = 0;  ///< boxes of the stack, and those it is skipped in
  double fraction() const {
    return sampled == 0 ? 0 : static_cast<double>(skipped) / static_cast<double>(sampled);
  }
};

struct StrateShares {
  std::string strate;
  std::uint64_t boxes = 0;   ///< storage tiles that meet the window
  std::uint64_t proven = 0;  ///< of them: beyond the band by bound, nothing is sampled there
  std::vector<OperatorShare> operators;  ///< in stack order, those of a group behind it
};

/// Plans every storage tile of a window (lattice indices; what lies outside the strate is left out)
/// as a bake does, without sampling. Posts are not asked. Errors: those of compiling the stacks.
Result<StrateShares> operator_shares(const WorldDef& world, std::size_t strate,
                                     const IndexBox& window, const Catalog& catalog,
                                     const Executor& executor);

}  // namespace strate
