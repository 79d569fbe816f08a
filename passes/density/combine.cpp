// Combiners of 10 B2–B4 and 11 §3.4:
//
//   union     thing, void world: min(d, s)        subtract  thing: max(d, −s), solid world: max(d,
//   s) smooth_   h = k − |a − b|; h > 0 ? min − h²/(4k) : min, for max the mirror image replace   s
//   add       d + s
#include <algorithm>
#include <cmath>

#include "passes/density/interval.hpp"
#include "passes/density/smooth.hpp"
#include "passes/density/stack_core.hpp"

namespace strate {
namespace {

/// A source's values in the sign that the combiner takes min or max of.
Interval signed_source(const Node& n, Interval s) {
  const bool carves = n.combine == Combine::subtract || n.combine == Combine::smooth_subtract;
  return carves && n.shape == Shape::thing ? -s : s;
}

}  // namespace

void combine_into(const Node& n, const float* source, std::size_t rows, float* values) {
  const Kernels& k = kernels();
  const bool thing = n.shape == Shape::thing, smooth = n.blend > 0;
  switch (n.combine) {
    case Combine::union_:
    case Combine::smooth_union:
      return smooth ? k.smooth_min(values, source, rows, n.blend) : k.min(values, source, rows);
    case Combine::subtract:
    case Combine::smooth_subtract:
      if (smooth && thing) return k.smooth_max_negated(values, source, rows, n.blend);
      if (smooth) return k.smooth_max(values, source, rows, n.blend);
      return thing ? k.max_negated(values, source, rows) : k.max(values, source, rows);
    case Combine::add:
      return k.add(values, source, rows);
    case Combine::replace:
    case Combine::none:
      std::copy_n(source, rows * kBlockRow, values);
  }
}

Interval combine_over(const Node& n, Interval source, Interval in) {
  const Interval s = signed_source(n, source);
  switch (n.combine) {
    case Combine::union_:
    case Combine::smooth_union:
      return smooth_min_over(in, s, n.blend);
    case Combine::subtract:
    case Combine::smooth_subtract:
      return -smooth_min_over(-in, -s, n.blend);
    case Combine::add:
      return widened(in + s);
    case Combine::replace:
    case Combine::none:
      break;
  }
  return s;
}

bool combine_is_identity(const Node& n, Interval source, Interval in) {
  const Interval s = signed_source(n, source);
  const double k = n.blend;
  switch (n.combine) {
    case Combine::union_:
    case Combine::smooth_union:
      return k > 0 ? s.lo - in.hi >= k : s.lo >= in.hi;
    case Combine::subtract:
    case Combine::smooth_subtract:
      return k > 0 ? in.lo - s.hi >= k : s.hi <= in.lo;
    case Combine::add:
    case Combine::replace:
    case Combine::none:
      break;
  }
  return false;
}

}  // namespace strate
