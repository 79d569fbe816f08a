// columns: natural pillars on a jittered lattice, between which there is always a way.
//
//   at = spacing·(i, j) + room·(u, v), u, v drawn in [−1, 1)
//   room = spacing/2 − 1 m − (radius·(1 + flare) + lean·half), half: of the content's height
//   d = min(cap, min over columns of pillar(column))               negative inside
//   pillar: shapes_caves-inl.hpp
//
// A column, leaning and flaring, stays in its cell less 1 m all round, so gaps are 2 m or wider;
// where the settings would not allow that, first lean, then flare, then radius give way.
#include <algorithm>
#include <cmath>
#include <vector>

#include "compiler/angle.hpp"
#include "compiler/hash.hpp"
#include "compiler/op.hpp"
#include "passes/density/compile.hpp"
#include "passes/density/interval.hpp"
#include "passes/ops/cave_shapes.hpp"
#include "passes/ops/flat_cells.hpp"
#include "passes/ops/room_graph.hpp"
#include "passes/ops/site_settings.hpp"

namespace strate::ops {
namespace {

/// Half of the least gap between columns. [Units: m]
constexpr double kHalfGapM = 1;
constexpr double kCellsMax = 1600;

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 6, .max = 96, .lo = 18, .doc = "from one column to the next"},
    {.name = "radius_m",
     .kind = FieldKind::pair,
     .min = 0.5,
     .max = 12,
     .lo = 2,
     .hi = 4,
     .drive = Drive::per_site,
     .doc = "of a column in the middle of its height"},
    {.name = "occupancy",
     .min = 0.05,
     .max = 1,
     .lo = 0.7,
     .drive = Drive::per_site,
     .doc = "share of the cells that hold a column"},
    {.name = "flare",
     .min = 0,
     .max = 1,
     .lo = 0.3,
     .drive = Drive::per_site,
     .doc = "how much wider it is at both ends, as a share of its radius"},
    {.name = "lean_deg",
     .min = 0,
     .max = 30,
     .lo = 0,
     .drive = Drive::per_site,
     .doc = "how far it leans"},
};

enum ColumnDraw : std::uint64_t {
  kDrawX = 1,
  kDrawY,
  kDrawOccupied,
  kDrawRadius,
  kDrawFlare,
  kDrawLean,
  kDrawBearing,
  kDrawSite,
};

struct Column {
  std::int64_t i = 0, j = 0;
  bool used = false, exists = false;
  PillarShape shape;
};

class ColumnsCache final : public OperatorCache {
 public:
  ColumnsCache() : entries_(kEntries) {}
  Column& at(std::int64_t i, std::int64_t j) {
    return entries_[draw_at(0, 0, 2, i, j, 0) % kEntries];
  }

 private:
  static constexpr std::size_t kEntries = 2048;
  std::vector<Column> entries_;
};

class Columns final : public Operator {
 public:
  struct Settings {
    std::uint64_t seed = 0, address = 0;
    int slot = 0;
    double spacing = 18, middle = 32, half_height = 30;
    Driver radius, occupancy, flare, lean;
    Sites sites;
  };
  explicit Columns(Settings settings) : s_(std::move(settings)) {}

  void eval(EvalContext& context, float* values) const override {
    const Kernels& k = kernels();
    k.fill(values, context.rows(), static_cast<float>(kCapM));
    for_columns(context, context.axes().box(), [&](const PillarShape& shape, Interval) {
      k.pillar(shape, context.axes(), 0, values);
    });
  }

  Interval bound(BoundContext& context, Interval) const override {
    const Box3& b = context.box();
    if (FlatCells(b, s_.spacing, reach()).count() > kCellsMax)
      return widened({-s_.spacing / 2, kCapM});
    Interval d{kCapM, kCapM};
    for_columns(context, b, [&](const PillarShape&, Interval over) { d = min(d, over); });
    return d;
  }

