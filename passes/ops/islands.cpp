// islands: floating islands with flat tops, lobed outlines and tapering undersides
// (island_shapes.hpp), joined by bridges to islands nearer the spine (island_graph.hpp). A bridge
// is a tunnel of rock upside down: its flat side is the walk. An anchor stands on a trunk.
//
//   d = max(−cap, min(cap, min over islands of island(i), min over bridges of tube(x, y, −z)))
//   with an anchor: trunk(d)                                       negative inside
#include "passes/ops/islands.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"
#include "passes/density/interval.hpp"
#include "passes/ops/cave_shapes.hpp"
#include "passes/ops/flat_cells.hpp"
#include "passes/ops/site_settings.hpp"

namespace strate::ops {
namespace {

constexpr double kCellsMax = 900;
/// From the bands to the lowest and the highest top.
constexpr double kLowestTopM = 4, kHighestTopM = 5;

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 12, .max = 160, .lo = 28, .doc = "from one island to the next"},
    {.name = "radius_m",
     .kind = FieldKind::pair,
     .min = 3,
     .max = 48,
     .lo = 6,
     .hi = 12,
     .drive = Drive::per_site,
     .doc = "of an island"},
    {.name = "tops_m",
     .kind = FieldKind::interval,
     .min = 0,
     .max = 512,
     .lo = 22,
     .hi = 46,
     .doc = "between which the flat tops lie"},
    {.name = "thickness_m",
     .kind = FieldKind::pair,
     .min = 2,
     .max = 48,
     .lo = 6,
     .hi = 14,
     .drive = Drive::per_site,
     .doc = "from the top to the tip"},
    {.name = "lobes",
     .min = 0,
     .max = 1,
     .lo = 0.4,
     .drive = Drive::per_site,
     .doc = "how far the outline is from round"},
    {.name = "taper",
     .min = 0,
     .max = 1,
     .lo = 0.7,
     .drive = Drive::per_site,
     .doc = "0: blunt underneath, 1: pointed"},
    {.name = "occupancy",
     .min = 0.1,
     .max = 1,
     .lo = 0.8,
     .drive = Drive::per_site,
     .doc = "share of the cells that hold an island"},
    {.name = "anchor",
     .kind = FieldKind::flag,
     .lo = 0,
     .doc = "an island on the spine stands on the bedrock, on a column with a winding way up"},
};

class IslesCache final : public OperatorCache {
 public:
  IslesCache() : bodies_(kEntries), decks_(kEntries) {}
  IslandShapes& body(Coord c) { return bodies_[entry(c)]; }
  IslandsOperator::Owned& deck(Coord c) { return decks_[entry(c)]; }
  std::optional<Trunk> trunk;

 private:
  static constexpr std::size_t kEntries = 512;
  static std::size_t entry(Coord c) { return draw_at(0, 0, 7, c.x, c.y, 0) % kEntries; }
  std::vector<IslandShapes> bodies_;
  std::vector<IslandsOperator::Owned> decks_;
};

/// Kept beside the graph's memory, an operator having one slot.
IslesCache& isles(StackContext& context, int slot) {
  std::unique_ptr<OperatorCache>& kept = context.cache<IslandCache>(slot).beside;
  if (!kept) kept = std::make_unique<IslesCache>();
  return static_cast<IslesCache&>(*kept);
}

Box3 upside_down(const Box3& b) { return {{b.lo.x, b.lo.y, -b.hi.z}, {b.hi.x, b.hi.y, -b.lo.z}}; }

/// `z`: room for the heights.
Axes upside_down(const Axes& axes, double* z) {
  for (int i = 0; i < kBlockRow; ++i) z[i] = -axes.z[i];
  return {axes.x, axes.y, z, axes.nx, axes.ny, axes.nz};
}

/// Tops that leave room under the upper band, and a body over the lower one.
Interval between_bands(Interval tops, const StrateFrame& frame) {
  const double low = frame.content_bottom_m + kLowestTopM;
  const double high = std::max(low, frame.content_top_m - kHighestTopM);
  return clamp(tops, low, high);
}

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  IslandGraph::Settings s;
  const Result<Done> read = read_site_settings(context,
                                               {{"radius_m", &s.radius},
                                                {"thickness_m", &s.thickness},
                                                {"lobes", &s.lobes},
                                                {"taper", &s.taper},
                                                {"occupancy", &s.occupancy}},
                                               s);
  if (!read) return read.error();
  s.tops = between_bands(context.pair("tops_m"), context.frame());
  s.content_bottom = context.frame().content_bottom_m;
  s.anchor = context.flag("anchor");
  return std::unique_ptr<Operator>(std::make_unique<IslandsOperator>(std::move(s)));
}

