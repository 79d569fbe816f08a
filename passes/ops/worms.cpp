// worms: tunnels that wander from hashed places, chains of capsules.
//
//   d = min(cap, min over worms, over capsules k of capsule(p_k, p_k+1, r_k, r_k+1))  negative
//   inside
//
// Cell (i, j) holds one if its occupancy draw and `sites` say so. It begins at
// p_0 = spacing · (i + 0.4 u, j + 0.4 v), u, v drawn in [−1, 1), at any height of the content that
// leaves 1 m of rock to the bands, and goes on in n = ⌈length/step⌉ equal steps, step = max(2 m,
// length/24):
//   turn_k  = 0.6 · turn_k−1 + 0.4 · 55° · wander · drawn      bearing_k = bearing_k−1 + turn_k
//   climb_k = 0.7 · climb_k−1 + 0.3 · tan(grade) · drawn       |climb| ≤ tan(grade)
// where the next point would leave these heights, climb is turned round. Radii are the worm's own,
// 0.7 of it at both ends, within 0.15 of it between.
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
#include "passes/ops/ledge_shapes.hpp"
#include "passes/ops/room_graph.hpp"
#include "passes/ops/site_settings.hpp"

namespace strate::ops {
namespace {

constexpr double kCellsMax = 1600, kJitterShare = 0.4, kRockM = 1;
constexpr int kStepsMax = 24;
constexpr double kLeastStepM = 2, kSharpestTurn = 55, kKeepTurn = 0.6, kKeepClimb = 0.7;
constexpr double kEndRadius = 0.7, kWideRadius = 1.15;

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 12, .max = 160, .lo = 32, .doc = "from one worm to the next"},
    {.name = "length_m",
     .kind = FieldKind::pair,
     .min = 6,
     .max = 120,
     .lo = 16,
     .hi = 40,
     .drive = Drive::per_site,
     .doc = "of a worm, end to end along it"},
    {.name = "radius_m",
     .kind = FieldKind::pair,
     .min = 0.75,
     .max = 6,
     .lo = 1.25,
     .hi = 1.75,
     .drive = Drive::per_site,
     .doc = "of a worm; narrower at its ends"},
    {.name = "wander",
     .min = 0,
     .max = 1,
     .lo = 0.5,
     .drive = Drive::per_site,
     .doc = "how much it winds"},
    {.name = "grade_deg",
     .min = 0,
     .max = 44.8,
     .lo = 20,
     .drive = Drive::per_site,
     .doc = "steepest climb"},
    {.name = "occupancy",
     .min = 0.05,
     .max = 1,
     .lo = 0.6,
     .drive = Drive::per_site,
     .doc = "share of the cells that hold one"},
};

enum WormDraw : std::uint64_t {
  kDrawX = 1,
  kDrawY,
  kDrawZ,
  kDrawOccupied,
  kDrawLength,
  kDrawRadius,
  kDrawBearing,
  kDrawSite,
  kDrawTurn = 32,  ///< and one more for every step
  kDrawClimb = 64,
  kDrawWide = 96,
};

struct Worm {
  Coord cell;
  bool used = false;
  int count = 0;  ///< capsules; 0: there is none
  Box3 box;       ///< encloses every place nearer than the cap
  CapsuleShape capsule[kStepsMax];
};

class WormCache final : public OperatorCache {
 public:
  WormCache() : entries_(kEntries) {}
  Worm& at(Coord c) { return entries_[draw_at(0, 0, 8, c.x, c.y, 0) % kEntries]; }

 private:
  static constexpr std::size_t kEntries = 1024;
  std::vector<Worm> entries_;
};

class Worms final : public Operator {
 public:
  struct Settings {
    std::uint64_t seed = 0, address = 0;
    int slot = 0;
    double spacing = 32;
    Interval content{2, 62};
    Driver length, radius, wander, grade, occupancy;
    Sites sites;
  };
  explicit Worms(Settings settings) : s_(std::move(settings)) {}

  void eval(EvalContext& context, float* values) const override {
    const Kernels& k = kernels();
    k.fill(values, context.rows(), static_cast<float>(kCapM));
    for_capsules(context, context.axes().box(), [&](const CapsuleShape& shape, Interval) {
      k.capsule(shape, context.axes(), 0, values);
    });
  }

  Interval bound(BoundContext& context, Interval) const override {
    const Box3& b = context.box();
    if (FlatCells(b, s_.spacing, reach()).count() > kCellsMax)
      return widened({-kWideRadius * s_.radius.range().hi, kCapM});
    Interval d{kCapM, kCapM};
    for_capsules(context, b, [&](const CapsuleShape&, Interval over) { d = min(d, over); });
    return d;
  }

 private:
  /// Visits the capsules that can bring the density under the cap in the box; without pruning also
  /// those farther away.
  template <class Visit>
  void for_capsules(StackContext& context, const Box3& box, Visit visit) const {
    const bool all = !context.prune();
    const FlatCells cells(box, s_.spacing, reach() + (all ? s_.spacing : 0));
    cells.each([&](std::int64_t i, std::int64_t j) {
      const Worm& worm = worm_at(context, {i, j, 0});
      if (worm.count == 0 || (!all && !overlap(worm.box, box))) return;
      for (int k = 0; k < worm.count; ++k) {
        const Interval over = capsule_over(worm.capsule[k], box);
        if (all || over.lo < kCapM) visit(worm.capsule[k], over);
      }
    });
  }

