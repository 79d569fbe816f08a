#include "passes/density/fields.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "compiler/angle.hpp"
#include "passes/density/interval.hpp"
#include "passes/density/noise_bound.hpp"

namespace strate {
namespace {

/// Tells the stacks of a process apart in the caches of a scratch; never reaches a value.
std::uint64_t next_stack_id() {
  static std::atomic<std::uint64_t> next{0};
  return ++next;
}

std::size_t plane_rows(const EvalContext& context) {
  return static_cast<std::size_t>(context.axes().ny);
}

/// f(z) for every sample.
template <class F>
void fill_by_height(const Axes& axes, float* out, F f) {
  const std::size_t ny = static_cast<std::size_t>(axes.ny);
  for (int iz = 0; iz < axes.nz; ++iz)
    kernels().fill(out + static_cast<std::size_t>(iz) * ny * kBlockRow, ny,
                   static_cast<float>(f(axes.z[iz])));
}

/// f(ix, iy) for every column, padding included.
template <class F>
void fill_by_column(const Axes& axes, float* out, F f) {
  for (int iy = 0; iy < axes.ny; ++iy)
    for (int ix = 0; ix < kBlockRow; ++ix) out[iy * kBlockRow + ix] = static_cast<float>(f(ix, iy));
}

void to_rock(float* io, std::size_t rows) {
  kernels().negate(io, rows);
  kernels().min_value(io, rows, static_cast<float>(kCapM));
}

Interval rock_of(Interval density) {
  return {std::min(kCapM, -density.hi), std::min(kCapM, -density.lo)};
}

Interval reversed(double from, Interval v) { return {from - v.hi, from - v.lo}; }

}  // namespace

double polyline_at(const Polyline& line, double x) {
  double y = line.value.front();
  for (std::size_t s = 0; s + 1 < line.at.size(); ++s)
    if (x >= line.at[s]) y = line.value[s] + (x - line.at[s]) * line.slope[s];
  return x >= line.at.back() ? line.value.back() : y;
}

Interval polyline_over(const Polyline& line, Interval x) {
  const double a = polyline_at(line, x.lo), b = polyline_at(line, x.hi);
  Interval v{std::min(a, b), std::max(a, b)};
  for (std::size_t s = 0; s < line.at.size(); ++s) {
    if (!x.contains(line.at[s])) continue;
    const double y = line.value[s];
    v = hull(v, {y, y});
    // The value that a step at this stop comes from.
    if (s > 0 && line.at[s - 1] == line.at[s]) v = hull(v, {line.value[s - 1], y});
  }
  return v.lo == v.hi ? v : widened(v);
}

double curve_steepness(const Polyline& line, FieldId by, BoundContext& context) {
  // Rounding of two floats over kSlopeStepM, for each unit of their size.
  constexpr double kRounding = 1.0 / 8388608 / kSlopeStepM;
  const Interval x = context.field(by);
  double steepest = 0;
  for (std::size_t s = 0; s + 1 < line.at.size(); ++s) {
    if (x.hi < line.at[s] || x.lo > line.at[s + 1]) continue;
    if (line.at[s] == line.at[s + 1] && line.value[s] != line.value[s + 1])
      return std::numeric_limits<double>::infinity();
    steepest = std::max(steepest, std::fabs(static_cast<double>(line.slope[s])));
  }
  const Interval y = polyline_over(line, x);
  const double input = context.fields().steepness(by, context) +
                       kRounding * std::max(std::fabs(x.lo), std::fabs(x.hi));
  const double own = steepest > 0 ? steepest * input : 0;
  return own + kRounding * std::max(std::fabs(y.lo), std::fabs(y.hi));
}

double FieldTable::steepness(FieldId id, BoundContext& context) const {
  const FieldDef& def = (*this)[id];
  switch (def.kind) {
    case FieldDef::Kind::x:
    case FieldDef::Kind::y:
    case FieldDef::Kind::spine:
      return 1;
    case FieldDef::Kind::edge:
      return frame_.radius_m > 0 ? 1 : 0;
    case FieldDef::Kind::border:
      return biomes_->over(context.box(), context.scratch()).border_steepness;
    case FieldDef::Kind::curve:
      return curve_steepness(def.line, def.child, context);
    case FieldDef::Kind::noise: {
      const NoiseRange n = noise_range(def.noise, context.box(), true);
      double steepest = 0;
      for (float s : def.line.slope) steepest = std::max(steepest, std::fabs(double(s)));
      const Interval dx = abs(n.dx), dy = abs(n.dy);
      return steepest * (std::sqrt(dx.hi * dx.hi + dy.hi * dy.hi) + 1e-5);
    }
    default:
      return std::numeric_limits<double>::infinity();
  }
}

Interval radius_over(const Box3& box, double cx, double cy) {
  const auto nearest = [](double lo, double hi, double c) {
    return c < lo ? lo - c : c > hi ? c - hi : 0.0;
  };
  const auto farthest = [](double lo, double hi, double c) {
    return std::max(std::fabs(lo - c), std::fabs(hi - c));
  };
  const double nx = nearest(box.lo.x, box.hi.x, cx), ny = nearest(box.lo.y, box.hi.y, cy);
  const double fx = farthest(box.lo.x, box.hi.x, cx), fy = farthest(box.lo.y, box.hi.y, cy);
  return {std::sqrt(nx * nx + ny * ny), std::sqrt(fx * fx + fy * fy)};
}

FieldTable::FieldTable(const StrateFrame& frame, const ShapeSource& shapes)
    : frame_(frame), shapes_(shapes), stack_id_(next_stack_id()) {
  if (!frame.biomes.empty()) biomes_.emplace(frame.biomes, frame.seed, frame.climate);
}

FieldId FieldTable::add(FieldDef def) {
  defs_.push_back(std::move(def));
  return static_cast<FieldId>(defs_.size()) - 1;
}

FieldView FieldTable::view(FieldId id, EvalContext& context) const {
  const std::size_t layer = plane_rows(context) * kBlockRow;
  return {values(id, context), kBlockRow, (*this)[id].column ? 0 : layer};
}

const float* FieldTable::values(FieldId id, EvalContext& context) const {
  const FieldDef& def = (*this)[id];
  if (def.lasting && context.slots_[id]) return context.slots_[id];
  const std::size_t rows = def.column ? plane_rows(context) : context.rows();
  float* out = context.scratch().kept.take<float>(rows * kBlockRow);
  {
    ArenaScope scope(context.temporary());
    if (def.column)
      fill_column(def, context, out);
    else
      fill(def, context, out);
  }
  if (def.lasting) context.slots_[id] = out;
  return out;
}

void FieldTable::fill(const FieldDef& def, EvalContext& context, float* out) const {
  using Kind = FieldDef::Kind;
  const Axes& axes = context.axes();
  const std::size_t rows = context.rows();
  switch (def.kind) {
    case Kind::height:
      return fill_by_height(axes, out, [](double z) { return z; });
    case Kind::depth:
      return fill_by_height(axes, out, [&](double z) { return frame_.content_top_m - z; });
    case Kind::water:
      return fill_by_height(axes, out, [&](double z) { return z - frame_.water_m; });
    case Kind::rock:
      std::copy_n(context.current(), rows * kBlockRow, out);
      return to_rock(out, rows);
    case Kind::above:
      shapes_.density_above(def.node, context, out);
      return to_rock(out, rows);
    case Kind::below_ground:
      return kernels().heights(def.ground->ground(context).height, nullptr, -1, axes, out);
    case Kind::passage:
      if (context.env().passages) return context.env().passages->distances(axes, out);
      return kernels().fill(out, rows, static_cast<float>(kFarM));
    case Kind::noise:
      return fill_noise(def, context, out);
    case Kind::curve:
      return kernels().curve(def.line, values(def.child, context), rows, out);
    case Kind::reach:
      shapes_.reach_of(def.node, context, out);
      return kernels().curve(def.line, out, rows, out);
    case Kind::place:
      return def.place.weigh(context, out, def.column);
    default:
      return fill_column(def, context, out);
  }
}

void FieldTable::fill_column(const FieldDef& def, EvalContext& context, float* out) const {
  using Kind = FieldDef::Kind;
  const Axes& axes = context.axes();
  const std::size_t rows = plane_rows(context);
  switch (def.kind) {
    case Kind::x:
      return fill_by_column(axes, out, [&](int ix, int) { return axes.x[ix]; });
    case Kind::y:
      return fill_by_column(axes, out, [&](int, int iy) { return axes.y[iy]; });
    case Kind::spine:
    case Kind::edge: {
      if (def.kind == Kind::edge && frame_.radius_m <= 0)
        return kernels().fill(out, rows, static_cast<float>(kFarM));
      double* r = context.temporary().take<double>(rows * kBlockRow);
      kernels().radii(axes, 0, 0, r);
      const double sign = def.kind == Kind::edge ? -1 : 1;
      const double from = def.kind == Kind::edge ? frame_.radius_m : 0;
      return fill_by_column(axes, out,
                            [&](int ix, int iy) { return from + sign * r[iy * kBlockRow + ix]; });
    }
    case Kind::border:
      return biomes_->columns(context.scratch(), axes, out, nullptr, nullptr);
    case Kind::biome: {
      std::uint8_t* rules = context.temporary().take<std::uint8_t>(rows * kBlockRow);
      biomes_->columns(context.scratch(), axes, nullptr, rules, nullptr);
      return fill_by_column(axes, out, [&](int ix, int iy) {
        return (def.biomes >> rules[iy * kBlockRow + ix]) & 1;
      });
    }
    case Kind::slope: {
      const double* slope = def.ground->ground(context).slope;
      return fill_by_column(axes, out,
                            [&](int ix, int iy) { return atan_deg(slope[iy * kBlockRow + ix]); });
    }
    case Kind::draw:
      return kernels().fill(out, rows, context.draw());
    case Kind::noise:
      return fill_noise(def, context, out);
    case Kind::curve:
      return kernels().curve(def.line, values(def.child, context), rows, out);
    default:
      return def.place.weigh(context, out, def.column);
  }
}

void FieldTable::fill_noise(const FieldDef& def, EvalContext& context, float* out) const {
  const std::size_t rows = def.flat ? plane_rows(context) : context.rows();
  NoiseScratch& scratch = context.scratch().noise;
  if (!def.flat) {
    kernels().fbm(def.noise, context.axes(), scratch, out);
    return kernels().curve(def.line, out, rows, out);
  }
  const std::uint64_t key =
      draw(stack_id_, string_hash("field"), static_cast<std::uint64_t>(&def - defs_.data()));
  ColumnCache& columns = context.scratch().columns;
  const std::size_t bytes = rows * kBlockRow * sizeof(float);
  if (const std::byte* held = columns.find(key, context.axes())) {
    std::copy_n(held, bytes, reinterpret_cast<std::byte*>(out));
    return;
  }
  fbm_columns(def.noise, context.axes(), scratch, out);
  kernels().curve(def.line, out, rows, out);
  columns.store(key, context.axes(), out, bytes);
}

Interval FieldTable::over(FieldId id, BoundContext& context) const {
  return compute_over((*this)[id], context);
}

Interval FieldTable::compute_over(const FieldDef& def, BoundContext& context) const {
  using Kind = FieldDef::Kind;
  const Box3& box = context.box();
  const Interval z{box.lo.z, box.hi.z};
  switch (def.kind) {
    case Kind::height:
      return widened(z);
    case Kind::depth:
      return widened(reversed(frame_.content_top_m, z));
    case Kind::water:
      return widened({z.lo - frame_.water_m, z.hi - frame_.water_m});
    case Kind::rock:
      return rock_of(context.current());
    case Kind::above:
      return rock_of(shapes_.density_above_over(def.node, context));
    case Kind::below_ground: {
      const Interval h = def.ground->height_over(context);
      return widened({h.lo - z.hi, h.hi - z.lo});
    }
    case Kind::slope: {
      const Interval s = def.ground->slope_over(context);
      return widened({atan_deg(std::max(0.0, s.lo)), atan_deg(s.hi)});
    }
    case Kind::spine:
      return widened(radius_over(box, 0, 0));
    case Kind::edge:
      if (frame_.radius_m <= 0) return {kFarM, kFarM};
      return widened(reversed(frame_.radius_m, radius_over(box, 0, 0)));
    case Kind::passage:
      return context.env().passages ? context.env().passages->over(box) : Interval{kFarM, kFarM};
    case Kind::x:
      return widened({box.lo.x, box.hi.x});
    case Kind::y:
      return widened({box.lo.y, box.hi.y});
    case Kind::draw:
      return {0, 1};
    case Kind::border: {
      const Interval b = biomes_->over(context.box(), context.scratch()).border;
      return b.lo == b.hi ? b : widened(b);
    }
    case Kind::biome: {
      const BiomeBits may = biomes_->over(context.box(), context.scratch()).dominant;
      return {(may & ~def.biomes) == 0 ? 1.0 : 0.0, (may & def.biomes) != 0 ? 1.0 : 0.0};
    }
    case Kind::noise:
      return polyline_over(def.line, noise_over(def.noise, box, def.flat));
    case Kind::curve:
      return polyline_over(def.line, context.field(def.child));
    case Kind::reach:
      return polyline_over(def.line, shapes_.reach_over(def.node, context));
    case Kind::place:
      return def.place.over(context);
  }
  return {-kFarM, kFarM};
}

}  // namespace strate
