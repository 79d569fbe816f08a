// The floor under a point, against samples of the whole column and against the mesh.
#include "passes/density/floor.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "tests/support/world_of.hpp"

using namespace strate;
using sample::world_of;

namespace {

constexpr Um kBottom = -64'000'000;

}  // namespace

TEST_CASE("floor: the first rock below a point, to the micrometre, as every sample above it says") {
  std::mt19937_64 random(7);
  int found = 0, in_rock = 0;
  for (Recipe& recipe : std::vector<Recipe>{sample::plain(), sample::caves(), sample::surface()}) {
    const World world = world_of(std::move(recipe));
    Scratch scratch;
    const auto rock = [&](Um x, Um y, Um z) { return world.at(x, y, z, {}, scratch) < 0; };
    for (int i = 0; i < 60; ++i) {
      const Um x = static_cast<Um>(random() % 40'000'000) - 20'000'000;
      const Um y = static_cast<Um>(random() % 40'000'000) - 20'000'000;
      const Um z = -static_cast<Um>(random() % 50'000'000) - 4'000'000;
      const std::optional<Um> floor = floor_under(world, x, y, z, kBottom, scratch);
      Um at = z;
      while (at >= kBottom && rock(x, y, at)) at -= 125'000;
      in_rock += at != z;
      if (!floor) continue;
      ++found;
      CAPTURE(x, y, z, *floor);
      CHECK(rock(x, y, *floor - 1));
      CHECK_FALSE(rock(x, y, *floor));
      bool clear = true;
      for (; at > *floor; at -= 125'000) clear = clear && !rock(x, y, at);
      CHECK(clear);
    }
  }
  CHECK(found > 100);
  CHECK(in_rock > 20);
}

TEST_CASE("floor: none above the height that is asked for, and none without a floor") {
  const World hall = world_of(sample::plain(16, 38));
  Scratch scratch;
  const std::optional<Um> floor =
      floor_under(hall, 7'000'000, -3'000'000, -40'000'000, kBottom, scratch);
  REQUIRE(floor);
  CHECK(std::abs(*floor + 48'000'000) <= 320'000);  // 16 m above −64 m, less the roughness
  CHECK_FALSE(floor_under(hall, 7'000'000, -3'000'000, -40'000'000, *floor, scratch));
  CHECK(floor_under(hall, 7'000'000, -3'000'000, -40'000'000, *floor - 1, scratch) == floor);
  CHECK_FALSE(floor_under(hall, 7'000'000, -3'000'000, *floor - 1, kBottom, scratch));
  const World open = world_of(sample::nothing());
  CHECK_FALSE(floor_under(open, 7'000'000, -3'000'000, -30'000'000, -60'000'000, scratch));
}
