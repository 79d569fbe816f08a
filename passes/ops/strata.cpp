#include "passes/ops/strata.hpp"

#include <cmath>

#include "compiler/angle.hpp"
#include "passes/density/fields.hpp"
#include "passes/ops/texture.hpp"

namespace strate {
namespace {

double fade(double s) {
  const double c = std::clamp(s, 0.0, 1.0);
  return c * c * c * (c * (c * 6 - 15) + 10);
}

/// Strength · weight, over columns whose rock stands at given heights.
class Reading {
 public:
  Reading(CompileContext& context, Driver strength)
      : strength_(std::move(strength)), weight_(context.weight()) {
    const auto see = [&](FieldId id) { flat_ = flat_ && context.fields()[id].column; };
    weight_.each_field(see);
    strength_.each_field(see);
  }

  /// ny rows.
  void at(EvalContext& context, const double* h, double* out) const {
    const Axes& axes = context.axes();
    if (flat_) return at_columns(context, out);
    for (int iy = 0; iy < axes.ny; ++iy) {
      double* row = out + iy * kBlockRow;
      for (int ix = 0; ix < axes.nx; ++ix)
        row[ix] = at_point(context, {axes.x[ix], axes.y[iy], h[iy * kBlockRow + ix]});
      std::fill(row + axes.nx, row + kBlockRow, row[axes.nx - 1]);
    }
  }

  /// h: of the box's columns.
  Jet over(BoundContext& context, Interval h) const {
    const Box3& b = context.box();
    BoundContext there(context.fields(), context.env(), context.scratch(),
                       {{b.lo.x, b.lo.y, h.lo}, {b.hi.x, b.hi.y, h.hi}});
    const Jet s =
        flat_ ? driver_jet(strength_, there) : driven_jet(strength_.over(there), kUnknown);
    if (weight_.one()) return s;
    return s * driven_jet(weight_.over(there), kUnknown);
  }

 private:
  static constexpr double kUnknown = 1e9;

  void at_columns(EvalContext& context, double* out) const {
    const FieldView strength = strength_.view(context);
    const float* weight = nullptr;
    if (!weight_.one()) {
      float* plane = context.take_plane();
      weight_.weigh(context, plane, true);
      weight = plane;
    }
    for (int iy = 0; iy < context.axes().ny; ++iy)
      for (int ix = 0; ix < kBlockRow; ++ix) {
        const int i = iy * kBlockRow + ix;
        const auto s = static_cast<double>(strength.row(iy, 0)[ix]);
        out[i] = weight ? s * static_cast<double>(weight[i]) : s;
      }
  }

  double at_point(EvalContext& context, Vec3 p) const {
    ArenaScope scope(context.temporary());
    double x[kBlockRow], y[kBlockRow], z[kBlockRow];
    std::fill_n(x, kBlockRow, p.x), std::fill_n(y, kBlockRow, p.y), std::fill_n(z, kBlockRow, p.z);
    EvalContext point(context.fields(), context.env(), context.scratch(), {x, y, z, 1, 1, 1});
    const auto strength = static_cast<double>(strength_.view(point).row(0, 0)[0]);
    if (weight_.one()) return strength;
    float* weight = point.take_plane();
    weight_.weigh(point, weight);
    return strength * static_cast<double>(weight[0]);
  }

  Driver strength_;
  const CompiledWeight& weight_;
  bool flat_ = true;  ///< pure in x and y
};

class Rewritten final : public Surface {
 public:
  Rewritten(int slot, const Surface& below, Bedding bedding, Reading reading, HeightStrata how)
      : Surface(slot, 0),
        below_(below),
        bedding_(std::move(bedding)),
        reading_(std::move(reading)),
        how_(how) {}