  /// Under the cap no farther from its cell's middle.
  double reach() const {
    return kJitterShare * s_.spacing + s_.length.range().hi + kLeastStepM +
           kWideRadius * s_.radius.range().hi + 2 * kCapM;
  }

  double pick(std::uint64_t salt, Coord c) const {
    return unit(draw_at(s_.seed, s_.address, salt, c.x, c.y, 0));
  }

  const Worm& worm_at(StackContext& context, Coord cell) const {
    Worm& kept = context.cache<WormCache>(s_.slot).at(cell);
    if (!kept.used || kept.cell != cell) compute(context, cell, kept);
    return kept;
  }

  /// Parameters are read and `sites` judged where it begins.
  void compute(StackContext& context, Coord cell, Worm& out) const {
    out.cell = cell;
    out.used = true;
    out.count = 0;
    const double rock = kRockM + kWideRadius * s_.radius.range().hi;
    const Interval heights{s_.content.lo + rock,
                           std::max(s_.content.lo + rock, s_.content.hi - rock)};
    const auto place = [&](std::int64_t i, WormDraw salt) {
      return s_.spacing * (static_cast<double>(i) + kJitterShare * both_ways(pick(salt, cell)));
    };
    const Vec3 start = on_plan_grid(Vec3{place(cell.x, kDrawX), place(cell.y, kDrawY),
                                         heights.lo + pick(kDrawZ, cell) * width(heights)});
    SitePoint site(context, start, pick(kDrawSite, cell));
    if (pick(kDrawOccupied, cell) >= s_.occupancy.at(site, 0)) return;
    if (!s_.sites.all() && !s_.sites.keeps(site)) return;
    lay(cell, start, heights, s_.length.at(site, pick(kDrawLength, cell)),
        s_.radius.at(site, pick(kDrawRadius, cell)), kSharpestTurn * s_.wander.at(site, 0),
        tan_deg(s_.grade.at(site, 0)), out);
  }

  void lay(Coord cell, Vec3 p, Interval heights, double length, double radius, double sharpest,
           double steepest, Worm& out) const {
    const double step = std::max(kLeastStepM, length / kStepsMax);
    const int n = std::clamp(static_cast<int>(std::ceil(length / step - 1e-9)), 1, kStepsMax);
    double bearing = 360 * pick(kDrawBearing, cell), turn = 0, climb = 0, wide = 0;
    double before = kEndRadius * radius;
    out.box = {p, p};
    for (int k = 0; k < n; ++k) {
      const auto drawn = [&](WormDraw salt) {
        return both_ways(pick(salt + static_cast<std::uint64_t>(k), cell));
      };
      turn = kKeepTurn * turn + (1 - kKeepTurn) * sharpest * drawn(kDrawTurn);
      climb = kKeepClimb * climb + (1 - kKeepClimb) * steepest * drawn(kDrawClimb);
      bearing += turn;
      const Turn way = turn_of(bearing);
      const double plan = step / std::sqrt(1 + climb * climb);
      if (p.z + climb * plan < heights.lo || p.z + climb * plan > heights.hi) climb = -climb;
      const Vec3 q = on_plan_grid(p + Vec3{way.cosine * plan, way.sine * plan, climb * plan});
      wide = (wide + drawn(kDrawWide)) / 2;
      const double share = 1 + (kWideRadius - 1) * wide;
      const double after = (k + 1 == n ? kEndRadius : share) * radius;
      out.capsule[out.count++] = {p, q, before, after};
      out.box = {
          {std::min(out.box.lo.x, q.x), std::min(out.box.lo.y, q.y), std::min(out.box.lo.z, q.z)},
          {std::max(out.box.hi.x, q.x), std::max(out.box.hi.y, q.y), std::max(out.box.hi.z, q.z)}};
      p = q, before = after;
    }
    const double around = kWideRadius * radius + kCapM;
    out.box = {out.box.lo - Vec3{around, around, around},
               out.box.hi + Vec3{around, around, around}};
  }

  Settings s_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  Worms::Settings s;
  const Result<Done> read = read_site_settings(context,
                                               {{"length_m", &s.length},
                                                {"radius_m", &s.radius},
                                                {"wander", &s.wander},
                                                {"grade_deg", &s.grade},
                                                {"occupancy", &s.occupancy}},
                                               s);
  if (!read) return read.error();
  s.content = {context.frame().content_bottom_m, context.frame().content_top_m};
  return std::unique_ptr<Operator>(std::make_unique<Worms>(std::move(s)));
}

}  // namespace

OperatorRow worms_row() {
  return {.id = "worms",
          .has_sites = true,
          .params = kParams,
          .doc = "hashed worm tunnels: chains of capsules",
          .compile = compile};
}

}  // namespace strate::ops
