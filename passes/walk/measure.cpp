#include "passes/walk/measure.hpp"

#include <algorithm>
#include <cmath>

#include "passes/walk/floor_facts.hpp"
#include "passes/walk/walk_graph.hpp"
#include "passes/walk/world_impl.hpp"

namespace strate {
namespace {

constexpr double kSightM = 64, kHeadroomM = 64;
constexpr std::size_t kSightPlaces = 256;

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

/// Nodes of a slab that are reached on foot.
NodeSet reached_from(const WalkWorld& walk, std::size_t slab, NodeId from) {
  NodeSet nodes;
  if (from == kNoNode) return nodes;
  const NodeId first = walk.first_node(slab), end = walk.first_node(slab + 1);
  const ComponentId component = walk.walk_component(from);
  for (NodeId id = first; id < end; ++id)
    if (walk.walk_component(id) == component) nodes.push_back(id - first);
  return nodes;
}

double volume_over(const WalkSlab::Impl& slab, const NodeSet& nodes, const Executor& executor) {
  const double v = metres(slab.params.voxel_um);
  return static_cast<double>(fitting_over(slab, nodes, executor)) * v * v * v;
}

class Measuring {
 public:
  Measuring(const WalkWorld& walk, std::size_t index, const Lattice& lattice, const WalkEnds& ends,
            const Executor& executor)
      : walk_(walk),
        index_(index),
        slab_(walk.slab(index).impl()),
        lattice_(lattice),
        ends_(ends),
        executor_(executor),
        from_(walk.node_near(ends.arrival, kFloorReachM)),
        to_(walk.node_near(ends.departure, kFloorReachM)) {}

  WalkFigures run() {
    measure_volumes();
    measure_reached();
    measure_way();
    return std::move(figures_);
  }

 private:
  void measure_volumes() {
    const double v = metres(slab_.params.voxel_um);
    const auto all = static_cast<double>(slab_.core.count());
    const auto air = static_cast<double>(air_samples(lattice_, slab_.core, executor_));
    figures_.air_fraction = share(air, all);
    const auto& bodies = slab_.bodies.bodies();
    figures_.component_count = static_cast<double>(bodies.size());
    figures_.floor_m2 = static_cast<double>(slab_.z.size()) * v * v;
    figures_.steep_floor_fraction =
        share(static_cast<double>(slab_.steep),
              static_cast<double>(slab_.steep) + static_cast<double>(slab_.z.size()));
    if (from_ == kNoNode) return;
    figures_.main_component_fraction = fit_share(walk_, index_, from_);
  }

  void measure_reached() {
    const NodeSet nodes = reached_from(walk_, index_, from_);
    if (nodes.empty()) return;
    figures_.reachable_fit_m3 = volume_over(slab_, nodes, executor_);
    measure_headroom(nodes);
    const double wide = 3 * metres(slab_.params.player.radius_um);
    const NarrowCount narrow = count_narrow(lattice_, slab_, nodes, wide, executor_);
    figures_.narrow_gap_fraction =
        share(static_cast<double>(narrow.narrow), static_cast<double>(narrow.judged));
    figures_.openness_m = mean_sight_m(lattice_, slab_, nodes, kSightPlaces, kSightM, executor_);
    measure_graph(nodes);
  }

  void measure_headroom(const NodeSet& nodes) {
    std::vector<std::int32_t> heights = headrooms(lattice_, slab_, nodes, kHeadroomM, executor_);
    std::int64_t sum = 0;
    for (const std::int32_t h : heights) sum += h;
    const double per_part = slab_.params.metres_of(1);
    figures_.headroom_mean_m =
        static_cast<double>(sum) / static_cast<double>(heights.size()) * per_part;
    const auto at = static_cast<std::ptrdiff_t>((heights.size() * 95 + 99) / 100 - 1);
    std::nth_element(heights.begin(), heights.begin() + at, heights.end());
    figures_.headroom_p95_m = slab_.params.metres_of(heights[static_cast<std::size_t>(at)]);
  }

