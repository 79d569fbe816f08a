// Fields: built-in and own, seen from where their user stands (11 §4).
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

TEST_CASE("fields: three depths, each of its own") {
  // A band of every field picks the heights at which a ball appears.
  const auto carved = [](const std::string& field, double lo, double hi, Vec3 p) {
    Entry all = ball("b", p.x, p.y, p.z, 3).join(Combine::subtract);
    all.where.any = {{band(field, lo, hi)}};
    const Stack stack =
        compiled(recipe({air(), Entry("ground", "heightfield").join(Combine::union_), all}));
    return at(stack, p) > 0;
  };
  StackScratch scratch;
  const Stack ground =
      compiled(recipe({air(), Entry("ground", "heightfield").join(Combine::union_)}));
  REQUIRE(ground.has_ground());
  const double h = ground.ground_at(5, 5, scratch);
  const Vec3 p{5, 5, h - 6};
  CHECK(carved("below_ground_m", 5.5, 6.5, p));
  CHECK_FALSE(carved("below_ground_m", 6.5, 9, p));
  CHECK(carved("height_m", p.z - 0.5, p.z + 0.5, p));
  CHECK(carved("depth_m", 62 - p.z - 0.5, 62 - p.z + 0.5, p));
  const Vec3 shallow{5, 5, h - 1};
  const double rock_m = -at(ground, shallow);
  CHECK(carved("rock_m", rock_m - 0.01, rock_m + 0.01, shallow));
  CHECK_FALSE(carved("rock_m", rock_m + 0.01, 10, shallow));
  // Never above the cap, however deep.
  CHECK(carved("rock_m", 3.99, 4.01, {5, 5, h - 9}));
}

TEST_CASE("fields: what stands nowhere above is an error") {
  Entry hall = Entry("hall", "slab").join(Combine::subtract);
  const auto with = [&](const std::string& field) {
    Entry e = hall;
    e.where.any = {{band(field, 0, 1)}};
    return compile_error(recipe({rock(), e}));
  };
  CHECK(with("below_ground_m") == "field.no_ground");
  CHECK(with("slope_deg") == "field.no_ground");
  CHECK(with("water_m") == "field.no_water");
  CHECK(with("draw") == "field.draw");
  CHECK(with("wetness") == "field.unknown");
  CHECK(with("rock_m").empty());
  Entry first = ball("b", 0, 0, 0);
  first.where.any = {{band("rock_m", 0, 1)}};
  CHECK(compile_error(recipe({first})) == "field.no_rock");
  hall.by("floor_m", "height_m", {{0, 10, 10}, {64, 20, 20}});
  CHECK(compile_error(recipe({rock(), hall})) == "field.not_column");
}

TEST_CASE("fields: own fields may not depend on themselves nor look down") {
  Entry hall = Entry("hall", "slab").join(Combine::subtract);
  hall.where.any = {{band("a", 0, 1)}};
  CHECK(compile_error(recipe({rock(), hall}, {field_by("a", "b", {{0, 0, 0}, {1, 1, 1}}),
                                              field_by("b", "a", {{0, 0, 0}, {1, 1, 1}})})) ==
        "field.cycle");
  NamedField down = field_by("a", "later", {{0, 0, 0}, {1, 1, 1}});
  down.kind = NamedField::Kind::density_of;
  CHECK(compile_error(recipe({rock(), hall, ball("later", 0, 0, 0).join(Combine::subtract)},
                             {down})) == "field.looks_down");
}

TEST_CASE("fields: density_of is positive inside what the operator makes") {
  NamedField in_ball = field_by("in_ball", "b", {{-0.5, 0, 0}, {0.5, 1, 1}});
  in_ball.kind = NamedField::Kind::density_of;
  Entry fill = ball("fill", 10, 0, 30, 8).join(Combine::union_);
  fill.mask.kind = Mask::Kind::field;
  fill.mask.field = "in_ball";
  const Stack stack = compiled(recipe({rock(), Entry("hall", "slab").join(Combine::subtract),
                                       ball("b", 10, 0, 30, 3).join(Combine::subtract), fill},
                                      {in_ball}));
  CHECK(at(stack, {10, 0, 30}) < 0);
  CHECK(at(stack, {10, 4, 30}) > 0);
}

TEST_CASE("fields: a heightfield named by `of` is the ground, else the nearest above") {
  Entry low = Entry("low", "heightfield").set("base_m", 10).join(Combine::union_);
  Entry high = Entry("high", "heightfield").set("base_m", 30).join(Combine::union_);
  Entry cut = ball("cut", 0, 0, 12, 3).join(Combine::subtract);
  cut.where.any = {{band("below_ground_m", 10, std::nullopt)}};
  const auto open = [&](const std::string& of) {
    Entry e = cut;
    e.of = of;
    return at(recipe({air(), low, high, e}), {0, 0, 12}) > 0;
  };
  CHECK(open(""));
  CHECK(open("high"));
  CHECK_FALSE(open("low"));
}

