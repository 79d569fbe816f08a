#include "passes/measure_place.hpp"

#include <algorithm>

#include "passes/walk/measure.hpp"
#include "passes/walk/world_impl.hpp"

namespace strate {

namespace {

/// Farther than any world: no floor is near.
constexpr Vec3 kNowhere{4 * kWorldLimitM, 4 * kWorldLimitM, 4 * kWorldLimitM};

/// Components of fits that have samples in a slab.
OpenCount count_fits(const WalkWorld& walk, std::size_t slab, NodeId start) {
  std::vector<ComponentId> here = walk.impl().fit_of[slab];
  std::sort(here.begin(), here.end());
  here.erase(std::unique(here.begin(), here.end()), here.end());
  const ComponentId main = start == kNoNode ? kNoComponent : walk.fit_component(walk.node(start));
  OpenCount count;
  for (const ComponentId c : here) {
    const bool open = walk.fit_components()[c].open;
    ++count.all;
    count.open += open;
    if (c == main) count.main_open = open;
  }
  return count;
}

/// Components of standing with nodes in a slab. Moves that leave a slab where nothing joins it make
/// theirs open.
OpenCount count_floors(const WalkWorld& walk, std::size_t slab, NodeId start, bool joined) {
  std::vector<std::uint8_t> seen(walk.walk_components().size(), 0);
  const NodeId first = walk.first_node(slab), end = walk.first_node(slab + 1);
  for (NodeId id = first; id < end; ++id) {
    const ComponentId c = walk.walk_component(id);
    seen[c] |= walk.walk_components()[c].open ? 3 : 1;
  }
  if (!joined)
    for (const CrossMove& m : walk.slab(slab).impl().crosses)
      seen[walk.walk_component(first + m.node)] |= 2;
  OpenCount count;
  for (const std::uint8_t s : seen) {
    count.all += s != 0;
    count.open += (s & 2) != 0;
  }
  if (start != kNoNode) count.main_open = (seen[walk.walk_component(start)] & 2) != 0;
  return count;
}

void count_sides(const WalkWorld& walk, std::size_t slab, NodeId start, bool joined,
                 MeasuredPlace& place) {
  if (start == kNoNode) place.start = "none";
  place.fits = count_fits(walk, slab, start);
  place.floors = count_floors(walk, slab, start, joined);
}

/// The window with what the rules of walking look at around it.
IndexBox with_margins(const IndexBox& window, const WalkParams& params) {
  const std::int64_t side = params.side_vx + 1, up = params.join_margin_vx() + 1;
  return {{window.lo.x - side, window.lo.y - side, window.lo.z - up},
          {window.hi.x + side, window.hi.y + side, window.hi.z + up}};
}

/// A node of the largest floor; kNoNode if nothing stands.
NodeId largest_floor(const WalkWorld& walk) {
  const ComponentId main = main_component(walk, 0);
  return main == kNoComponent ? kNoNode : walk.walk_components()[main].first;
}

WalkEnds ends_in(const WalkWorld& walk, const WorldDef& def, std::optional<std::size_t> strate,
                 MeasuredPlace& place, NodeId& start) {
  if (strate) {
    const WalkEnds ends = walk_ends(def, *strate);
    start = walk.node_near(ends.arrival, kFloorReachM);
    place.start = "arrival";
    if (start != kNoNode) return ends;
  }
  start = largest_floor(walk);
  place.start = "largest floor";
  return {start == kNoNode ? kNowhere : walk.floor_point(start), kNowhere};
}

}  // namespace

MeasuredPlace measured_strate(const Cook& cook, std::size_t index) {
  MeasuredPlace place;
  place.strate = cook.def().strates[index].id;
  place.window = cook.sampled[index].request.window;
  place.start = "arrival";
  place.figures = cook.figures[index];
  place.headroom_cut_fraction = cook.headroom_cut[index];
  const NodeId start = cook.walk->node_near(walk_ends(cook.def(), index).arrival, kFloorReachM);
  count_sides(*cook.walk, index, start, true, place);
  return place;
}

Result<MeasuredPlace> measure_window(const World& world, const IndexBox& window,
                                     std::optional<std::size_t> strate, const Executor& executor) {
  const WorldDef& def = world.def();
  const WalkParams params = WalkParams::make(def.player, def.voxel_um);
  SampleRequest request;
  request.window = request.mesh_window = window;
  request.lattice_window = with_margins(window, params);
  request.voxel_um = def.voxel_um;
  request.mesh_steps.clear();
  request.mesh_facts = request.grid = request.digest = false;
  const WorldSource source(world, executor.workers());
  const Result<SampledStrate> sampled = sample_strate(source, request, executor);
  if (!sampled) return sampled.error();
  std::vector<WalkSlab> slabs;
  slabs.push_back(analyze(sampled->lattice, window, params, executor));
  const WalkWorld walk(std::move(slabs));
  MeasuredPlace place;
  if (strate) place.strate = def.strates[*strate].id;
  place.window = window;
  NodeId start = kNoNode;
  const WalkEnds ends = ends_in(walk, def, strate, place, start);
  const WalkFigures measured = measure_walk(walk, 0, sampled->lattice, ends, executor);
  place.headroom_cut_fraction = measured.headroom_cut_fraction;
  for (const NamedFigure& f : named_figures(walk_figure_rows(), measured))
    place.figures.push_back({std::string(f.name), f.value});
  count_sides(walk, 0, start, false, place);
  return place;
}

}  // namespace strate
