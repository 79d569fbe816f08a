// Archetypes are named recipes (02 §3): an expansion pasted back gives the same bits.
#include <catch2/catch.hpp>

#include "compiler/memory_file_system.hpp"
#include "formats/documents/documents.hpp"
#include "passes/density/bounds_check.hpp"
#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

/// The world of one strate document.
Season loaded(MemoryFileSystem& files, const std::string& path) {
  SourceSet sources;
  Diagnostics diags;
  Season season;
  const bool fine = load_strate(path, files, shipped_catalog(), {}, sources, season, diags);
  INFO(print(diags, sources));
  REQUIRE(fine);
  REQUIRE(season.world.strates.size() == 1);
  return season;
}

Season of_archetype(std::string_view id) {
  MemoryFileSystem files;
  files.put("/s/a.strate.json", "{\n  \"$schema\": \"strate-1.json\",\n  \"archetype\": \"" +
                                    std::string(id) + "\"\n}\n");
  return loaded(files, "/s/a.strate.json");
}

/// The same strate with the expansion as its recipe.
Season pasted(const Season& season, RecipeForm form) {
  MemoryFileSystem files;
  const Recipe& recipe = season.world.strates[0].recipe;
  files.put("/s/a.strate.json",
            "{\n  \"$schema\": \"strate-1.json\",\n  \"recipe\": \"a.recipe.json\"\n}\n");
  files.put("/s/a.recipe.json", expand_text(recipe, shipped_catalog(), form));
  return loaded(files, "/s/a.strate.json");
}

Stack stack_of(const Season& season) {
  auto stack = Stack::compile(season.world.strates[0], season.world, shipped_catalog());
  INFO((stack ? "" : stack.error().text));
  REQUIRE(stack);
  return std::move(*stack);
}

constexpr Coord kCorners[] = {{0, 0, 100}, {-211, 77, 240}, {640, -512, 380}, {33, 1200, 120}};

}  // namespace

TEST_CASE("archetypes: an expansion pasted back recompiles to the same bits") {
  StackScratch scratch;
  for (const ArchetypeRow& row : shipped_catalog().archetypes)
    for (RecipeForm form : {RecipeForm::full, RecipeForm::brief}) {
      INFO(row.id);
      const Season season = of_archetype(row.id);
      const Stack first = stack_of(season), second = stack_of(pasted(season, form));
      for (Coord corner : kCorners) {
        const Block block(corner, 33, 33, 33);
        CHECK(samples(first, block, {}, scratch) == samples(second, block, {}, scratch));
      }
    }
}

TEST_CASE("archetypes: skipping changes no bit and no bound is contradicted") {
  StackScratch scratch;
  for (const ArchetypeRow& row : shipped_catalog().archetypes) {
    INFO(row.id);
    const Stack stack = stack_of(of_archetype(row.id));
    for (Coord corner : kCorners) {
      const Block block(corner, 33, 33, 33);
      CHECK(samples(stack, block, {nullptr, true}, scratch) ==
            samples(stack, block, {nullptr, false}, scratch));
    }
    for (std::uint64_t i = 0; i < 400; ++i) {
      const Box3 box = random_box(21, i, {{-90, -90, 0}, {90, 90, 64}}, 34);
      const auto fault = check_bound(stack, box, 7, {}, scratch);
      INFO("box " << i << (fault ? " " + fault->address : ""));
      CHECK_FALSE(fault);
      if (fault) break;
    }
  }
}

TEST_CASE("archetypes: each is part rock, part air, and another seed is another place") {
  StackScratch scratch;
  for (const ArchetypeRow& row : shipped_catalog().archetypes) {
    INFO(row.id);
    Season season = of_archetype(row.id);
    const Stack stack = stack_of(season);
    season.world.strates[0].seed ^= 1;
    const Stack other = stack_of(season);
    int air = 0, differ = 0, all = 0;
    for (int i = 0; i < 4000; ++i, ++all) {
      const Vec3 p{(i * 37 % 400) * 0.5 - 100, (i * 91 % 400) * 0.5 - 100,
                   4 + (i * 13 % 112) * 0.5};
      const float v = stack.at(p, {}, scratch);
      air += v >= 0;
      differ += bits(v) != bits(other.at(p, {}, scratch));
    }
    CHECK(air > all / 50);
    CHECK(air < all * 49 / 50);
    CHECK(differ > all / 50);
  }
}

TEST_CASE("archetypes: underwater is the rock of tunnel_network, under water") {
  StackScratch scratch;
  const Season dry = of_archetype("tunnel_network"), wet = of_archetype("underwater");
  CHECK_FALSE(dry.world.strates[0].has_water);
  CHECK(wet.world.strates[0].has_water);
  CHECK(wet.world.strates[0].water_um == 28'800'000);
  const Stack first = stack_of(dry), second = stack_of(wet);
  for (Coord corner : kCorners) {
    const Block block(corner, 33, 33, 33);
    CHECK(samples(first, block, {}, scratch) == samples(second, block, {}, scratch));
  }
}
