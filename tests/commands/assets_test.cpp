// A season that brings in a picture and a mesh, as a user meets it: cooked, asked, embedded, moved,
// damaged.
#include <algorithm>

#include "formats/imports/heights.hpp"
#include "formats/manifest/manifest.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/commands/support/tiny_world.hpp"
#include "tests/support/asset_sample.hpp"

using namespace strate;
using test::bytes_of;
using test::run;

namespace {

const std::string kData = STRATEC_SOURCE_DIR "/tests/data/stamped/";
const std::string kWindow = "--window=-6,-6,-22,12,6,-8";

FileSystem& files() { return posix_file_system(); }

/// The season in a folder of its own.
std::string season_in(const std::string& folder) {
  REQUIRE(make_folders(files(), folder + "/strates"));
  REQUIRE(make_folders(files(), folder + "/recipes"));
  for (const char* f : {"stamped.season.json", "strates/garden.strate.json",
                        "recipes/garden.recipe.json", "hill.png", "cairn.obj"})
    REQUIRE(write_file(files(), folder + "/" + f, bytes_of(kData + f)));
  REQUIRE(write_file(files(), folder + "/stratec-root", ""));
  return folder + "/stamped.season.json";
}

/// Cooked once.
const std::string& cooked() {
  static const std::string kOut = [] {
    const std::string out = test::scratch().at("stamped-out");
    const test::Ran r = run({"cook", season_in(test::scratch().at("stamped")), "-o", out, "-q"});
    INFO(r.err << r.out);
    REQUIRE(r.code == 0);
    return out;
  }();
  return kOut;
}

std::vector<std::string> asset_files() {
  const auto list = files().list(cooked() + "/assets");
  REQUIRE(list);
  std::vector<std::string> out;
  for (const FolderEntry& e : *list) out.push_back("assets/" + e.name);
  return out;
}

/// The cooked folder again.
std::string copied(const std::string& name) {
  const std::string out = test::scratch().at(name);
  REQUIRE(remove_tree(files(), out));
  const auto tree = walk_tree(files(), cooked());
  REQUIRE(tree);
  for (const FolderEntry& e : *tree) {
    REQUIRE(make_folders(files(), parent_path(out + "/" + e.name)));
    REQUIRE(write_file(files(), out + "/" + e.name, bytes_of(cooked() + "/" + e.name)));
  }
  return out;
}

std::string digest_of(const std::string& world) {
  const test::Ran r = run({"digest", world, kWindow, "--json"});
  INFO(r.err);
  REQUIRE(r.code == 0);
  return nlohmann::json::parse(r.out)["digest"].get<std::string>();
}

}  // namespace

TEST_CASE("assets: a season with a picture and a mesh cooks, every law holds, verify agrees") {
  const std::vector<std::string> assets = asset_files();
  REQUIRE(assets.size() == 2);
  CHECK(std::count_if(assets.begin(), assets.end(),
                      [](const std::string& a) { return a.ends_with(".heights"); }) == 1);
  CHECK(run({"verify", cooked()}).code == 0);
  CHECK(run({"verify", cooked() + "/season_manifest.json", "--manifest-only"}).code == 0);
  const Result<Manifest> manifest =
      read_manifest(bytes_of(cooked() + "/season_manifest.json"), shipped_catalog());
  REQUIRE(manifest);
  REQUIRE(manifest->world.assets.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(manifest->world.assets[i].file == assets[i]);
    CHECK(manifest->world.assets[i].size == bytes_of(cooked() + "/" + assets[i]).size());
  }
  const auto list = nlohmann::json::parse(bytes_of(cooked() + "/artifacts.json"));
  std::size_t told = 0;
  for (const auto& file : list["files"])
    if (file["pass"] == "assets") {
      ++told;
      CHECK(file["inputs"].size() == 5);  // three documents and two files
    }
  CHECK(told == 2);
}

