// Worms: chains that wander, whole and inside the content.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

Entry worms() { return Entry("worms", "worms"); }

Stack stack_of(Entry e) { return compiled(recipe({rock(), e.join(Combine::subtract)})); }

/// Share of air on a grid of 7 m over a square of 300 m, between two heights.
double air_share(const Stack& stack, double low, double high) {
  std::size_t air = 0, all = 0;
  for (double z = low; z < high; z += 3)
    for (double y = -150; y < 150; y += 7.3)
      for (double x = -150; x < 150; x += 7.3, ++all) air += at(stack, {x, y, z}) >= 0;
  return static_cast<double>(air) / static_cast<double>(all);
}

}  // namespace

TEST_CASE("worms: their share of the rock is that of their number, length and section") {
  const Stack stack =
      stack_of(worms().set("length_m", 30).set("radius_m", 2).set("occupancy", 0.5));
  const double one = 30 * 3.1416 * 4, cell = 32.0 * 32 * 60;
  const double share = air_share(stack, 2, 62);
  CHECK(share > 0.5 * one / cell * 0.75);
  CHECK(share < 0.5 * one / cell * 1.35);
}

TEST_CASE("worms: none comes within a metre of the bands") {
  const Stack stack = stack_of(worms().set("spacing_m", 14).set("occupancy", 1).set("radius_m", 3));
  CHECK(air_share(stack, 2, 3) == 0);
  CHECK(air_share(stack, 61, 62) == 0);
  CHECK(air_share(stack, 20, 40) > 0.02);
}

TEST_CASE("worms: wander winds them, grade tilts them") {
  const auto samples_of = [](Entry e) {
    StackScratch scratch;
    const Stack stack = stack_of(std::move(e));
    std::vector<std::uint32_t> all;
    for (std::int64_t x = -240; x < 240; x += 32) {
      const auto some = samples(stack, Block({x, -60, 60}, 32, 16, 32, 0.5), {}, scratch);
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  };
  Entry plain = worms().set("occupancy", 1);
  const auto straight = samples_of(Entry(plain).set("wander", 0)), bent = samples_of(plain);
  CHECK(straight != bent);
  CHECK(bent != samples_of(Entry(plain).set("grade_deg", 0)));
}

TEST_CASE("worms: sites leave whole worms out") {
  Entry some = worms().set("occupancy", 1);
  const Stack all = stack_of(some);
  some.sites.any = {{band("spine_m", 90, std::nullopt)}};
  const Stack outer = stack_of(some);
  std::size_t inside = 0, cut = 0, outside = 0;
  for (double z = 4; z < 60; z += 7)
    for (double y = -200; y < 200; y += 5.3)
      for (double x = -200; x < 200; x += 5.3) {
        const double r = std::hypot(x, y);
        const bool a = at(all, {x, y, z}) >= 0, b = at(outer, {x, y, z}) >= 0;
        if (r < 45) inside += b;
        if (r > 140) outside += a, cut += a != b;
      }
  CHECK(inside == 0);
  CHECK(cut == 0);
  CHECK(outside > 50);
}
