// Biomes in the world part of a manifest: written, read strictly, rebuilt to the bit.
#include <catch2/catch.hpp>

#include "compiler/file_system.hpp"
#include "formats/documents/documents.hpp"
#include "formats/manifest/manifest.hpp"
#include "passes/density/world.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/support/loaded_season.hpp"
#include "tests/support/rehash.hpp"

using namespace strate;

namespace {

const Catalog& catalog() {
  static const Catalog c = shipped_catalog();
  return c;
}

const Manifest& ruled() {
  static const Manifest manifest = [] {
    const Season season =
        testing::loaded_season(STRATEC_SOURCE_DIR "/tests/data/biomes/biomes.season.json");
    Manifest m;
    m.version = "0.1.0";
    m.world = season.world;
    m.review.name = season.name;
    for (const StrateSettings& s : season.strates) m.review.strates.push_back(review_of(s));
    return m;
  }();
  return manifest;
}

std::string code_of(const std::string& bytes) {
  const Result<Manifest> read = read_manifest(bytes, catalog());
  return read ? "accepted" : read.error().code;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return testing::rehashed(text.replace(at, from.size(), to));
}

DensityDigest digest_of(const WorldDef& def) {
  const Result<World> world = World::compile(def, catalog());
  if (!world) FAIL(world.error().text);
  return digest(*world, {{-80, -80, -340}, {80, 80, -20}}, serial_executor());
}

}  // namespace

TEST_CASE("biomes: a manifest gives them back, and the world its bits") {
  const std::string bytes = write_manifest(ruled(), catalog());
  const Result<Manifest> back = read_manifest(bytes, catalog());
  if (!back) FAIL(back.error().code + ": " + back.error().text);
  CHECK(write_manifest(*back, catalog()) == bytes);
  REQUIRE(back->world.strates.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const BiomeMap &a = ruled().world.strates[i].biomes, &b = back->world.strates[i].biomes;
    CHECK(a.cell_m == b.cell_m);
    REQUIRE(b.biomes.size() == 2);
    for (std::size_t k = 0; k < 2; ++k) {
      CHECK(a.biomes[k].name == b.biomes[k].name);
      CHECK(a.biomes[k].relief == b.biomes[k].relief);
      CHECK(a.biomes[k].moisture == b.biomes[k].moisture);
      CHECK(a.biomes[k].set.size() == b.biomes[k].set.size());
      CHECK(back->review.strates[i].biomes[k].color == ruled().review.strates[i].biomes[k].color);
      CHECK(back->review.strates[i].biomes[k].palette == static_cast<int>(k) + 1);
    }
  }
  CHECK(digest_of(back->world) == digest_of(ruled().world));
  WorldDef plain = ruled().world;
  plain.strates[1].biomes = {};
  CHECK_FALSE(digest_of(plain) == digest_of(ruled().world));
}

TEST_CASE("biomes: what no season gives is refused in a manifest") {
  const std::string bytes = write_manifest(ruled(), catalog());
  REQUIRE(code_of(bytes) == "accepted");
  CHECK(code_of(replaced(bytes, "\"cell_m\": 18", "\"cell_m\": 15")) == "manifest.out_of_range");
  CHECK(code_of(replaced(bytes, "\"name\": \"crag\"", "\"name\": \"moor\"")) ==
        "manifest.unknown_name");
  CHECK(code_of(replaced(bytes, "\"relief\": [0, 0.5]", "\"relief\": [0, 0.4]")) ==
        "manifest.out_of_range");
  CHECK(code_of(replaced(bytes, "\"relief\": [0.5, 1]", "\"relief\": [0.5, 1.5]")) ==
        "manifest.out_of_range");
  CHECK(code_of(replaced(bytes, "\"rooms\": {\n", "\"rums\": {\n")) == "manifest.recipe");
  CHECK(code_of(replaced(bytes, "\"wander_m\": 1\n", "\"links\": 1\n")) == "manifest.recipe");
  CHECK(code_of(replaced(bytes, "\"palette\": 2", "\"palette\": 256")) == "manifest.out_of_range");
}

TEST_CASE("biomes: their look is reviewed, what they decide is content") {
  const ManifestHashes before = hashes_of(ruled(), catalog());
  Manifest painted = ruled();
  painted.review.strates[0].biomes[0].color = "#000000";
  CHECK(hashes_of(painted, catalog()).content == before.content);
  CHECK_FALSE(hashes_of(painted, catalog()).review == before.review);
  Manifest moved = ruled();
  moved.world.strates[0].biomes.cell_m = 19;
  CHECK_FALSE(hashes_of(moved, catalog()).content == before.content);
}
