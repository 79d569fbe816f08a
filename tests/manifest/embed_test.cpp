// The example of examples/embed: what a runtime gets that has a manifest and the world library.
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdio>

#include "compiler/file_system.hpp"
#include "formats/assets/asset_file.hpp"
#include "formats/manifest/digest_text.hpp"
#include "formats/manifest/manifest.hpp"
#include "passes/density/world.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/support/loaded_season.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;
using strate::testing::TemporaryFolder;

namespace {

constexpr const char* kWindow = "-9.5,-7,-30,6,8.25,-2";

struct Outcome {
  int exit = 0;
  std::string text;
};

Outcome run(const std::string& command) {
  Outcome outcome;
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  char piece[4096];
  for (std::size_t n; (n = std::fread(piece, 1, sizeof piece, pipe)) > 0;)
    outcome.text.append(piece, n);
  const int status = ::pclose(pipe);
  outcome.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

std::string embed() { return STRATEC_BINARY_DIR "/examples/embed/embed"; }

Outcome run_embed(const std::string& manifest, const std::string& window = kWindow) {
  return run(embed() + " " + manifest + " " + window);
}

/// A season as resolved, not planned.
Manifest unplanned_manifest(const std::string& path) {
  const Season season = strate::testing::loaded_season(path);
  Manifest m;
  m.version = "0.1.0";
  m.world = season.world;
  m.review.name = season.name;
  for (const StrateSettings& s : season.strates) m.review.strates.push_back(review_of(s));
  return m;
}

/// The shipped test season.
const Manifest& tiny() {
  static const Manifest manifest =
      unplanned_manifest(STRATEC_SOURCE_DIR "/tests/data/tiny/tiny.season.json");
  return manifest;
}

std::string digest_of(const WorldDef& def) {
  const Result<World> world = World::compile(def, shipped_catalog());
  if (!world) FAIL(world.error().text);
  const Result<Window> window = parse_window(kWindow);
  const DensityDigest digest =
      strate::digest(*world, samples_of(*window, def.voxel_um), serial_executor());
  return digest_json(digest, *window, def.voxel_um);
}

}  // namespace

TEST_CASE("manifest: the world read back has the bits of the world that was written") {
  const Catalog catalog = shipped_catalog();
  const Result<Manifest> back = read_manifest(write_manifest(tiny(), catalog), catalog);
  if (!back) FAIL(back.error().code + ": " + back.error().text);
  const std::string before = digest_of(tiny().world), after = digest_of(back->world);
  CHECK(before == after);
  WorldDef other = tiny().world;
  other.strates[0].seed ^= 1;
  CHECK(digest_of(other) != before);
}

TEST_CASE("embed: prints the digest that the tool computes") {
  const TemporaryFolder folder;
  const std::string bytes = write_manifest(tiny(), shipped_catalog());
  REQUIRE(write_file(posix_file_system(), folder.at("season_manifest.json"), bytes));
  const Outcome outcome = run_embed(folder.at("season_manifest.json"));
  CHECK(outcome.exit == 0);
  CHECK(outcome.text == digest_of(tiny().world));
  CHECK(outcome.text.starts_with("{\n  \"digest\": \""));
  CHECK(outcome.text.find("\"samples\": 3388672") != std::string::npos);
  CHECK(outcome.text.find("\"window_m\": [-9.5, -7, -30, 6, 8.25, -2]") != std::string::npos);
  CHECK(outcome.text.find("\"step_m\": 0.125") != std::string::npos);
}

TEST_CASE("embed: refuses with the reader's codes, exit 3, and other faults with theirs") {
  const TemporaryFolder folder;
  const std::string path = folder.at("season_manifest.json");
  std::string bytes = write_manifest(tiny(), shipped_catalog());
  const auto refused = [&](const std::string& content, const std::string& code) {
    REQUIRE(write_file(posix_file_system(), path, content));
    const Outcome outcome = run_embed(path);
    INFO(outcome.text);
    CHECK(outcome.exit == 3);
    CHECK(outcome.text.find("error[" + code + "]") != std::string::npos);
    CHECK(outcome.text.find("digest") == std::string::npos);
  };
  const auto replaced = [&](std::string_view from, std::string_view to) {
    std::string text = bytes;
    return text.replace(text.find(from), from.size(), to);
  };
  refused(bytes.substr(0, bytes.size() / 2), "manifest.truncated");
  refused(replaced("\"world_function\": 2", "\"world_function\": 1"), "manifest.world_function");
  refused(replaced("season_manifest-1", "season_manifest-2"), "manifest.future_schema");
  refused(replaced("\"seed\": \"0", "\"seed\": \"1"), "manifest.content_hash");
  refused(bytes + " ", "manifest.not_canonical");
  CHECK(run_embed(folder.at("none.json")).exit == 4);
  REQUIRE(write_file(posix_file_system(), path, bytes));
  CHECK(run_embed(path, "1,2,3").exit == 2);
  CHECK(run(embed()).exit == 2);
}

TEST_CASE("embed: a world of files needs its assets beside the manifest, and refuses others") {
  const TemporaryFolder folder;
  FileSystem& files = posix_file_system();
  const std::string path = folder.at("season_manifest.json");
  const Manifest stamped =
      unplanned_manifest(STRATEC_SOURCE_DIR "/tests/data/stamped/stamped.season.json");
  REQUIRE(stamped.world.assets.size() == 2);
  REQUIRE(write_file(files, path, write_manifest(stamped, shipped_catalog())));
  CHECK(run_embed(path).exit == 3);
  CHECK(run_embed(path).text.find("error[manifest.asset_missing]") != std::string::npos);
  REQUIRE(make_folders(files, folder.at("assets")));
  for (const WorldAsset& a : stamped.world.assets)
    REQUIRE(write_file(files, folder.at(a.file), encode_asset(*a.data)));
  const Outcome outcome = run_embed(path);
  CHECK(outcome.exit == 0);
  CHECK(outcome.text == digest_of(stamped.world));
  REQUIRE(write_file(files, folder.at(stamped.world.assets[1].file), "changed"));
  CHECK(run_embed(path).text.find("error[manifest.asset_changed]") != std::string::npos);
}

TEST_CASE("embed: neither OpenVDB nor TBB is linked or named in it") {
  const Outcome libraries = run("ldd " + embed());
  REQUIRE(libraries.exit == 0);
  CHECK(libraries.text.find("libc.so") != std::string::npos);
  const Outcome symbols = run("nm -C " + embed());
  REQUIRE(symbols.exit == 0);
  CHECK(symbols.text.find("strate::read_manifest") != std::string::npos);
  for (const char* word : {"tbb", "openvdb", "embree", "Imath", "libpng"}) {
    CHECK(libraries.text.find(word) == std::string::npos);
    CHECK(symbols.text.find(std::string(word) + "::") == std::string::npos);
  }
}
