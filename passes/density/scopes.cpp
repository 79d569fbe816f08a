#include "passes/density/scopes.hpp"

#include <algorithm>
#include <cmath>

#include "passes/density/fields.hpp"

namespace strate {
namespace {

/// Repeats the first layer for every z; nothing to do for a plane.
void spread(EvalContext& context, float* out, bool plane) {
  if (plane) return;
  const std::size_t layer = static_cast<std::size_t>(context.axes().ny) * kBlockRow;
  for (int iz = 1; iz < context.axes().nz; ++iz)
    std::copy_n(out, layer, out + static_cast<std::size_t>(iz) * layer);
}

/// Distance inward from the border of a disc or a rectangle, per column.
void inset(const CompiledScope::Term& term, const Axes& axes, float* out) {
  for (int iy = 0; iy < axes.ny; ++iy)
    for (int ix = 0; ix < kBlockRow; ++ix) {
      const double x = axes.x[ix], y = axes.y[iy];
      double d;
      if (term.kind == CompiledScope::Term::Kind::disc) {
        const double dx = x - term.at.x, dy = y - term.at.y;
        d = term.radius - std::sqrt(dx * dx + dy * dy);
      } else {
        d = std::min(std::min(x - term.at.x, term.to.x - x),
                     std::min(y - term.at.y, term.to.y - y));
      }
      out[iy * kBlockRow + ix] = static_cast<float>(d);
    }
}

Interval inset_over(const CompiledScope::Term& term, const Box3& box) {
  if (term.kind == CompiledScope::Term::Kind::disc) {
    const Interval r = radius_over(box, term.at.x, term.at.y);
    return widened({term.radius - r.hi, term.radius - r.lo});
  }
  const auto side = [](double lo, double hi, double a, double b) {
    // Distance inward along one axis: least at an end, greatest nearest to the middle.
    const double middle = std::clamp((a + b) / 2, lo, hi);
    return Interval{std::min({lo - a, b - lo, hi - a, b - hi}), std::min(middle - a, b - middle)};
  };
  const Interval x = side(box.lo.x, box.hi.x, term.at.x, term.to.x);
  const Interval y = side(box.lo.y, box.hi.y, term.at.y, term.to.y);
  return widened({std::min(x.lo, y.lo), std::min(x.hi, y.hi)});
}

double band_at(const BandLimits& limits, double v) {
  if (v < limits.lo || v > limits.hi) return 0;
  if (limits.feather <= 0) return 1;
  const double s = std::min(1.0, std::min(v - limits.lo, limits.hi - v) / limits.feather);
  return s * s * s * (s * (s * 6 - 15) + 10);
}

/// The place of an interval where a band weighs most.
double best_of(const BandLimits& limits, Interval v) {
  if (std::isinf(limits.lo)) return v.lo;
  if (std::isinf(limits.hi)) return v.hi;
  return std::clamp((double(limits.lo) + double(limits.hi)) / 2, v.lo, v.hi);
}

/// Room for the floats of a fade; 0 and 1 are exact.
Interval widened_weight(Interval w) {
  constexpr double kStep = 1.0 / 262144;
  if (w.lo > 0 && w.lo < 1) w.lo = std::max(0.0, w.lo - kStep);
  if (w.hi > 0 && w.hi < 1) w.hi = std::min(1.0, w.hi + kStep);
  return w;
}

Interval band_over(const BandLimits& limits, Interval v) {
  if (std::isinf(limits.lo) && std::isinf(limits.hi)) return {1, 1};
  return widened_weight({std::min(band_at(limits, v.lo), band_at(limits, v.hi)),
                         band_at(limits, best_of(limits, v))});
}

Interval unit(Interval w) { return {std::clamp(w.lo, 0.0, 1.0), std::clamp(w.hi, 0.0, 1.0)}; }

void weigh_term(const CompiledScope::Term& term, EvalContext& context, float* out, bool plane) {
  using Kind = CompiledScope::Term::Kind;
  const std::size_t ny = static_cast<std::size_t>(context.axes().ny);
  if (term.kind == Kind::disc || term.kind == Kind::box) {
    inset(term, context.axes(), out);
    kernels().band(term.limits, out, ny, out);
    return spread(context, out, plane);
  }
  const FieldView field = context.field(term.field);
  const std::size_t rows = field.plane() ? ny : context.rows();
  if (term.kind == Kind::band)
    kernels().band(term.limits, field.data, rows, out);
  else
    std::copy_n(field.data, rows * kBlockRow, out);
  if (field.plane()) spread(context, out, plane);
}

Interval term_over(const CompiledScope::Term& term, BoundContext& context) {
  using Kind = CompiledScope::Term::Kind;
  if (term.kind == Kind::disc || term.kind == Kind::box)
    return band_over(term.limits, inset_over(term, context.box()));
  const Interval v = context.field(term.field);
  return term.kind == Kind::band ? band_over(term.limits, v) : unit(v);
}

}  // namespace

void CompiledScope::weigh(EvalContext& context, float* out, bool plane) const {
  const Kernels& k = kernels();
  const std::size_t rows = plane ? static_cast<std::size_t>(context.axes().ny) : context.rows();
  k.fill(out, rows, empty() ? 1.0f : 0.0f);
  ArenaScope scope(context.temporary());
  float* all = context.temporary().take<float>(rows * kBlockRow);
  float* one = context.temporary().take<float>(rows * kBlockRow);
  for (const std::vector<Term>& clause : clauses) {
    k.fill(all, rows, 1.0f);
    for (const Term& term : clause) {
      weigh_term(term, context, one, plane);
      k.min(all, one, rows);
    }
    k.max(out, all, rows);
  }
}

Interval CompiledScope::over(BoundContext& context) const {
  if (empty()) return {1, 1};
  Interval any{0, 0};
  for (const std::vector<Term>& clause : clauses) {
    Interval all{1, 1};
    for (const Term& term : clause) {
      const Interval w = term_over(term, context);
      all = {std::min(all.lo, w.lo), std::min(all.hi, w.hi)};
    }
    any = {std::max(any.lo, all.lo), std::max(any.hi, all.hi)};
  }
  return any;
}

bool Sites::keeps(SitePoint& site) const {
  if (scope_.empty()) return true;
  EvalContext& point = site.context();
  ArenaScope scope(point.temporary());
  float* weight = point.take_block();
  scope_.weigh(point, weight);
  return weight[0] > 0;
}

void CompiledWeight::weigh(EvalContext& context, float* out, bool plane) const {
  const Kernels& k = kernels();
  const std::size_t rows = plane ? static_cast<std::size_t>(context.axes().ny) : context.rows();
  where.weigh(context, out, plane);
  ArenaScope scope(context.temporary());
  float* other = context.temporary().take<float>(rows * kBlockRow);
  if (!except.empty()) {
    except.weigh(context, other, plane);
    k.complement(other, rows);
    k.min(out, other, rows);
  }
  if (mask == MaskKind::number) k.affine(out, rows, number, 0);
  if (mask != MaskKind::field) return;
  const FieldView strength = context.field(field);
  const std::size_t ny = static_cast<std::size_t>(context.axes().ny);
  const std::size_t floats = (strength.plane() ? ny : rows) * kBlockRow;
  std::copy_n(strength.data, floats, other);
  if (strength.plane()) spread(context, other, plane);
  k.max_value(other, rows, 0);
  k.min_value(other, rows, 1);
  k.mul(out, other, rows);
}

Interval CompiledWeight::over(BoundContext& context) const {
  Interval w = where.over(context);
  const Interval away = except.empty() ? Interval{0, 0} : except.over(context);
  w = {std::min(w.lo, 1 - away.hi), std::min(w.hi, 1 - away.lo)};
  if (mask == MaskKind::none) return w;
  const Interval m =
      mask == MaskKind::number ? Interval{number, number} : unit(context.field(field));
  return widened_weight({w.lo * m.lo, w.hi * m.hi});
}

}  // namespace strate
