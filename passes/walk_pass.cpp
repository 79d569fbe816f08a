#include <algorithm>

#include "passes/cook.hpp"

namespace strate {

namespace {

/// How far from an origin room's floor centre its standing sample may lie. [Units: m]
constexpr double kOriginReachM = 1.5;

Vec3 origin_floor(const StrateWorld& s) {
  return s.origin.floor + Vec3{0, 0, metres(s.bottom_um)};
}

std::vector<const Lattice*> lattices_of(const Cook& cook) {
  std::vector<const Lattice*> lattices;
  for (const SampledStrate& s : cook.sampled) lattices.push_back(&s.lattice);
  return lattices;
}

Descent find_descent(const Cook& cook) {
  const WalkWorld& walk = *cook.walk;
  const NodeId from = walk.node_near(origin_floor(cook.def().strates.front()), kOriginReachM);
  const NodeId to = walk.node_near(origin_floor(cook.def().strates.back()), kOriginReachM);
  if (from == kNoNode || to == kNoNode) return {};
  const std::optional<Route> route = shortest_route(walk, from, to);
  if (!route) return {};
  return {true, route_figures(walk, lattices_of(cook), *route)};
}

std::vector<Figure> descent_figures(const Descent& d) {
  if (!d.found) return {};
  return {{"descent_length_m", d.figures.length_m},
          {"steepest_grade_deg", d.figures.worst_grade_deg.value},
          {"narrowest_width_m", d.figures.narrowest_width_m.value},
          {"lowest_headroom_m", d.figures.lowest_headroom_m.value}};
}

}  // namespace

Result<Done> pass_walk(Cook& cook) {
  const WalkParams params = WalkParams::make(cook.def().player, cook.def().voxel_um);
  std::vector<WalkSlab> slabs;
  for (const SampledStrate& s : cook.sampled)
    slabs.push_back(analyze(s.lattice, s.request.window, params, cook.options.executor));
  cook.walk = std::make_unique<WalkWorld>(std::move(slabs));
  cook.descent = find_descent(cook);
  cook.stack_figures = descent_figures(cook.descent);
  cook.figures.resize(cook.sampled.size());
  return Done{};
}

}  // namespace strate
