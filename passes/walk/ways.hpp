// The ways of a floor: what is left of its graph when floor is worn off from its borders for as
// long as nothing tears and no hole closes. A hall leaves a point, a corridor its middle line,
// floor around a pillar a ring. Dead ends and loops are counted on ways: on the graph itself every
// square of open floor would be a loop (03 §2 counts there; that says the same of every floor).
//
// Sources: homotopic thinning by simple points (Kong, Rosenfeld 1989), a point being simple if its
// neighbours, joined as they are to each other, hang together and enclose nothing.
#pragma once

#include "passes/walk/walk_graph.hpp"

namespace strate {

struct Ways {
  WalkGraph graph;                   ///< patches numbered anew; patch_of is empty
  std::vector<double> half_width_m;  ///< by patch: floor worn off beside it
};
Ways ways_of(const WalkGraph& floor);

/// Ends of ways that are longer, to the next fork, than they are wide by `spur_m`: the ends of the
/// line that is left of a hall are none.
std::uint64_t dead_ends(const Ways& ways, double spur_m = 2);

/// Independent rings: those that bound no floor.
std::uint64_t loops(const WalkGraph& graph);

}  // namespace strate
