// Proofs by walking (02 §5): what is built is evaluated with its strates, walked, and compared with
// the walk before.
#pragma once

#include <string>
#include <vector>

#include "compiler/parallel.hpp"
#include "passes/density/world.hpp"
#include "passes/plan/survey.hpp"

namespace strate {

/// Least share of a strate's standing area around a change that must remain in one piece.
inline constexpr double kKeptShare = 0.75;

/// A place that must be joined to the main component of its strate.
struct Joint {
  Vec3 floor;
  const Survey* survey = nullptr;
  std::string name;                 ///< "the upper landing"
  ComponentId side = kNoComponent;  ///< of the survey: the one it must be joined to; none: any main
};

/// A change of density inside `box` and what must hold behind it.
struct Change {
  const World* before = nullptr;  ///< asked without passages
  const World* after = nullptr;   ///< asked under `layers`
  Layers layers;
  Box3 box;
  std::vector<const Survey*> surveys;  ///< of the strates that the box meets, top first
  std::vector<Joint> joints;           ///< all must be one component, each joined to its strate
  /// Ways planned before: where both ends lie in the box and hang together, they still must.
  std::vector<const Passage*> ways = {};
};

/// What the change lacks, as a clause; empty: proven. Proven means: every joint stands in one
/// component; each shares it with the main component of its strate; whatever of a strate's main
/// component hung together around the change still does, with kKeptShare of its standing area.
std::string lack_of(const Change& change, const Executor& executor);

}  // namespace strate
