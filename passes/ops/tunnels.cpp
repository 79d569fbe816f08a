// tunnels: tapered tunnels floor to floor along the graph of a `rooms` (room_graph.hpp,
// tunnel_path.hpp). Where ways meet without a room stands a crossing of 1.8 tunnel radii.
//
//   d = min(cap, min over tubes of tube(t), min over crossings of chamber(c))   negative inside
//   tube, chamber: shapes_caves-inl.hpp
#include "passes/ops/tunnels.hpp"

#include <algorithm>
#include <string>

#include "compiler/angle.hpp"
#include "compiler/hash.hpp"
#include "passes/density/interval.hpp"

namespace strate::ops {
namespace {

constexpr double kCellsMax = 900;
/// A crossing's half-axes in tunnel radii: a flat floor as wide as the tunnels', a little higher.
constexpr double kCrossingRadius = 1.8, kCrossingHeight = 1.1;

enum TunnelDraw : std::uint64_t { kDrawTunnelRadius = 1, kDrawWander, kDrawBend, kDrawTwist };

constexpr FieldSpec kParams[] = {
    {.name = "joins", .kind = FieldKind::name, .doc = "id of the rooms above that it joins"},
    {.name = "radius_m",
     .kind = FieldKind::pair,
     .min = 1,
     .max = 6,
     .lo = 2.2,
     .drive = Drive::per_site,
     .doc = "of the tunnel at each room; it tapers from one to the other"},
    {.name = "reach_m", .min = 8, .max = 128, .lo = 48, .doc = "longest way between two rooms"},
    {.name = "links",
     .kind = FieldKind::integer,
     .min = 1,
     .max = RoomGraph::kLinksMax,
     .lo = 3,
     .doc = "most ways from a room to rooms nearer the hub"},
    {.name = "wander_m",
     .min = 0,
     .max = 16,
     .lo = 4,
     .drive = Drive::per_site,
     .doc = "how far a tunnel strays from the straight line"},
    {.name = "grade_deg", .min = 2, .max = 35, .lo = 35, .doc = "steepest floor"},
};

/// A worker's memory: direct-mapped, of fixed size.
class TunnelCache final : public OperatorCache {
 public:
  TunnelCache() : entries_(kEntries) {}
  TunnelsOperator::Owned& at(Coord c) {
    return entries_[draw_at(0, 0, 1, c.x, c.y, c.z) % kEntries];
  }

 private:
  static constexpr std::size_t kEntries = 512;
  std::vector<TunnelsOperator::Owned> entries_;
};

Error no_run(const CompileContext& context, const RoomGraph& graph, const TunnelRule& rule) {
  const double spacing = graph.settings().spacing;
  if (rule.reach < spacing)
    return context.error("tunnels.reach",
                         "neighbouring rooms are out of reach: reach_m must be at least the rooms' "
                         "spacing_m",
                         "reach_m");
  return context.error("tunnels.no_run",
                       "no walkable run is left between neighbouring rooms: choose smaller rooms, "
                       "narrower tunnels or a wider spacing_m",
                       "radius_m");
}

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  auto radius = context.driver("radius_m"), wander = context.driver("wander_m");
  if (!radius) return radius.error();
  if (!wander) return wander.error();
  const Value* joins = context.param("joins");
  const std::string name = joins ? joins->name : std::string();
  const auto* rooms = dynamic_cast<const RoomsOperator*>(context.earlier(name));
  if (!rooms)
    return context.error("tunnels.joins", "no rooms called \"" + name + "\" stand above", "joins");
  if (rooms->graph()->joined())
    return context.error("tunnels.joined", "other tunnels join \"" + name + "\" already", "joins");
  TunnelsOperator::Settings s;
  s.seed = context.frame().seed;
  s.address = context.address_hash();
  s.slot = context.slot();
  s.links = static_cast<int>(context.number("links"));
  s.radius = *radius;
  s.wander = *wander;
  s.rule = {context.number("reach_m"), tan_deg(context.number("grade_deg")), radius->range().hi};
  if (!rooms->graph()->join(s.rule)) return no_run(context, *rooms->graph(), s.rule);
  return std::unique_ptr<Operator>(std::make_unique<TunnelsOperator>(std::move(s), rooms->graph()));
}

}  // namespace

double TunnelsOperator::pick(std::uint64_t salt, Coord c) const {
  return unit(draw_at(settings_.seed, settings_.address, salt, c.x, c.y, c.z));
}

/// The farthest in plan that something a cell owns stands from the cell's floor centre.
double TunnelsOperator::reach() const {
  return settings_.rule.reach + settings_.wander.range().hi +
         2 * kCrossingRadius * (settings_.rule.radius_max + kCapM);
}

