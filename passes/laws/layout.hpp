// The layout's rules on plain data, apart from the world that answers for it.
#pragma once

#include <functional>
#include <vector>

#include "compiler/law.hpp"
#include "compiler/world.hpp"

namespace strate {

struct LayoutFindings {
  std::vector<Finding> findings;
  std::vector<Margin> margins;  ///< band_m, interpenetration_m
};

/// Bands present and at least `least_band_m` thick, strates exactly gap_m apart, ids unique,
/// passages between neighbours, and `owner` naming the same strate as the intervals do at every
/// face: −1 above the stack, −2 below, −3 in a gap (World::strate_at).
LayoutFindings judge_layout(const WorldDef& def, const std::function<int(Um)>& owner,
                            double least_band_m);

}  // namespace strate
