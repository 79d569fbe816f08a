// lattice_corridors: corridors and ramps of an origin-directed spanning tree on a lattice of cells
// in layers (lattice_corridors_grid.hpp), with flat floors (lattice_corridors_ways.hpp).
//
//   d = min(cap, min over tubes of tube(t), min over places and niches of chamber(c))
//   tube, chamber: shapes_caves-inl.hpp                            negative inside
//
// R: radius_m at the cell's middle. A corridor is between 0.92 and 1.08 of it at either end, by its
// own draw; with ramps beside it at most 1. A place stands where a cell is a dead end (1.25–1.6 R),
// the root (1.6 R), a hall (three in ten, 1.5–2.1 R) or a fork (1.2 R); never where a ramp passes
// close. One corridor in three has a niche of 0.55–0.8 R in one wall, half of them a step of 0.3 m
// up.
#include "passes/ops/lattice_corridors.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"
#include "compiler/json.hpp"
#include "passes/density/interval.hpp"
#include "passes/ops/room_graph.hpp"

namespace strate::ops {
namespace {

constexpr double kCellsMax = 900;
/// What the plan grid and the squash of a place add to what is nearer than the cap.
constexpr double kSlackM = 0.5;
/// From the bands to the lowest floor and to the highest roof.
constexpr double kBelowM = 1.5, kAboveM = 1;
/// Share of the cell that the largest radius may be.
constexpr double kRadiusShare = 0.4;
constexpr double kNarrow = 0.92, kWide = 1.08;
constexpr double kFork = 1.2, kRoot = 1.6, kEnd = 1.25, kEndMore = 0.35, kHall = 1.5,
                 kHallMore = 0.6;
constexpr double kHallShare = 0.3, kLow = 0.9, kHighMore = 0.2, kForkHeight = 0.97;
constexpr double kNicheShare = 0.35, kNiche = 0.55, kNicheMore = 0.25, kNicheStepM = 0.3;
constexpr double kNicheAside = 0.9, kNicheHeight = 0.6;
/// Rock between a cell's places and niches and its border, of jitter.
constexpr double kOwnRockM = 0.75;

constexpr FieldSpec kParams[] = {
    {.name = "cell_m", .min = 8, .max = 64, .lo = 16, .doc = "from one crossing to the next"},
    {.name = "radius_m",
     .min = 2.4,
     .max = 12,
     .lo = 3.125,
     .drive = Drive::per_site,
     .doc = "of a corridor; its flat floor is 1.37 times as wide"},
    {.name = "branching",
     .min = 0,
     .max = 1,
     .lo = 0.6,
     .doc = "how many loops there are beside the one way to the root"},
    {.name = "verticality", .min = 0, .max = 1, .lo = 0.3, .doc = "how often layers are joined"},
};

/// A worker's memory: direct-mapped, of fixed size.
class CorridorCache final : public OperatorCache {
 public:
  CorridorCache() : entries_(kEntries) {}
  LatticeCorridors::Owned& at(Coord c) {
    return entries_[draw_at(0, 0, 3, c.x, c.y, c.z) % kEntries];
  }

