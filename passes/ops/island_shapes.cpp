#include "passes/ops/island_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "passes/density/context.hpp"
#include "passes/density/interval.hpp"
#include "passes/density/smooth.hpp"
#include "passes/ops/cave_shapes.hpp"
#include "passes/ops/ledge_shapes.hpp"

namespace strate {
namespace {

constexpr int kLobes = 5, kRoots = 3;
static_assert(1 + kLobes + kRoots == IslandShapes::kIsles);
constexpr double kBlendM = 1.2, kBlendShare = 0.2;
constexpr double kCoreShrink = 0.4, kLobeShrink = 0.6, kLobeLeast = 0.45, kLobeMore = 0.55;
constexpr double kLobeDepth = 0.35, kLobeDepthMore = 0.55;
constexpr double kRootRadius = 0.2, kRootRadiusMore = 0.12, kRootOut = 0.45;
constexpr double kRootDepth = 0.9, kRootDepthMore = 0.4, kRootTaper = 0.6;
constexpr double kLean = 0.2, kScatter = 0.7;
constexpr float kFar = 1e9f;

/// The trunk: its well, its core at the ground and at the top, its tread.
constexpr double kWellM = 3.6, kRimM = 1.2, kCoreFootM = 2.4, kCoreTopM = 1.2, kUnderGroundM = 3;
constexpr double kTreadPitchM = 6, kTreadThickM = 1.7, kTreadGrow = 0.1, kTreadStillM = 1.2;
constexpr double kTreadInRimM = 0.3;

/// One after the other, the numbers of an island.
class Numbers {
 public:
  Numbers(const IslandGraph& graph, Coord cell) : graph_(graph), cell_(cell) {}
  double next() { return graph_.pick(kIslandLobe + salt_++, cell_); }

 private:
  const IslandGraph& graph_;
  Coord cell_;
  std::uint64_t salt_ = 0;
};

IsleShape isle_at(const Island& it, Turn bearing, double out, double radius, double depth,
                  double taper, Numbers& numbers) {
  const Vec3 at = it.top + Vec3{out * bearing.cosine, out * bearing.sine, 0};
  const double lean_x = kLean * both_ways(numbers.next());
  const double lean_y = kLean * both_ways(numbers.next());
  return {on_plan_grid(at), radius, depth, taper, lean_x, lean_y, false};
}

}  // namespace

IslandShapes island_shapes(const IslandGraph& graph, const Island& it) {
  IslandShapes s;
  s.cell = it.cell;
  s.used = true;
  s.exists = it.exists;
  if (!it.exists) return s;
  s.top = it.top.z;
  s.blend = std::min(kBlendM, kBlendShare * it.radius);
  Numbers numbers(graph, it.cell);
  int n = 0;
  s.isle[n++] =
      isle_at(it, {}, 0, it.radius * (1 - kCoreShrink * it.lobes), it.thickness, it.taper, numbers);
  const double phase = 360 * numbers.next();
  for (int i = 0; i < kLobes; ++i) {
    const double turn = (i + kScatter * (numbers.next() - 0.5)) / kLobes;
    const double strong = it.lobes * (kLobeLeast + kLobeMore * numbers.next());
    const double radius = it.radius * (1 - kLobeShrink * strong);
    const double depth = it.thickness * (kLobeDepth + kLobeDepthMore * numbers.next());
    s.isle[n++] = isle_at(it, turn_of(phase + 360 * turn), it.radius - radius, radius, depth,
                          it.taper, numbers);
  }
  for (int i = 0; i < kRoots; ++i) {
    const Turn bearing = turn_of(360 * numbers.next());
    const double out = kRootOut * it.radius * numbers.next();
    const double radius = it.radius * (kRootRadius + kRootRadiusMore * numbers.next());
    const double depth = it.thickness * (kRootDepth + kRootDepthMore * numbers.next());
    s.isle[n++] = isle_at(it, bearing, out, radius, depth, kRootTaper, numbers);
  }
  s.box = isle_box(s.isle[0], kCapM + s.blend);
  for (const IsleShape& isle : s.isle) s.box = hull_of(s.box, isle_box(isle, kCapM + s.blend));
  return s;
}

Interval island_over(const IslandShapes& s, const Box3& box) {
  Interval d{static_cast<double>(kFar), static_cast<double>(kFar)};
  for (const IsleShape& isle : s.isle) d = smooth_min_over(d, isle_over(isle, box), s.blend);
  return max(d, widened({box.lo.z - s.top, box.hi.z - s.top}));
}

void fold_island(const IslandShapes& s, const Axes& axes, float* body, float* values) {
  const Kernels& k = kernels();
  const auto ny = static_cast<std::size_t>(axes.ny), rows = ny * static_cast<std::size_t>(axes.nz);
  k.fill(body, rows, kFar);
  for (const IsleShape& isle : s.isle) k.isle(isle, axes, static_cast<float>(s.blend), body);
  for (int z = 0; z < axes.nz; ++z)
    k.max_value(body + block_index(axes.ny, 0, 0, z), ny, static_cast<float>(axes.z[z] - s.top));
  k.min(values, body, rows);
}

/// Beside the middle of the top, so that this is left to the origin room; the tread ends on the
/// side away from it.
Trunk trunk_of(const IslandGraph& graph, const Island& anchor) {
  const Turn away = turn_of(360 * graph.pick(kIslandTrunk, anchor.cell));
  const double out = std::max(0.0, anchor.radius - kWellM - kRimM);
  const Vec3 at = on_plan_grid(anchor.top + Vec3{out * away.cosine, out * away.sine, 0});
  const double ground = graph.settings().content_bottom - kUnderGroundM;
  Trunk t;
  t.well = {at.x, at.y, kWellM};
  t.core = {{at.x, at.y, ground},
            {at.x, at.y, at.z - (1 + kTubeRise) * kCoreTopM + 1},
            kCoreFootM,
            kCoreTopM};
  t.tread.at = at;
  t.tread.cosine = -away.sine, t.tread.sine = away.cosine;
  t.tread.inner = 0, t.tread.outer = kWellM + kTreadInRimM;
  t.tread.pitch = kTreadPitchM;
  t.tread.thickness = kTreadThickM, t.tread.grow = kTreadGrow;
  t.tread.still = kTreadStillM;
  t.tread.top = 0;
  const double wide = kWellM + kTreadInRimM + kCapM;
  t.box = {{at.x - wide, at.y - wide, -1e6}, {at.x + wide, at.y + wide, 1e6}};
  return t;
}

Interval trunk_over(const Trunk& t, const Box3& box, Interval in) {
  const Interval x{box.lo.x - t.well.x, box.hi.x - t.well.x};
  const Interval y{box.lo.y - t.well.y, box.hi.y - t.well.y};
  const Interval hole = widened(plan_radii(x, y) + -t.well.radius);
  return min(max(in, -hole), min(tube_over(t.core, box), helix_over(t.tread, box)));
}

void apply_trunk(const Trunk& t, const Axes& axes, float* hole, float* values) {
  const Kernels& k = kernels();
  const auto rows = static_cast<std::size_t>(axes.ny) * static_cast<std::size_t>(axes.nz);
  k.fill(hole, rows, kFar);
  k.cylinder(t.well, axes, 0, hole);
  k.max_negated(values, hole, rows);
  k.tube(t.core, axes, 0, values);
  k.helix(t.tread, axes, 0, values);
}

}  // namespace strate
