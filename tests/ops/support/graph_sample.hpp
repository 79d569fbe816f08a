// Room graphs and tunnels without a stack around them.
#pragma once

#include <memory>

#include "passes/ops/tunnels.hpp"
#include "tests/ops/support/lone_operator.hpp"

namespace strate::sample {

/// What a graph is made from; the defaults are those of the operators.
struct GraphCase {
  const char* name = "defaults";
  std::uint64_t seed = 7;
  double spacing = 32, radius_lo = 4, radius_hi = 10, hub = 12, squash = 0.7, occupancy = 0.85;
  Interval heights{12, 52};
  double reach = 48, grade_tangent = 0.70020753820970977, tunnel_lo = 2.2, tunnel_hi = 2.2;
  double wander = 4;
  int links = 3;
  std::vector<PlacedRoom> placed = {};
};

/// A graph with its tunnels, and a context to ask them in.
class GraphSample : public LoneOperator {
 public:
  explicit GraphSample(const GraphCase& c) : LoneOperator(c.seed), rooms_(settings(c)) {
    ops::TunnelsOperator::Settings t;
    t.seed = c.seed;
    t.address = 2;
    t.slot = 1;
    t.links = c.links;
    t.radius = Driver(c.tunnel_lo, c.tunnel_hi);
    t.wander = Driver(c.wander);
    t.rule = {c.reach, c.grade_tangent, c.tunnel_hi};
    walkable_ = rooms_.graph()->join(t.rule);
    tunnels_ = std::make_unique<ops::TunnelsOperator>(t, rooms_.graph());
  }

  bool walkable() const { return walkable_; }
  const RoomGraph& graph() const { return *rooms_.graph(); }
  const ops::TunnelsOperator& tunnels() const { return *tunnels_; }

  /// Distance to the air of rooms and tunnels at a point.
  double at(Vec3 p) { return std::min(ask(rooms_, p), ask(*tunnels_, p)); }

 private:
  static RoomGraph::Settings settings(const GraphCase& c) {
    RoomGraph::Settings s;
    s.seed = c.seed;
    s.address = 1;
    s.spacing = c.spacing;
    s.ranges = {{c.radius_lo, c.radius_hi},
                {c.radius_lo * c.squash, c.radius_hi * c.squash},
                c.hub,
                c.heights};
    s.radius = Driver(c.radius_lo, c.radius_hi);
    s.squash = Driver(c.squash);
    s.occupancy = Driver(c.occupancy);
    s.placed = c.placed;
    return s;
  }

  ops::RoomsOperator rooms_;
  std::unique_ptr<ops::TunnelsOperator> tunnels_;
  bool walkable_ = false;
};

}  // namespace strate::sample
