// A season of two biomes a strate, from documents to laws and pictures.
#include "passes/density/biomes.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "passes/biome_pictures.hpp"
#include "passes/cook.hpp"
#include "passes/emit_pictures.hpp"
#include "passes/ops/catalog.hpp"
#include "passes/sample.hpp"
#include "tests/support/loaded_season.hpp"

using namespace strate;

namespace {

const std::string kSeason = STRATEC_SOURCE_DIR "/tests/data/biomes/biomes.season.json";

/// Which biomes rule somewhere in the baked window.
std::set<int> rulers(const World& world, const BakeSettings& bake, int strate) {
  std::set<int> out;
  for (double x = metres(bake.lo_x); x < metres(bake.hi_x); x += 1)
    for (double y = metres(bake.lo_y); y < metres(bake.hi_y); y += 1)
      out.insert(world.biomes(strate)->at(x, y).dominant);
  return out;
}

}  // namespace

TEST_CASE("biomes: open ground and tunnels of two biomes hold the laws of walking") {
  const Catalog catalog = shipped_catalog();
  const auto executor = make_thread_executor(2);
  Cook cook{testing::loaded_season(kSeason), {catalog, *executor}};
  cook.options.laws = {"seal", "landing", "passage", "connectivity"};
  cook.options.products = false;
  const Result<Done> run = run_passes(cook, [](const PassRow&, std::size_t) {});
  if (!run) {
    std::string text = run.error().text;
    for (const std::string& note : run.error().notes) text += "\n  " + note;
    FAIL(text);
  }
  for (int strate : {0, 1}) CHECK(rulers(*cook.world, cook.season.bake, strate).size() == 2);
  for (const LawReport& r : cook.reports) {
    INFO(r.law << " " << r.strate << (r.findings.empty() ? "" : ": " + r.findings[0].text));
    CHECK((r.verdict == Verdict::holds || r.verdict == Verdict::not_applicable));
  }
  CHECK(cook.reports.size() >= 5);
  REQUIRE(cook.descent.found);
  // The way down leads from one biome into the other.
  std::set<std::pair<int, int>> walked;
  for (const Vec3& p : cook.descent.figures.points) {
    const int strate = p.z > metres(cook.def().strates[1].top_um) ? 0 : 1;
    walked.insert({strate, cook.world->biomes(strate)->at(p.x, p.y).dominant});
  }
  CHECK(walked.size() >= 3);
}

TEST_CASE("biomes: bounds pay: few tiles are sampled that hold no surface") {
  const Season season = testing::loaded_season(kSeason);
  const Result<World> world = World::compile(season.world, shipped_catalog());
  REQUIRE(world);
  for (std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    SampleRequest request = strate_request(season.world, i, season.bake.lo_x, season.bake.lo_y,
                                           season.bake.hi_x, season.bake.hi_y);
    request.mesh_steps.clear();
    request.mesh_facts = false;
    const Result<SampledStrate> sampled =
        sample_strate(WorldSource(*world, 1), request, serial_executor());
    REQUIRE(sampled);
    const SampleStats& s = sampled->stats;
    INFO(season.world.strates[i].id << ": " << s.sampled << " sampled, " << s.surface);
    CHECK(s.surface > 20);
    CHECK(static_cast<double>(s.sampled) <= 1.5 * static_cast<double>(s.surface));
    // Without any skip the same bits.
    request.prune = false;
    Layers layers;
    layers.prune = false;
    const Result<SampledStrate> whole =
        sample_strate(WorldSource(*world, 1, layers), request, serial_executor());
    REQUIRE(whole);
    CHECK(whole->digest == sampled->digest);
  }
}

