// The stack: order, combiners, groups, plans (02 §2, 10 B2–B4, 11 §3).
#include <catch2/catch.hpp>
#include <cmath>

#include "passes/density/bounds_check.hpp"
#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

constexpr Vec3 kInside{10, 0, 30}, kOutside{40, 0, 30};

}  // namespace

TEST_CASE("stack: a thing is rock by union and air by subtract") {
  CHECK(at(recipe({air(), ball("b", 10, 0, 30).join(Combine::union_)}), kInside) == -4);
  CHECK(at(recipe({air(), ball("b", 10, 0, 30).join(Combine::union_)}), kOutside) == 4);
  CHECK(at(recipe({rock(), ball("b", 10, 0, 30).join(Combine::subtract)}), kInside) == 4);
  CHECK(at(recipe({rock(), ball("b", 10, 0, 30).join(Combine::subtract)}), kOutside) == -4);
}

TEST_CASE("stack: a world subtracts its air and joins its rock") {
  Entry cave("cave", std::vector<Entry>{Entry("cave.rock", "solid"),
                                        ball("cave.b", 10, 0, 30).join(Combine::subtract)});
  CHECK(at(recipe({rock(), Entry(cave).join(Combine::subtract)}), kInside) == 4);
  CHECK(at(recipe({rock(), Entry(cave).join(Combine::subtract)}), kOutside) == -4);
  Entry isles("isles", std::vector<Entry>{Entry("isles.air", "void"),
                                          ball("isles.b", 10, 0, 30).join(Combine::union_)});
  CHECK(at(recipe({air(), Entry(isles).join(Combine::union_)}), kInside) == -4);
  CHECK(at(recipe({air(), Entry(isles).join(Combine::union_)}), kOutside) == 4);
}

TEST_CASE("stack: the two combinations that flood or empty a strate are errors") {
  Entry cave("cave", std::vector<Entry>{Entry("cave.rock", "solid"),
                                        ball("cave.b", 10, 0, 30).join(Combine::subtract)});
  Entry isles("isles", std::vector<Entry>{Entry("isles.air", "void"),
                                          ball("isles.b", 10, 0, 30).join(Combine::union_)});
  CHECK(compile_error(recipe({air(), Entry(cave).join(Combine::union_)})) ==
        "stack.union_of_solid");
  CHECK(compile_error(recipe({rock(), Entry(isles).join(Combine::subtract)})) ==
        "stack.subtract_of_void");
}

TEST_CASE("stack: an error names what breaks the list's rules") {
  CHECK(compile_error(recipe({})) == "stack.empty");
  CHECK(compile_error(recipe({Entry("r", "roughness")})) == "stack.starts_with_modifier");
  CHECK(compile_error(recipe({rock().join(Combine::union_)})) == "stack.combine_on_first");
  CHECK(compile_error(recipe({rock(), ball("b", 0, 0, 0)})) == "stack.combine_missing");
  CHECK(compile_error(recipe({rock(), Entry("r", "roughness").join(Combine::add)})) ==
        "stack.combine_on_modifier");
  CHECK(compile_error(recipe({rock(), ball("b", 0, 0, 0).join(Combine::replace)})) ==
        "stack.replace_without_where");
  CHECK(compile_error(recipe({rock(), ball("b", 0, 0, 0).join(Combine::subtract, 1)})) ==
        "stack.blend");
  CHECK(compile_error(recipe({rock(), ball("b", 0, 0, 0).join(Combine::smooth_subtract)})) ==
        "stack.blend");
  CHECK(compile_error(recipe({rock(), Entry("w", "wurms").join(Combine::subtract)})) ==
        "stack.unknown_operator");
  CHECK(compile_error(recipe({rock(), ball("rock", 0, 0, 0).join(Combine::subtract)})) ==
        "stack.duplicate_id");
  CHECK(compile_error(recipe({rock(), Entry("a", "roughness").set("amount_m", 2),
                              Entry("b", "roughness").set("amount_m", 2)})) == "stack.reach");
}

TEST_CASE("stack: order is the list") {
  const auto list = [](bool fill_last) {
    Entry hole = ball("hole", 10, 0, 30, 6).join(Combine::subtract);
    Entry stone = ball("stone", 10, 0, 30, 3).join(Combine::union_);
    return fill_last ? recipe({rock(), hole, stone}) : recipe({rock(), stone, hole});
  };
  CHECK(at(list(true), kInside) < 0);
  CHECK(at(list(false), kInside) > 0);
}

