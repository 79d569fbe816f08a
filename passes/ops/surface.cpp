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

/// The rows of a block out of those of its tile.
template <class T>
const T* cut(const TileColumns& c, const T* tile, T* out) {
  for (int iy = 0; iy < c.ny; ++iy) {
    T* row = out + iy * kBlockRow;
    std::copy_n(tile + (c.y + iy) * kBlockRow + c.x, c.nx, row);
    std::fill(row + c.nx, row + kBlockRow, row[c.nx - 1]);
  }
  return out;
}

template <class T>
Interval range_of(const TileColumns& c, const T* tile) {
  Interval all{static_cast<double>(tile[c.y * kBlockRow + c.x]), 0};
  all.hi = all.lo;
  for (int iy = c.y; iy < c.y + c.ny; ++iy)
    for (int ix = c.x; ix < c.x + c.nx; ++ix) {
      const auto v = static_cast<double>(tile[iy * kBlockRow + ix]);
      all = {std::min(all.lo, v), std::max(all.hi, v)};
    }
  return all;
}

/// (z − h) · scale over the columns, z from lo to hi.
Interval above_columns(const TileColumns& c, const double* height, const float* scale, double lo,
                       double hi) {
  Interval all{1e300, -1e300};
  for (int iy = c.y; iy < c.y + c.ny; ++iy)
    for (int ix = c.x; ix < c.x + c.nx; ++ix) {
      const int i = iy * kBlockRow + ix;
      const auto s = static_cast<double>(scale[i]);
      all = {std::min(all.lo, (lo - height[i]) * s), std::max(all.hi, (hi - height[i]) * s)};
    }
  return all;
}

void shift(const double* from, double by, double* to) {
  for (int i = 0; i < kBlockRow; ++i) to[i] = from[i] + by;
}

}  // namespace

std::uint64_t Surface::key(const StackContext& context) const {
  // Heights may follow passage_m where a modifier rewrites them.
  const auto passages = reinterpret_cast<std::uintptr_t>(context.env().passages);
  return draw_at(context.stack_id(), string_hash("surface"), passages, slot_, index_, 0);
}

/// Of any columns: from the cache, else computed.
Surface::Planes Surface::planes_over(StackContext& context, const Axes& axes) const {
  const std::size_t n = static_cast<std::size_t>(axes.ny) * kBlockRow;
  const std::size_t bytes = n * (2 * sizeof(double) + sizeof(float));
  ColumnCache& columns = context.scratch().columns;
  const std::byte* held = columns.find(key(context), axes);
  if (!held) {
    ArenaScope scope(context.temporary());
    EvalContext block(context.fields(), context.env(), context.scratch(),
                      {axes.x, axes.y, axes.z, axes.nx, axes.ny, 1});
    std::byte* fresh = context.temporary().take<std::byte>(bytes);
    double* height = reinterpret_cast<double*>(fresh);
    compute(block, height, height + n, reinterpret_cast<float*>(height + 2 * n));
    columns.store(key(context), axes, fresh, bytes);
    held = columns.find(key(context), axes);
  }
  const double* height = reinterpret_cast<const double*>(held);
  return {height, height + n, reinterpret_cast<const float*>(height + 2 * n)};
}

Surface::Planes Surface::planes(EvalContext& context) const {
  const TileColumns* c = context.env().columns;
  if (!c || !c->are(context.axes())) return planes_over(context, context.axes());
  const Planes tile = planes_over(context, c->tile);
  const std::size_t n = static_cast<std::size_t>(c->ny) * kBlockRow;
  Arena& memory = context.temporary();
  return {cut(*c, tile.height, memory.take<double>(n)), cut(*c, tile.slope, memory.take<double>(n)),
          cut(*c, tile.scale, memory.take<float>(n))};
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
  if (!sloped()) {
    std::fill_n(slope, n, 0.0), std::fill_n(scale, n, 1.0f);
    return;
  }
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

/// Heights by the mean value theorem: that of the middle and no steeper than anywhere. Narrow
/// rectangles owe their tightness to it, products of intervals being wide.
Interval Surface::centred(BoundContext& context, const Jet& here) const {
  const Box3& b = context.box();
  const Vec3 at{(b.lo.x + b.hi.x) / 2, (b.lo.y + b.hi.y) / 2, 0};
  BoundContext middle(context.fields(), context.env(), context.scratch(), {at, at});
  return range(middle).v + here.dx * magnitude((b.hi.x - b.lo.x) / 2) +
         here.dy * magnitude((b.hi.y - b.lo.y) / 2);
}

Surface::Ranges Surface::compute_ranges(BoundContext& context) const {
  const Jet here = range(context);
  const Box3& b = context.box();
  BoundContext reached(context.fields(), context.env(), context.scratch(),
                       {b.lo, {b.hi.x + kSlopeStepM, b.hi.y + kSlopeStepM, b.hi.z}});
  const Jet around = range(reached);
  const Interval dx = square(around.dx), dy = square(around.dy);
  return {widened(intersect(here.v, centred(context, here))),
          widened({std::sqrt(dx.lo + dy.lo), std::sqrt(dx.hi + dy.hi)})};
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

const TileColumns* Surface::columns_of_samples(const BoundContext& context) {
  const TileColumns* c = context.env().columns;
  return c && c->are(context.box()) ? c : nullptr;
}

Interval Surface::height_over(BoundContext& context) const {
  if (const TileColumns* c = columns_of_samples(context))
    return widened(range_of(*c, planes_over(context, c->tile).height));
  return ranges(context).height;
}

Interval Surface::slope_over(BoundContext& context) const {
  if (const TileColumns* c = columns_of_samples(context))
    return widened(range_of(*c, planes_over(context, c->tile).slope));
  const Interval s = ranges(context).slope;
  return {std::max(0.0, s.lo), s.hi};
}

Interval Surface::over(BoundContext& context, double sign) const {
  const double lo = context.box().lo.z, hi = context.box().hi.z;
  if (const TileColumns* c = columns_of_samples(context)) {
    const Planes p = planes_over(context, c->tile);
    return widened(above_columns(*c, p.height, p.scale, lo, hi) * sign);
  }
  const Ranges r = ranges(context);
  const Interval scale{scale_of(r.slope.hi), scale_of(std::max(0.0, r.slope.lo))};
  return widened(Interval{lo - r.height.hi, hi - r.height.lo} * scale * sign);
}

}  // namespace strate
