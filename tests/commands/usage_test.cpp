// Slips of the command line, and what they are answered with.
#include "tests/commands/support/tiny_world.hpp"

using namespace strate;
using test::run;

namespace {

const std::string kTinyFolder = STRATEC_SOURCE_DIR "/tests/data/tiny";

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("usage: what is not there to be verified is bad input; a missing manifest fails") {
  const testing::TemporaryFolder folder;
  for (const char* gone : {"nope", "nope/season_manifest.json", "world.json"}) {
    const std::string path = folder.at(gone);
    const test::Ran r = run({"verify", path, "--json"});
    INFO(r.err);
    CHECK(r.code == 2);
    CHECK(holds(r.err, "error[path.not_found]: there is no folder '" + path + "'"));
    CHECK(nlohmann::json::parse(r.out)["diagnostics"][0]["code"] == "path.not_found");
  }
  CHECK(run({"verify", folder.path()}).code == 3);
  CHECK(run({"verify", folder.at("season_manifest.json")}).code == 3);
}

TEST_CASE("usage: a season's folder, where a season is wanted, is answered with the season in it") {
  const std::string hint = "a season in it: " + kTinyFolder + "/tiny.season.json";
  const testing::TemporaryFolder folder;
  for (const std::vector<std::string>& line :
       std::vector<std::vector<std::string>>{{"cook", kTinyFolder, "-o", folder.at("out")},
                                             {"check", kTinyFolder},
                                             {"digest", kTinyFolder},
                                             {"query", kTinyFolder, "--at", "0,0,0"}}) {
    const test::Ran r = run(line);
    INFO(line[0] << r.err);
    CHECK(r.code == 2);
    CHECK(holds(r.err, hint));
  }
  CHECK_FALSE(holds(run({"check", folder.path()}).err, "a season in it"));
}
