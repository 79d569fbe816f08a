// The contract of a cook as a user sees it: exit codes, untouched outputs, what verify says after.
#include "tests/commands/support/tiny_world.hpp"

using namespace strate;
using test::bytes_of;
using test::cooked_tiny;
using test::kTinySeason;
using test::run;

namespace {

const std::string kSource = STRATEC_SOURCE_DIR;
const std::string kScratch = STRATEC_BINARY_DIR "/commands";

FileSystem& files() { return posix_file_system(); }

/// A copy of the tiny season with one text replaced in one file.
std::string changed(const std::string& name, const std::string& file, const std::string& from,
                    const std::string& to) {
  const std::string folder = kScratch + "/" + name;
  REQUIRE(remove_tree(files(), folder));
  REQUIRE(make_folders(files(), folder + "/strates"));
  for (const char* f :
       {"tiny.season.json", "strates/field.strate.json", "strates/hall.strate.json"}) {
    std::string text = bytes_of(kSource + "/tests/data/tiny/" + f);
    if (file == f) {
      const std::size_t at = text.find(from);
      REQUIRE(at != std::string::npos);
      text.replace(at, from.size(), to);
    }
    REQUIRE(write_file(files(), folder + "/" + f, text));
  }
  return folder + "/tiny.season.json";
}

}  // namespace

TEST_CASE("cook: writes what the contract lists, and verify agrees") {
  for (const char* name :
       {"season_manifest.json", "artifacts.json", "audit.json", "section.png", "field/density.vdb",
        "field/mesh.obj", "field/mesh.mtl", "field/measure.json", "field/map.png",
        "field/section.png", "field/view-1.png", "hall/density.vdb", "hall/view-1.png"})
    CHECK(exists(files(), cooked_tiny() + "/" + name));
  const test::Ran r = run({"verify", cooked_tiny()});
  CHECK(r.code == 0);
  CHECK(r.out.find("verified: ") == 0);
}

TEST_CASE("cook: a folder that is not ours is refused and stays as it was") {
  const std::string folder = kScratch + "/holiday";
  REQUIRE(remove_tree(files(), folder));
  REQUIRE(make_folders(files(), folder));
  REQUIRE(write_file(files(), folder + "/photo.txt", "sea"));
  const test::Ran r = run({"cook", kTinySeason, "-o", folder, "-q"});
  CHECK(r.code == 2);
  CHECK(r.err.find("output.not_ours") != std::string::npos);
  CHECK(bytes_of(folder + "/photo.txt") == "sea");
}

TEST_CASE("cook: bad input exits 2, prints every error with its place, writes nothing") {
  const std::string season = changed("typo", "strates/hall.strate.json", "spacing_m", "spasing_m");
  const test::Ran r = run({"cook", season, "-o", kScratch + "/typo-out", "-q"});
  CHECK(r.code == 2);
  CHECK(r.err.find("hall.strate.json:6:") != std::string::npos);
  CHECK(r.err.find("did you mean 'spacing_m'?") != std::string::npos);
  CHECK_FALSE(exists(files(), kScratch + "/typo-out"));
}

TEST_CASE("cook: a law that fails exits 1, leaves OUT as it was and its witnesses beside it") {
  const std::string season =
      changed("strict", "tiny.season.json", "\"slots\"",
              "\"laws\": { \"landing\": { \"headroom_m\": [30, null] } },\n  \"slots\"");
  const std::string out = test::copied_tiny("strict-out");
  const std::string manifest = bytes_of(out + "/season_manifest.json");
  // A slash at the end of OUT: still OUT.failed, not a file in OUT.
  const test::Ran r = run({"cook", season, "-o", out + "/", "-q", "--json"});
  INFO(r.err << r.out);
  CHECK(r.code == 1);
  CHECK(bytes_of(out + "/season_manifest.json") == manifest);
  CHECK(exists(files(), out + ".failed/audit.json"));
  const auto doc = nlohmann::json::parse(r.out);
  CHECK(doc["command"] == "cook");
  CHECK(doc["laws"].size() > 5);
  std::size_t failing = 0;
  for (const auto& law : doc["laws"]) {
    if (law["verdict"] != "fails") continue;
    CHECK(law["law"] == "landing");
    ++failing;
  }
  CHECK(failing > 0);
}

TEST_CASE("cook: without an output before, a law that fails leaves none and is told in capitals") {
  const std::string out = test::scratch().at("thin");
  const std::string season =
      test::rock_season("  \"laws\": { \"seal\": { \"thinnest_seal_m\": [30, null] } },\n");
  const test::Ran r = run({"cook", season, "-o", out, "-q"});
  INFO(r.err << r.out);
  CHECK(r.code == 1);
  CHECK(r.out.find("seal          rock         FAILS") != std::string::npos);
  CHECK(r.err.find("the witnesses are in") != std::string::npos);
  CHECK_FALSE(exists(files(), out));
  CHECK(exists(files(), out + ".failed/audit.json"));
}

TEST_CASE("cook: --skip audit says so in the manifest, and verify refuses it unless asked") {
  const std::string out = test::scratch().at("unaudited");
  REQUIRE(run({"cook", test::rock_season(), "-o", out, "-q", "--skip", "audit"}).code == 0);
  const test::Ran r = run({"verify", out});
  CHECK(r.code == 3);
  CHECK(r.err.find("verify.not_audited") != std::string::npos);
  CHECK(run({"verify", out, "--allow-not-audited"}).code == 0);
}

