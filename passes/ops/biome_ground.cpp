#include "passes/ops/biome_ground.hpp"

#include <algorithm>
#include <bit>

#include "passes/density/fields.hpp"

namespace strate {

void BiomeGround::heights(EvalContext& context, double* out) const {
  ArenaScope scope(context.temporary());
  const double* share[kMostBiomes + 1];
  const BiomeBits present =
      context.fields().biomes()->shares(context.scratch(), context.axes(), groups(), share);
  if (std::has_single_bit(present))
    return grounds_[static_cast<std::size_t>(std::countr_zero(present))]->heights(context, out);
  const std::size_t n = static_cast<std::size_t>(context.axes().ny) * kBlockRow;
  double* own = context.temporary().take<double>(n);
  std::fill_n(out, n, 0.0);
  for (std::size_t g = 0; g < grounds_.size(); ++g) {
    if (!share[g]) continue;
    grounds_[g]->heights(context, own);
    for (std::size_t i = 0; i < n; ++i) out[i] = out[i] + share[g][i] * own[i];
  }
}

/// Between the grounds that may have a share; where there are several, steeper by what the shares
/// shift between the highest and the lowest.
Jet BiomeGround::range(BoundContext& context) const {
  const Biomes::Range range = context.fields().biomes()->over(context.box(), context.scratch());
  const BiomeBits present = Biomes::groups_in(range.share, groups());
  Jet all;
  bool first = true;
  for (std::size_t g = 0; g < grounds_.size(); ++g) {
    if (!((present >> g) & 1)) continue;
    const Jet own = grounds_[g]->range(context);
    all = first ? own : Jet{hull(all.v, own.v), hull(all.dx, own.dx), hull(all.dy, own.dy)};
    first = false;
  }
  if (std::has_single_bit(present)) return all;
  const Interval shifts = magnitude(range.steepness * width(all.v));
  return {all.v, all.dx + shifts, all.dy + shifts};
}

}  // namespace strate
