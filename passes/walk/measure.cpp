#include "passes/walk/measure.hpp"

#include <algorithm>
#include <cmath>

#include "passes/walk/floor_facts.hpp"
#include "passes/walk/ways.hpp"
#include "passes/walk/world_impl.hpp"

namespace strate {
namespace {

constexpr double kSightM = 64, kHeadroomM = 64;
constexpr std::size_t kSightPlaces = 256;
/// A hall has next to no ways: what is counted by their length is counted by this at least.
constexpr double kLeastWaysM = 20;

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
    Headrooms found = headrooms(lattice_, slab_, nodes, kHeadroomM, executor_);
    std::vector<std::int32_t>& heights = found.parts;
    figures_.headroom_cut_fraction =
        share(static_cast<double>(found.cut), static_cast<double>(heights.size()));
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
    const Ways ways = ways_of(graph);
    const double hundreds = std::max(kLeastWaysM, ways.graph.total_m()) / 100;
    figures_.dead_ends_per_100m = static_cast<double>(dead_ends(ways)) / hundreds;
    figures_.loops_per_100m = static_cast<double>(loops(ways.graph)) / hundreds;
    const NodeId first = walk_.first_node(index_), end = walk_.first_node(index_ + 1);
    const auto here = [&](NodeId id) { return id != kNoNode && first <= id && id < end; };
    if (!here(from_) || !here(to_) || from_ == to_) return;
    const double way =
        agent_distance_m(graph, graph.patch_of[from_ - first], graph.patch_of[to_ - first]);
    if (way >= 0) figures_.agent_distance_m = way;
  }

  void measure_way() {
    if (from_ == kNoNode || to_ == kNoNode || from_ == to_) return;
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

using W = const WalkFigures&;
using R = const RouteFigures&;
using Value = std::optional<double>;

constexpr FigureRow<WalkFigures> kWalkRows[] = {
    {"air_fraction", "air samples of all samples", [](W f) -> Value { return f.air_fraction; }},
    {"component_count", "bodies: connected air in which the player's capsule fits",
     [](W f) -> Value { return f.component_count; }},
    {"main_component_fraction", "of all air that the capsule fits in, the share in the main body",
     [](W f) -> Value { return f.main_component_fraction; }},
    {"reachable_fit_m3", "air that the capsule fits in, straight over the reached floor",
     [](W f) -> Value { return f.reachable_fit_m3; }},
    {"floor_m2", "floor that the player can stand on, reached or not",
     [](W f) -> Value { return f.floor_m2; }},
    {"walk_length_m",
     "shortest way on foot from the arrival to the departure; none where both are one place",
     [](W f) -> Value { return f.walk_length_m; }},
    {"tortuosity", "that way, by the straight distance between its ends",
     [](W f) -> Value { return f.tortuosity; }},
    {"agent_distance_m", "way of an agent that tries branch after branch until the departure",
     [](W f) -> Value { return f.agent_distance_m; }},
    {"dead_ends_per_100m", "dead ends of the reached floor's ways, by their length",
     [](W f) -> Value { return f.dead_ends_per_100m; }},
    {"loops_per_100m", "loops of the reached floor's ways, by their length",
     [](W f) -> Value { return f.loops_per_100m; }},
    {"narrow_gap_fraction", "reached floor that lies in no disc of free air 1.5 capsules wide",
     [](W f) -> Value { return f.narrow_gap_fraction; }},
    {"headroom_mean_m",
     "free height over reached floor, as wide as the player, at most 64 m, mean; it ends at the "
     "window's top",
     [](W f) -> Value { return f.headroom_mean_m; }},
    {"headroom_p95_m", "95 % of the reached floor has at most this headroom",
     [](W f) -> Value { return f.headroom_p95_m; }},
    {"verticality", "all rise and fall along the shortest way, by its length",
     [](W f) -> Value { return f.verticality; }},
    {"openness_m",
     "mean free sight from places of the reached floor, over 64 directions, at most 64 m "
     "and never past the window",
     [](W f) -> Value { return f.openness_m; }},
    {"steep_floor_fraction", "ground that carries the capsule but is too steep to stand on",
     [](W f) -> Value { return f.steep_floor_fraction; }},
    {"passage_length_m", "length of the passages that lead down from the strate",
     [](W f) -> Value { return f.passage_length_m; }},
};

constexpr FigureRow<RouteFigures> kDescentRows[] = {
    {"descent_length_m", "length of the way from the first origin room to the last",
     [](R f) -> Value { return f.length_m; }},
    {"steepest_grade_deg", "steepest stretch of that way",
     [](R f) -> Value { return f.worst_grade_deg.value; }},
    {"narrowest_width_m", "least free width along that way",
     [](R f) -> Value { return f.narrowest_width_m.value; }},
    {"lowest_headroom_m", "least free height along that way",
     [](R f) -> Value { return f.lowest_headroom_m.value; }},
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

std::span<const FigureRow<WalkFigures>> walk_figure_rows() { return kWalkRows; }

std::span<const FigureRow<RouteFigures>> descent_figure_rows() { return kDescentRows; }

double reachable_fit_m3(const WalkWorld& walk, std::size_t slab, NodeId from,
                        const Executor& executor) {
  return volume_over(walk.slab(slab).impl(), reached_from(walk, slab, from), executor);
}

WalkFigures measure_walk(const WalkWorld& walk, std::size_t index, const Lattice& lattice,
                         const WalkEnds& ends, const Executor& executor) {
  return Measuring(walk, index, lattice, ends, executor).run();
}

}  // namespace strate