TunnelEnd TunnelsOperator::end_at(StackContext& context, const Room& room) const {
  SitePoint site(context, room.centre(), 0);
  return {room.floor, graph_->lattice().lead(room.radius),
          settings_.radius.at(site, pick(kDrawTunnelRadius, room.cell))};
}

const TunnelsOperator::Owned& TunnelsOperator::owned(StackContext& context, Coord owner) const {
  Owned& entry = context.cache<TunnelCache>(settings_.slot).at(owner);
  if (entry.used && entry.owner == owner) return entry;
  compute(context, owner, entry);
  return entry;
}

void TunnelsOperator::compute(StackContext& context, Coord owner, Owned& out) const {
  out.owner = owner;
  out.used = true;
  out.crossing = false;
  out.count = 0;
  Coord others[RoomGraph::kLinksMax];
  const bool placed = owner.z == kPlacedLayer;
  const int n = placed ? graph_->placed_links(context, static_cast<std::size_t>(owner.x), others)
                       : graph_->links(context, owner, settings_.links, others);
  const Room room = graph_->room(context, owner);
  out.crossing = room.exists && room.radius <= 0 && graph_->carved(context, owner);
  if (n == 0 && !out.crossing) return;
  const TunnelEnd from = end_at(context, room);
  out.chamber = {room.floor, kCrossingRadius * from.radius, kCrossingHeight * from.radius};
  SitePoint site(context, room.centre(), 0);
  const double wander = std::min(settings_.wander.at(site, pick(kDrawWander, owner)),
                                 graph_->lattice().wander_limit());
  for (int i = 0; i < n; ++i) {
    const Coord pair = owner + others[i];
    const bool between_layers = !placed && others[i].z != owner.z;
    out.paths[out.count++] = tunnel_path(
        from, end_at(context, graph_->room(context, others[i])), between_layers ? 0 : wander,
        both_ways(pick(kDrawBend, pair)), both_ways(pick(kDrawTwist, pair)));
  }
}

template <class Visit>
void TunnelsOperator::for_owned(StackContext& context, const Box3& box, Visit visit) const {
  const double pad = reach() + (context.prune() ? 0 : graph_->lattice().spacing());
  graph_->for_cells(box, pad, [&](Coord cell) { visit(owned(context, cell)); });
  for (std::size_t i = 0; i < graph_->settings().placed.size(); ++i)
    visit(owned(context, {static_cast<std::int64_t>(i), 0, kPlacedLayer}));
}

/// Visits the tubes and crossings that can bring the density under the cap in the box; without
/// pruning also those farther away.
template <class Tube, class Crossing>
void TunnelsOperator::for_shapes(StackContext& context, const Box3& box, Tube tube,
                                 Crossing crossing) const {
  const bool all = !context.prune();
  for_owned(context, box, [&](const Owned& own) {
    if (own.crossing) {
      const Interval over = chamber_over(own.chamber, box);
      if (all || over.lo < kCapM) crossing(own.chamber, over);
    }
    for (int i = 0; i < own.count; ++i) {
      const TunnelPath& path = own.paths[i];
      if (!all && !overlap(path.box, box)) continue;
      for (int k = 0; k < path.count; ++k) {
        const Interval over = tube_over(path.tubes[k], box);
        if (all || over.lo < kCapM) tube(path.tubes[k], over);
      }
    }
  });
}

void TunnelsOperator::eval(EvalContext& context, float* values) const {
  const Kernels& k = kernels();
  k.fill(values, context.rows(), static_cast<float>(kCapM));
  for_shapes(
      context, context.axes().box(),
      [&](const TubeShape& s, Interval) { k.tube(s, context.axes(), 0, values); },
      [&](const ChamberShape& s, Interval) { k.chamber(s, context.axes(), 0, values); });
}

Interval TunnelsOperator::bound(BoundContext& context, Interval) const {
  if (graph_->cells_over(context.box(), reach()) > kCellsMax)
    return widened({-kCrossingRadius * settings_.rule.radius_max, kCapM});
  Interval d{kCapM, kCapM};
  const auto take = [&](const auto&, Interval over) { d = min(d, over); };
  for_shapes(context, context.box(), take, take);
  return d;
}

namespace {

/// The capsule stands where the radius is the walls' reach and this much. [Units: m]
constexpr double kStandingRadiusM = 0.97;

std::optional<Clearance> lacks(const OpEntry& entry, double reach_m) {
  const double least = kStandingRadiusM + reach_m;
  if (values_of(entry, "radius_m", {2.2, 2.2}).lo >= least) return std::nullopt;
  return Clearance{"radius_m", least, "does not let the player stand",
                   "0.97 m and 1.04 x the roughness"};
}

}  // namespace

OperatorRow tunnels_row() {
  return {.id = "tunnels",
          .params = kParams,
          .doc = "tapered tunnels along the graph of a rooms",
          .compile = compile,
          .lacks = lacks};
}

}  // namespace strate::ops
