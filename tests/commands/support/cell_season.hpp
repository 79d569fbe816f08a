// The least that can be cooked: one strate of one hall, a window of 12 m, no pictures. For tests
// that cook many times; its laws are left out.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "compiler/file_system.hpp"

namespace strate::test {

inline std::string cell_season(const std::string& seed) {
  return R"({
  "$schema": "season-1.json",
  "seed": ")" +
         seed + R"(",
  "bake": { "window_m": [-6, -6, 6, 6], "mesh_step": 2, "formats": ["vdb", "obj"], "views": 1 },
  "slots": [ { "id": "cell", "strate": "strates/cell.strate.json" } ]
}
)";
}

inline const std::string kCellStrate = R"({
  "$schema": "strate-1.json",
  "archetype": "flat_plain",
  "set": {
    "hall": { "floor_m": 4, "ceiling_m": 9, "floor_relief_m": 0, "ceiling_relief_m": 0 },
    "columns": { "spacing_m": 14, "radius_m": [1, 2] },
    "roughness": { "amount_m": 0.1 }
  },
  "height_m": 16,
  "seal_thickness_m": 2
}
)";

/// Writes the season below `folder` and answers with its path.
inline std::string write_cell(FileSystem& files, const std::string& folder,
                              const std::string& seed) {
  REQUIRE(make_folders(files, join_path(folder, "strates")));
  REQUIRE(write_file(files, join_path(folder, "strates/cell.strate.json"), kCellStrate));
  const std::string path = join_path(folder, "cell.season.json");
  REQUIRE(write_file(files, path, cell_season(seed)));
  return path;
}

/// Every file below the folder with its bytes.
inline std::map<std::string, std::string> tree_of(FileSystem& files, const std::string& folder) {
  std::map<std::string, std::string> tree;
  const auto list = walk_tree(files, folder);
  REQUIRE(list);
  for (const FolderEntry& e : *list) {
    const auto bytes = read_file(files, join_path(folder, e.name), std::size_t{1} << 28);
    REQUIRE(bytes);
    tree[e.name] = *bytes;
  }
  return tree;
}

}  // namespace strate::test
