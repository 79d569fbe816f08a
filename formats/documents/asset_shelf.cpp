#include "formats/documents/asset_shelf.hpp"

#include <set>

#include "formats/assets/asset_file.hpp"
#include "formats/imports/import.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {
namespace {

void add_names(const std::vector<OpEntry>& stack, std::set<std::string>& out) {
  for (const OpEntry& e : stack) {
    add_names(e.group, out);
    for (const Param& p : e.params)
      if (p.value.kind == Value::Kind::file) out.insert(p.value.name);
  }
}

/// What a shape is scaled by before it is measured.
double scale_of(const OpEntry& entry, const FieldSpec& spec) {
  const Value* scale = spec.asset == AssetKind::shape ? entry.param("scale") : nullptr;
  return scale ? scale->lo : 1;
}

Result<WorldAsset> made_of(const FieldSpec& spec, const std::string& path, const std::string& bytes,
                           double scale) {
  Result<AssetData> data = import_asset(spec.asset, path, bytes, scale);
  if (!data) return data.error();
  return make_world_asset(std::move(*data));
}

}  // namespace

bool AssetShelf::fill(std::vector<OpEntry>& stack) {
  bool fine = true;
  for (OpEntry& e : stack) {
    fine = fill(e.group) && fine;
    const OperatorRow* row = catalog_.op(e.op);
    if (!row) continue;
    for (const FieldSpec& spec : row->params)
      for (Param& p : e.params)
        if (spec.kind == FieldKind::file && p.name == spec.name && p.value.source.known() &&
            !p.value.name.empty())
          fine = fill(e, spec, p.value) && fine;
  }
  return fine;
}

bool AssetShelf::fill(const OpEntry& entry, const FieldSpec& spec, Value& value) {
  const std::string written = value.name;
  const std::optional<std::string> path = library_.place_of(written, value.source);
  if (!path) return false;
  if (!is_import_name(spec.asset, *path)) {
    diags_
        .error("asset.wrong_kind", in_quotes(written) + " is not a file that this takes",
               value.source)
        .notes.push_back("allowed: " + std::string(import_endings(spec.asset)));
    return false;
  }
  const auto key = std::make_tuple(*path, spec.asset, scale_of(entry, spec));
  auto it = made_.find(key);
  if (it == made_.end()) {
    const std::optional<std::string> bytes =
        library_.read_file_at(*path, kImportMostBytes, value.source);
    if (!bytes) return false;
    it = made_.emplace(key, made_of(spec, *path, *bytes, std::get<2>(key))).first;
  }
  const Result<WorldAsset>& made = it->second;
  if (!made) {
    Error e = made.error();
    e.text = in_quotes(written) + " " + e.text;
    e.source = value.source;
    diags_.add(std::move(e));
    return false;
  }
  value.name = made->file;
  value.path = *path;
  by_name_.emplace(made->file, *made);
  return true;
}

std::vector<WorldAsset> AssetShelf::used_by(const WorldDef& world) const {
  std::set<std::string> names;
  for (const StrateWorld& s : world.strates)
    each_recipe(s, [&](const Recipe& r) { add_names(r.stack, names); });
  std::vector<WorldAsset> out;
  for (const auto& [name, asset] : by_name_)
    if (names.contains(name)) out.push_back(asset);
  return out;
}

}  // namespace strate
