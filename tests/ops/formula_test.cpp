// The formulas of the operators' headers, recomputed by hand.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "compiler/hash.hpp"
#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

Entry heightfield() { return Entry("ground", "heightfield").join(Combine::union_); }

double quintic(double s) { return s * s * s * (s * (s * 6 - 15) + 10); }

}  // namespace

TEST_CASE("roughness: d + amount · fbm · w within twice the reach, beyond it to the bit nothing") {
  const double amount = 0.5, reach = kNoiseSup * amount;
  const Stack smooth = compiled(recipe({rock(), ball("b", 0, 0, 30, 8).join(Combine::subtract)}));
  const Stack rough = compiled(recipe({rock(), ball("b", 0, 0, 30, 8).join(Combine::subtract),
                                       Entry("skin", "roughness").set("amount_m", amount)}));
  const Fbm f = make_fbm(draw(7, string_hash("skin"), 1), 1.0 / 5, 4);
  int moved = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec3 p{(i % 23) - 11.0, (i * 7 % 23) - 11.0, 30 + (i * 3 % 23) - 11.0};
    const float d = at(smooth, p), got = at(rough, p);
    if (std::fabs(d) >= 2.001 * reach) {
      CHECK(bits(got) == bits(d));
      continue;
    }
    const double w = 1 - quintic(std::clamp((std::fabs(d) - reach) / reach, 0.0, 1.0));
    CHECK(got == Approx(d + amount * fbm_point(f, p.x, p.y, p.z) * w).margin(1e-5));
    moved += got != d;
  }
  CHECK(moved > 300);
}

TEST_CASE("slab: floor and ceiling stay within their relief, the hall between is air") {
  const Stack stack = compiled(recipe({rock(), hall().set("floor_relief_m", 2)}));
  for (int i = 0; i < 400; ++i) {
    const double x = i * 3.7 - 700, y = i * 1.9;
    CHECK(at(stack, {x, y, 13.9}) < 0);
    CHECK(at(stack, {x, y, 18.1}) > 0);
    CHECK(at(stack, {x, y, 35.3}) > 0);
    CHECK(at(stack, {x, y, 41.5}) < 0);
  }
}

TEST_CASE("slab: a hall too low to walk in is an error") {
  CHECK(compile_error(recipe({rock(), hall().set("ceiling_m", 22)})) == "coupled.slab_height");
  CHECK(compile_error(recipe({rock(), hall().set("ceiling_m", 23.1)})).empty());
  CHECK(compile_error(recipe({rock(), hall().by("floor_m", "x_m", {{0, 16, 16}, {9, 33, 33}})})) ==
        "coupled.slab_height");
}

TEST_CASE("box: rounding above half of the least size is an error") {
  const Entry b = Entry("b", "box").point("at_m", {0, 0, 30}).point("size_m", {6, 4, 1});
  CHECK(compile_error(recipe({rock(), Entry(b).join(Combine::subtract)})).empty());
  CHECK(compile_error(recipe({rock(), Entry(b).set("round_m", 0.6).join(Combine::subtract)})) ==
        "coupled.box_round");
}

TEST_CASE("box: exact distances, turned") {
  const Stack stack = compiled(recipe({air(), Entry("b", "box")
                                                  .point("at_m", {10, 0, 30})
                                                  .point("size_m", {8, 4, 6})
                                                  .set("round_m", 0)
                                                  .set("turn_deg", 90)
                                                  .join(Combine::union_)}));
  CHECK(at(stack, {10, 0, 30}) == Approx(-2));
  CHECK(at(stack, {13, 0, 30}) == Approx(1));
  CHECK(at(stack, {10, 6, 30}) == Approx(2));
  CHECK(at(stack, {13, 5, 30}) == Approx(std::sqrt(2.0)));
}

TEST_CASE("capsule and ellipsoid: surfaces stand where they are put") {
  const Stack stack = compiled(recipe({air(),
                                       Entry("c", "capsule")
                                           .point("at_m", {0, 0, 20})
                                           .point("to_m", {10, 0, 20})
                                           .set("radius_m", 2)
                                           .join(Combine::union_),
                                       Entry("e", "ellipsoid")
                                           .point("at_m", {40, 0, 20})
                                           .point("radii_m", {6, 3, 2})
                                           .join(Combine::union_)}));
  CHECK(at(stack, {5, 2, 20}) == Approx(0).margin(1e-5));
  CHECK(at(stack, {-2, 0, 20}) == Approx(0).margin(1e-5));
  CHECK(at(stack, {46, 0, 20}) == Approx(0).margin(1e-5));
  CHECK(at(stack, {40, 3, 20}) == Approx(0).margin(1e-5));
  CHECK(at(stack, {40, 0, 22}) == Approx(0).margin(1e-5));
  CHECK(at(stack, {40, 0, 20}) == Approx(-2));
}