TEST_CASE("digest: season, folder and manifest of one world agree, in every order") {
  const std::string window = "--window=-5.125,-7,-16,6,5.5,-3";
  const std::string expected = run({"digest", kTinySeason, window, "--json"}).out;
  const auto parsed = nlohmann::json::parse(expected);
  CHECK(parsed["digest"].get<std::string>().size() == 32);
  CHECK(parsed["samples"].get<int>() > 100000);
  CHECK(run({"digest", cooked_tiny(), window, "--json"}).out == expected);
  CHECK(run({"digest", cooked_tiny() + "/season_manifest.json", window, "--json", "--no-prune"})
            .out == expected);
  for (const char* order : {"reverse", "7"})
    CHECK(run({"digest", cooked_tiny(), window, "--json", "--tile-order", order}).out == expected);
  CHECK(run({"digest", cooked_tiny(), window, "--json", "--seed", "1"}).code == 2);
  CHECK(run({"digest", kTinySeason, window, "--json", "--seed", "44"}).out != expected);
}

TEST_CASE("digest and export: the window that was taken is told, and that less may be taken") {
  const std::string season = test::rock_season();
  const std::string all = "window -12,-12,-20,12,12,0 m, all that is baked: --window takes less\n";
  const std::string part = "--window=-2,-2,-20,2,2,-10", obj = test::scratch().at("rock.obj");
  CHECK(run({"digest", season}).out.ends_with(" samples\n" + all));
  CHECK(run({"digest", season, part}).out.ends_with(" samples\nwindow -2,-2,-20,2,2,-10 m\n"));
  CHECK(run({"export", season, "-o", obj, "-q"}).out.ends_with(" triangles\n" + all));
  CHECK(run({"export", season, "-o", obj, "-q", part})
            .out.ends_with(" triangles\nwindow -2,-2,-20,2,2,-10 m\n"));
}

TEST_CASE("query: a density at the end of the band says that it is clamped") {
  const std::string season = test::rock_season();
  const auto ask = [&](const char* at, bool json) {
    const std::string point = std::string("--at=") + at;
    return run(json ? std::vector<std::string>{"query", season, point, "--json"}
                    : std::vector<std::string>{"query", season, point});
  };
  // The hall's floor is at -14 m.
  CHECK(ask("0,0,-10", false).out.find("  0.5 m (clamped)  rock  by ") != std::string::npos);
  CHECK(ask("5,5,-16", false).out.find("  -0.5 m (clamped)  rock  by rock\n") != std::string::npos);
  CHECK(ask("5,5,-13.75", false).out.find("  0.25 m  rock  by hall  floor -14 m\n") !=
        std::string::npos);
  const auto high = nlohmann::json::parse(ask("0,0,-10", true).out)["points"][0];
  CHECK(high["clamped"] == true);
  CHECK(high["floor_m"] == -14);
  CHECK_FALSE(nlohmann::json::parse(ask("5,5,-16", true).out)["points"][0].contains("floor_m"));
  CHECK(nlohmann::json::parse(ask("5,5,-13.75", true).out)["points"][0]["clamped"] == false);
}

TEST_CASE("query: rock in a band, air in an origin room, with the deciding operator") {
  const test::Ran r = run({"query", cooked_tiny(), "--at", "20,20,-17.5", "--json"});
  REQUIRE(r.code == 0);
  const auto point = nlohmann::json::parse(r.out)["points"][0];
  CHECK(point["solid"] == true);
  CHECK(point["strate"] == "field");
  CHECK(point["decided_by"].get<std::string>().size() > 2);
  CHECK(run({"query", cooked_tiny(), "--at", "1,2"}).code == 2);
  CHECK(run({"query", cooked_tiny(), "--at", "1,2,nan"}).code == 2);
  CHECK(run({"query", cooked_tiny(), "--at", "1,2,10000001"}).code == 2);
}

TEST_CASE("audit: its text is in words, and tells the seed as the season does") {
  const test::Ran r = run({"audit", test::rock_season(), "-q"});
  INFO(r.out);
  CHECK(r.out.find(", seed 1\n") != std::string::npos);
  CHECK(r.out.find(" not applicable ") != std::string::npos);
  CHECK(r.out.find("not_applicable") == std::string::npos);
}

TEST_CASE("audit: a manifest is audited as its season was") {
  const test::Ran r = run({"audit", cooked_tiny(), "seal", "layout", "--json", "-q"});
  INFO(r.err);
  REQUIRE(r.code == 0);
  const auto doc = nlohmann::json::parse(r.out);
  CHECK(doc["command"] == "audit");
  std::size_t holding = 0;
  for (const auto& law : doc["laws"]) {
    CHECK((law["law"] == "seal" || law["law"] == "layout"));
    CHECK(law["verdict"] == "holds");
    ++holding;
  }
  CHECK(holding >= 2);
  CHECK(run({"audit", cooked_tiny(), "seel"}).err.find("did you mean 'seal'?") !=
        std::string::npos);
}

TEST_CASE("expand: the output is a recipe document that names every operator") {
  const test::Ran r = run({"expand", kSource + "/tests/data/tiny/strates/hall.strate.json"});
  REQUIRE(r.code == 0);
  const auto doc = nlohmann::json::parse(r.out);
  CHECK(doc["stack"].size() == 4);
  const test::Ran full = run({"expand", kTinySeason, "--slot", "hall", "--full"});
  CHECK(full.out.size() > r.out.size());
  CHECK(run({"expand", kTinySeason, "--slot", "hal"}).err.find("did you mean 'hall'?") !=
        std::string::npos);
  CHECK(run({"expand", kTinySeason}).code == 2);
}

TEST_CASE("json: stdout is one document even when very verbose") {
  const test::Ran r = run({"check", kTinySeason, "--json", "-v"});
  CHECK(nlohmann::json::parse(r.out)["command"] == "check");
}
