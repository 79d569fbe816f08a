// where, except, mask (11 §2, §3.6; 10 B3).
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

TEST_CASE("where: the feather lies inside, outside nothing happens to the bit") {
  Entry hall = Entry("hall", "slab").join(Combine::subtract);
  hall.where.any = {{band("x_m", 0, 20, 5)}};
  const Stack with = compiled(recipe({rock(), hall}));
  hall.where = {};
  const Stack everywhere = compiled(recipe({rock(), hall}));
  for (double x : {-30.0, -0.125, 20.125, 35.0}) CHECK(at(with, {x, 3, 27}) == -4);
  for (double x : {5.0, 10.0, 15.0})
    CHECK(bits(at(with, {x, 3, 27})) == bits(at(everywhere, {x, 3, 27})));
  const float half = at(with, {2.5, 3, 27}), full = at(everywhere, {2.5, 3, 27});
  CHECK(half == Approx(-4 + 0.5 * (full + 4)).margin(1e-4));
}

TEST_CASE("where: terms must all hold, clauses any, except takes away") {
  Entry hall = Entry("hall", "slab").join(Combine::subtract);
  hall.where.any = {{band("x_m", 0, 20), band("y_m", 0, std::nullopt)},
                    {band("x_m", std::nullopt, -50)}};
  hall.except.any = {{band("x_m", 10, 12)}};
  const Stack stack = compiled(recipe({rock(), hall}));
  CHECK(at(stack, {5, 5, 27}) > 0);
  CHECK(at(stack, {5, -5, 27}) == -4);
  CHECK(at(stack, {-60, -5, 27}) > 0);
  CHECK(at(stack, {11, 5, 27}) == -4);
}

TEST_CASE("where: discs and boxes over x and y") {
  Entry hall = Entry("hall", "slab").join(Combine::subtract);
  ScopeTerm disc;
  disc.kind = ScopeTerm::Kind::disc;
  disc.at = {10, 0, 0}, disc.radius = 6;
  ScopeTerm box;
  box.kind = ScopeTerm::Kind::box;
  box.at = {-40, -5, 0}, box.to = {-30, 5, 0};
  hall.where.any = {{disc}, {box}};
  const Stack stack = compiled(recipe({rock(), hall}));
  CHECK(at(stack, {15.9, 0, 27}) > 0);
  CHECK(at(stack, {16.1, 0, 27}) == -4);
  CHECK(at(stack, {-35, 4.9, 27}) > 0);
  CHECK(at(stack, {-35, 5.1, 27}) == -4);
}

TEST_CASE("where: a modifier outside is skipped to the bit, a place is a condition") {
  NamedField deep;
  deep.name = "deep";
  deep.kind = NamedField::Kind::place;
  deep.where.any = {{band("depth_m", 30, std::nullopt)}};
  Entry rough = Entry("rough", "roughness").set("amount_m", 0.6);
  ScopeTerm place;
  place.kind = ScopeTerm::Kind::place;
  place.field = "deep";
  rough.where.any = {{place}};
  const Recipe r = recipe({rock(), Entry("hall", "slab").join(Combine::subtract), rough}, {deep});
  const Recipe bare = recipe({rock(), Entry("hall", "slab").join(Combine::subtract)});
  const Stack a = compiled(r), b = compiled(bare);
  int moved = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3 p{i * 1.7, i * -0.9, 15.0 + (i % 9) * 0.5};
    const Vec3 high{i * 1.7, i * -0.9, 36.0 + (i % 9) * 0.5};
    moved += bits(at(a, p)) != bits(at(b, p));
    CHECK(bits(at(a, high)) == bits(at(b, high)));
  }
  CHECK(moved > 50);
}

TEST_CASE("mask: a number, a field, a curve; exactly nothing at 0 and all at 1") {
  const auto hall = [](Mask mask) {
    Entry e = Entry("hall", "slab").join(Combine::subtract);
    e.mask = std::move(mask);
    return recipe({rock(), e}, {field_by("east", "x_m", {{0, 0, 0}, {10, 1, 1}})});
  };
  Mask field, curve;
  field.kind = Mask::Kind::field, field.field = "east";
  curve.kind = Mask::Kind::curve, curve.curve = {"x_m", {{0, 0, 0}, {10, 1, 1}}};
  const Stack full = compiled(hall({})), by_field = compiled(hall(field));
  const Stack by_curve = compiled(hall(curve));
  CHECK(at(by_field, {-1, 0, 27}) == -4);
  CHECK(bits(at(by_field, {11, 0, 27})) == bits(at(full, {11, 0, 27})));
  CHECK(bits(at(by_field, {4, 0, 27})) == bits(at(by_curve, {4, 0, 27})));
  CHECK(at(by_field, {5, 0, 27}) == Approx(-4 + 0.5 * (at(full, {5, 0, 27}) + 4)).margin(1e-4));
}
