// Inside of a WalkWorld.
#pragma once

#include <span>
#include <vector>

#include "passes/walk/slab_impl.hpp"
#include "passes/walk/walk.hpp"

namespace strate {

/// A move between two slabs, by global ids.
struct JoinedMove {
  NodeId from = kNoNode, to = kNoNode;
  std::uint32_t weight = 0;
};

struct WalkWorld::Impl {
  std::vector<WalkSlab> slabs;
  std::vector<NodeId> first;         ///< first node of a slab; one more entry: their number
  std::vector<JoinedMove> joins;     ///< both directions, by (from, to)
  std::vector<ComponentId> walk_of;  ///< by node
  std::vector<WalkComponent> walks;
  std::vector<std::vector<ComponentId>> fit_of;  ///< by slab, by the slab's own component
  std::vector<FitComponent> fits;

  std::size_t slab_of(NodeId id) const;
  std::span<const JoinedMove> joins_of(NodeId id) const;

  bool joined_below(std::size_t upper) const;
  void join_moves();
  void label_walks();
  void label_fits();
};

}  // namespace strate
