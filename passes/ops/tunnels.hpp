// tunnels, and what tests ask of them.
#pragma once

#include <memory>

#include "compiler/op.hpp"
#include "passes/ops/room_graph.hpp"
#include "passes/ops/rooms.hpp"
#include "passes/ops/tunnel_path.hpp"

namespace strate::ops {

class TunnelsOperator final : public Operator {
 public:
  struct Settings {
    std::uint64_t seed = 0, address = 0;
    int slot = 0;
    int links = 3;
    Driver radius, wander;
    TunnelRule rule;
  };
  /// All that one cell owns.
  struct Owned {
    Coord owner;
    bool used = false;
    bool crossing = false;  ///< the cell is a carved crossing
    ChamberShape chamber;   ///< its shape
    int count = 0;
    TunnelPath paths[RoomGraph::kLinksMax];
  };

  TunnelsOperator(Settings settings, std::shared_ptr<RoomGraph> graph)
      : settings_(std::move(settings)), graph_(std::move(graph)) {}
  void eval(EvalContext& context, float* values) const override;
  Interval bound(BoundContext& context, Interval in) const override;

  const RoomGraph& graph() const { return *graph_; }
  /// Valid until the next call.
  const Owned& owned(StackContext& context, Coord owner) const;

 private:
  template <class Visit>
  void for_owned(StackContext& context, const Box3& box, Visit visit) const;
  template <class Tube, class Crossing>
  void for_shapes(StackContext& context, const Box3& box, Tube tube, Crossing crossing) const;
  void compute(StackContext& context, Coord owner, Owned& out) const;
  TunnelEnd end_at(StackContext& context, const Room& room) const;
  double pick(std::uint64_t salt, Coord cell) const;
  double reach() const;

  Settings settings_;
  std::shared_ptr<RoomGraph> graph_;
};

}  // namespace strate::ops