 private:
  static constexpr std::size_t kEntries = 512;
  std::vector<LatticeCorridors::Owned> entries_;
};

double down_to_cm(double v) { return std::floor(v * 100) / 100; }

std::uint64_t salt(CorridorDraw first, int axis) {
  return first + static_cast<std::uint64_t>(axis);
}

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  auto radius = context.driver("radius_m");
  if (!radius) return radius.error();
  const StrateFrame& frame = context.frame();
  const double widest = radius->range().hi;
  CorridorGrid::Settings s;
  s.seed = frame.seed;
  s.address = context.address_hash();
  s.cell = context.number("cell_m");
  s.radius_max = widest;
  s.branching = context.number("branching");
  s.verticality = context.number("verticality");
  s.floors = {frame.content_bottom_m + kBelowM,
              frame.content_top_m - kAboveM - kCorridorTop * widest};
  if (const double lack = s.floors.lo - s.floors.hi; lack > 0)
    return context.error("corridors.height",
                         "the strate is too low for its corridors: radius_m must be at most " +
                             json::number_text(down_to_cm(widest - lack / kCorridorTop)) +
                             ", or height_m at least " + json::number_text(-down_to_cm(-lack)) +
                             " more",
                         "radius_m");
  auto made = std::make_unique<LatticeCorridors>(s, *radius, context.slot());
  const CorridorGrid& grid = made->grid();
  if (grid.lowest() != grid.highest() && !grid.sizes().climbs)
    return context.error("corridors.grade",
                         "no ramp of 35 degrees or less fits between two layers of corridors: for "
                         "a radius_m of " +
                             json::number_text(widest) + " cell_m must be at least " +
                             json::number_text(least_climbing_cell(widest)),
                         "radius_m");
  return std::unique_ptr<Operator>(std::move(made));
}

std::vector<Error> check(const OpEntry& entry) {
  const double cell = values_of(entry, "cell_m", {16, 16}).lo;
  if (values_of(entry, "radius_m", {3.125, 3.125}).hi <= kRadiusShare * cell) return {};
  const Value* v = entry.param("radius_m");
  return {{"coupled.corridor_radius",
           "corridors of neighbouring cells would merge: the largest radius_m must be at most 0.4 "
           "of cell_m",
           v && v->source.known() ? v->source : entry.source,
           {}}};
}

}  // namespace

double LatticeCorridors::radius_at(StackContext& context, Coord cell, Vec3 floor) const {
  SitePoint site(context, floor, grid_.pick(kPickCorridorSite, cell));
  return radius_.at(site, 0);
}

const LatticeCorridors::Owned& LatticeCorridors::owned(StackContext& context, Coord cell) const {
  Owned& entry = context.cache<CorridorCache>(slot_).at(cell);
  if (entry.used && entry.cell == cell) return entry;
  compute(context, cell, entry);
  return entry;
}

void LatticeCorridors::compute(StackContext& context, Coord cell, Owned& out) const {
  out.cell = cell;
  out.used = true;
  out.ways = out.chambers = 0;
  const auto end_at = [&](Coord c) {
    const Vec3 floor = grid_.floor(c);
    return CorridorEnd{floor, radius_at(context, c, floor)};
  };
  const CorridorEnd here = end_at(cell);
  add_place(cell, here, out);
  for (int axis = 0; axis < 2; ++axis)
    if (grid_.joined(cell, axis))
      add_corridor(cell, axis, here, end_at(step_along(cell, axis)), out);
  if (!grid_.joined(cell, 2)) return;
  const auto ramp_end = [&](CorridorEnd end) {
    end.radius = std::min(kNarrow * end.radius, grid_.sizes().ramp_radius);
    return end;
  };
  out.way[out.ways++] = corridor_ramp(grid_.sizes(), ramp_turn(grid_, cell), ramp_end(here),
                                      ramp_end(end_at(step_along(cell, 2))));
}

void LatticeCorridors::add_place(Coord cell, const CorridorEnd& end, Owned& out) const {
  const bool root = cell == Coord{}, quiet = grid_.quiet(cell);
  if (!root && !quiet && ((cell.x ^ cell.y) & 1)) return;
  const int ways = grid_.ways(cell);
  const double drawn = grid_.pick(kPickHall, cell);
  double wide = ways > 2 ? kFork : 0, high = kForkHeight;
  if (root || ways == 1 || drawn < kHallShare) {
    wide = root        ? kRoot
           : ways == 1 ? kEnd + kEndMore * drawn
                       : kHall + kHallMore * (drawn / kHallShare);
    high = kLow + kHighMore * grid_.pick(kPickHallHeight, cell);
  }
  const double room = grid_.cell() / 2 - grid_.sizes().jitter - kOwnRockM;
  const double radius =
      std::min(wide * end.radius, quiet ? room : std::min(room, kRoot * end.radius));
  if (radius > end.radius) out.chamber[out.chambers++] = {end.floor, radius, high * end.radius};
}

