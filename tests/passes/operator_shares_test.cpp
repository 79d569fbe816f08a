// What bounds spare the bake, against the world's own verdict on every box.
#include "passes/operator_shares.hpp"

#include <catch2/catch.hpp>

#include "tests/support/world_of.hpp"

using namespace strate;

namespace {

/// 25 m around the spine, not on the borders of tiles.
constexpr IndexBox kWindow{{-99, -101, -600}, {98, 97, 40}};

StrateShares shares_of(Recipe recipe, const Executor& executor) {
  const Season season = sample::season({std::move(recipe)}, 5);
  Result<StrateShares> shares =
      operator_shares(season.world, 0, kWindow, shipped_catalog(), executor);
  if (!shares) FAIL(shares.error().text);
  return std::move(*shares);
}

/// Boxes of the strate that the world's bound puts beyond the band.
std::uint64_t proven_by_world(Recipe recipe, std::uint64_t& boxes) {
  const World world = sample::world_of(std::move(recipe));
  Scratch scratch;
  std::uint64_t proven = 0;
  const auto next = [](std::int64_t i) { return (floor_div(i, kTileCells) + 1) * kTileCells; };
  for (std::int64_t z = -512; z < 0; z = next(z))
    for (std::int64_t y = kWindow.lo.y; y < kWindow.hi.y; y = next(y))
      for (std::int64_t x = kWindow.lo.x; x < kWindow.hi.x; x = next(x), ++boxes) {
        const IndexBox box{{x, y, z},
                           {std::min(next(x), kWindow.hi.x), std::min(next(y), kWindow.hi.y),
                            std::min<std::int64_t>(next(z), 0)}};
        const BoxVerdict v = world.classify(box, {Layers::Posts::native, nullptr, true}, scratch);
        proven += v == BoxVerdict::rock_beyond_band || v == BoxVerdict::air_beyond_band;
      }
  return proven;
}

}  // namespace

TEST_CASE("operator shares: boxes are proven as the world proves them, on any threads") {
  for (const Recipe& recipe : {sample::plain(), sample::caves(), sample::surface()}) {
    const StrateShares shares = shares_of(recipe, serial_executor());
    std::uint64_t boxes = 0;
    CHECK(shares.proven == proven_by_world(recipe, boxes));
    CHECK(shares.boxes == boxes);
    CHECK(shares.proven > 0);
    REQUIRE(shares.operators.size() == recipe.stack.size());
    CHECK(shares.operators[0].skipped == 0);  // something must fill the world
    const StrateShares again = shares_of(recipe, *make_thread_executor(3));
    CHECK(again.proven == shares.proven);
    for (std::size_t i = 0; i < shares.operators.size(); ++i) {
      const OperatorShare& o = shares.operators[i];
      INFO(o.address);
      CHECK(o.address == recipe.stack[i].id);
      CHECK(o.op == recipe.stack[i].op);
      CHECK(o.sampled + shares.proven == shares.boxes);
      CHECK(again.operators[i].skipped == o.skipped);
    }
  }
}

TEST_CASE("operator shares: a sky is skipped near the ground, and only there") {
  const StrateShares shares = shares_of(sample::surface(), serial_executor());
  const OperatorShare& ground = shares.operators[1];
  const OperatorShare& sky = shares.operators[3];
  CHECK(sky.skipped > 0);
  CHECK(sky.skipped < sky.sampled);
  CHECK(ground.skipped > 0);
  CHECK(ground.skipped + sky.skipped <= sky.sampled);
}

TEST_CASE("operator shares: what the ground does for an entry is told as that, and nothing else") {
  Recipe recipe = sample::surface();
  recipe.stack.insert(recipe.stack.begin() + 2, sample::entry("steps", "terrace"));
  for (const OperatorShare& o : shares_of(recipe, serial_executor()).operators) {
    INFO(o.address);
    CHECK(o.in_ground == (o.address == "steps"));
    if (o.in_ground) CHECK(o.skipped == o.sampled);
  }
  // Without a ground above it, it acts on the density where it stands.
  Recipe bare = sample::plain();
  bare.stack.insert(bare.stack.begin() + 2, sample::entry("steps", "terrace"));
  const StrateShares shares = shares_of(bare, serial_executor());
  CHECK_FALSE(shares.operators[2].in_ground);
  CHECK(shares.operators[2].skipped < shares.operators[2].sampled);
}
