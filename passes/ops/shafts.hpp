// shafts, and what tests ask of them.
#pragma once

#include "compiler/op.hpp"
#include "passes/ops/shaft_graph.hpp"
#include "passes/ops/shaft_shapes.hpp"

namespace strate::ops {

class ShaftsOperator final : public Operator {
 public:
  /// The connectors that a cell owns.
  struct Owned {
    Coord cell;
    bool used = false;
    int count = 0;
    TunnelPath paths[ShaftGraph::kWaysMax];
  };

  ShaftsOperator(ShaftGraph::Settings settings, Driver shelf_share)
      : graph_(std::move(settings)), shelf_share_(std::move(shelf_share)) {}
  void eval(EvalContext& context, float* values) const override;
  Interval bound(BoundContext& context, Interval in) const override;

  const ShaftGraph& graph() const { return graph_; }
  /// Both valid until the next call.
  const Owned& owned(StackContext& context, Coord cell) const;
  const ShaftShapes& shapes(StackContext& context, Coord cell) const;

 private:
  template <class Visit>
  void for_cells(const Box3& box, bool all, Visit visit) const;
  template <class Way, class Well>
  void for_shapes(StackContext& context, const Box3& box, Way way, Well well) const;

  ShaftGraph graph_;
  Driver shelf_share_;
};

}  // namespace strate::ops
