// Comments and blank lines in a merge. Internal to formats/documents.
#pragma once

#include "formats/documents/format_tree.hpp"

namespace strate::layout {

/// Merges what stands around three versions of one value into `out`. Comments that both sides wrote
/// anew are all kept, ours first. `base` may be null.
void merge_comments(const Cell* base, const Cell& ours, const Cell& theirs, Cell& out);

/// The same for the comments behind its opening and before its closing bracket.
void merge_bracket_comments(const Cell* base, const Cell& ours, const Cell& theirs, Cell& out);

/// Puts the comments that `from` holds inside, but neither `base` nor `out` does, in front of
/// `out`, whose value replaces that of `from`. Comes before merge_comments.
void keep_comments(const Cell* base, const Cell& from, Cell& out);

}  // namespace strate::layout
