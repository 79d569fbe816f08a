// rooms: hash-placed rooms with flat floors on a jittered lattice (room_graph.hpp), and rooms
// placed by hand. The half-axis of a room is squash · radius; its floor lies 0.8 of it under the
// centre.
//
//   d = min(cap, min over carved rooms of chamber(room))           negative inside
//   chamber: shapes_caves-inl.hpp
#include "passes/ops/rooms.hpp"

#include <algorithm>
#include <string>

#include "passes/density/interval.hpp"
#include "passes/ops/cave_shapes.hpp"

namespace strate::ops {
namespace {

/// Boxes over more cells than this get a coarse bound.
constexpr double kCellsMax = 400;
/// A squashed room's distance grows at least this much slower than the way to it (squash 0.3).
constexpr double kSlowest = 1.8;
/// The lowest room a player can stand in, roughness aside. [Units: m]
constexpr double kLowestRoomM = 2;

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 12, .max = 128, .lo = 32, .doc = "from one room to the next"},
    {.name = "radius_m",
     .kind = FieldKind::pair,
     .min = 2,
     .max = 32,
     .lo = 4,
     .hi = 10,
     .drive = Drive::per_site,
     .doc = "of a room, horizontally"},
    {.name = "hub_radius_m",
     .min = 0,
     .max = 32,
     .lo = 12,
     .doc = "of the room on the spine that all ways lead to; 0: tunnels just cross there"},
    {.name = "squash",
     .kind = FieldKind::pair,
     .min = 0.3,
     .max = 1.5,
     .lo = 0.7,
     .drive = Drive::per_site,
     .doc = "vertical half-axis over radius"},
    {.name = "occupancy",
     .min = 0.1,
     .max = 1,
     .lo = 0.85,
     .drive = Drive::per_site,
     .doc = "share of the cells that hold a room"},
    {.name = "heights_m",
     .kind = FieldKind::interval,
     .min = 0,
     .max = 512,
     .lo = 12,
     .hi = 52,
     .doc = "between which the rooms' centres lie"},
    {.name = "placed", .kind = FieldKind::placed, .doc = "rooms at exact places"},
};

Interval product(Interval a, Interval b) { return {a.lo * b.lo, a.hi * b.hi}; }

/// Heights of room centres that keep a room's floor and roof out of the bands.
Interval between_bands(Interval heights, const StrateFrame& frame, double half_height) {
  const double low = frame.content_bottom_m + kChamberDrop * half_height + 1;
  const double high = frame.content_top_m - half_height - 1;
  const Interval kept{std::max(heights.lo, low), std::min(heights.hi, high)};
  if (kept.lo <= kept.hi) return kept;
  const double mid = std::clamp(middle(heights), std::min(low, high), std::max(low, high));
  return {mid, mid};
}

Result<std::unique_ptr<Operator>> compile(const OpEntry& entry, CompileContext& context) {
  auto radius = context.driver("radius_m"), squash = context.driver("squash");
  auto occupancy = context.driver("occupancy");
  auto sites = context.sites();
  if (!radius) return radius.error();
  if (!squash) return squash.error();
  if (!occupancy) return occupancy.error();
  if (!sites) return sites.error();
  RoomGraph::Settings s;
  s.seed = context.frame().seed;
  s.address = context.address_hash();
  s.slot = context.slot();
  s.spacing = context.number("spacing_m");
  const double hub = context.number("hub_radius_m");
  const Interval halves = product(radius->range(), squash->range());
  const double tallest = std::max(halves.hi, hub * squash->range().hi);
  s.ranges = {radius->range(), halves, hub,
              between_bands(context.pair("heights_m"), context.frame(), tallest)};
  s.radius = *radius;
  s.squash = *squash;
  s.occupancy = *occupancy;
  s.sites = std::move(*sites);
  if (const Value* placed = entry.param("placed")) s.placed = placed->placed;
  return std::unique_ptr<Operator>(std::make_unique<RoomsOperator>(std::move(s)));
}

Error coupled(std::string code, std::string text, const OpEntry& entry, std::string_view param) {
  const Value* v = entry.param(param);
  return {std::move(code), std::move(text), v && v->source.known() ? v->source : entry.source, {}};
}

std::vector<Error> check(const OpEntry& entry) {
  std::vector<Error> errors;
  const double spacing = values_of(entry, "spacing_m", {32, 32}).lo;
  const Interval radius = values_of(entry, "radius_m", {4, 10});
  const Interval squash = values_of(entry, "squash", {0.7, 0.7});
  if (radius.hi >= spacing / 2)
    errors.push_back(coupled("coupled.room_radius",
                             "rooms of neighbouring cells would merge into one hall: the largest "
                             "radius_m must be less than half of spacing_m",
                             entry, "radius_m"));
  if (values_of(entry, "hub_radius_m", {12, 12}).hi >= spacing / 2)
    errors.push_back(coupled("coupled.hub_radius",
                             "the hub would swallow its neighbours: hub_radius_m must be less than "
                             "half of spacing_m",
                             entry, "hub_radius_m"));
  if ((1 + kChamberDrop) * radius.lo * squash.lo < kLowestRoomM)
    errors.push_back(
        coupled("coupled.room_height",
                "the lowest room would be under 2 m high: 1.8 times the least radius_m "
                "times the least squash must be at least 2",
                entry, "squash"));
  return errors;
}

}  // namespace

/// Visits the shape of every room that can bring the density under the cap in the box; without
/// pruning also of rooms farther away.
template <class Visit>
void RoomsOperator::for_rooms(StackContext& context, const Box3& box, Visit visit) const {
  const RoomGraph& graph = *graph_;
  const bool all = !context.prune();
  const double reach = kSlowest * (graph.radius_max() + kCapM);
  const auto offer = [&](Coord cell) {
    const Room room = graph.room(context, cell);
    if (!room.exists || room.radius <= 0) return;
    const ChamberShape shape = room.shape();
    const Interval over = chamber_over(shape, box);
    if ((all || over.lo < kCapM) && graph.carved(context, cell)) visit(shape, over);
  };
  graph.for_cells(box, reach + (all ? graph.lattice().spacing() : 0), offer);
  for (std::size_t i = 0; i < graph.settings().placed.size(); ++i)
    offer({static_cast<std::int64_t>(i), 0, kPlacedLayer});
}

void RoomsOperator::eval(EvalContext& context, float* values) const {
  kernels().fill(values, context.rows(), static_cast<float>(kCapM));
  for_rooms(context, context.axes().box(), [&](const ChamberShape& shape, Interval) {
    kernels().chamber(shape, context.axes(), 0, values);
  });
}

Interval RoomsOperator::bound(BoundContext& context, Interval) const {
  Interval d{kCapM, kCapM};
  const double reach = kSlowest * (graph_->radius_max() + kCapM);
  if (graph_->cells_over(context.box(), reach) > kCellsMax)
    return widened({-2 * graph_->radius_max(), kCapM});
  for_rooms(context, context.box(), [&](const ChamberShape&, Interval over) { d = min(d, over); });
  return d;
}

OperatorRow rooms_row() {
  return {.id = "rooms",
          .has_sites = true,
          .params = kParams,
          .doc = "hash-placed rooms on a jittered lattice; tunnels follow their graph",
          .compile = compile,
          .check = check};
}

}  // namespace strate::ops
