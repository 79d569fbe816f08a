// From the products of a run to files in a staging folder (05).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "compiler/source_set.hpp"
#include "formats/files/staging.hpp"
#include "passes/cook.hpp"

namespace strate {

/// Told of each group of files before it is made: "burrows: views".
using EmitProgress = std::function<void(std::string_view what)>;

/// Everything of a cook whose laws hold: grids, meshes, pictures, figures, audit, manifest. Does
/// not publish. Grids and meshes are dropped from the cook as soon as their files are written.
Result<Done> emit(Cook& cook, const SourceSet& sources, Staging& staging,
                  const EmitProgress& progress);

/// What a failed cook leaves for people: audit.json and one OBJ polyline a witness.
Result<Done> emit_failure(const Cook& cook, const SourceSet& sources, Staging& staging);

}  // namespace strate
