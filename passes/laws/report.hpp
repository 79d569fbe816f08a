// What every law's report shares: where it starts, whom it blames, how findings are ordered.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "passes/laws/law.hpp"

namespace strate {

/// A report over one strate, `not_proven` until the law says better.
LawReport strate_report(const LawContext& context, const LawStrate& strate);

/// A report over the whole stack: its window is the hull of the strates' windows.
LawReport stack_report(const LawContext& context);

/// A report that proves nothing, with the reason as its one finding "<law>.not_proven".
LawReport not_proven(LawReport report, std::string_view law, std::string reason);

/// `fails` if there is a finding, else `holds`.
LawReport judged(LawReport report);

/// Whole micrometres nearest to a length in metres.
Um to_um(double m);

/// Centre position of sample `c`. [Units: m]
Vec3 sample_at(Coord c, Um voxel_um);

/// Sets blame_operator, blame and, where it is empty, strate by what decides the sign at `at`.
void blame(const LawContext& context, Vec3 at, Finding& finding);

/// Place of the operator entry with this address in the recipe of strate `index`; unknown if none.
SourceRef entry_source(const WorldDef& def, int index, std::string_view address);

/// Keeps the smaller (or larger) of two margins of one figure.
void keep_least(std::vector<Margin>& margins, const Margin& candidate);
void keep_most(std::vector<Margin>& margins, const Margin& candidate);

/// By code, and within one the largest excess over what is required first; then by strate, place,
/// text.
void sort_findings(std::vector<Finding>& findings);

}  // namespace strate