TEST_CASE("fields: noise and climate stay within their stops and differ by place and seed") {
  NamedField noise = field_by("damp", "", {{-0.1, 0, 0}, {0.25, 1, 1}});
  noise.kind = NamedField::Kind::noise;
  noise.scale_m = 20;
  for (const char* name : {"damp", "relief", "moisture"}) {
    Entry more = ball("b", 0, 0, 0, 3).join(Combine::add);
    more.mask.kind = Mask::Kind::field;
    more.mask.field = name;
    const Stack a = compiled(recipe({rock(), more}, {noise}));
    const Stack b = compiled(recipe({rock(), more}, {noise}), frame(8));
    float least = 9, most = -9;
    int differ = 0;
    for (int i = 0; i < 400; ++i) {
      const Vec3 p{i * 13.7 + 50, i * 9.1, 30};
      const float v = at(a, p);
      least = std::min(least, v), most = std::max(most, v);
      differ += v != at(b, p);
    }
    INFO(name);
    CHECK(least >= -4);
    CHECK(most <= 0);
    CHECK(most - least > 2);
    CHECK(differ > 200);
  }
}

TEST_CASE("fields: passage_m is far while passages are planned and true afterwards") {
  Entry hall = Entry("hall", "slab").join(Combine::subtract);
  hall.where.any = {{band("passage_m", 8, std::nullopt)}};
  const Stack stack = compiled(recipe({rock(), hall}));
  const ToPoint passage;
  CHECK(at(stack, {0, 0, 30}) > 0);
  CHECK(at(stack, {0, 0, 30}, {&passage, true}) == -4);
  CHECK(at(stack, {0, 9, 30}, {&passage, true}) > 0);
}

TEST_CASE("fields: sites keep or drop whole things by what is at their centre") {
  const auto columns = [](std::optional<ScopeTerm> term) {
    Entry e = Entry("columns", "columns").join(Combine::union_);
    if (term) e.sites.any = {{*term}};
    return recipe({rock(), hall(), e});
  };
  const Stack all = compiled(columns(std::nullopt)), bare = compiled(recipe({rock(), hall()}));
  const Stack east = compiled(columns(band("x_m", 0, std::nullopt)));
  const Stack few = compiled(columns(band("draw", 0, 0.5)));
  int west_pillars = 0, east_pillars = 0, lost = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec3 p{(i % 200) - 100 + 0.5, (i / 200) * 5.0 - 50, 27};
    // Pillars end in the cap, the hall alone does not (10 B1).
    const float a = at(all, p), b = std::min(4.0f, at(bare, p)), e = at(east, p), f = at(few, p);
    if (p.x < -13) {
      CHECK(bits(e) == bits(b));
      west_pillars += a < 0;
    }
    if (p.x > 13) {
      CHECK(bits(e) == bits(a));
      east_pillars += a < 0;
    }
    lost += a < 0 && f > 0;
    // What is kept is whole: it never stands where the full set has none.
    CHECK((f < 0 && a > 0) == false);
  }
  CHECK(west_pillars > 30);
  CHECK(east_pillars > 30);
  CHECK(lost > 30);
}

TEST_CASE("fields: at a site rock_m means the operators above, at its centre") {
  Entry e = Entry("columns", "columns").set("occupancy", 1).join(Combine::union_);
  e.sites.any = {{band("rock_m", 3, std::nullopt)}};
  // Everything is rock but a hall in the west: only sites in the east keep their pillar.
  Entry west = hall();
  west.where.any = {{band("x_m", std::nullopt, 0)}};
  CHECK(compile_error(recipe({rock(), west, e})).empty());
  const Stack with = compiled(recipe({rock(), west, e})),
              without = compiled(recipe({rock(), west}));
  Entry everywhere = e;
  everywhere.sites = {};
  const Stack full = compiled(recipe({rock(), west, everywhere}));
  int pillars = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 p{-(i % 90) - 12.5, i * 0.37 - 60, 27};
    CHECK(at(with, p) == std::min(4.0f, at(without, p)));
    pillars += at(full, p) < 0;
  }
  CHECK(pillars > 10);
}

TEST_CASE("fields: slope_deg is the angle of the ground between columns 0.5 m apart") {
  const Stack ground =
      compiled(recipe({air(), Entry("ground", "heightfield").join(Combine::union_)}));
  StackScratch scratch;
  for (int i = 0; i < 60; ++i) {
    const double x = i * 7.3 - 200, y = i * 3.1;
    const double h = ground.ground_at(x, y, scratch);
    const double dx = (ground.ground_at(x + 0.5, y, scratch) - h) / 0.5;
    const double dy = (ground.ground_at(x, y + 0.5, scratch) - h) / 0.5;
    const double deg = std::atan(std::sqrt(dx * dx + dy * dy)) * 57.29577951308232;
    Entry mark = Entry("mark", "void").join(Combine::replace);
    mark.where.any = {{band("slope_deg", deg - 0.01, deg + 0.01)}};
    const Stack marked =
        compiled(recipe({air(), Entry("ground", "heightfield").join(Combine::union_), mark}));
    CHECK(at(marked, {x, y, h - 3}) == 4);
  }
}
