// The order of keys in an entry (11 §9). Internal to formats/documents.
#pragma once

#include <string_view>

#include "compiler/op.hpp"
#include "formats/documents/format_tree.hpp"

namespace strate::layout {

/// Whether a key belongs to the line that an entry opens with: `id op combine …`.
bool is_identity(std::string_view key);

/// Marks the entries of a document and puts their keys in order: identity, `note`, parameters in
/// table order, what no table knows as written, and in a stack `sites where except mask set group`
/// last. Nothing under `runtime` is touched.
void arrange(Cell& root, const Catalog& catalog);

}  // namespace strate::layout