TEST_CASE("stack: smooth union is the compact polynomial of 10 B2") {
  const Recipe r = recipe({air(), ball("a", 0, 0, 30).join(Combine::union_),
                           ball("b", 7, 0, 30).join(Combine::smooth_union, 2)});
  const float a = 3.5f - 4, b = 3.5f - 4, h = 2 - std::fabs(a - b);
  CHECK(at(r, {3.5, 0, 30}) == Approx(std::min(a, b) - h * h / 8).margin(1e-5));
  // Beyond the blend nothing moves, to the bit.
  const Recipe sharp = recipe({air(), ball("a", 0, 0, 30).join(Combine::union_),
                               ball("b", 7, 0, 30).join(Combine::union_)});
  CHECK(bits(at(r, {-1, 0, 30})) == bits(at(sharp, {-1, 0, 30})));
}

TEST_CASE("stack: add sums, scaled by the mask, and is silent where the mask is 0") {
  Entry more = ball("b", 10, 0, 30).join(Combine::add);
  CHECK(at(recipe({rock(), more}), kOutside) == 0);
  more.mask.kind = Mask::Kind::number;
  more.mask.number = 0.5;
  CHECK(at(recipe({rock(), more}), kOutside) == -2);
  more.mask.number = 0;
  CHECK(at(recipe({rock(), more}), kOutside) == -4);
}

TEST_CASE("groups: a group evaluates alone, so a modifier in it touches only the group") {
  Entry inner = ball("cave.b", 0, 0, 30, 8).join(Combine::subtract);
  Entry rough = Entry("cave.r", "roughness").set("amount_m", 0.8);
  Entry cave("cave", std::vector<Entry>{Entry("cave.rock", "solid"), inner, rough});
  const Recipe r = recipe(
      {rock(), Entry("hall", "slab").join(Combine::subtract), Entry(cave).join(Combine::subtract)});
  const Recipe bare = recipe({rock(), Entry("hall", "slab").join(Combine::subtract)});
  const Stack a = compiled(r), b = compiled(bare);
  for (int i = 0; i < 100; ++i) {
    const Vec3 far{60.0 + i, 2.0 * i, 15.5 + 0.02 * i};
    CHECK(bits(at(a, far)) == bits(at(b, far)));
  }
}

TEST_CASE("salts: draws hang on the address, so a new entry above moves nothing") {
  const Entry hall = Entry("hall", "slab").join(Combine::subtract);
  const Entry rough = Entry("skin", "roughness");
  Entry far = ball("new", 500, 0, 30).join(Combine::subtract);
  const Stack a = compiled(recipe({rock(), hall, rough}));
  const Stack b = compiled(recipe({rock(), far, hall, rough}));
  Entry moved = rough;
  moved.id = "renamed";
  const Stack renamed = compiled(recipe({rock(), hall, moved}));
  moved.salt = "skin";
  const Stack salted = compiled(recipe({rock(), hall, moved}));
  int differ = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3 p{i * 0.7, i * 0.3, 16 + (i % 7) * 0.25};
    CHECK(bits(at(a, p)) == bits(at(b, p)));
    CHECK(bits(at(a, p)) == bits(at(salted, p)));
    differ += bits(at(a, p)) != bits(at(renamed, p));
  }
  CHECK(differ > 50);
}

TEST_CASE("blame: the last operator that changed a point decides, in groups the last inside") {
  Entry inner = ball("cave.b", 10, 0, 30).join(Combine::subtract);
  Entry rough = Entry("cave.r", "roughness").set("amount_m", 0.2);
  Entry cave("cave", std::vector<Entry>{Entry("cave.rock", "solid"), inner, rough});
  const Stack stack = compiled(recipe({rock(), Entry(cave).join(Combine::subtract),
                                       ball("plug", 30, 0, 30).join(Combine::subtract)}));
  StackScratch scratch;
  CHECK(stack.decider({10, 0, 30}, {}, scratch).address == "cave.b");
  CHECK(stack.decider({14.05, 0, 30}, {}, scratch).address == "cave.r");
  CHECK(stack.decider({30, 0, 30}, {}, scratch).address == "plug");
  CHECK(stack.decider({80, 0, 30}, {}, scratch).address == "rock");
}

TEST_CASE("blame: beyond the band the first that brought a point there decides, not a later one") {
  const Entry hall = ball("hall", 0, 0, 30, 8).join(Combine::subtract);
  const Stack stack =
      compiled(recipe({rock(), hall, ball("pillar", 0, 4.5, 30, 2).join(Combine::union_)}));
  StackScratch scratch;
  const Vec3 between{0, 0, 30}, skin{0, 2.25, 30};
  // The pillar is nearer than the wall there, but no nearer than the band.
  CHECK(stack.at(between, {}, scratch) == 2.5f);
  CHECK(stack.decider(between, {}, scratch).address == "hall");
  CHECK(stack.at(skin, {}, scratch) == 0.25f);
  CHECK(stack.decider(skin, {}, scratch).address == "pillar");
}

