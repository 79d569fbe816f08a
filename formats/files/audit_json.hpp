// audit.json and `stratec audit --json`: what every law proved (01, 03).
#pragma once

#include <span>
#include <string>

#include "compiler/json.hpp"
#include "compiler/law.hpp"
#include "compiler/source_set.hpp"
#include "compiler/units.hpp"

namespace strate {

/// Writes the members "laws" and "summary" into the object that is open.
void write_audit(json::Writer& out, std::span<const LawReport> reports, const SourceSet& sources,
                 Um voxel_um);

/// A document of these members alone, with its schema name.
std::string audit_json(std::span<const LawReport> reports, const SourceSet& sources, Um voxel_um);

/// A finding's witness as OBJ: one polyline that any viewer opens. Empty if it has no points.
std::string witness_obj(const Finding& finding);

}  // namespace strate
