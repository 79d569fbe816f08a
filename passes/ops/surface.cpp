#include "passes/ops/surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "compiler/hash.hpp"

namespace strate {
namespace {

/// Ranges over the rectangles asked for last, direct-mapped.
struct RangeCache final : OperatorCache {
  struct Entry {
    Box3 box;
    int index = -1;
    Interval height, slope;
  };
  std::array<Entry, 512> entries;
};

std::size_t entry_of(const Box3& b, int index) {
  std::uint64_t h = static_cast<std::uint64_t>(index);
  for (double v : {b.lo.x, b.lo.y, b.hi.x, b.hi.y})
    h = mix64(h + static_cast<std::uint64_t>(static_cast<std::int64_t>(v * 1024)));
  return h % 512;
}

/// The columns of a box: the same for every height.
Box3 columns_of(const Box3& b) { return {{b.lo.x, b.lo.y, 0}, {b.hi.x, b.hi.y, 0}}; }

double scale_of(double slope) {
  const double s = std::min(slope, kSteepest);
  return 1 / std::sqrt(1 + s * s);
}

void shift(const double* from, double by, double* to) {
  for (int i = 0; i < kBlockRow; ++i) to[i] = from[i] + by;
}

}  // namespace

std::uint64_t Surface::key(const StackContext& context) const {
  return draw_at(context.stack_id(), string_hash("surface"), 0, slot_, index_, 0);
}

Surface::Planes Surface::planes(EvalContext& context) const {
  const Axes& axes = context.axes();
  const std::size_t n = static_cast<std::size_t>(axes.ny) * kBlockRow;
  const std::size_t bytes = n * (2 * sizeof(double) + sizeof(float));
  ColumnCache& columns = context.scratch().columns;
  const std::byte* held = columns.find(key(context), axes);
  if (!held) {
    ArenaScope scope(context.temporary());
    std::byte* fresh = context.temporary().take<std::byte>(bytes);
    double* height = reinterpret_cast<double*>(fresh);
    compute(context, height, height + n, reinterpret_cast<float*>(height + 2 * n));
    columns.store(key(context), axes, fresh, bytes);
    held = columns.find(key(context), axes);
  }
  const double* height = reinterpret_cast<const double*>(held);
  return {height, height + n, reinterpret_cast<const float*>(height + 2 * n)};
}

void Surface::compute(EvalContext& context, double* height, double* slope, float* scale) const {
  const Axes& a = context.axes();
  const std::size_t n = static_cast<std::size_t>(a.ny) * kBlockRow;
  double* east = context.temporary().take<double>(n);
  double* north = context.temporary().take<double>(n);
  double x[kBlockRow], y[kBlockRow];
  shift(a.x, kSlopeStepM, x);
  shift(a.y, kSlopeStepM, y);
  const auto at = [&](const double* px, const double* py, double* out) {
    EvalContext moved(context.fields(), context.env(), context.scratch(),
                      {px, py, a.z, a.nx, a.ny, 1});
    heights(moved, out);
  };
  at(a.x, a.y, height);
  at(x, a.y, east);
  at(a.x, y, north);
  for (std::size_t i = 0; i < n; ++i) {
    const double dx = (east[i] - height[i]) / kSlopeStepM;
    const double dy = (north[i] - height[i]) / kSlopeStepM;
    slope[i] = std::sqrt(dx * dx + dy * dy);
    scale[i] = static_cast<float>(scale_of(slope[i]));
  }
}

void Surface::write(EvalContext& context, float sign, float* out) const {
  const Planes p = planes(context);
  kernels().heights(p.height, p.scale, sign, context.axes(), out);
}

Surface::Ranges Surface::compute_ranges(BoundContext& context) const {
  const Jet here = range(context);
  const Box3& b = context.box();
  BoundContext reached(context.fields(), context.env(), context.scratch(),
                       {b.lo, {b.hi.x + kSlopeStepM, b.hi.y + kSlopeStepM, b.hi.z}});
  const Jet around = range(reached);
  const Interval dx = square(around.dx), dy = square(around.dy);
  return {widened(here.v), widened({std::sqrt(dx.lo + dy.lo), std::sqrt(dx.hi + dy.hi)})};
}

Surface::Ranges Surface::ranges(BoundContext& context) const {
  const Box3 box = columns_of(context.box());
  RangeCache::Entry& e = context.cache<RangeCache>(slot_).entries[entry_of(box, index_)];
  if (e.index != index_ || !(e.box == box)) {
    BoundContext columns(context.fields(), context.env(), context.scratch(), box);
    const Ranges r = compute_ranges(columns);
    e = {box, index_, r.height, r.slope};
  }
  return {e.height, e.slope};
}

Interval Surface::height_over(BoundContext& context) const { return ranges(context).height; }

Interval Surface::slope_over(BoundContext& context) const {
  const Interval s = ranges(context).slope;
  return {std::max(0.0, s.lo), s.hi};
}

Interval Surface::over(BoundContext& context, double sign) const {
  const Ranges r = ranges(context);
  const Interval above{context.box().lo.z - r.height.hi, context.box().hi.z - r.height.lo};
  const Interval scale{scale_of(r.slope.hi), scale_of(std::max(0.0, r.slope.lo))};
  return widened(above * scale * sign);
}

}  // namespace strate