namespace {

/// Everything at once: worlds in worlds, every kind of scope, driven parameters.
Recipe everything() {
  NamedField damp = field_by("damp", "", {{-0.1, 0, 0}, {0.25, 1, 1}});
  damp.kind = NamedField::Kind::noise;
  damp.scale_m = 15;
  NamedField in_hall = field_by("in_hall", "cave.hall", {{-1, 0, 0}, {1, 1, 1}});
  in_hall.kind = NamedField::Kind::density_of;
  Entry ground = Entry("ground", "heightfield")
                     .by("relief_m", "spine_m", {{10, 4, 4}, {60, 26, 26}})
                     .join(Combine::union_);
  Entry hall = Entry("cave.hall", "slab").set("floor_m", 8).set("ceiling_m", 20);
  hall.by("floor_relief_m", "relief", {{0, 0.5, 0.5}, {1, 2, 2}}).join(Combine::smooth_subtract, 1);
  Entry walls =
      Entry("cave.walls", "roughness").by("amount_m", "damp", {{0, 0.1, 0.1}, {1, 0.6, 0.6}});
  Entry stone = ball("cave.stone", 4, 3, 12, 3).join(Combine::union_);
  stone.mask.kind = Mask::Kind::field, stone.mask.field = "in_hall";
  Entry cave("cave", std::vector<Entry>{Entry("cave.rock", "solid"), hall, stone, walls});
  cave.join(Combine::smooth_subtract, 0.75);
  cave.where.any = {{band("below_ground_m", 3, std::nullopt, 2)}};
  cave.except.any = {{band("slope_deg", 40, std::nullopt, 5)}};
  Entry skin = Entry("skin", "roughness").set("amount_m", 0.25);
  skin.where.any = {{band("rock_m", -1, 1, 0.5)}};
  return recipe({air(), ground, cave, skin, Entry("sky", "sky_cap").join(Combine::union_)},
                {damp, in_hall});
}

}  // namespace

TEST_CASE("prune: plans and skips change no bit, on every level of boxes") {
  const Stack stack = compiled(everything());
  StackScratch scratch;
  Plan wide, tile;
  int idle = 0;
  for (std::int64_t x = -200; x < 200; x += 100)
    for (std::int64_t z = 0; z < 512; z += 32) {
      const Block block({x, 2 * x, z}, 33, 33, 33);
      const Box3 box = block.axes().box();
      stack.plan(
          {{box.lo.x - 3, box.lo.y - 3, box.lo.z - 3}, {box.hi.x + 3, box.hi.y + 3, box.hi.z + 3}},
          nullptr, {}, scratch, wide);
      stack.plan(box, &wide, {}, scratch, tile);
      Values planned(block.floats()), plain(block.floats());
      stack.eval(block.axes(), &tile, {nullptr, true}, scratch, planned.data());
      stack.eval(block.axes(), nullptr, {nullptr, false}, scratch, plain.data());
      int differ = 0;
      for (std::size_t i = 0; i < block.floats(); ++i)
        if (i % kBlockRow < 33) differ += bits(planned[i]) != bits(plain[i]);
      CHECK(differ == 0);
      for (std::uint8_t a : tile.active) idle += a == 0;
    }
  CHECK(idle > 100);
}

TEST_CASE("prune: without it everything is active") {
  const Stack stack = compiled(everything());
  StackScratch scratch;
  Plan plan;
  stack.plan({{0, 0, 60}, {1, 1, 61}}, nullptr, {nullptr, false}, scratch, plan);
  for (std::uint8_t a : plan.active) CHECK(a == 1);
}

TEST_CASE("bounds: a stack with everything keeps its promise") {
  const Stack stack = compiled(everything());
  StackScratch scratch;
  const ToPoint passage;
  for (std::uint64_t i = 0; i < 1500; ++i) {
    const Box3 box = random_box(9, i, {{-60, -60, 0}, {60, 60, 64}}, 30);
    const auto fault = check_bound(stack, box, 7, {&passage, true}, scratch);
    INFO("box " << i);
    if (fault) {
      INFO(fault->address << " " << fault->value << " not in " << fault->bound.lo << " .. "
                          << fault->bound.hi);
      CHECK_FALSE(fault);
      break;
    }
  }
}

TEST_CASE("blocks: one scratch serves several stacks") {
  const Stack a = compiled(everything()), b = compiled(everything(), frame(99));
  StackScratch shared, one, two;
  const Block block({3, 5, 100}, 33, 20, 33);
  const auto expect_a = samples(a, block, {}, one), expect_b = samples(b, block, {}, two);
  CHECK(expect_a != expect_b);
  for (int i = 0; i < 2; ++i) {
    CHECK(samples(a, block, {}, shared) == expect_a);
    CHECK(samples(b, block, {}, shared) == expect_b);
  }
}
