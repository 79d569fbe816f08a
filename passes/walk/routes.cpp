// Nearest nodes and shortest ways.
#include <algorithm>
#include <cmath>
#include <queue>

#include "passes/walk/world_impl.hpp"

namespace strate {
namespace {

constexpr std::uint64_t kFar = ~0ull;

/// Dijkstra over the nodes. A node's predecessor is the lowest id among those that reach it at the
/// least weight: they are settled before it, since weights are above zero.
class Search {
 public:
  using Allowed = std::function<bool(NodeId)>;
  explicit Search(const WalkWorld& walk, Allowed allowed = {})
      : walk_(walk),
        allowed_(std::move(allowed)),
        weight_(walk.node_count(), kFar),
        before_(walk.node_count(), kNoNode) {}

  std::optional<Route> run(std::span<const NodeId> from, std::span<const NodeId> to) {
    std::vector<NodeId> goals(to.begin(), to.end());
    std::sort(goals.begin(), goals.end());
    for (const NodeId id : from)
      if (id < weight_.size()) reach(id, 0, kNoNode);
    std::array<WalkStep, WalkWorld::kMaxSteps> buffer;
    while (!open_.empty()) {
      const auto [weight, id] = open_.top();
      open_.pop();
      if (weight != weight_[id]) continue;
      if (std::binary_search(goals.begin(), goals.end(), id)) return route_to(id);
      for (const WalkStep& step : walk_.steps(id, buffer)) reach(step.to, weight + step.weight, id);
    }
    return std::nullopt;
  }

 private:
  void reach(NodeId id, std::uint64_t weight, NodeId by) {
    if (weight > weight_[id] || (allowed_ && weight_[id] == kFar && !allowed_(id))) return;
    if (weight == weight_[id]) {
      if (before_[id] != kNoNode) before_[id] = std::min(before_[id], by);
      return;
    }
    weight_[id] = weight;
    before_[id] = by;
    open_.push({weight, id});
  }

  Route route_to(NodeId id) const {
    Route route;
    route.weight = weight_[id];
    for (NodeId at = id; at != kNoNode; at = before_[at]) route.nodes.push_back(at);
    std::reverse(route.nodes.begin(), route.nodes.end());
    return route;
  }

  using Item = std::pair<std::uint64_t, NodeId>;
  const WalkWorld& walk_;
  Allowed allowed_;
  std::vector<std::uint64_t> weight_;
  std::vector<NodeId> before_;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open_;
};

/// Node of `slab` nearest to `point`, if it beats `best2`.
struct Nearest {
  NodeId id = kNoNode;
  double distance2 = 0;
};

template <class Accept>
void nearest_in(const WalkWorld& walk, std::size_t s, Vec3 point, double reach_m, Accept&& accept,
                Nearest& best) {
  const WalkSlab::Impl& slab = walk.slab(s).impl();
  if (slab.column.empty()) return;
  const double voxel = metres(slab.params.voxel_um);
  const auto index = [&](double m) { return static_cast<std::int64_t>(std::floor(m / voxel)); };
  const IndexBox box = intersect(
      slab.core, {{index(point.x - reach_m), index(point.y - reach_m), slab.core.lo.z},
                  {index(point.x + reach_m) + 2, index(point.y + reach_m) + 2, slab.core.hi.z}});
  for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
    for (std::int64_t x = box.lo.x; x < box.hi.x; ++x) {
      const std::size_t c = slab.column_index(x, y);
      for (std::uint32_t n = slab.column[c]; n < slab.column[c + 1]; ++n) {
        const NodeId id = walk.first_node(s) + n;
        if (!accept(id)) continue;
        const Vec3 d = walk.floor_point(id) - point;
        const double d2 = dot(d, d);
        if (d2 > reach_m * reach_m || (best.id != kNoNode && d2 >= best.distance2)) continue;
        best = {id, d2};
      }
    }
}

template <class Accept>
NodeId nearest(const WalkWorld& walk, Vec3 point, double reach_m, Accept&& accept) {
  Nearest best;
  for (std::size_t s = 0; s < walk.slab_count(); ++s)
    nearest_in(walk, s, point, reach_m, accept, best);
  return best.id;
}

}  // namespace

NodeId WalkWorld::node_near(Vec3 point, double reach_m) const {
  return nearest(*this, point, reach_m, [](NodeId) { return true; });
}

NodeId WalkWorld::node_near(Vec3 point, double reach_m, ComponentId component) const {
  return nearest(*this, point, reach_m, [&](NodeId id) { return walk_component(id) == component; });
}

std::optional<Route> shortest_route(const WalkWorld& walk, std::span<const NodeId> from,
                                    std::span<const NodeId> to) {
  return Search(walk).run(from, to);
}

std::optional<Route> shortest_route(const WalkWorld& walk, NodeId from, NodeId to) {
  if (from >= walk.node_count() || to >= walk.node_count()) return std::nullopt;
  if (walk.walk_component(from) != walk.walk_component(to)) return std::nullopt;
  return Search(walk).run({&from, 1}, {&to, 1});
}

std::optional<Route> shortest_route(const WalkWorld& walk, NodeId from, NodeId to,
                                    const std::function<bool(NodeId)>& allowed) {
  if (from >= walk.node_count() || to >= walk.node_count()) return std::nullopt;
  if (walk.walk_component(from) != walk.walk_component(to)) return std::nullopt;
  return Search(walk, allowed).run({&from, 1}, {&to, 1});
}

}  // namespace strate