  void measure_graph(const NodeSet& nodes) {
    const WalkGraph graph = walk_graph(slab_, nodes);
    const double hundreds = graph.total_m() / 100;
    figures_.dead_ends_per_100m = share(static_cast<double>(dead_ends(graph)), hundreds);
    figures_.loops_per_100m = share(static_cast<double>(loops(graph)), hundreds);
    const NodeId first = walk_.first_node(index_), end = walk_.first_node(index_ + 1);
    const auto here = [&](NodeId id) { return id != kNoNode && first <= id && id < end; };
    if (!here(from_) || !here(to_)) return;
    const double way =
        agent_distance_m(graph, graph.patch_of[from_ - first], graph.patch_of[to_ - first]);
    if (way >= 0) figures_.agent_distance_m = way;
  }

  void measure_way() {
    if (from_ == kNoNode || to_ == kNoNode) return;
    const std::optional<Route> route = shortest_route(walk_, from_, to_);
    if (!route) return;
    double way = 0, climb = 0;
    for (std::size_t i = 1; i < route->nodes.size(); ++i) {
      const Vec3 d = walk_.floor_point(route->nodes[i]) - walk_.floor_point(route->nodes[i - 1]);
      way += length(d);
      climb += std::fabs(d.z);
    }
    figures_.walk_length_m = way;
    const double straight = length(walk_.floor_point(to_) - walk_.floor_point(from_));
    if (straight > 0) figures_.tortuosity = way / straight;
    if (way > 0) figures_.verticality = climb / way;
  }

  const WalkWorld& walk_;
  std::size_t index_;
  const WalkSlab::Impl& slab_;
  const Lattice& lattice_;
  WalkEnds ends_;
  const Executor& executor_;
  NodeId from_, to_;
  WalkFigures figures_;
};

Vec3 origin_floor(const StrateWorld& s) { return s.origin.floor + Vec3{0, 0, metres(s.bottom_um)}; }

}  // namespace

WalkEnds walk_ends(const WorldDef& def, std::size_t strate) {
  const StrateWorld& s = def.strates[strate];
  WalkEnds ends{origin_floor(s), origin_floor(s)};
  bool arrives = false, departs = false;
  for (const Passage& p : def.passages) {
    if (p.lower == s.id && !arrives) ends.arrival = p.arrival.floor, arrives = true;
    if (p.upper == s.id && !departs) ends.departure = p.departure.floor, departs = true;
  }
  return ends;
}

std::vector<NamedFigure> named_figures(const WalkFigures& f) {
  std::vector<NamedFigure> all{{"air_fraction", f.air_fraction},
                               {"component_count", f.component_count},
                               {"main_component_fraction", f.main_component_fraction},
                               {"reachable_fit_m3", f.reachable_fit_m3},
                               {"floor_m2", f.floor_m2}};
  const auto add = [&](std::string_view name, const std::optional<double>& value) {
    if (value) all.push_back({name, *value});
  };
  add("walk_length_m", f.walk_length_m);
  add("tortuosity", f.tortuosity);
  add("agent_distance_m", f.agent_distance_m);
  add("dead_ends_per_100m", f.dead_ends_per_100m);
  add("loops_per_100m", f.loops_per_100m);
  add("narrow_gap_fraction", f.narrow_gap_fraction);
  add("headroom_mean_m", f.headroom_mean_m);
  add("headroom_p95_m", f.headroom_p95_m);
  add("verticality", f.verticality);
  add("openness_m", f.openness_m);
  add("steep_floor_fraction", f.steep_floor_fraction);
  return all;
}

double reachable_fit_m3(const WalkWorld& walk, std::size_t slab, NodeId from,
                        const Executor& executor) {
  return volume_over(walk.slab(slab).impl(), reached_from(walk, slab, from), executor);
}

WalkFigures measure_walk(const WalkWorld& walk, std::size_t index, const Lattice& lattice,
                         const WalkEnds& ends, const Executor& executor) {
  return Measuring(walk, index, lattice, ends, executor).run();
}

}  // namespace strate
