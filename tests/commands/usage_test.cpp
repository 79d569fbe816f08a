// Slips of the command line, and what they are answered with.
#include "tests/commands/support/tiny_world.hpp"

using namespace strate;
using test::kTinySeason;
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

TEST_CASE("usage: a number is no slip of another one; what is allowed is said") {
  const test::Ran r = run({"export", kTinySeason, "-o", "x.obj", "--step", "3"});
  CHECK(r.code == 2);
  CHECK_FALSE(holds(r.err, "did you mean"));
  CHECK(holds(r.err, "--step takes 1, 2, 4 or 8\n"));
  CHECK(holds(run({"digest", kTinySeason, "--color", "allways"}).err, "did you mean 'always'?"));
}

TEST_CASE("usage: common options may stand before the command") {
  CHECK(run({"-q", "check", kTinySeason}).code == 0);
  CHECK(run({"--threads", "1", "--simd=scalar", "-q", "check", kTinySeason}).code == 0);
  const test::Ran json = run({"--json", "check", kTinySeason});
  CHECK(json.code == 0);
  CHECK(nlohmann::json::parse(json.out)["command"] == "check");
  const test::Ran help = run({"-q", "cook", "--help"});
  CHECK(help.code == 0);
  CHECK(holds(help.out, "usage: stratec cook"));
  CHECK(holds(run({"-q", "chekc", kTinySeason}).err, "did you mean 'check'?"));
  CHECK(run({"-q"}).code == 2);
  CHECK(run({"--threads", "check", kTinySeason}).code == 2);
}

TEST_CASE("usage: docs of what is not there names the nearest, near or not") {
  const std::string err = run({"docs", "nope"}).err;
  CHECK(holds(err, "TOPIC does not know 'nope'"));
  CHECK(holds(err, "\n  nearest: "));
  CHECK(holds(run({"docs", "corridors"}).err, "lattice_corridors") == true);
}
