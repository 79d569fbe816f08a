// The assets of a cooked world, beside its manifest.
#pragma once

#include <string>

#include "compiler/file_system.hpp"
#include "compiler/result.hpp"
#include "compiler/world.hpp"

namespace strate {

/// Reads and checks one asset as its world names it: "manifest.asset_missing",
/// "manifest.asset_changed" (exit 3), "io.…".
Result<Done> load_asset(FileSystem& files, const std::string& folder, WorldAsset& asset);

/// Loads every asset of a world whose manifest lies in `folder`. There is no world without them.
Result<Done> load_assets(FileSystem& files, const std::string& folder, WorldDef& world);

}  // namespace strate
