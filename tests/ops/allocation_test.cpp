// The tile loop allocates nothing once its scratch is warm (06, "No allocation in the tile loop").
#include <catch2/catch.hpp>

#include "tests/ops/support/counted_new.hpp"
#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

/// Worlds, things, sites, scopes, driven parameters, fields of every kind of storage.
Recipe busy() {
  NamedField damp = field_by("damp", "", {{-0.1, 0, 0}, {0.25, 1, 1}});
  damp.kind = NamedField::Kind::noise;
  damp.scale_m = 15;
  NamedField deep;
  deep.name = "deep";
  deep.kind = NamedField::Kind::place;
  deep.where.any = {{band("below_ground_m", 2, std::nullopt, 1)}};
  Entry rooms = Entry("caves.rooms", "rooms").join(Combine::smooth_subtract, 1);
  rooms.sites.any = {{band("below_ground_m", -40, std::nullopt)}};
  rooms.by("radius_m", "draw", {{0, 4, 4}, {1, 9, 9}});
  Entry tunnels = Entry("caves.tunnels", "tunnels").named("joins", "caves.rooms");
  tunnels.join(Combine::smooth_subtract, 1);
  Entry skin =
      Entry("caves.skin", "roughness").by("amount_m", "damp", {{0, 0.1, 0.1}, {1, 0.4, 0.4}});
  Entry caves("caves", std::vector<Entry>{Entry("caves.rock", "solid"), rooms, tunnels, skin});
  ScopeTerm place;
  place.kind = ScopeTerm::Kind::place;
  place.field = "deep";
  caves.where.any = {{place}};
  caves.join(Combine::subtract);
  Entry pillars = Entry("pillars", "columns").join(Combine::smooth_union, 1);
  pillars.sites.any = {{band("rock_m", -4, std::nullopt)}};
  return recipe({air(), Entry("ground", "heightfield").join(Combine::union_), caves, pillars,
                 Entry("sky", "sky_cap").join(Combine::union_)},
                {damp, deep});
}

long allocations_of_a_pass(const Stack& stack, StackScratch& scratch, Plan& plan, float* values) {
  const long before = allocation_count();
  for (std::int64_t x = -64; x < 64; x += 32)
    for (std::int64_t z = 0; z < 512; z += 32) {
      const Block block({x, 2 * x, z}, 35, 35, 35);
      stack.plan(block.axes().box(), nullptr, {}, scratch, plan);
      stack.eval(block.axes(), &plan, {}, scratch, values);
      stack.at({block.x[3], block.y[3], block.z[3]}, {}, scratch);
    }
  return allocation_count() - before;
}

}  // namespace

TEST_CASE("memory: a warm scratch allocates nothing") {
  const Stack stack = compiled(busy());
  StackScratch scratch;
  Plan plan;
  Values values(35 * 35 * kBlockRow);
  CHECK(allocations_of_a_pass(stack, scratch, plan, values.data()) > 0);
  CHECK(allocations_of_a_pass(stack, scratch, plan, values.data()) == 0);
}
