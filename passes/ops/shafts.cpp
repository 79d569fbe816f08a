// shafts: full-height wells on a jittered lattice (shaft_graph.hpp) with a tread winding up each
// and shelves over it (shaft_shapes.hpp), joined by tunnels from tread to tread (tunnel_path.hpp).
//
//   d = min(cap, min over carved shafts of shaft(s), min over connectors of tube(t))
//                                                                 negative inside
#include "passes/ops/shafts.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "compiler/hash.hpp"
#include "compiler/json.hpp"
#include "passes/density/interval.hpp"
#include "passes/ops/cave_shapes.hpp"
#include "passes/ops/flat_cells.hpp"

namespace strate::ops {
namespace {

constexpr double kCellsMax = 900;

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 10, .max = 96, .lo = 20, .doc = "from one shaft to the next"},
    {.name = "radius_m",
     .kind = FieldKind::pair,
     .min = 2,
     .max = 16,
     .lo = 2,
     .hi = 3.5,
     .drive = Drive::per_site,
     .doc = "of a shaft; the one on the spine has the largest"},
    {.name = "connector_radius_m",
     .min = 1.25,
     .max = 5,
     .lo = 2.2,
     .doc = "of the tunnels between them"},
    {.name = "ledge_every_m",
     .min = 4,
     .max = 32,
     .lo = 8,
     .doc = "most that a tread climbs each turn, and height between the levels of shelves"},
    {.name = "ledge_share",
     .min = 0,
     .max = 1,
     .lo = 0.5,
     .drive = Drive::per_site,
     .doc = "share of the levels over a shaft's tread that hold a shelf"},
    {.name = "links",
     .min = 0,
     .max = 1,
     .lo = 0.25,
     .doc = "how many connectors there are beside the one way to the spine"},
};

class WellCache final : public OperatorCache {
 public:
  WellCache() : wells_(kEntries), ways_(kEntries) {}
  ShaftShapes& well(Coord c) { return wells_[entry(c)]; }
  ShaftsOperator::Owned& way(Coord c) { return ways_[entry(c)]; }

 private:
  static constexpr std::size_t kEntries = 512;
  static std::size_t entry(Coord c) { return draw_at(0, 0, 5, c.x, c.y, 0) % kEntries; }
  std::vector<ShaftShapes> wells_;
  std::vector<ShaftsOperator::Owned> ways_;
};

/// Kept beside the graph's memory, an operator having one slot.
WellCache& wells(StackContext& context, int slot) {
  std::unique_ptr<OperatorCache>& kept = context.cache<ShaftCache>(slot).beside;
  if (!kept) kept = std::make_unique<WellCache>();
  return static_cast<WellCache&>(*kept);
}

double up_to_cm(double v) { return std::ceil(v * 100) / 100; }

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  auto radius = context.driver("radius_m"), share = context.driver("ledge_share");
  auto sites = context.sites();
  if (!radius) return radius.error();
  if (!share) return share.error();
  if (!sites) return sites.error();
  ShaftGraph::Settings s;
  s.seed = context.frame().seed;
  s.address = context.address_hash();
  s.slot = context.slot();
  s.spacing = context.number("spacing_m");
  s.connector_radius = context.number("connector_radius_m");
  s.ledge_every = context.number("ledge_every_m");
  s.links = context.number("links");
  s.heights = shaft_heights(context.frame().content_bottom_m, context.frame().content_top_m,
                            s.connector_radius, radius->range().hi);
  s.radius = std::move(*radius);
  s.sites = std::move(*sites);
  if (s.heights.lacking > 0)
    return context.error("shafts.height",
                         "the strate is too low for its shafts: height_m must be at least " +
                             json::number_text(up_to_cm(s.heights.lacking)) + " more",
                         "radius_m");
  auto made = std::make_unique<ShaftsOperator>(std::move(s), std::move(*share));
  if (!made->graph().walkable())
    return context.error("shafts.no_run",
                         "no walkable run is left between neighbouring shafts: choose a smaller "
                         "radius_m or connector_radius_m, or a wider spacing_m",
                         "spacing_m");
  return std::unique_ptr<Operator>(std::move(made));
}

std::vector<Error> check(const OpEntry& entry) {
  const double spacing = values_of(entry, "spacing_m", {20, 20}).lo;
  if (values_of(entry, "radius_m", {2, 3.5}).hi < spacing / 2) return {};
  const Value* v = entry.param("radius_m");
  return {{"coupled.shaft_radius",
           "neighbouring shafts would merge: the largest radius_m must be less than half of "
           "spacing_m",
           v && v->source.known() ? v->source : entry.source,
           {}}};
}

}  // namespace

const ShaftsOperator::Owned& ShaftsOperator::owned(StackContext& context, Coord cell) const {
  Owned& out = wells(context, graph_.settings().slot).way(cell);
  if (out.used && out.cell == cell) return out;
  Coord others[ShaftGraph::kWaysMax];
  out.cell = cell;
  out.used = true;
  out.count = graph_.ways(context, cell, others);
  for (int i = 0; i < out.count; ++i) out.paths[i] = graph_.connector(context, cell, others[i]);
  return out;
}

