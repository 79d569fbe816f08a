// Three-way merge of authored documents by id and key (11 §9): `stratec fmt --merge`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "compiler/diagnostic.hpp"
#include "compiler/op.hpp"
#include "compiler/source_set.hpp"

namespace strate {

/// Documents of a SourceSet. A base without any text means that both sides made the file.
struct MergeSides {
  std::uint32_t base = 0, ours = 0, theirs = 0;
};

struct MergedDocument {
  std::string text;  ///< in canonical form, if there is no conflict
  std::size_t conflicts =
      0;  ///< places that stand between <<<<<<< ours, ======= and >>>>>>> theirs
};

/// Objects merge key by key, lists of objects with ids (or operators) id by id, everything else is
/// one value. There is a conflict only where both sides changed the same value, or moved the same
/// things of a list; each is an error "merge.conflict" that names the lines of both. Things that
/// both added in the same place are a warning, since the order of a stack counts. Comments travel
/// with the value they precede. False if a document is not JSONC.
bool merge_documents(const SourceSet& sources, const MergeSides& sides, const Catalog& catalog,
                     MergedDocument& out, Diagnostics& diags);

}  // namespace strate
