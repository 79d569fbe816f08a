// terrace, layer_lines, cliff, overhang on a ground: its height is rewritten where it stands.
#include <catch2/catch.hpp>
#include <cmath>

#include "compiler/angle.hpp"
#include "compiler/hash.hpp"
#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

double quintic(double s) {
  s = std::clamp(s, 0.0, 1.0);
  return s * s * s * (s * (s * 6 - 15) + 10);
}

/// Riser − t.
double riser(double u, double width) {
  const double t = u - std::floor(u);
  return quintic((t - 0.5) / width + 0.5) - t;
}

double bend(const char* id, double scale, double x, double y) {
  return fbm_point(make_fbm(draw(7, string_hash(id), 1), 1 / scale, 2), x, y, 0);
}

double height(const Stack& stack, double x, double y) {
  static StackScratch scratch;
  return stack.ground_at(x, y, scratch);
}

/// Rise over run between columns 3 m away on either side.
double broad(const Stack& stack, double x, double y) {
  const double dx = (height(stack, x + 3, y) - height(stack, x - 3, y)) / 6;
  const double dy = (height(stack, x, y + 3) - height(stack, x, y - 3)) / 6;
  return std::sqrt(dx * dx + dy * dy);
}

/// Per metre, to twelve columns about one: eight `reach` away, four 3 m away.
double steepest_rise(const Stack& stack, double x, double y, double reach) {
  const double h = height(stack, x, y);
  double most = 0;
  const auto look = [&](double dx, double dy) {
    most = std::max(most, (height(stack, x + dx, y + dy) - h) / std::sqrt(dx * dx + dy * dy));
  };
  for (int sx = -1; sx <= 1; ++sx)
    for (int sy = -1; sy <= 1; ++sy) {
      if (sx == 0 && sy == 0) continue;
      const double far = (sx != 0 && sy != 0 ? 0.7 : 1) * reach;
      look(sx * far, sy * far);
      if (sx == 0 || sy == 0) look(sx * 3, sy * 3);
    }
  return most;
}

Entry terraces() { return Entry("terraces", "terrace"); }

Stack ground() { return compiled(recipe({air(), steep_ground()})); }
Stack ground_with(Entry e) { return compiled(recipe({air(), steep_ground(), std::move(e)})); }

struct At {
  double x, y;
};
/// Columns all over.
std::vector<At> columns(int n) {
  std::vector<At> out;
  for (int i = 0; i < n; ++i) out.push_back({i * 5.3 - 400, i * 2.7 - 300});
  return out;
}

}  // namespace

TEST_CASE(
    "terrace: a ground's height is h + step · hardness · riser(u), and its surface is there") {
  const Stack plain = ground(), stepped = ground_with(terraces());
  for (const auto [x, y] : columns(300)) {
    const double h = height(plain, x, y), u = h / 4 + 0.2 * bend("terraces", 48, x, y);
    const double expected = h + 4 * 0.6 * riser(u, 0.4);
    CHECK(height(stepped, x, y) == Approx(expected).margin(1e-5));
    CHECK(at(stepped, {x, y, expected + 0.01}) > 0);
    CHECK(at(stepped, {x, y, expected - 0.01}) < 0);
  }
}

TEST_CASE("terrace: at hardness 1 plateaus are level and steps between them are walls") {
  const Stack stepped = ground_with(terraces().set("hardness", 1));
  int level = 0;
  for (const auto [x, y] : columns(600)) {
    const double u = height(stepped, x, y) / 4 + 0.2 * bend("terraces", 48, x, y);
    level += std::fabs(u - std::floor(u + 0.5)) < 1e-5;
  }
  CHECK(level > 300);
}

TEST_CASE("layer_lines: hard and soft beds move a ground by no more than their depth") {
  const Stack plain = ground(), lined = ground_with(Entry("lines", "layer_lines"));
  double most = 0, sum = 0;
  for (const auto [x, y] : columns(600)) {
    const double moved = height(lined, x, y) - height(plain, x, y);
    most = std::max(most, std::fabs(moved)), sum += moved;
  }
  CHECK(most <= 0.25 + 1e-6);
  CHECK(most > 0.2);
  CHECK(std::fabs(sum / 600) < 0.03);
}

TEST_CASE("cliff: slopes under the limit stay to the bit, hillsides over it become walls") {
  const Stack plain = ground(), walled = ground_with(Entry("cliffs", "cliff"));
  int gentle = 0, steep = 0;
  int before = 0, after = 0;  // walls over 65°
  for (const At& at : columns(2000)) {
    const double x = at.x, y = at.y;
    const double g = broad(plain, x, y), h = height(plain, x, y);
    if (g <= tan_deg(29)) {
      ++gentle;
      CHECK(height(walled, x, y) == h);
      continue;
    }
    const double m = quintic((g - tan_deg(29)) / (tan_deg(41) - tan_deg(29)));
    const double u = h / 7 + 0.6 * bend("cliffs", 36, x, y);
    CHECK(height(walled, x, y) == Approx(h + 7 * 0.85 * 0.6 * m * riser(u, 0.3)).margin(1e-4));
    const auto slope = [&](const Stack& s) {
      return std::fabs(height(s, x + 0.5, y) - height(s, x, y)) / 0.5;
    };
    ++steep;
    if (g > tan_deg(50)) continue;  // a wall as it is
    before += slope(plain) > tan_deg(65), after += slope(walled) > tan_deg(65);
  }
  CHECK(gentle > 200);
  CHECK(steep > 200);
  CHECK(after > 2 * before);
  CHECK(after > 40);
}

