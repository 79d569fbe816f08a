// The list of a world's assets, and whether its recipes name those and no others.
#include <algorithm>
#include <set>

#include "formats/assets/asset_file.hpp"
#include "formats/manifest/parts.hpp"

namespace strate {
namespace {

constexpr std::size_t kAssetLimit = 4096;

void read_list(Strict& strict, const json::Node& list, WorldDef& world) {
  for (const json::Node& node : strict.items(list, kAssetLimit)) {
    StrictObject item(strict, node);
    WorldAsset asset;
    asset.file = item.text("file", 256);
    asset.size = static_cast<std::uint64_t>(
        item.integer("size", 0, static_cast<std::int64_t>(kAssetMostBytes)));
    item.end();
    AssetKind kind{};
    Hash128 hash;
    if (strict.ok() && !parse_asset_file(asset.file, kind, hash))
      strict.fail("asset", "this is no name of a world asset", node.source);
    if (strict.ok() && !world.assets.empty() && world.assets.back().file >= asset.file)
      strict.fail("asset", "assets are listed once, in ascending order", node.source);
    world.assets.push_back(std::move(asset));
  }
  if (strict.ok() && world.assets.empty()) strict.fail("asset", "the list is empty", list.source);
}

/// Adds the assets that the entries name, all of which must be listed and of the kind they take.
void use_assets(Strict& strict, const std::vector<OpEntry>& stack, const Catalog& catalog,
                const WorldDef& world, std::set<std::string>& used) {
  for (const OpEntry& e : stack) {
    use_assets(strict, e.group, catalog, world, used);
    const OperatorRow* row = catalog.op(e.op);
    if (!row) continue;
    for (const FieldSpec& spec : row->params) {
      const Value* v = spec.kind == FieldKind::file ? e.param(spec.name) : nullptr;
      if (!v) continue;
      AssetKind kind{};
      Hash128 hash;
      const bool listed = std::any_of(world.assets.begin(), world.assets.end(),
                                      [&](const WorldAsset& a) { return a.file == v->name; });
      if (!listed || !parse_asset_file(v->name, kind, hash) || kind != spec.asset)
        strict.fail("asset", "this is no asset of the world, or not of this kind", v->source);
      used.insert(v->name);
    }
  }
}

void check_assets(Strict& strict, const Catalog& catalog, const WorldDef& world, SourceRef at) {
  std::set<std::string> used;
  for (const StrateWorld& s : world.strates)
    each_recipe(s, [&](const Recipe& r) { use_assets(strict, r.stack, catalog, world, used); });
  if (strict.ok() && used.size() != world.assets.size())
    strict.fail("asset", "an asset is listed that nothing uses", at);
}

}  // namespace

void read_world_assets(Strict& strict, StrictObject& object, const Catalog& catalog,
                       WorldDef& world) {
  if (!object.has("assets")) return check_assets(strict, catalog, world, {});
  const json::Node& list = object.node("assets");
  read_list(strict, list, world);
  if (strict.ok()) check_assets(strict, catalog, world, list.source);
}

}  // namespace strate