  void heights(EvalContext& context, double* out) const override {
    below_.heights(context, out);
    ArenaScope scope(context.temporary());
    const std::size_t n = static_cast<std::size_t>(context.axes().ny) * kBlockRow;
    double* strength = context.temporary().take<double>(n);
    reading_.at(context, out, strength);
    BroadSlope slope{};
    if (how_.span > 0) slope = broad_slope(below_, context, how_.span);
    const Bedding::Planes layers = bedding_.planes(context);
    for (int iy = 0; iy < context.axes().ny; ++iy)
      for (int ix = 0; ix < kBlockRow; ++ix) {
        const int i = iy * kBlockRow + ix;
        const double k = kappa(strength[i]) * (slope.dx ? share(slope.at(i)) : 1);
        if (k == 0) continue;
        out[i] = out[i] + layers.period_at(ix, iy) * k * how_.profile.at(layers.u(out[i], ix, iy));
      }
  }

  Jet range(BoundContext& context) const override {
    const Jet h = below_.range(context), k = kappa_over(context, h.v);
    if (k.v.lo == 0 && k.v.hi == 0) return h;
    const Jet period = bedding_.period_over(context), u = bedding_.over(context, h, period);
    const Jet moves = through(u, how_.profile.over(u.v), how_.profile.slope());
    Jet out = h + period * k * moves;
    // Layers do not fold: ends of u go to ends.
    const Jet lift = bedding_.over(context, Jet{}, period);
    const Interval ends{std::min(moved(u.v.lo, k.v.lo), moved(u.v.lo, k.v.hi)),
                        std::max(moved(u.v.hi, k.v.lo), moved(u.v.hi, k.v.hi))};
    out.v = intersect(out.v, (ends - lift.v) * period.v);
    return out;
  }

 private:
  double moved(double u, double k) const { return u + k * how_.profile.at(u); }
  double kappa(double strength) const {
    return how_.sign * std::clamp(strength * how_.gain, 0.0, how_.most);
  }
  double share(double slope) const { return fade((slope - how_.none) / (how_.all - how_.none)); }

  Jet kappa_over(BoundContext& context, Interval h) const {
    const Jet k = clamped(reading_.over(context, h) * how_.gain, 0, how_.most) * how_.sign;
    if (how_.span <= 0) return k;
    const BroadRange broad = broad_range(below_, context, how_.span);
    const double a = share(broad.slope.lo), b = share(broad.slope.hi);
    const Interval m{std::min(a, b), std::max(a, b)};
    const double steepest = 15.0 / 8 / std::fabs(how_.all - how_.none) * broad.steepness;
    return k * Jet{m, magnitude(steepest), magnitude(steepest)};
  }

  const Surface& below_;
  Bedding bedding_;
  Reading reading_;
  HeightStrata how_;
};

/// Does nothing where it stands: the ground is already written with its height.
class GroundStrata final : public SurfaceOperator {
 public:
  GroundStrata(Rewritten surface, GroundSource& source)
      : surface_(std::move(surface)), source_(source) {}
  const Surface& surface() const override { return surface_; }
  GroundOperator* rewritten() const override { return &source_; }
  void eval(EvalContext&, float*) const override {}
  Interval bound(BoundContext&, Interval in) const override { return in; }

 private:
  Rewritten surface_;
  GroundSource& source_;
};

class StrataTexture final : public Texture {
 public:
  StrataTexture(Driver strength, Bedding bedding, TextureStrata how)
      : Texture(std::move(strength), how.unit, how.most), bedding_(std::move(bedding)), how_(how) {}

 protected:
  void pattern(EvalContext& context, const Part& part, float* out) const override {
    const Bedding::Planes layers = bedding_.planes(context);
    const Axes& axes = part.axes;
    for (int iz = 0; iz < axes.nz; ++iz)
      for (int iy = 0; iy < axes.ny; ++iy) {
        const std::size_t row = block_index(axes.ny, 0, iy, iz);
        for (int ix = 0; ix < kBlockRow; ++ix) {
          const std::size_t i = row + static_cast<std::size_t>(ix);
          out[i] = 0;
          if (part.far(i)) continue;
          const double p = how_.profile.at(layers.u(axes.z[iz], ix, iy));
          out[i] = static_cast<float>(scaled(p, layers.period_at(ix, iy)));
        }
      }
  }

  Interval pattern_over(BoundContext& context) const override {
    const Jet z{{context.box().lo.z, context.box().hi.z}, {0, 0}, {0, 0}};
    const Jet period = bedding_.period_over(context);
    const Interval p = how_.profile.over(bedding_.over(context, z, period).v);
    return {std::min(scaled(p.lo, period.v.lo), scaled(p.lo, period.v.hi)),
            std::max(scaled(p.hi, period.v.lo), scaled(p.hi, period.v.hi))};
  }

