#include "passes/ops/room_graph.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "compiler/hash.hpp"
#include "passes/density/interval.hpp"

namespace strate {
namespace {

constexpr Coord kSides[] = {{0, -1, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 1, 0}};
constexpr Coord kCorners[] = {{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}};
/// How far up a chain of crossings is followed to find out that nobody needs it.
constexpr int kPruneDepth = 2;
/// Steps in a layer to a room with a way to the next.
constexpr int kHopsMax = 3;
/// Share of the ways nearer the hub, beyond the first, that become tunnels.
constexpr double kExtraShare = 0.5;

double from_spine(Vec3 p) { return p.x * p.x + p.y * p.y; }

double between(const Room& a, const Room& b) {
  const Vec3 d = b.floor - a.floor;
  return dot(d, d);
}

std::int64_t towards_middle(std::int64_t layer) { return layer > 0 ? layer - 1 : layer + 1; }

}  // namespace

RoomCache::Entry& RoomCache::at(Coord cell) {
  const std::uint64_t h = draw_at(0, 0, 0, cell.x, cell.y, cell.z);
  Entry& e = entries_[h % kEntries];
  if (!e.used || e.cell != cell) {
    e = {};
    e.cell = cell;
    e.used = true;
  }
  return e;
}

RoomGraph::RoomGraph(Settings settings) : settings_(std::move(settings)) {
  lattice_ = RoomLattice(settings_.seed, settings_.address, settings_.spacing, settings_.ranges);
  radius_max_ = std::max(settings_.ranges.radius.hi, settings_.ranges.hub_radius);
  for (const PlacedRoom& p : settings_.placed) radius_max_ = std::max(radius_max_, p.radius);
}

bool RoomGraph::join(const TunnelRule& rule) {
  joined_ = true;
  lattice_ =
      RoomLattice(settings_.seed, settings_.address, settings_.spacing, settings_.ranges, rule);
  return lattice_.walkable();
}

double RoomGraph::cells_over(const Box3& box, double pad) const {
  const double reach = 2 * (pad + lattice_.jitter()) + lattice_.spacing();
  return (box.hi.x - box.lo.x + reach) * (box.hi.y - box.lo.y + reach) *
         static_cast<double>(2 * lattice_.layers_out() + 1) /
         (lattice_.spacing() * lattice_.spacing());
}

double RoomGraph::pick(RoomDraw salt, Coord c) const {
  return unit(draw_at(settings_.seed, settings_.address, salt, c.x, c.y, c.z));
}

Room RoomGraph::room(StackContext& context, Coord cell) const {
  if (cell.z == kPlacedLayer) return placed_room(static_cast<std::size_t>(cell.x));
  RoomCache& cache = context.cache<RoomCache>(settings_.slot);
  if (RoomCache::Entry& e = cache.at(cell); e.has_room) return e.room;
  const Room room = compute_room(context, cell);
  RoomCache::Entry& e = cache.at(cell);
  e.room = room;
  e.has_room = true;
  return room;
}

Room RoomGraph::placed_room(std::size_t index) const {
  const PlacedRoom& p = settings_.placed[index];
  const double half = p.radius * p.squash;
  return {{static_cast<std::int64_t>(index), 0, kPlacedLayer},
          {p.at.x, p.at.y, p.at.z - kChamberDrop * half},
          p.radius,
          half,
          true};
}

Room RoomGraph::compute_room(StackContext& context, Coord cell) const {
  const bool hub = cell == Coord{};
  const double number = pick(kDrawSite, cell);
  Vec3 centre = lattice_.nominal(cell);
  centre.z += kChamberDrop * middle(settings_.ranges.half_height);
  Room room{cell, {}, 0, 0, false};
  bool occupied;
  {
    SitePoint site(context, centre, number);
    occupied = hub ? settings_.ranges.hub_radius > 0
                   : pick(kDrawOccupied, cell) < settings_.occupancy.at(site, 0);
    if (occupied) {
      room.radius =
          hub ? settings_.ranges.hub_radius : settings_.radius.at(site, pick(kDrawRadius, cell));
      room.half_height = room.radius * settings_.squash.at(site, pick(kDrawSquash, cell));
    }
  }
  room.floor = lattice_.floor(cell, room.radius);
  if (!occupied && (!joined_ || cell.z != 0)) return room;
  if (settings_.sites.all()) {
    room.exists = true;
  } else {
    SitePoint site(context, room.centre(), number);
    room.exists = settings_.sites.keeps(site);
  }
  return room;
}

/// `to` exists, lies strictly nearer the spine in plan, and the way there is legal.
bool RoomGraph::inward(StackContext& context, const Room& from, Coord to, Room& found) const {
  found = room(context, to);
  return found.exists && from_spine(found.floor) < from_spine(from.floor) &&
         lattice_.way(from.floor, from.radius, found.floor, found.radius);
}

bool RoomGraph::has_way(StackContext& context, Coord cell) const {
  const Room from = room(context, cell);
  if (!from.exists) return false;
  if (cell == Coord{}) return true;
  Room to;
  return std::any_of(std::begin(kSides), std::end(kSides),
                     [&](Coord side) { return inward(context, from, cell + side, to); });
}

/// In the square of four cells between `cell` and its neighbour at (dx, dy), the way towards the
/// middle starts at `cell`: of the four corners of a square one has it. The next pair of layers has
/// the other diagonal, so that no room has a way up and a way down in one direction.
bool RoomGraph::diagonal(Coord cell, std::int64_t dx, std::int64_t dy) const {
  const std::int64_t pair = cell.z > 0 ? cell.z - 1 : cell.z;
  const Coord square{cell.x + std::min<std::int64_t>(dx, 0), cell.y + std::min<std::int64_t>(dy, 0),
                     0};
  const bool rising = (pick(kDrawDiagonal, square) < 0.5) == (pair % 2 == 0);
  const bool low_end = pick(kDrawDiagonal, {square.x, square.y, 2 * pair + 1}) < 0.5;
  return rising == (dx == dy) && low_end == (dy > 0);
}

/// A way between layers keeps clear of the tunnels that may lead to the sides of `from`.
bool RoomGraph::clear_of_sides(StackContext& context, const Room& from, const Room& to) const {
  return std::all_of(std::begin(kSides), std::end(kSides), [&](Coord side) {
    const Room beside = room(context, from.cell + side);
    return !beside.exists || lattice_.apart(from.floor, from.radius, to.floor, beside.floor);
  });
}

std::optional<Coord> RoomGraph::parent(StackContext& context, Coord cell) const {
  RoomCache& cache = context.cache<RoomCache>(settings_.slot);
  if (RoomCache::Entry& e = cache.at(cell); e.has_parent) return e.parent;
  const std::optional<Coord> found = compute_parent(context, cell);
  RoomCache::Entry& e = cache.at(cell);
  e.parent = found;
  e.has_parent = true;
  return found;
}

std::optional<Coord> RoomGraph::compute_parent(StackContext& context, Coord cell) const {
  const Room from = room(context, cell);
  if (!joined_ || !from.exists || cell == Coord{}) return std::nullopt;
  if (cell.z == 0) return parent_in_layer(context, from);
  if (const std::optional<Coord> below = parent_below(context, cell)) return below;
  for (int hops = 0; hops < kHopsMax; ++hops)
    if (const std::optional<Coord> beside = step_towards(context, from, hops)) return beside;
  return std::nullopt;
}

/// The nearest room beside `from` that reaches the next layer in `hops` more steps.
std::optional<Coord> RoomGraph::step_towards(StackContext& context, const Room& from,
                                             int hops) const {
  NearestFew<1> nearest;
  for (const Coord side : kSides) {
    const Room to = room(context, from.cell + side);
    if (!to.exists || !lattice_.way(from.floor, from.radius, to.floor, to.radius)) continue;
    if (hops == 0 ? parent_below(context, to.cell).has_value()
                  : step_towards(context, to, hops - 1).has_value())
      nearest.offer(between(from, to), to.cell);
  }
  return nearest.first();
}

std::optional<Coord> RoomGraph::parent_in_layer(StackContext& context, const Room& from) const {
  NearestFew<1> nearest;
  Room to;
  for (const Coord side : kSides)
    if (inward(context, from, from.cell + side, to) && has_way(context, to.cell))
      nearest.offer(between(from, to), to.cell);
  return nearest.first();
}

/// One layer nearer the middle, along the diagonals that the squares around the cell have.
std::optional<Coord> RoomGraph::parent_below(StackContext& context, Coord cell) const {
  RoomCache& cache = context.cache<RoomCache>(settings_.slot);
  if (RoomCache::Entry& e = cache.at(cell); e.has_below) return e.below;
  const std::optional<Coord> found = compute_below(context, room(context, cell));
  RoomCache::Entry& e = cache.at(cell);
  e.below = found;
  e.has_below = true;
  return found;
}

std::optional<Coord> RoomGraph::compute_below(StackContext& context, const Room& from) const {
  NearestFew<1> nearest;
  for (const Coord corner : kCorners) {
    if (!from.exists || !diagonal(from.cell, corner.x, corner.y)) continue;
    Coord cell = from.cell + corner;
    cell.z = towards_middle(cell.z);
    const Room to = room(context, cell);
    if (!to.exists || !lattice_.way(from.floor, from.radius, to.floor, to.radius)) continue;
    if (!clear_of_sides(context, from, to) || !clear_of_sides(context, to, from)) continue;
    if (cell.z == 0 ? has_way(context, cell) : parent(context, cell).has_value())
      nearest.offer(between(from, to), cell);
  }
  return nearest.first();
}

bool RoomGraph::carved(StackContext& context, Coord cell) const {
  if (cell.z == kPlacedLayer) return true;
  const Room r = room(context, cell);
  if (!r.exists) return false;
  if (!joined_ || (cell == Coord{} && r.radius > 0)) return true;
  if (cell != Coord{} && !parent(context, cell)) return false;
  return r.radius > 0 || is_parent(context, cell, kPruneDepth);
}

bool RoomGraph::counts_on(StackContext& context, Coord child, Coord cell, int depth) const {
  if (parent(context, child) != cell) return false;
  return room(context, child).radius > 0 || depth == 0 || is_parent(context, child, depth - 1);
}

/// Some room, or a crossing that is itself needed, has its way through this crossing. At the last
/// depth any crossing counts, so that no crossing between a room and the hub is ever left out.
bool RoomGraph::is_parent(StackContext& context, Coord cell, int depth) const {
  for (const Coord side : kSides)
    if (counts_on(context, cell + side, cell, depth)) return true;
  if (lattice_.layers_out() == 0) return false;
  for (const Coord corner : kCorners)
    for (const std::int64_t layer : {-1, 1})
      if (counts_on(context, cell + corner + Coord{0, 0, layer}, cell, depth)) return true;
  return false;
}

int RoomGraph::links(StackContext& context, Coord cell, int most, Coord out[kLinksMax]) const {
  const std::optional<Coord> first = parent(context, cell);
  if (!first || !carved(context, cell)) return 0;
  int n = 0;
  if (carved(context, *first)) out[n++] = *first;
  NearestFew<kLinksMax> others;
  others_inward(context, room(context, cell), *first, others);
  for (int i = 0; i < others.count && n < most; ++i)
    if (pick(kDrawExtra, cell + others.cells[i]) < kExtraShare) out[n++] = others.cells[i];
  return n;
}

/// Carved rooms beside `from` and nearer the hub, without its parent and its children.
void RoomGraph::others_inward(StackContext& context, const Room& from, Coord first,
                              NearestFew<kLinksMax>& out) const {
  Room to;
  for (const Coord side : kSides) {
    const Coord c = from.cell + side;
    if (c == first || parent(context, c) == from.cell) continue;
    if (inward(context, from, c, to) && carved(context, c)) out.offer(between(from, to), c);
  }
}

int RoomGraph::placed_links(StackContext& context, std::size_t index, Coord out[kLinksMax]) const {
  const Room from = placed_room(index);
  NearestFew<kLinksMax> near;
  for_cells({from.floor, from.floor}, lattice_.reach(), [&](Coord cell) {
    const Room to = room(context, cell);
    if (to.exists && lattice_.way(from.floor, from.radius, to.floor, to.radius) &&
        carved(context, cell))
      near.offer(between(from, to), cell);
  });
  const int n = std::min(std::clamp(settings_.placed[index].links, 1, kLinksMax), near.count);
  std::copy_n(near.cells, n, out);
  return n;
}

Interval values_of(const OpEntry& entry, std::string_view name, Interval standard) {
  const Value* v = entry.param(name);
  if (!v) return standard;
  if (v->kind == Value::Kind::number) return {v->lo, v->lo};
  if (v->kind != Value::Kind::curve) return {std::min(v->lo, v->hi), std::max(v->lo, v->hi)};
  Interval all{v->curve.stops.front().lo, v->curve.stops.front().lo};
  for (const Stop& s : v->curve.stops)
    all = hull(all, {std::min(s.lo, s.hi), std::max(s.lo, s.hi)});
  return all;
}

}  // namespace strate