TEST_CASE("assets: season and cooked folder are one world, wherever the folder goes") {
  const std::string season = test::scratch().at("stamped") + "/stamped.season.json";
  cooked();
  const std::string expected = digest_of(season);
  CHECK(digest_of(cooked()) == expected);
  CHECK(digest_of(copied("moved")) == expected);
  CHECK(digest_of(copied("moved") + "/season_manifest.json") == expected);
  const test::Ran cairn = run({"query", cooked(), "--at", "7,-3,-17.5"});
  CHECK(cairn.code == 0);
  CHECK(cairn.out.find("rock") != std::string::npos);
  CHECK(cairn.out.find("by cairn") != std::string::npos);
  const std::string mesh = test::scratch().at("stamped.obj");
  CHECK(run({"export", cooked(), "-o", mesh, kWindow, "--step", "2"}).code == 0);
  CHECK(run({"inspect", cooked() + "/" + asset_files()[0]}).code == 0);
  CHECK(run({"inspect", cooked() + "/" + asset_files()[1]}).code == 0);
}

TEST_CASE("assets: a flipped bit of one is found, and no reader takes such a world") {
  for (const std::string& asset : asset_files()) {
    const std::string out = copied("flipped");
    std::string bytes = bytes_of(out + "/" + asset);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    REQUIRE(write_file(files(), out + "/" + asset, bytes));
    const test::Ran verify = run({"verify", out});
    CHECK(verify.code == 3);
    CHECK(verify.err.find("verify.changed") != std::string::npos);
    const test::Ran alone = run({"verify", out + "/season_manifest.json", "--manifest-only"});
    CHECK(alone.code == 3);
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"query", out, "--at", "0,0,-10"},
          {"digest", out, kWindow},
          {"export", out, "-o", test::scratch().at("no.obj"), kWindow},
          {"measure", out}}) {
      const test::Ran r = run(command);
      INFO(command[0] << r.err);
      CHECK(r.code == 3);
      CHECK(r.err.find("manifest.asset_changed") != std::string::npos);
      CHECK(r.err.find(asset) != std::string::npos);
    }
    REQUIRE(files().remove_file(out + "/" + asset));
    CHECK(run({"verify", out}).code == 3);
    const test::Ran missing = run({"query", out, "--at", "0,0,-10"});
    CHECK(missing.code == 3);
    CHECK(missing.err.find("manifest.asset_missing") != std::string::npos);
  }
}

TEST_CASE(
    "assets: an expanded recipe names its files from the strate's folder, for the same world") {
  const std::string folder = test::scratch().at("expanded"), season = season_in(folder);
  const test::Ran r = run({"expand", folder + "/strates/garden.strate.json"});
  REQUIRE(r.code == 0);
  CHECK(r.out.find("\"../hill.png\"") != std::string::npos);
  CHECK(r.out.find("\"../cairn.obj\"") != std::string::npos);
  const std::string before = digest_of(season);
  REQUIRE(write_file(files(), folder + "/strates/own.recipe.json", r.out));
  REQUIRE(write_file(files(), folder + "/strates/garden.strate.json",
                     "{ \"$schema\": \"strate-1.json\", \"recipe\": \"own.recipe.json\", "
                     "\"height_m\": 24, \"seal_thickness_m\": 2 }"));
  CHECK(digest_of(season) == before);
}

TEST_CASE("assets: files by another name and place make the same content") {
  const std::string folder = test::scratch().at("renamed"), season = season_in(folder);
  REQUIRE(make_folders(files(), folder + "/maps"));
  REQUIRE(files().rename(folder + "/hill.png", folder + "/maps/other.png"));
  std::string recipe = bytes_of(folder + "/recipes/garden.recipe.json");
  recipe.replace(recipe.find("../hill.png"), 11, "../maps/other.png");
  REQUIRE(write_file(files(), folder + "/recipes/garden.recipe.json", recipe));
  const std::string out = test::scratch().at("renamed-out");
  REQUIRE(run({"cook", season, "-o", out, "-q"}).code == 0);
  const auto hash = [](const std::string& of) {
    return nlohmann::json::parse(bytes_of(of + "/season_manifest.json"))["hashes"]["content_hash"];
  };
  CHECK(hash(out) == hash(cooked()));
  // And another picture another world.
  Result<HeightGrid> other = heights_of_png(bytes_of(kData + "hill.png"));
  REQUIRE(other);
  for (std::uint16_t& s : other->samples) s = static_cast<std::uint16_t>(s / 2);
  REQUIRE(write_file(files(), folder + "/maps/other.png", sample::png_of(*other)));
  CHECK(digest_of(season) != digest_of(cooked()));
}
