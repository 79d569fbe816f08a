#include "passes/ops/shaft_shapes.hpp"

#include <algorithm>

#include "compiler/angle.hpp"
#include "passes/density/context.hpp"
#include "passes/density/interval.hpp"
#include "passes/ops/cave_shapes.hpp"
#include "passes/ops/ledge_shapes.hpp"

namespace strate {
namespace {

constexpr float kFar = 1e9f;
/// The foot's chamber: at most so wide, and of the spacing; where it stands, from the tread's
/// bearing back along its turn, and behind the wall.
constexpr double kFootRadiusM = 4.4, kFootOfSpacing = 0.22, kFootBearing = -60, kFootBehind = 0.45;
/// A chamber's distance grows at least this much slower than the way to it.
constexpr double kSlowest = 2;
/// The lowest shelf over the tread's end, the highest under the dome's beginning.
constexpr double kShelfOverM = 4.2, kShelfUnderM = 0.5, kShelfHeadM = 3;
constexpr double kShelfRadius = 0.3, kShelfRadiusMore = 0.3, kShelfDepth = 1.1, kShelfTaper = 0.5;

Box3 chamber_box(const ChamberShape& c, double reach) {
  const double wide = c.radius + kSlowest * reach, high = 2 * c.height + kSlowest * reach;
  return {c.floor - Vec3{wide, wide, high}, c.floor + Vec3{wide, wide, high}};
}

Box3 bore_box(const CapsuleShape& c, double reach) {
  const double wide = c.ra + reach;
  return {c.a - Vec3{wide, wide, reach}, c.b + Vec3{wide, wide, wide}};
}

void add_shelves(const ShaftGraph& graph, const Shaft& shaft, double share, ShaftShapes& out) {
  const double last = shaft.roof - shaft.radius - kShelfUnderM;
  const double every = graph.settings().ledge_every;
  double z = shaft.top + kShelfOverM;
  for (std::uint64_t i = 0; i < ShaftShapes::kShelvesMax && z <= last; ++i, z += every) {
    const double drawn = graph.pick(kShaftShelf + i, shaft.cell);
    if (drawn >= share) continue;
    const double size = drawn / share;  // even again
    const Turn bearing = turn_of(360 * 7 * size);
    const double r = shaft.radius, wide = r * (kShelfRadius + kShelfRadiusMore * size);
    IsleShape& shelf = out.shelf[out.shelves++];
    shelf.at =
        on_plan_grid(Vec3{shaft.foot.x + r * bearing.cosine, shaft.foot.y + r * bearing.sine, z});
    shelf.radius = wide;
    shelf.depth = std::min(kShelfDepth * wide, z - shaft.top - kShelfHeadM);
    shelf.taper = kShelfTaper;
  }
}

}  // namespace

ShaftShapes shaft_shapes(const ShaftGraph& graph, const Shaft& shaft, double shelf_share) {
  ShaftShapes s;
  s.cell = shaft.cell;
  s.used = true;
  const double r = shaft.radius;
  const double rise = shaft.roof - shaft.foot.z - r;
  s.bore = {shaft.foot, on_plan_grid(shaft.foot + Vec3{0, 0, rise}), r, r};
  const double wide = std::min(kFootRadiusM, kFootOfSpacing * graph.settings().spacing);
  const Turn back = turn_of(kFootBearing * shaft.tread.hand);
  const Vec3 way{shaft.tread.cosine * back.cosine - shaft.tread.sine * back.sine,
                 shaft.tread.sine * back.cosine + shaft.tread.cosine * back.sine, 0};
  s.foot = {on_plan_grid(shaft.foot + way * (r + kFootBehind * wide)), wide,
            std::min(kFootHeightM, wide)};
  s.tread = shaft.tread;
  if (shelf_share > 0) add_shelves(graph, shaft, shelf_share, s);
  s.box = hull_of(bore_box(s.bore, kCapM), chamber_box(s.foot, kCapM));
  return s;
}

Interval shaft_over(const ShaftShapes& s, const Box3& box) {
  const Interval over_floor = widened({s.bore.a.z - box.hi.z, s.bore.a.z - box.lo.z});
  const Interval bore = max(capsule_over(s.bore, box), over_floor);
  const Interval air = min(bore, chamber_over(s.foot, box));
  if (air.lo >= kCapM) return air;
  Interval rock = helix_over(s.tread, box);
  for (int i = 0; i < s.shelves; ++i) rock = min(rock, isle_over(s.shelf[i], box));
  return max(air, -rock);
}

void fold_shaft(const ShaftShapes& s, const Axes& axes, float* air, float* rock, float* values) {
  const Kernels& k = kernels();
  const auto ny = static_cast<std::size_t>(axes.ny), rows = ny * static_cast<std::size_t>(axes.nz);
  k.fill(air, rows, kFar);
  k.capsule(s.bore, axes, 0, air);
  for (int z = 0; z < axes.nz; ++z)
    k.max_value(air + block_index(axes.ny, 0, 0, z), ny,
                static_cast<float>(s.bore.a.z - axes.z[z]));
  k.chamber(s.foot, axes, 0, air);
  k.fill(rock, rows, static_cast<float>(kCapM));
  k.helix(s.tread, axes, 0, rock);
  for (int i = 0; i < s.shelves; ++i) k.isle(s.shelf[i], axes, 0, rock);
  k.max_negated(air, rock, rows);
  k.min(values, air, rows);
}

}  // namespace strate