std::vector<Error> check(const OpEntry& entry) {
  const double spacing = values_of(entry, "spacing_m", {28, 28}).lo;
  if (values_of(entry, "radius_m", {6, 12}).hi < spacing / 2) return {};
  const Value* v = entry.param("radius_m");
  return {{"coupled.island_radius",
           "islands would touch: the largest radius_m must be less than half of spacing_m",
           v && v->source.known() ? v->source : entry.source,
           {}}};
}

}  // namespace

const IslandsOperator::Owned& IslandsOperator::owned(StackContext& context, Coord cell) const {
  Owned& out = isles(context, graph_.settings().slot).deck(cell);
  if (out.used && out.cell == cell) return out;
  const std::optional<Coord> to = graph_.bridge(context, cell);
  out.cell = cell;
  out.used = true;
  out.bridged = to.has_value();
  if (to) out.deck = graph_.deck(context, cell, *to);
  return out;
}

const IslandShapes& IslandsOperator::shapes(StackContext& context, Coord cell) const {
  IslandShapes& out = isles(context, graph_.settings().slot).body(cell);
  if (!out.used || out.cell != cell) out = island_shapes(graph_, graph_.island(context, cell));
  return out;
}

const Trunk& IslandsOperator::trunk(StackContext& context) const {
  std::optional<Trunk>& kept = isles(context, graph_.settings().slot).trunk;
  if (!kept) kept = trunk_of(graph_, graph_.island(context, {}));
  return *kept;
}

/// Elsewhere the trunk changes nothing.
bool IslandsOperator::trunk_near(StackContext& context, const Box3& box) const {
  if (!graph_.settings().anchor) return false;
  return !context.prune() || overlap(trunk(context).box, box);
}

/// Visits what can bring the density under the cap in the box; without pruning also what lies
/// farther away.
template <class Deck, class Body>
void IslandsOperator::for_shapes(StackContext& context, const Box3& box, Deck deck,
                                 Body body) const {
  const bool all = !context.prune();
  const double spacing = graph_.settings().spacing;
  const Box3 mirrored = upside_down(box);
  const FlatCells cells(box, spacing, graph_.reach() + (all ? spacing : 0));
  cells.each([&](std::int64_t i, std::int64_t j) {
    const Owned& own = owned(context, {i, j, 0});
    if (own.bridged && (all || overlap(own.deck.box, mirrored)))
      for (int t = 0; t < own.deck.count; ++t) {
        const Interval over = tube_over(own.deck.tubes[t], mirrored);
        if (all || over.lo < kCapM) deck(own.deck.tubes[t], over);
      }
    const IslandShapes& s = shapes(context, {i, j, 0});
    if (!s.exists || (!all && !overlap(s.box, box))) return;
    const Interval over = island_over(s, box);
    if (all || over.lo < kCapM) body(s, over);
  });
}

void IslandsOperator::eval(EvalContext& context, float* values) const {
  const Kernels& k = kernels();
  const ArenaScope scope(context.temporary());
  const Axes& axes = context.axes();
  float* block = context.take_block();
  double z[kBlockRow];
  const Axes mirrored = upside_down(axes, z);
  k.fill(values, context.rows(), static_cast<float>(kCapM));
  for_shapes(
      context, axes.box(), [&](const TubeShape& s, Interval) { k.tube(s, mirrored, 0, values); },
      [&](const IslandShapes& s, Interval) { fold_island(s, axes, block, values); });
  k.max_value(values, context.rows(), static_cast<float>(-kCapM));
  if (trunk_near(context, axes.box())) apply_trunk(trunk(context), axes, block, values);
}

Interval IslandsOperator::bound(BoundContext& context, Interval) const {
  const Box3& b = context.box();
  if (FlatCells(b, graph_.settings().spacing, graph_.reach()).count() > kCellsMax)
    return widened({-2 * kCapM, kCapM});
  Interval d{kCapM, kCapM};
  const auto take = [&](const auto&, Interval over) { d = min(d, over); };
  for_shapes(context, b, take, take);
  d = max(d, {-kCapM, -kCapM});
  return trunk_near(context, b) ? trunk_over(trunk(context), b, d) : d;
}

std::optional<Vec3> IslandsOperator::home(StackContext& context) const {
  if (!graph_.settings().anchor) return std::nullopt;
  return graph_.island(context, {}).top;
}

OperatorRow islands_row() {
  return {.id = "islands",
          .has_sites = true,
          .params = kParams,
          .doc = "floating islands: flat tops, lobed outline, tapering underside",
          .compile = compile,
          .check = check};
}

}  // namespace strate::ops
