// rooms as the tunnels that join it see it.
#pragma once

#include <memory>

#include "compiler/op.hpp"
#include "passes/ops/room_graph.hpp"

namespace strate::ops {

class RoomsOperator final : public Operator {
 public:
  explicit RoomsOperator(RoomGraph::Settings settings)
      : graph_(std::make_shared<RoomGraph>(std::move(settings))) {}
  void eval(EvalContext& context, float* values) const override;
  Interval bound(BoundContext& context, Interval in) const override;
  /// Tunnels tie themselves to it while the stack compiles; nobody changes it afterwards.
  const std::shared_ptr<RoomGraph>& graph() const { return graph_; }

 private:
  template <class Visit>
  void for_rooms(StackContext& context, const Box3& box, Visit visit) const;

  std::shared_ptr<RoomGraph> graph_;
};

}  // namespace strate::ops
