// The table at the end of 10 C, the law of walking: every row at random rotations about z and
// random sub-voxel offsets, judged by the fast path and by the brute-force reading alike.
#pragma once

#include "compiler/units.hpp"

namespace strate {

/// Checks every value of every row at `turns` rotations and offsets, the first `slow_turns` of them
/// by brute force as well, and prints how many came out as the table says.
void run_table(Um voxel, int turns, int slow_turns);

}  // namespace strate