TEST_CASE("heightfield: density is 0 at the ground, air above, and distance-like near it") {
  const Stack stack = compiled(recipe({air(), heightfield()}));
  StackScratch scratch;
  double steepest = 0, flattest = 9;
  for (int i = 0; i < 400; ++i) {
    const double x = i * 5.3 - 900, y = i * 2.7;
    const double h = stack.ground_at(x, y, scratch);
    CHECK(at(stack, {x, y, h}) == Approx(0).margin(1e-4));
    CHECK(at(stack, {x, y, h + 0.1}) > 0);
    const double e = 0.05;
    const double gx = (at(stack, {x + e, y, h}) - at(stack, {x - e, y, h})) / (2 * e);
    const double gy = (at(stack, {x, y + e, h}) - at(stack, {x, y - e, h})) / (2 * e);
    const double gz = (at(stack, {x, y, h + e}) - at(stack, {x, y, h - e})) / (2 * e);
    const double g = std::sqrt(gx * gx + gy * gy + gz * gz);
    steepest = std::max(steepest, g), flattest = std::min(flattest, g);
  }
  CHECK(steepest < 1.25);
  CHECK(flattest > 0.8);
}

TEST_CASE("heightfield: the shore is flat at the water level and untouched away from it") {
  StrateFrame wet = frame();
  wet.has_water = true;
  wet.water_m = 16;
  const Recipe r = recipe({air(), heightfield().set("beach_m", 3)});
  const Stack dry = compiled(r), shore = compiled(r, wet);
  StackScratch scratch;
  int near = 0;
  for (int i = 0; i < 2000; ++i) {
    const double x = i * 2.3, y = i * 0.7;
    const double t = dry.ground_at(x, y, scratch) - 16, s = shore.ground_at(x, y, scratch) - 16;
    if (std::fabs(t) >= 3) {
      CHECK(s == t);
      continue;
    }
    ++near;
    CHECK(s == Approx(t * (0.4 + 0.6 * t * t / 9)).margin(1e-9));
  }
  CHECK(near > 200);
}

TEST_CASE("heightfield: the climate map calms the plains") {
  Entry calm = heightfield().set("relief_influence", 1), wild = heightfield();
  wild.set("relief_influence", 0);
  const Stack a = compiled(recipe({air(), calm})), b = compiled(recipe({air(), wild}));
  StackScratch scratch;
  double calm_rise = 0, wild_rise = 0;
  for (int i = 0; i < 1000; ++i) {
    const double x = i * 11.0, y = i * 7.0;
    calm_rise += std::fabs(a.ground_at(x, y, scratch) - 16);
    wild_rise += std::fabs(b.ground_at(x, y, scratch) - 16);
  }
  CHECK(calm_rise < 0.8 * wild_rise);
}

TEST_CASE("sky_cap: rock above the roof, air below it, ridges hang down") {
  const Stack plain = compiled(recipe({air(), Entry("sky", "sky_cap").join(Combine::union_)}));
  const Stack ridged =
      compiled(recipe({air(), Entry("sky", "sky_cap").set("ridges_m", 4).join(Combine::union_)}));
  int hangs = 0;
  for (int i = 0; i < 400; ++i) {
    const double x = i * 3.1 - 600, y = i * 1.7;
    CHECK(at(plain, {x, y, 63}) < 0);
    CHECK(at(plain, {x, y, 58.7}) > 0);
    hangs += at(ridged, {x, y, 58.7}) < 0;
    CHECK(at(ridged, {x, y, 54.7}) > 0);
  }
  CHECK(hangs > 100);
}

TEST_CASE("noise: a feature below the coarsest step is refused") {
  CHECK(compile_error(recipe(
            {rock(), hall(), Entry("r", "roughness").set("scale_m", 1).set("octaves", 4)})) ==
        "param.too_fine");
  CHECK(compile_error(
            recipe({rock(), hall(), Entry("r", "roughness").set("scale_m", 1).set("octaves", 3)}))
            .empty());
}
