// Doors of the seams between lateral regions (02 §6): two-sided, like passages.
//
// A cell of a site is a *side* if its main piece (passes/walk/pieces.hpp: what hangs together on
// foot inside the cell) has kLeastSideM2 of floor. A seam of two sides is open if the native walk
// within the two cells crosses it (kCrossedShare); else a door joins a footing of one main piece to
// one of the other, inside the two cells, proven by walking native density with the doors planned
// before it and this one: it blocks none of them.
#pragma once

#include <string>
#include <vector>

#include "compiler/parallel.hpp"
#include "compiler/result.hpp"
#include "passes/density/region_map.hpp"
#include "passes/plan/plan.hpp"
#include "passes/plan/survey.hpp"

namespace strate {

/// Everything that planning the seams of one strate reads.
struct SeamTask {
  const World& world;  ///< neither origins nor passages nor doors
  const Catalog& catalog;
  double radius_m;  ///< of the disc that plans live in
};

/// Plans every seam of a surveyed strate and tells the survey what is joined: its main component
/// becomes the largest set of components that open seams and doors join. Error: "plan.no_door", one
/// note a pair of footings tried.
Result<std::vector<SeamDoor>> plan_seams(const SeamTask& task, Survey& survey,
                                         const Executor& executor,
                                         std::vector<SeamReport>& reports);

}  // namespace strate
