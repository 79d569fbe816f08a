// The 0.5 m graph of reached floor (03 §2): what agents walk and ways (ways.hpp) are thinned from.
#pragma once

#include <cstdint>
#include <vector>

#include "passes/walk/floor_facts.hpp"

namespace strate {

/// Vertices are patches: standing samples of one 0.5 m square that hang together inside it. Edges
/// join patches between which a walk move leads.
struct WalkGraph {
  struct Edge {
    std::uint32_t to = 0;
    double length_m = 0;  ///< between the patches' mean floor points
  };
  std::vector<std::vector<Edge>> edges;  ///< by patch, ascending; both directions
  std::vector<std::uint32_t> patch_of;   ///< by node of the slab; ~0 outside the set
  std::uint64_t edge_count() const;
  double total_m() const;
};

WalkGraph walk_graph(const WalkSlab::Impl& slab, const NodeSet& nodes);

/// Way of an agent that goes depth first, neighbours in ascending order, walking back out of what
/// is exhausted, until it first stands in `to`. Negative if it never does.
double agent_distance_m(const WalkGraph& graph, std::uint32_t from, std::uint32_t to);

}  // namespace strate
