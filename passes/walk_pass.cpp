#include "passes/cook.hpp"
#include "passes/density/tube.hpp"
#include "passes/walk/measure.hpp"

namespace strate {

namespace {

Vec3 origin_floor(const StrateWorld& s) { return s.origin.floor + Vec3{0, 0, metres(s.bottom_um)}; }

std::vector<const Lattice*> lattices_of(const Cook& cook) {
  std::vector<const Lattice*> lattices;
  for (const SampledStrate& s : cook.sampled) lattices.push_back(&s.lattice);
  return lattices;
}

/// Of a stack: a strate alone has no way down.
Descent find_descent(const Cook& cook) {
  if (cook.def().strates.size() < 2) return {};
  const WalkWorld& walk = *cook.walk;
  const NodeId from = walk.node_near(origin_floor(cook.def().strates.front()), kFloorReachM);
  const NodeId to = walk.node_near(origin_floor(cook.def().strates.back()), kFloorReachM);
  if (from == kNoNode || to == kNoNode) return {};
  const std::optional<Route> route = shortest_route(walk, from, to);
  if (!route) return {};
  return {true, route_figures(walk, lattices_of(cook), *route)};
}

std::vector<Figure> as_figures(const std::vector<NamedFigure>& named) {
  std::vector<Figure> figures;
  for (const NamedFigure& f : named) figures.push_back({std::string(f.name), f.value});
  return figures;
}

std::vector<Figure> descent_figures(const Descent& d) {
  if (!d.found) return {};
  return as_figures(named_figures(descent_figure_rows(), d.figures));
}

/// The strate's figures: of its walk, and of the passage that leaves it.
WalkFigures strate_figures(const Cook& cook, std::size_t index) {
  WalkFigures measured = measure_walk(*cook.walk, index, cook.sampled[index].lattice,
                                      walk_ends(cook.def(), index), cook.options.executor);
  double length = 0;
  for (const Passage& p : cook.def().passages)
    if (p.upper == cook.def().strates[index].id) length += path_length(p.path);
  if (length > 0) measured.passage_length_m = length;
  return measured;
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
  for (std::size_t i = 0; i < cook.sampled.size(); ++i) {
    const WalkFigures measured = strate_figures(cook, i);
    cook.figures.push_back(as_figures(named_figures(walk_figure_rows(), measured)));
    cook.headroom_cut.push_back(measured.headroom_cut_fraction);
  }
  return Done{};
}

}  // namespace strate
