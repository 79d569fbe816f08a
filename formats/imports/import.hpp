// From files that people bring to world assets (02 §2). Whatever the bytes, the answer is an asset
// or an error: sizes are checked before anything is held.
#pragma once

#include <string>
#include <string_view>

#include "compiler/asset_data.hpp"
#include "compiler/result.hpp"

namespace strate {

/// No file that is brought in is larger. [Units: bytes]
inline constexpr std::size_t kImportMostBytes = 64u << 20;

/// Whether a file of this name can become this kind of asset: by its ending.
bool is_import_name(AssetKind kind, std::string_view name);

/// ".png or .r16"
std::string_view import_endings(AssetKind kind);

/// The asset that a file of this name and content becomes; a shape is scaled first. Codes
/// "asset.…"; the text goes on after the file's name: "has 8 bits a sample".
Result<AssetData> import_asset(AssetKind kind, std::string_view name, std::string_view bytes,
                               double scale = 1);

}  // namespace strate