 private:
  /// Visits the columns that can bring the density under the cap in the box; without pruning also
  /// those farther away.
  template <class Visit>
  void for_columns(StackContext& context, const Box3& box, Visit visit) const {
    const bool all = !context.prune();
    const FlatCells cells(box, s_.spacing, reach() + (all ? s_.spacing : 0));
    cells.each([&](std::int64_t i, std::int64_t j) {
      const Column column = column_at(context, i, j);
      if (!column.exists) return;
      const Interval over = pillar_over(column.shape, box);
      if (all || over.lo < kCapM) visit(column.shape, over);
    });
  }

  /// Under the cap no farther from its cell's middle, between the ends and as far again beyond
  /// them.
  double reach() const {
    return s_.spacing + (kCapM + s_.half_height) * tan_deg(s_.lean.range().hi) + 2 * kCapM;
  }

  double pick(ColumnDraw salt, std::int64_t i, std::int64_t j) const {
    return unit(draw_at(s_.seed, s_.address, salt, i, j, 0));
  }

  const Column& column_at(StackContext& context, std::int64_t i, std::int64_t j) const {
    Column& kept = context.cache<ColumnsCache>(s_.slot).at(i, j);
    if (!kept.used || kept.i != i || kept.j != j) kept = compute(context, i, j);
    return kept;
  }

  /// Parameters are read and `sites` judged at the column's own middle.
  Column compute(StackContext& context, std::int64_t i, std::int64_t j) const {
    Column c{i, j, true, false, {}};
    const double x = static_cast<double>(i) * s_.spacing, y = static_cast<double>(j) * s_.spacing;
    const double number = pick(kDrawSite, i, j), own = s_.spacing / 2 - kHalfGapM;
    SitePoint cell(context, {x, y, s_.middle}, number);
    if (pick(kDrawOccupied, i, j) >= s_.occupancy.at(cell, 0)) return c;
    const double radius = std::min(s_.radius.at(cell, pick(kDrawRadius, i, j)), own);
    const double flare = std::min(radius * s_.flare.at(cell, pick(kDrawFlare, i, j)), own - radius);
    const double slope = std::min(tan_deg(s_.lean.at(cell, pick(kDrawLean, i, j))),
                                  (own - radius - flare) / s_.half_height);
    const double room = own - radius - flare - slope * s_.half_height;
    const Turn bearing = turn_of(360 * pick(kDrawBearing, i, j));
    c.shape = {{on_plan_grid(x + room * (2 * pick(kDrawX, i, j) - 1)),
                on_plan_grid(y + room * (2 * pick(kDrawY, i, j) - 1)), s_.middle},
               slope * bearing.cosine,
               slope * bearing.sine,
               radius,
               flare,
               s_.half_height};
    SitePoint site(context, c.shape.at, number);
    c.exists = s_.sites.all() || s_.sites.keeps(site);
    return c;
  }

  Settings s_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  Columns::Settings s;
  const Result<Done> read = read_site_settings(context,
                                               {{"radius_m", &s.radius},
                                                {"occupancy", &s.occupancy},
                                                {"flare", &s.flare},
                                                {"lean_deg", &s.lean}},
                                               s);
  if (!read) return read.error();
  s.middle = on_plan_grid((context.frame().content_bottom_m + context.frame().content_top_m) / 2);
  s.half_height = (context.frame().content_top_m - context.frame().content_bottom_m) / 2;
  return std::unique_ptr<Operator>(std::make_unique<Columns>(std::move(s)));
}

std::vector<Error> check(const OpEntry& entry) {
  const double spacing = values_of(entry, "spacing_m", {18, 18}).lo;
  if (values_of(entry, "radius_m", {2, 4}).hi < spacing / 2) return {};
  const Value* v = entry.param("radius_m");
  return {{"coupled.column_radius",
           "columns would merge into a wall: the largest radius_m must be less than half of "
           "spacing_m",
           v && v->source.known() ? v->source : entry.source,
           {}}};
}

}  // namespace

OperatorRow columns_row() {
  return {.id = "columns",
          .has_sites = true,
          .params = kParams,
          .doc = "natural pillars",
          .compile = compile,
          .check = check};
}

}  // namespace strate::ops