const ShaftShapes& ShaftsOperator::shapes(StackContext& context, Coord cell) const {
  ShaftShapes& out = wells(context, graph_.settings().slot).well(cell);
  if (out.used && out.cell == cell) return out;
  const Shaft shaft = graph_.shaft(context, cell);
  double share = 0;
  {
    SitePoint site(context, shaft.foot, graph_.pick(kShaftSite, cell));
    share = shelf_share_.at(site, 0);
  }
  out = shaft_shapes(graph_, shaft, share);
  out.carved = graph_.carved(context, cell);
  return out;
}

/// Cells that own something which may reach into the box; `all`: and some more.
template <class Visit>
void ShaftsOperator::for_cells(const Box3& box, bool all, Visit visit) const {
  const double spacing = graph_.settings().spacing;
  const FlatCells cells(box, spacing, graph_.reach() + (all ? spacing : 0));
  cells.each([&](std::int64_t i, std::int64_t j) { visit(Coord{i, j, 0}); });
  if (graph_.settings().sites.all()) return;
  constexpr std::int64_t n = ShaftGraph::kSpineCells;
  if (cells.i1 < -n || n < cells.i0 || cells.j1 < -n || n < cells.j0) return;
  for (std::int64_t j = -n; j <= n; ++j)
    for (std::int64_t i = -n; i <= n; ++i)
      if (!cells.holds(i, j)) visit(Coord{i, j, 0});
}

/// Visits what can bring the density under the cap in the box; without pruning also what lies
/// farther away.
template <class Way, class Well>
void ShaftsOperator::for_shapes(StackContext& context, const Box3& box, Way way, Well well) const {
  const bool all = !context.prune();
  for_cells(box, all, [&](Coord cell) {
    const Owned& own = owned(context, cell);
    for (int p = 0; p < own.count; ++p) {
      const TunnelPath& path = own.paths[p];
      if (!all && !overlap(path.box, box)) continue;
      for (int t = 0; t < path.count; ++t) {
        const Interval over = tube_over(path.tubes[t], box);
        if (all || over.lo < kCapM) way(path.tubes[t], over);
      }
    }
    const ShaftShapes& s = shapes(context, cell);
    if (!s.carved || (!all && !overlap(s.box, box))) return;
    const Interval over = shaft_over(s, box);
    if (all || over.lo < kCapM) well(s, over);
  });
}

void ShaftsOperator::eval(EvalContext& context, float* values) const {
  const Kernels& k = kernels();
  const ArenaScope scope(context.temporary());
  float *air = context.take_block(), *rock = context.take_block();
  k.fill(values, context.rows(), static_cast<float>(kCapM));
  for_shapes(
      context, context.axes().box(),
      [&](const TubeShape& s, Interval) { k.tube(s, context.axes(), 0, values); },
      [&](const ShaftShapes& s, Interval) { fold_shaft(s, context.axes(), air, rock, values); });
}

Interval ShaftsOperator::bound(BoundContext& context, Interval) const {
  const Box3& b = context.box();
  if (FlatCells(b, graph_.settings().spacing, graph_.reach()).count() > kCellsMax)
    return widened({-2 * graph_.settings().heights.radius_max - kCapM, kCapM});
  Interval d{kCapM, kCapM};
  const auto take = [&](const auto&, Interval over) { d = min(d, over); };
  for_shapes(context, b, take, take);
  return d;
}

namespace {

/// The capsule stands where the radius is the walls' reach and this much; what it needs over a
/// tread, and across it.
constexpr double kStandingRadiusM = 0.97, kStandingM = 1.9, kAcrossM = 0.72;
constexpr double kEasyTurn = 3.3408;  // 2π · tan 28°

std::optional<Clearance> lacks(const OpEntry& entry, double reach_m) {
  const double tunnel = kStandingRadiusM + reach_m;
  if (values_of(entry, "connector_radius_m", {2.2, 2.2}).lo < tunnel)
    return Clearance{"connector_radius_m", tunnel, "does not let the player stand",
                     "0.97 m and 1.04 x the roughness"};
  const double pitch = kTreadThickM + kStandingM + 2 * reach_m, wide = kAcrossM + 2 * reach_m;
  if (pitch > kLeastPitchM && values_of(entry, "ledge_every_m", {8, 8}).lo < pitch)
    return Clearance{"ledge_every_m", pitch, "leaves no height over its treads",
                     "2.95 m and 2.08 x the roughness"};
  double least = 0;
  if (pitch > kLeastPitchM) least = pitch / kEasyTurn + kTreadWidthM / 2;
  if (wide > kTreadWidthM) least = std::max(least, wide / kTreadShare);
  if (values_of(entry, "radius_m", {2, 3.5}).lo >= least) return std::nullopt;
  return Clearance{"radius_m", least, "holds no tread that can be walked",
                   "a tread must be wide and high enough after the roughness"};
}

}  // namespace

OperatorRow shafts_row() {
  return {.id = "shafts",
          .has_sites = true,
          .params = kParams,
          .doc = "full-height shafts joined by an inward connector tree, with ledges",
          .compile = compile,
          .check = check,
          .lacks = lacks};
}

}  // namespace strate::ops
