// The tiny season, the cooked copy of it that all tests share, and a season of one room for what
// needs no more.
#pragma once

#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "compiler/file_system.hpp"
#include "tests/commands/support/run.hpp"
#include "tests/support/temporary_folder.hpp"

namespace strate::test {

inline const std::string kTinySeason = STRATEC_SOURCE_DIR "/tests/data/tiny/tiny.season.json";

/// Gone with the process.
inline const testing::TemporaryFolder& scratch() {
  static const testing::TemporaryFolder folder;
  return folder;
}

/// The cooked tiny season: made once for all test programs by the CTest fixture `tiny`, read only.
inline const std::string& cooked_tiny() {
  static const std::string out = [] {
    const std::string folder = STRATEC_BINARY_DIR "/tests/tiny";
    INFO("run `ctest -R tiny.cooked` in the build folder first");
    REQUIRE(exists(posix_file_system(), folder + "/season_manifest.json"));
    return folder;
  }();
  return out;
}

/// A copy of it to write into.
inline std::string copied_tiny(const std::string& name) {
  const std::string folder = scratch().at(name);
  std::filesystem::copy(cooked_tiny(), folder, std::filesystem::copy_options::recursive);
  return folder;
}

inline std::string bytes_of(const std::string& path) {
  const auto bytes = read_file(posix_file_system(), path, std::size_t{1} << 28);
  INFO(path);
  REQUIRE(bytes);
  return *bytes;
}

inline nlohmann::json json_of(const Ran& r) {
  INFO(r.err << r.out);
  REQUIRE(r.code == 0);
  return nlohmann::json::parse(r.out);
}

/// A season of one strate of rock with one hall around its origin, 14 m wide, 8 m high; `more` goes
/// into the season.
inline std::string rock_season(const std::string& more = {}) {
  const std::string folder = scratch().at("rock");
  REQUIRE(make_folders(posix_file_system(), folder));
  const auto put = [&](const char* name, const std::string& text) {
    REQUIRE(write_file(posix_file_system(), folder + "/" + name, text));
  };
  put("rock.recipe.json", R"({
  "$schema": "schemas/recipe-1.json",
  "stack": [
    { "id": "rock", "op": "solid" },
    { "id": "hall", "op": "box", "combine": "subtract", "at_m": [0, 0, 10], "size_m": [14, 14, 8] }
  ]
}
)");
  put("rock.strate.json", R"({
  "$schema": "schemas/strate-1.json",
  "recipe": "rock.recipe.json",
  "height_m": 20
}
)");
  put("rock.season.json", R"({
  "$schema": "schemas/season-1.json",
)" + more + R"(  "title": "Rock",
  "seed": "1",
  "bake": { "window_m": [-12, -12, 12, 12], "formats": ["png"] },
  "slots": [{ "id": "rock", "strate": "rock.strate.json" }]
}
)");
  return folder + "/rock.season.json";
}

}  // namespace strate::test