TEST_CASE("terrace: what is carved into the ground above it stays carved") {
  StackScratch scratch;
  const double top = height(ground(), 0, 0);
  const Entry cave = ball("cave", 0, 0, top - 3, 4).join(Combine::subtract);
  const Stack before = compiled(recipe({air(), steep_ground(), terraces(), cave}));
  const Stack after = compiled(recipe({air(), steep_ground(), cave, terraces()}));
  const Block block({-32, -32, static_cast<std::int64_t>(8 * (top - 8))}, 35, 35, 35);
  CHECK(samples(before, block, {}, scratch) == samples(after, block, {}, scratch));
  CHECK(at(after, {0, 0, top - 3}) > 3);
}

TEST_CASE("terrace: fields under it read the new height, fields over it the old one") {
  const Stack plain = ground(), stepped = ground_with(terraces());
  const auto marked = [](bool below, double from) {
    Entry mark = Entry("mark", "box").point("at_m", {0, 0, 30}).point("size_m", {500, 500, 100});
    mark.where.any = {{band("below_ground_m", from, std::nullopt)}};
    mark.join(Combine::subtract);
    std::vector<Entry> list{air(), steep_ground()};
    if (below) list.push_back(terraces());
    list.push_back(mark);
    if (!below) list.push_back(terraces());
    return compiled(recipe(std::move(list)));
  };
  const Stack below = marked(true, 1), above = marked(false, 1);
  int differ = 0;
  for (const auto [x, y] : columns(60)) {
    if (std::fabs(x) > 240 || std::fabs(y) > 240) continue;
    const double h = height(stepped, x, y), old = height(plain, x, y);
    CHECK(at(below, {x, y, h - 1.01}) > 0);
    CHECK(at(below, {x, y, h - 0.99}) < 0);
    CHECK(at(above, {x, y, std::min(h, old - 1) - 0.01}) > 0);
    differ += std::fabs(h - old) > 0.1;
  }
  CHECK(differ > 10);
}

TEST_CASE("terrace: where, except and mask say where a ground is rewritten") {
  const Stack plain = ground(), full = ground_with(terraces());
  Entry east = terraces(), masked = terraces(), high = terraces();
  east.where.any = {{band("x_m", 0, std::nullopt)}};
  masked.mask.kind = Mask::Kind::number, masked.mask.number = 0.5;
  high.where.any = {{band("height_m", 30, std::nullopt)}};
  const Stack by_x = ground_with(east), half = ground_with(masked), by_z = ground_with(high);
  for (const auto [x, y] : columns(200)) {
    const double h = height(plain, x, y), all = height(full, x, y);
    CHECK(height(by_x, x, y) == (x >= 0 ? all : h));
    CHECK(height(half, x, y) == Approx(h + 0.5 * (all - h)).margin(1e-5));
    CHECK(height(by_z, x, y) == Approx(static_cast<float>(h) >= 30 ? all : h).margin(1e-5));
  }
}

TEST_CASE("terrace: the rock of its own stack is not known to a ground") {
  Entry deep = terraces(), driven = terraces().by("hardness", "rock_m", {{0, 0, 0}, {2, 1, 1}});
  deep.where.any = {{band("rock_m", 0, std::nullopt)}};
  CHECK(compile_error(recipe({air(), steep_ground(), deep})) == "field.not_ground");
  CHECK(compile_error(recipe({air(), steep_ground(), driven})) == "field.not_ground");
  CHECK(compile_error(recipe({rock(), hall(), driven})).empty());
}

TEST_CASE("terrace: in a group without a ground it works on the group's own rock") {
  StackScratch scratch;
  Entry caves("caves", std::vector<Entry>{rock(),
                                          Entry("rooms", "slab")
                                              .set("floor_m", 8)
                                              .set("ceiling_m", 14)
                                              .set("ceiling_relief_m", 1)
                                              .join(Combine::subtract),
                                          terraces()});
  caves.group[0].id = "caves.rock";
  caves.join(Combine::subtract);
  const Stack stack = compiled(recipe({air(), steep_ground(), caves}));
  for (const auto [x, y] : columns(50)) CHECK(height(stack, x, y) == height(ground(), x, y));
  caves.group.pop_back();
  const Stack smooth = compiled(recipe({air(), steep_ground(), caves}));
  const Block block({-16, -16, 48}, 32, 32, 32);
  CHECK(samples(stack, block, {}, scratch) != samples(smooth, block, {}, scratch));
}

TEST_CASE("overhang: rock is added between h and h + height alone, with air under it") {
  const Stack plain = ground(), hung = ground_with(Entry("lips", "overhang"));
  int added = 0, free = 0;
  for (const auto [x, y] : columns(2500)) {
    const double h = height(plain, x, y);
    CHECK(height(hung, x, y) == h);
    bool air_below = false;
    for (double v = -1.875; v < 9; v += 0.25) {
      const bool rock = at(hung, {x, y, h + v}) < 0, was = at(plain, {x, y, h + v}) < 0;
      if (was) CHECK(rock);
      if (rock && !was) CHECK((v > 0 && v <= 6));
      added += rock && !was;
      free += rock && air_below;
      air_below = air_below || (!rock && v > 0);
    }
  }
  CHECK(added > 500);
  CHECK(free > 200);
}

TEST_CASE("overhang: gentle ground carries none, and without a ground it is an error") {
  const Stack plain = ground(), hung = ground_with(Entry("lips", "overhang"));
  int gentle = 0;
  for (const auto [x, y] : columns(1500)) {
    if (steepest_rise(plain, x, y, 5) > tan_deg(40)) continue;
    ++gentle;
    const Vec3 p{x, y, height(plain, x, y) + 1};
    CHECK(bits(at(hung, p)) == bits(at(plain, p)));
  }
  CHECK(gentle > 200);
  CHECK(compile_error(recipe({rock(), hall(), Entry("lips", "overhang")})) == "field.no_ground");
}
