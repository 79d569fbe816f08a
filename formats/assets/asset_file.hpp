// Files of world assets: versioned, little-endian, hashed (05). Every number of the format:
//
//   header   8 bytes "STRASSET" · u32 version 1 · u32 kind · u64 size of the body · XXH3-128 of the
//            body, high half first
//   heights  (kind 1) u32 width · u32 height · width × height u16, as HeightGrid
//   shape    (kind 2) f64 scale · i32 step · 3 i32 first · 3 u32 bricks · u32 number of fine bricks
//   ·
//            i16 corners · u32 fine · i16 samples, as ShapeGrid
//
// A file's own name is the XXH3-128 of all of its bytes.
#pragma once

#include <string>
#include <string_view>

#include "compiler/asset_data.hpp"
#include "compiler/hash.hpp"
#include "compiler/result.hpp"

namespace strate {

inline constexpr std::string_view kAssetFolder = "assets";
/// No asset's file is larger.
inline constexpr std::size_t kAssetMostBytes = 128u << 20;

/// The one form of the data as bytes.
std::string encode_asset(const AssetData& data);

/// Accepts nothing but what encode_asset writes. Codes: "asset.damaged", "asset.version".
Result<AssetData> decode_asset(std::string_view bytes);

/// The asset with its name and size.
WorldAsset make_world_asset(AssetData data);

/// Splits "assets/<32 hex digits>.<word>"; false if `file` is no such name.
bool parse_asset_file(std::string_view file, AssetKind& kind, Hash128& hash);

}  // namespace strate
