// Small things that a newcomer meets: names that are nearly right, blanks, closed pipes, windows of
// nothing, water, a strate alone.
#include "compiler/memory_file_system.hpp"
#include "tests/commands/support/shell.hpp"
#include "tests/commands/support/tiny_world.hpp"

using namespace strate;
using namespace strate::test;

namespace {

const std::string kProgram = STRATEC_BINARY_DIR "/stratec";

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("manners: a document whose name is nearly right is named") {
  MemoryFileSystem files;
  files.put("/w/x.season.json", "{}");
  files.put("/w/y.strate.json", "{}");
  for (const char* command : {"check", "cook", "expand"}) {
    std::vector<std::string> line{command, "/w/x.seson.json"};
    if (std::string(command) == "cook") line.insert(line.end(), {"-o", "/w/out"});
    const Ran r = run(line, files);
    INFO(command);
    CHECK(r.code == 2);
    CHECK(holds(r.err, "did you mean '/w/x.season.json'?"));
  }
  CHECK(holds(run({"query", "/w/x.seson.json", "--at", "0,0,0"}, files).err, "/w/x.season.json'?"));
  CHECK(holds(run({"check", "/w/z.strate.json"}, files).err, "did you mean '/w/y.strate.json'?"));
  CHECK_FALSE(holds(run({"check", "/w/other.season.json"}, files).err, "did you mean"));
}

TEST_CASE("manners: expand of a season lists its slots") {
  CHECK(holds(run({"expand", kTinySeason}).err, "slots: field, hall"));
  CHECK(holds(run({"expand", kTinySeason, "--slot", "hal"}).err, "did you mean 'hall'?"));
}

TEST_CASE("manners: blanks may stand between the commas of a list") {
  const std::string at = run({"query", cooked_tiny(), "--at", "1,2,-10"}).out;
  REQUIRE(!at.empty());
  CHECK(run({"query", cooked_tiny(), "--at", "1, 2, -10"}).out == at);
  CHECK(run({"query", cooked_tiny(), "--at", " 1 ,2,-10 "}).out == at);
  CHECK(run({"query", cooked_tiny(), "--at", "1, 2 3, -10"}).code == 2);
  CHECK(run({"query", cooked_tiny(), "--at", "1,,-10"}).code == 2);
  const Ran window = run({"digest", cooked_tiny(), "--window", "-1, -1, -10, 1, 1, -9"});
  CHECK(window.code == 0);
  CHECK(window.out == run({"digest", cooked_tiny(), "--window=-1,-1,-10,1,1,-9"}).out);
}

TEST_CASE("manners: a reader that goes away ends the tool quietly; a full disk does not") {
  const std::string status = scratch().at("status");
  const Shelled r = sh("{ " + kProgram + " docs; echo $? >'" + status + "'; } | head -n 1");
  CHECK(r.out == "## Operators\n");
  CHECK(bytes_of(status) == "141\n");
  const Shelled full = sh(kProgram + " docs >/dev/full");
  CHECK(full.code == 4);
  CHECK(holds(full.out, "error[io.stdout]"));
}

TEST_CASE("manners: an export without any surface is told, and is no error") {
  for (const char* name : {"none.obj", "none.vdb"}) {
    const Ran r = run(
        {"export", cooked_tiny(), "--window=-4,-4,-19,4,4,-18.5", "-q", "-o", scratch().at(name)});
    INFO(r.out);
    CHECK(r.code == 0);
    CHECK(r.err == "stratec: no surface lies in the window: all of it is rock or all is air\n");
  }
}

TEST_CASE("manners: query calls air under the water level water") {
  MemoryFileSystem files;
  files.put("/w/a.strate.json", R"({ "$schema": "strate-1.json", "recipe": "a.recipe.json",
    "height_m": 20, "water": { "level_m": 8 } })");
  files.put("/w/a.recipe.json", R"({ "$schema": "recipe-1.json", "stack": [ { "op": "solid" },
    { "op": "box", "combine": "subtract", "at_m": [0, 0, 8], "size_m": [10, 10, 8] } ] })");
  const auto at = [&](const char* z) { return std::string("0,0,") + z; };
  const std::vector<std::string> ask{"query", "/w/a.strate.json", "--at", at("-12.5"),
                                     "--at",  at("-11.5"),        "--at", at("-17")};
  const auto lines = test::lines(run(ask, files).out);
  REQUIRE(lines.size() == 3);
  CHECK(holds(lines[0], "  water  "));
  CHECK(holds(lines[1], "  air  "));
  CHECK(holds(lines[2], "  rock  "));
  std::vector<std::string> json = ask;
  json.emplace_back("--json");
  const nlohmann::json doc = json_of(run(json, files));
  CHECK(doc["points"][0]["water"] == true);
  CHECK(doc["points"][1]["water"] == false);
  CHECK(doc["points"][2]["water"] == false);
}

TEST_CASE("manners: query and digest of a season say that they plan") {
  CHECK(run({"query", kTinySeason, "--at", "0,0,-9"}).err == "stratec: plan\n");
  CHECK(run({"query", kTinySeason, "--at", "0,0,-9", "-q"}).err.empty());
  CHECK(run({"query", cooked_tiny(), "--at", "0,0,-9"}).err.empty());
}

TEST_CASE("manners: a strate alone has no way to a departure, in text, documents and baselines") {
  const std::string season = rock_season();
  const nlohmann::json doc = json_of(run({"measure", season, "--json", "-q"}));
  const nlohmann::json& figures = doc["places"][0]["figures"];
  for (const char* name : {"walk_length_m", "tortuosity", "verticality", "agent_distance_m"})
    CHECK_FALSE(figures.contains(name));
  CHECK(figures.contains("floor_m2"));
  CHECK(doc["stack"].empty());
  const std::string text = run({"measure", season, "-q"}).out;
  CHECK_FALSE(holds(text, "walk length"));
  CHECK_FALSE(holds(text, "the descent"));
  const Ran audit = run({"audit", season, "connectivity", "-q"});
  CHECK(holds(audit.out, "rock: 1 strate, "));
  CHECK(holds(audit.out, "descent: –, a strate alone has none\n"));
  CHECK_FALSE(holds(audit.out, "narrowest"));
  const std::string baseline = scratch().at("expect.json");
  run({"audit", season, "--baseline", baseline, "--update-baseline", "-q"});
  const std::string expect = bytes_of(baseline);
  CHECK_FALSE(holds(expect, "descent_length_m"));
  CHECK_FALSE(holds(expect, "walk_length_m"));
  CHECK(holds(expect, "floor_m2"));
}

TEST_CASE("manners: help of audit says that laws and a baseline exclude each other") {
  CHECK(holds(run({"audit", "--help"}).out, "none with --baseline"));
}
