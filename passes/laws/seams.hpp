// The part of `connectivity` that judges lateral regions (02 §6): whoever stands on one side of a
// seam walks to the other without leaving the two cells.
#pragma once

#include "passes/laws/law.hpp"

namespace strate {

/// Judges every seam of a strate with regions on its final walk and adds figures and findings:
/// seams, seams_walked, seams_blank; "connectivity.seam", "connectivity.seam_unplanned",
/// "connectivity.seam_stray". A strate without regions, or with one, has no seams. False if the
/// window does not hold the disc that the seams were planned in.
bool judge_seams(const LawContext& context, const LawStrate& strate, const WalkWorld& walk,
                 std::size_t slab, LawReport& report);

}  // namespace strate
