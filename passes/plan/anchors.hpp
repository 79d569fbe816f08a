// Where passages are looked for: anchor discs fixed by hash alone, and spots in them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/season.hpp"

namespace strate {

/// Centres (x, y) of the anchor discs of every interface, top first: [interface][connection − 1].
/// Connection k stands at the interface's azimuth + (k − 1) · 137.5°; a strate's departure is
/// opposite its arrival ± 60°. A connection with a place of its own stands there, and moves no
/// other.
std::vector<std::vector<Vec3>> anchors_of(const Season& season);

/// Spot `i` of kMaxSpots around an anchor: a spiral of golden angles that fills its disc evenly.
Vec3 spot_of(Vec3 anchor, double reach_m, int i);

}  // namespace strate
