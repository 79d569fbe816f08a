// The canonical form of authored documents (11 §9): `stratec fmt`.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/diagnostic.hpp"
#include "compiler/op.hpp"
#include "compiler/source_set.hpp"

namespace strate {

/// Lays a document out: two spaces, 100 columns, LF; an entry opens with its identity; an object of
/// at most four keys that fits stands on one line, one with a note does not; single blank lines and
/// comments stay where they are. Numbers and strings keep their spelling. What comes out is its own
/// canonical form, holds the same values and comments, and does not depend on the layout that came
/// in but for blank lines and comments. False, with every fault in `diags`, if the document is not
/// JSON (JSONC if `jsonc`); its keys and values are not judged. Time is linear in the text.
bool format_document(const SourceSet& sources, std::uint32_t document, bool jsonc,
                     const Catalog& catalog, std::string& out, Diagnostics& diags);

}  // namespace strate
