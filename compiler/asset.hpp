// World assets (02 §2): what the files that a season brings in have become. A runtime needs the
// manifest and these, nothing else; the manifest names each by the hash of its bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace strate {

/// What an asset holds.
enum class AssetKind : std::uint8_t { heights, shape };
inline constexpr std::size_t kAssetKinds = 2;

/// How the name of an asset's file ends.
constexpr std::string_view asset_word(AssetKind kind) {
  return kind == AssetKind::heights ? "heights" : "shape";
}

struct AssetData;  // asset_data.hpp

/// One asset of a world. Copies share the data.
struct WorldAsset {
  /// Relative to the manifest, and what a recipe's entry calls it: "assets/<32 hex
  /// digits>.heights".
  std::string file;
  std::uint64_t size = 0;                 ///< bytes of the file
  std::shared_ptr<const AssetData> data;  ///< null until it is loaded
};

}  // namespace strate