 private:
  double scaled(double p, double period) const {
    return how_.share > 0 ? p * std::min(1.0, period * how_.share) : p;
  }

  Bedding bedding_;
  TextureStrata how_;
};

void shifted(const double* from, double by, double* to) {
  for (int i = 0; i < kBlockRow; ++i) to[i] = from[i] + by;
}

}  // namespace

BroadSlope broad_slope(const Surface& ground, EvalContext& context, double span) {
  const Axes& a = context.axes();
  const std::size_t n = static_cast<std::size_t>(a.ny) * kBlockRow;
  Arena& memory = context.temporary();
  double* dx = memory.take<double>(n);
  double* dy = memory.take<double>(n);
  ArenaScope scope(memory);
  double* back = memory.take<double>(n);
  double moved[kBlockRow];
  const auto difference = [&](const double* axis, bool along_x, double* out) {
    const auto at = [&](double by, double* plane) {
      shifted(axis, by, moved);
      const Axes axes{along_x ? moved : a.x, along_x ? a.y : moved, a.z, a.nx, a.ny, 1};
      EvalContext there(context.fields(), context.env(), context.scratch(), axes);
      ground.heights(there, plane);
    };
    at(-span, back), at(span, out);
    for (std::size_t i = 0; i < n; ++i) out[i] = (out[i] - back[i]) / (2 * span);
  };
  difference(a.x, true, dx);
  difference(a.y, false, dy);
  return {dx, dy};
}

BroadRange broad_range(const Surface& ground, BoundContext& context, double span) {
  const Box3& b = context.box();
  BoundContext around(
      context.fields(), context.env(), context.scratch(),
      {{b.lo.x - span, b.lo.y - span, b.lo.z}, {b.hi.x + span, b.hi.y + span, b.hi.z}});
  const Jet h = ground.range(around);
  const Interval dx = square(h.dx), dy = square(h.dy);
  const Interval slope = widened({std::sqrt(dx.lo + dy.lo), std::sqrt(dx.hi + dy.hi)});
  return {{std::max(0.0, slope.lo), slope.hi}, (width(h.dx) + width(h.dy)) / (2 * span)};
}

Result<Bedding> bedding_of(CompileContext& context, std::string_view period, BeddingLook look) {
  auto driver = context.driver(period);
  if (!driver) return driver.error();
  return bedding_of(context, std::move(*driver), look);
}

Result<Bedding> bedding_of(CompileContext& context, Driver period, BeddingLook look) {
  constexpr std::uint64_t kNoise = 1, kTilt = 2;
  Bedding out;
  out.period = std::move(period);
  auto noise = context.noise(kNoise, look.scale_m, 2);
  if (!noise) return noise.error();
  out.noise = *noise;
  out.bend = look.bend;
  const double rise = tan_deg(look.tilt_deg);
  const Turn to = turn_of(360 * unit(context.noise_seed(kTilt)));
  out.tx = rise * to.cosine, out.ty = rise * to.sine;
  return out;
}

Result<std::unique_ptr<Operator>> make_strata(CompileContext& context, Bedding bedding,
                                              std::string_view strength, const HeightStrata& height,
                                              const TextureStrata& texture) {
  auto driver = context.driver(strength);
  if (!driver) return driver.error();
  const GroundBelow below = ground_below(context);
  if (!below.ground)
    return std::unique_ptr<Operator>(
        std::make_unique<StrataTexture>(std::move(*driver), std::move(bedding), texture));
  if (auto done = check_ground_reader(context, {*driver, bedding.period}); !done)
    return done.error();
  Reading reading(context, std::move(*driver));
  Rewritten surface(context.slot(), below.ground->surface(), std::move(bedding), std::move(reading),
                    height);
  auto op = std::make_unique<GroundStrata>(std::move(surface), *below.source);
  below.source->stand_on(op->surface());
  return std::unique_ptr<Operator>(std::move(op));
}

}  // namespace strate
