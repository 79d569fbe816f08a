// One recipe as a world of one strate.
#pragma once

#include <catch2/catch.hpp>
#include <utility>

#include "passes/density/world.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/support/season_sample.hpp"

namespace strate::sample {

inline World world_of(Recipe recipe) {
  Result<World> world = World::compile(season({std::move(recipe)}, 5).world, shipped_catalog());
  if (!world) FAIL(world.error().code << ": " << world.error().text);
  return std::move(*world);
}

}  // namespace strate::sample
