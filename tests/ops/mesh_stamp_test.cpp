// A shape's grid as a thing in a stack: where it lies, how it is turned, what the cap leaves.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

Entry stamp(Vec3 where, double turn_deg = 0) {
  Entry e("stamp", "mesh_stamp");
  Value file;
  file.kind = Value::Kind::file;
  file.name = asset_of(AssetKind::shape).file;
  return e.value("file", file)
      .point("at_m", {where.x, where.y, where.z})
      .set("turn_deg", turn_deg)
      .join(Combine::union_);
}

double roll(std::uint64_t salt, std::int64_t i, double r) {
  return (unit(draw_at(2, 3, salt, i, 0, 0)) * 2 - 1) * r;
}

}  // namespace

TEST_CASE("mesh_stamp: it lies at at_m, turned about the vertical, and ends in the cap") {
  const Vec3 where{12.5, -7.25, 30};
  const Stack plain = compiled(recipe({air(), stamp(where)}));
  const Stack turned = compiled(recipe({air(), stamp(where, 90)}));
  for (std::int64_t i = 0; i < 2000; ++i) {
    const Vec3 p{roll(1, i, 9), roll(2, i, 9), roll(3, i, 9)};
    const double d = std::min(balls(p), kCapM);
    const double margin = std::fabs(d) < 1 ? 0.05 : 0.2;  // a quarter metre's cells, and bricks
    CHECK(static_cast<double>(at(plain, where + p)) == Approx(d).margin(margin));
    CHECK(static_cast<double>(at(turned, where + Vec3{-p.y, p.x, p.z})) ==
          Approx(d).margin(margin));
  }
  CHECK(at(plain, {12.5, -7.25, 60}) == static_cast<float>(kCapM));
}

TEST_CASE("mesh_stamp: rock in air by union, air in rock by subtract, and textures work on it") {
  const Vec3 where{0, 0, 30};
  const Stack rock_in_air = compiled(recipe({air(), stamp(where)}));
  const Stack air_in_rock = compiled(recipe({rock(), stamp(where).join(Combine::subtract)}));
  const Stack rough =
      compiled(recipe({air(), stamp(where), Entry("skin", "roughness").set("amount_m", 0.3)}));
  float moved = 0;
  for (std::int64_t i = 0; i < 500; ++i) {
    const Vec3 p = where + Vec3{roll(1, i, 4), roll(2, i, 4), roll(3, i, 4)};
    CHECK((at(rock_in_air, p) < 0) != (at(air_in_rock, p) < 0));
    moved = std::max(moved, std::fabs(at(rough, p) - at(rock_in_air, p)));
  }
  CHECK(moved > 0.05f);
}

TEST_CASE("mesh_stamp: around it everything is proven by bounds") {
  const Stack stack = compiled(recipe({air(), stamp({0, 0, 30}, 30)}));
  StackScratch scratch;
  int proven = 0, all = 0;
  for (double x = -16; x < 16; x += 1)
    for (double y = -16; y < 16; y += 1)
      for (double z = 14; z < 46; z += 1, ++all) {
        const Interval b = stack.bound({{x, y, z}, {x + 1, y + 1, z + 1}}, {}, scratch);
        proven += b.lo >= kBandM || b.hi <= -kBandM;
      }
  CHECK(proven * 100 > all * 97);
  const Interval far = stack.bound({{40, -16, 14}, {90, 90, 46}}, {}, scratch);
  CHECK(far.lo >= kCapM - 0.01);
}

TEST_CASE("mesh_stamp: an asset of another scale or kind is no shape for it") {
  CHECK(compile_error(recipe({air(), stamp({0, 0, 30})})).empty());
  CHECK(compile_error(recipe({air(), stamp({0, 0, 30}).set("scale", 2)})) == "asset.wrong_scale");
  Value heights;
  heights.kind = Value::Kind::file;
  heights.name = asset_of(AssetKind::heights).file;
  CHECK(compile_error(recipe({air(), stamp({0, 0, 30}).value("file", heights)})) ==
        "asset.wrong_kind");
}
