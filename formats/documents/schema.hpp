// JSON schemas (draft-07) of the authored documents, from the tables that the reader uses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/op.hpp"

namespace strate {

/// "season-1", "strate-1", "recipe-1", "biome-1", "stack-1": the file names in schemas/ without
/// ".json".
const std::vector<std::string_view>& schema_kinds();

/// The schema's text, canonical JSON. `kind` is one of schema_kinds().
std::string schema_text(std::string_view kind, const Catalog& catalog);

}  // namespace strate
