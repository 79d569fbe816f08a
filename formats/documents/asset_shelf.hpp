// The files that recipes name, read once each and turned into world assets.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/diagnostic.hpp"
#include "compiler/op.hpp"
#include "compiler/world.hpp"
#include "formats/documents/library.hpp"

namespace strate {

class AssetShelf {
 public:
  AssetShelf(Library& library, const Catalog& catalog, Diagnostics& diags)
      : library_(library), catalog_(catalog), diags_(diags) {}

  /// Makes the files that the entries name assets: a value's name becomes the asset's, its path the
  /// file's from the root. False if one cannot be used; that is reported at the value.
  bool fill(std::vector<OpEntry>& stack);

  /// What the asset of that name holds; null if there is none.
  const AssetData* find(const std::string& name) const {
    const auto it = by_name_.find(name);
    return it == by_name_.end() ? nullptr : it->second.data.get();
  }

  /// The assets that the world's recipes use, ascending name.
  std::vector<WorldAsset> used_by(const WorldDef& world) const;

 private:
  bool fill(const OpEntry& entry, const FieldSpec& spec, Value& value);

  Library& library_;
  const Catalog& catalog_;
  Diagnostics& diags_;
  std::map<std::string, WorldAsset> by_name_;
  std::map<std::tuple<std::string, AssetKind, double>, Result<WorldAsset>> made_;  ///< also scale
};

}  // namespace strate
