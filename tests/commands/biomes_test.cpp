// Biomes at the command line: query, render, inspect.
#include "formats/files/png.hpp"
#include "tests/commands/support/tiny_world.hpp"

using namespace strate;
using namespace strate::test;

namespace {

const std::string kRuled = STRATEC_SOURCE_DIR "/tests/data/biomes/biomes.season.json";

}  // namespace

TEST_CASE("query: tells which biome rules, what lies beside it and how near") {
  // Along a line both biomes of the upper strate rule, and somewhere both have a share.
  std::vector<std::string> ask{"query", kRuled, "--json"};
  for (int n = 0; n < 40; ++n)
    ask.insert(ask.end(), {"--at", std::to_string(4 * n - 80) + ",2,-10"});
  const nlohmann::json doc = json_of(run(ask));
  int moor = 0, crag = 0, border = 0;
  for (const nlohmann::json& p : doc["points"]) {
    moor += p["biome"] == "moor", crag += p["biome"] == "crag";
    const double weight = p["border"];
    CHECK(weight <= 0.5);
    CHECK((weight > 0) == (p["neighbour"] != p["biome"]));
    border += weight > 0.1;
    CHECK(p["relief"].get<double>() >= 0);
    CHECK(p["moisture"].get<double>() <= 1);
  }
  CHECK(moor > 0);
  CHECK(crag > 0);
  CHECK(border > 0);
  CHECK(run({"query", kRuled, "--at", "0,2,-10"}).out.find("  biome ") != std::string::npos);
  const nlohmann::json plain = json_of(run({"query", kTinySeason, "--json", "--at", "0,0,-9"}));
  CHECK_FALSE(plain["points"][0].contains("biome"));
}

TEST_CASE("render: --biomes draws three maps without a walk") {
  const std::string folder = scratch().at("ruled");
  const Ran r = run({"render", kRuled, "-q", "--strate", "warren", "--biomes", "-o", folder});
  INFO(r.err);
  REQUIRE(r.code == 0);
  for (const char* name : {"biome.png", "relief.png", "moisture.png"}) {
    const Result<PngInfo> info = inspect_png(bytes_of(folder + "/" + name));
    REQUIRE(info);
    CHECK(info->width == 192);
    CHECK(info->height == 192 + 36);
  }
  CHECK(bytes_of(folder + "/relief.png") != bytes_of(folder + "/moisture.png"));
  const Ran none = run({"render", kTinySeason, "-q", "--strate", "hall", "--biomes", "-o", folder});
  CHECK(none.code == 2);
  CHECK(none.err.find("'hall' has no biomes") != std::string::npos);
}

TEST_CASE("inspect: biomes of a strate, and a biome by itself") {
  const std::string data = STRATEC_SOURCE_DIR "/tests/data/biomes/";
  const nlohmann::json strate =
      json_of(run({"inspect", "--json", data + "strates/warren.strate.json"}));
  CHECK(strate["biomes"].size() == 2);
  CHECK(strate["biomes"][1]["name"] == "crag");
  CHECK(strate["biomes"][1]["operators_set"] == 2);
  CHECK(strate["biome_cell_m"] == 24);
  const nlohmann::json biome = json_of(run({"inspect", "--json", data + "biomes/moor.biome.json"}));
  CHECK(biome["kind"] == "biome");
  CHECK(biome["color"] == "#6f8a52");
  CHECK(biome["climate"][0]["map"] == "relief");
}
