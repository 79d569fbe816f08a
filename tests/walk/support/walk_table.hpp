// The table at the end of 10 C, the law of walking: every row at random rotations about z and
// random sub-voxel offsets, judged by the fast path and by the brute-force reading alike.
#pragma once

#include "compiler/units.hpp"

namespace strate {

/// How many cases were judged, and how many came out as the table says.
struct TableTally {
  int cases = 0, right = 0;            ///< the fast path
  int slow_cases = 0, slow_right = 0;  ///< brute force
};

/// Judges every value of every row at `turns` rotations and offsets, the first `slow_turns` of them
/// by brute force as well; prints a line a row and names what is wrong.
TableTally run_table(Um voxel, int turns, int slow_turns);

}  // namespace strate