void LatticeCorridors::add_corridor(Coord cell, int axis, const CorridorEnd& from,
                                    const CorridorEnd& to, Owned& out) const {
  const bool quiet = grid_.quiet_beside(cell, axis);
  const double width =
      kNarrow + (quiet ? kWide - kNarrow : 1 - kNarrow) * grid_.pick(salt(kPickWidth, axis), cell);
  const double bend = both_ways(grid_.pick(salt(kPickBend, axis), cell));
  const double twist = both_ways(grid_.pick(salt(kPickTwist, axis), cell));
  CorridorWay& way = out.way[out.ways++];
  way = corridor_between({from.floor, width * from.radius}, {to.floor, width * to.radius},
                         quiet ? grid_.sizes().wander : 0, bend, twist);
  if (quiet && grid_.pick(salt(kPickNiche, axis), cell) < kNicheShare)
    add_niche(cell, axis, way, out);
}

/// Beside the middle of a corridor, its floor flat.
void LatticeCorridors::add_niche(Coord cell, int axis, const CorridorWay& way, Owned& out) const {
  const TubeShape& tube = way.tubes[way.count / 2];
  const double drawn = grid_.pick(salt(kPickNicheSize, axis), cell);
  const double side = grid_.pick(salt(kPickNicheSide, axis), cell);
  const double room =
      grid_.cell() / 2 - 2 * grid_.sizes().jitter - grid_.sizes().wander - kOwnRockM;
  const double radius = (kNiche + kNicheMore * drawn) * tube.ra;
  const double aside = std::min(kNicheAside * tube.ra, room - radius);
  if (aside + radius <= tube.ra) return;
  const Vec3 across = axis == 0 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  Vec3 at = tube.a + across * (side < 0.5 ? -aside : aside);
  if (side - std::floor(2 * side) / 2 < 0.25) at.z += kNicheStepM;
  out.chamber[out.chambers++] = {on_plan_grid(at), radius, kNicheHeight * tube.ra};
}

double LatticeCorridors::reach() const {
  const CorridorSizes& s = grid_.sizes();
  const double ramp = s.climbs && grid_.lowest() != grid_.highest() ? s.offset + s.ramp_radius : 0;
  const double bent = 2 * s.jitter + s.wander + kWide * radius_.range().hi;
  return std::max({ramp, bent, grid_.cell() / 2 - kOwnRockM});
}

/// Cells of which something may lie within the cap of a box.
struct LatticeCorridors::CellRange {
  Coord lo, hi;  ///< inclusive
  double count() const {
    return static_cast<double>(hi.x - lo.x + 1) * static_cast<double>(hi.y - lo.y + 1) *
           static_cast<double>(std::max<std::int64_t>(0, hi.z - lo.z + 1));
  }
};

/// What a cell owns lies between it and the next, in `more` further cells too.
LatticeCorridors::CellRange LatticeCorridors::cells_over(const Box3& box, double more) const {
  const double cell = grid_.cell(), pad = reach() + kCapM + kSlackM + more * cell;
  const double pitch = grid_.sizes().pitch, widest = radius_.range().hi;
  const double sway = grid_.sway() + kCapM + more * pitch;
  const double tall = kCorridorTop * widest + pitch + sway;
  const double deep = (1 - kTubeRise) * kWide * widest + sway;  // the round of a tube, cut or not
  const auto first = [](double v, double size) {
    return static_cast<std::int64_t>(std::ceil(v / size));
  };
  const auto last = [](double v, double size) {
    return static_cast<std::int64_t>(std::floor(v / size));
  };
  const double z = grid_.layer(0);
  return {{first(box.lo.x - pad, cell) - 1, first(box.lo.y - pad, cell) - 1,
           std::max(grid_.lowest(), first(box.lo.z - tall - z, pitch))},
          {last(box.hi.x + pad, cell), last(box.hi.y + pad, cell),
           std::min(grid_.highest(), last(box.hi.z + deep - z, pitch))}};
}

