// Questions about components: main ones, shares, gaps.
#include <algorithm>

#include "passes/walk/world_impl.hpp"

namespace strate {
namespace {

constexpr std::size_t kMostPoints = 4096;

struct Point {
  NodeId id = kNoNode;
  Vec3 at;
};

/// Nodes of a component, thinned evenly.
std::vector<Point> points_of(const WalkWorld& walk, ComponentId component) {
  const auto nodes = static_cast<std::size_t>(walk.walk_components()[component].nodes);
  const std::size_t step = (nodes + kMostPoints - 1) / kMostPoints;
  std::vector<Point> points;
  std::size_t seen = 0;
  for (NodeId id = 0; id < walk.node_count(); ++id)
    if (walk.walk_component(id) == component && seen++ % step == 0)
      points.push_back({id, walk.floor_point(id)});
  return points;
}

}  // namespace

WalkGap nearest_gap(const WalkWorld& walk, ComponentId from, ComponentId to) {
  WalkGap gap;
  double best2 = -1;
  const std::vector<Point> ends = points_of(walk, to);
  for (const Point& a : points_of(walk, from))
    for (const Point& b : ends) {
      const Vec3 d = b.at - a.at;
      const double d2 = dot(d, d);
      if (best2 >= 0 && d2 >= best2) continue;
      best2 = d2;
      gap = {a.id, b.id, 0};
    }
  if (best2 >= 0) gap.length_m = std::sqrt(best2);
  return gap;
}

ComponentId main_component(const WalkWorld& walk, std::size_t slab) {
  std::vector<std::uint64_t> nodes(walk.walk_components().size());
  for (NodeId id = walk.first_node(slab); id < walk.first_node(slab + 1); ++id)
    ++nodes[walk.walk_component(id)];
  const auto most = std::max_element(nodes.begin(), nodes.end());
  return most == nodes.end() || *most == 0 ? kNoComponent
                                           : static_cast<ComponentId>(most - nodes.begin());
}

double fit_share(const WalkWorld& walk, std::size_t slab, NodeId node) {
  const ComponentId main = walk.fit_component(walk.node(node));
  const auto& bodies = walk.slab(slab).impl().bodies.bodies();
  std::uint64_t part = 0, all = 0;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    all += bodies[k].samples;
    if (walk.impl().fit_of[slab][k] == main) part += bodies[k].samples;
  }
  return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0;
}

}  // namespace strate