TEST_CASE("biomes: the maps say at every pixel what a point says, to the byte") {
  const Catalog catalog = shipped_catalog();
  const Season season = testing::loaded_season(kSeason);
  Result<World> world = World::compile(season.world, catalog);
  REQUIRE(world);
  Cook cook{season, {catalog, serial_executor()}};
  cook.world.emplace(std::move(*world));
  const Um voxel = season.world.voxel_um;
  for (std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    const StrateWorld& s = cook.def().strates[i];
    const Biomes& biomes = *cook.world->biomes(static_cast<int>(i));
    const BiomeMaps maps = *strate_biome_maps(cook, i);
    REQUIRE(maps.biome.width == 192);
    REQUIRE(maps.biome.height == 192 + kCaptionHeight);
    const std::int64_t x0 = season.bake.lo_x / voxel, y1 = season.bake.hi_y / voxel - 1;
    const ClimateMap relief = relief_map(s.seed, s.climate);
    const ClimateMap moisture = moisture_map(s.seed, s.climate);
    std::set<int> seen;
    for (int py = 0; py < 192; ++py)
      for (int px = 0; px < 192; ++px) {
        const double x = lattice_m(x0 + 2 * px, voxel), y = lattice_m(y1 - 2 * py, voxel);
        const Biomes::Place p = biomes.at(x, y);
        const Rgb c = biome_color(season.strates[i], p.dominant, p.neighbour, p.border);
        const std::uint8_t* at = maps.biome.pixel(px, py);
        REQUIRE(at[0] == srgb_byte(c.r));
        REQUIRE(at[1] == srgb_byte(c.g));
        REQUIRE(at[2] == srgb_byte(c.b));
        const auto grey = [](float v) { return static_cast<std::uint8_t>(v * 255.0f + 0.5f); };
        REQUIRE(maps.relief.pixel(px, py)[0] == grey(relief.at(x, y)));
        REQUIRE(maps.moisture.pixel(px, py)[1] == grey(moisture.at(x, y)));
        seen.insert(p.dominant);
      }
    CHECK(seen.size() == 2);
  }
}

TEST_CASE("biomes: rock takes their colour, blended across the border") {
  const Catalog catalog = shipped_catalog();
  const Season season = testing::loaded_season(kSeason);
  Result<World> world = World::compile(season.world, catalog);
  REQUIRE(world);
  Cook cook{season, {catalog, serial_executor()}};
  cook.world.emplace(std::move(*world));
  const std::optional<RockTint> tint = rock_tint(cook, 0);
  REQUIRE(tint);
  const Biomes& biomes = *cook.world->biomes(0);
  const auto own = [&](int b) { return biome_color(season.strates[0], b, b, 0); };
  StackScratch scratch;
  float before = 0, farthest = 0;
  int pure = 0;
  for (int n = 0; n < 90; ++n) {
    const double x = metres(season.bake.lo_x) + 0.5 * n, y = 3;
    double px[kBlockRow], py[kBlockRow], pz[kBlockRow] = {};
    std::fill_n(px, kBlockRow, x), std::fill_n(py, kBlockRow, y);
    const double* share[kMostBiomes + 1];
    const std::uint8_t each[] = {0, 1};
    const ArenaScope scope(scratch.temporary);
    const BiomeBits present = biomes.shares(scratch, {px, py, pz, 1, 1, 1}, {each, 2}, share);
    double want = 0;
    for (int k : {0, 1})
      if (share[k]) want += share[k][0] * static_cast<double>(own(k).g);
    const Rgb got = tint->at(x, y);
    CHECK(static_cast<double>(got.g) == Approx(want).margin(1e-6));
    pure += present != 3;
    if (n > 0) farthest = std::max(farthest, std::abs(got.g - before));
    before = got.g;
  }
  CHECK(pure > 5);
  CHECK(farthest < 0.3f * std::abs(own(0).g - own(1).g));
  CHECK_FALSE(rock_tint(
      [&] {
        Cook plain{season, {catalog, serial_executor()}};
        for (StrateWorld& s : plain.season.world.strates) s.biomes = {};
        Result<World> bare = World::compile(plain.season.world, catalog);
        REQUIRE(bare);
        plain.world.emplace(std::move(*bare));
        return plain;
      }(),
      0));
}