/// Visits the shapes that can bring the density under the cap in the box; without pruning also
/// those farther away.
template <class Tube, class Chamber>
void LatticeCorridors::for_shapes(StackContext& context, const Box3& box, Tube tube,
                                  Chamber chamber) const {
  const bool all = !context.prune();
  const CellRange range = cells_over(box, all ? 1 : 0);
  for (std::int64_t k = range.lo.z; k <= range.hi.z; ++k)
    for (std::int64_t j = range.lo.y; j <= range.hi.y; ++j)
      for (std::int64_t i = range.lo.x; i <= range.hi.x; ++i) {
        const Owned& own = owned(context, {i, j, k});
        for (int c = 0; c < own.chambers; ++c) {
          const Interval over = chamber_over(own.chamber[c], box);
          if (all || over.lo < kCapM) chamber(own.chamber[c], over);
        }
        for (int w = 0; w < own.ways; ++w) {
          if (!all && !overlap(own.way[w].box, box)) continue;
          for (int t = 0; t < own.way[w].count; ++t) {
            const Interval over = tube_over(own.way[w].tubes[t], box);
            if (all || over.lo < kCapM) tube(own.way[w].tubes[t], over);
          }
        }
      }
}

void LatticeCorridors::eval(EvalContext& context, float* values) const {
  const Kernels& k = kernels();
  k.fill(values, context.rows(), static_cast<float>(kCapM));
  for_shapes(
      context, context.axes().box(),
      [&](const TubeShape& s, Interval) { k.tube(s, context.axes(), 0, values); },
      [&](const ChamberShape& s, Interval) { k.chamber(s, context.axes(), 0, values); });
}

Interval LatticeCorridors::bound(BoundContext& context, Interval) const {
  if (cells_over(context.box(), 0).count() > kCellsMax)
    return widened({-2 * kCorridorTop * radius_.range().hi, kCapM});
  Interval d{kCapM, kCapM};
  const auto take = [&](const auto&, Interval over) { d = min(d, over); };
  for_shapes(context, context.box(), take, take);
  return d;
}

namespace {

/// Half of the floor that corridors and ramps keep (02 §3). [Units: m]
constexpr double kHalfFloorM = 1.5;

/// The least tube radius t that keeps that floor where walls and floor have moved by `reach`:
/// (t − reach)² − (kTubeRise · t − reach)² ≥ kHalfFloorM².
double tube_with_floor(double reach) {
  const double a = 1 - kTubeRise * kTubeRise, b = (1 - kTubeRise) * reach;
  return (b + std::sqrt(b * b + a * kHalfFloorM * kHalfFloorM)) / a;
}

std::optional<Clearance> lacks(const OpEntry& entry, double reach_m) {
  const Interval radius = values_of(entry, "radius_m", {3.125, 3.125});
  const double cell = values_of(entry, "cell_m", {16, 16}).lo, least = tube_with_floor(reach_m);
  if (kNarrow * radius.lo < least)
    return Clearance{"radius_m", least / kNarrow, "does not keep 3 m of floor",
                     "the narrowest is 0.92 of it"};
  if (ramp_radius(cell, radius.hi) >= least) return std::nullopt;
  return Clearance{"cell_m", least / kRampOfCell, "does not keep 3 m of floor on its ramps",
                   "a ramp's radius is 0.18 of it"};
}

}  // namespace

OperatorRow lattice_corridors_row() {
  return {.id = "lattice_corridors",
          .params = kParams,
          .doc = "corridors of an origin-directed spanning tree on a 3D lattice",
          .compile = compile,
          .check = check,
          .lacks = lacks};
}

}  // namespace strate::ops
