// Columns: gaps by construction, whole columns by sites.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

Stack stack_of(Entry columns) {
  return compiled(recipe({Entry("air", "void"), columns.join(Combine::union_)}));
}

Entry columns() { return Entry("columns", "columns"); }

/// Rock at height z on a grid of `step` over a square of `half` around the spine.
std::vector<std::vector<bool>> rock_map(const Stack& stack, double z, double half, double step) {
  StackScratch scratch;
  std::vector<std::vector<bool>> map;
  for (double y = -half; y < half; y += step) {
    map.emplace_back();
    for (double x = -half; x < half; x += step)
      map.back().push_back(stack.at({x, y, z}, {}, scratch) < 0);
  }
  return map;
}

/// No rock within `gap` of the sides of any cell: what keeps a way open all round each column.
std::size_t rock_beside_cells(const Stack& stack, double spacing, double gap, double z) {
  StackScratch scratch;
  std::size_t rock = 0;
  for (int line = -4; line < 4; ++line)
    for (double along = -60; along < 60; along += 0.37)
      for (const double aside : {-gap, 0.0, gap}) {
        const double at = (line + 0.5) * spacing + aside;
        rock += stack.at({at, along, z}, {}, scratch) < 0;
        rock += stack.at({along, at, z}, {}, scratch) < 0;
      }
  return rock;
}

}  // namespace

TEST_CASE("columns: a way of 2 m stays open round every column, leaning and flaring") {
  struct Case {
    double spacing, lo, hi, flare, lean;
  };
  for (const Case& c :
       {Case{18, 2, 4, 0.3, 0}, Case{18, 4, 8.5, 1, 30}, Case{6, 1, 2.5, 0.5, 10}}) {
    const Stack stack = stack_of(columns()
                                     .set("spacing_m", c.spacing)
                                     .set("radius_m", c.lo, c.hi)
                                     .set("flare", c.flare)
                                     .set("lean_deg", c.lean)
                                     .set("occupancy", 1));
    for (const double z : {2.5, 20.0, 32.0, 61.5})
      CHECK(rock_beside_cells(stack, c.spacing, 0.97, z) == 0);
    CHECK(rock_beside_cells(stack, c.spacing, c.spacing / 2, 32) > 0);
  }
}

TEST_CASE("columns: they flare towards both ends and lean as told") {
  const auto area = [](const Stack& stack, double z) {
    std::size_t n = 0;
    for (const auto& row : rock_map(stack, z, 27, 0.25))
      for (const bool rock : row) n += rock;
    return static_cast<double>(n);
  };
  const Stack flared = stack_of(columns().set("flare", 0.5).set("radius_m", 3));
  CHECK(area(flared, 3) > 1.8 * area(flared, 32));
  CHECK(area(flared, 61) > 1.8 * area(flared, 32));
  const Stack straight = stack_of(columns().set("flare", 0).set("radius_m", 3));
  CHECK(area(straight, 3) == area(straight, 32));
  CHECK(rock_map(straight, 3, 27, 0.5) == rock_map(straight, 60, 27, 0.5));
  const Stack leaning = stack_of(columns().set("flare", 0).set("radius_m", 3).set("lean_deg", 4));
  CHECK(rock_map(leaning, 3, 27, 0.5) != rock_map(leaning, 60, 27, 0.5));
}

TEST_CASE("columns: occupancy is the share of cells that hold one") {
  const Stack stack = stack_of(columns().set("occupancy", 0.3).set("radius_m", 3).set("flare", 0));
  StackScratch scratch;
  std::size_t rock = 0, points = 0;
  for (double y = -400; y < 400; y += 3.1)
    for (double x = -400; x < 400; x += 3.1, ++points)
      rock += stack.at({x, y, 32}, {}, scratch) < 0;
  const double share = static_cast<double>(rock) / static_cast<double>(points);
  CHECK(share == Approx(0.3 * 3.14159 * 9 / (18 * 18)).epsilon(0.15));
}

TEST_CASE("columns: sites leave whole columns out") {
  Entry some = columns().set("radius_m", 3, 5);
  const Stack all = stack_of(some);
  some.sites.any = {{band("spine_m", 30, std::nullopt)}};
  const Stack outer = stack_of(some);
  StackScratch scratch;
  for (double y = -60; y < 60; y += 1.7)
    for (double x = -60; x < 60; x += 1.7) {
      const double r = std::hypot(x, y);
      const float a = all.at({x, y, 32}, {}, scratch), b = outer.at({x, y, 32}, {}, scratch);
      if (r < 23) CHECK(b >= 0);
      if (r > 37) CHECK((a < 0) == (b < 0));
    }
}

TEST_CASE("columns: a radius of half the spacing is refused") {
  CHECK(compile_error(recipe(
            {Entry("air", "void"), columns().set("radius_m", 4, 9).join(Combine::union_)})) ==
        "coupled.column_radius");
}
