// islands, and what tests ask of them.
#pragma once

#include "compiler/op.hpp"
#include "passes/ops/island_graph.hpp"
#include "passes/ops/island_shapes.hpp"

namespace strate::ops {

class IslandsOperator final : public Operator {
 public:
  /// The bridge that a cell owns, upside down.
  struct Owned {
    Coord cell;
    bool used = false, bridged = false;
    TunnelPath deck;
  };

  explicit IslandsOperator(IslandGraph::Settings settings) : graph_(std::move(settings)) {}
  void eval(EvalContext& context, float* values) const override;
  Interval bound(BoundContext& context, Interval in) const override;
  /// The top of the anchor.
  std::optional<Vec3> home(StackContext& context) const override;

  const IslandGraph& graph() const { return graph_; }
  /// All valid until the next call.
  const Owned& owned(StackContext& context, Coord cell) const;
  const IslandShapes& shapes(StackContext& context, Coord cell) const;
  const Trunk& trunk(StackContext& context) const;

 private:
  template <class Deck, class Body>
  void for_shapes(StackContext& context, const Box3& box, Deck deck, Body body) const;
  bool trunk_near(StackContext& context, const Box3& box) const;

  IslandGraph graph_;
};

}  // namespace strate::ops
