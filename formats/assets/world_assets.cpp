#include "formats/assets/world_assets.hpp"

#include "formats/assets/asset_file.hpp"

namespace strate {
namespace {

Error fault(std::string_view what, const WorldAsset& asset, const std::string& text) {
  return {"manifest.asset_" + std::string(what),
          "the world asset '" + asset.file + "' " + text,
          {},
          {"the manifest names it by its hash; it lies beside the manifest"}};
}

}  // namespace

Result<Done> load_asset(FileSystem& files, const std::string& folder, WorldAsset& asset) {
  const Result<std::string> bytes = read_inside(files, folder, asset.file, kAssetMostBytes);
  if (!bytes) {
    const std::string& code = bytes.error().code;
    if (code == "io.not_found" || code == "io.not_a_folder")
      return fault("missing", asset, "is missing");
    if (code == "path.symlink" || code == "io.not_a_file" || code == "io.too_large")
      return fault("changed", asset, "is not the file that was cooked");
    return bytes.error();
  }
  AssetKind kind{};
  Hash128 hash;
  if (!parse_asset_file(asset.file, kind, hash) || bytes->size() != asset.size ||
      xxh3_128(*bytes) != hash)
    return fault("changed", asset, "was changed after it was cooked");
  Result<AssetData> data = decode_asset(*bytes);
  if (!data) return fault("changed", asset, "cannot be read: " + data.error().text);
  if (data->kind() != kind) return fault("changed", asset, "is of another kind than its name");
  asset.data = std::make_shared<const AssetData>(std::move(*data));
  return Done{};
}

Result<Done> load_assets(FileSystem& files, const std::string& folder, WorldDef& world) {
  for (WorldAsset& asset : world.assets)
    if (Result<Done> done = load_asset(files, folder, asset); !done) return done;
  return Done{};
}

}  // namespace strate
