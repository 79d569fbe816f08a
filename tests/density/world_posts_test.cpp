#include <cmath>
#include <random>

#include "passes/density/passage_distance.hpp"
#include "passes/density/tube.hpp"
#include "tests/density/support/world_sample.hpp"

using namespace strate;

namespace {

Um um(double m) { return static_cast<Um>(std::floor(m * 1e6 + 0.5)); }

float at(const World& world, Vec3 p, Scratch& scratch, Layers layers = {}) {
  return world.at(um(p.x), um(p.y), um(p.z), layers, scratch);
}

struct Even {
  std::mt19937_64 random{5};
  double operator()(double lo, double hi) {
    return lo + (hi - lo) * static_cast<double>(random() >> 11) / 9007199254740992.0;
  }
};

/// Void strates: everything that stands there, the posts built.
WorldDef open_world() {
  WorldDef def = sample::small_world();
  for (StrateWorld& s : def.strates) s.recipe = sample::nothing();
  return def;
}

}  // namespace

TEST_CASE("posts: bands are rock except in tubes", "[world_posts]") {
  for (WorldDef def : {sample::small_world(), open_world()}) {
    const World world = sample::compiled(def);
    Scratch scratch;
    const IndexBox bands[] = {{{-250, 0, -16}, {330, 48, 1}},       // ceiling of a
                              {{-250, 0, -144}, {330, 48, -111}},   // bedrock of a, ceiling of b
                              {{-250, 0, -256}, {330, 48, -239}}};  // bedrock of b
    std::size_t air = 0, wrong = 0;
    for (const IndexBox& band : bands)
      for (std::int64_t z = band.lo.z; z < band.hi.z; ++z)
        for (std::int64_t y = band.lo.y; y < band.hi.y; y += 2)
          for (std::int64_t x = band.lo.x; x < band.hi.x; x += 2) {
            const Vec3 p{x * 0.125, y * 0.125, z * 0.125};
            if (at(world, p, scratch) < 0) continue;
            ++air;
            wrong += opening_distance(def.passages[0], p) > 1.0 / 1024;
          }
    CHECK(wrong == 0);
    CHECK(air > 1000);  // the tube itself is open
  }
}

TEST_CASE("posts: without a passage the bands hold even under a void", "[world_posts]") {
  WorldDef def = open_world();
  def.passages.clear();
  const World world = sample::compiled(def);
  Scratch scratch;
  Even even;
  for (int i = 0; i < 4000; ++i) {
    const double depth = even(0, 2);
    const Vec3 p{even(-60, 60), even(-60, 60), i % 2 ? -depth : -16 + depth};
    REQUIRE(at(world, p, scratch) < 0);
  }
  CHECK(at(world, {0, 0, -2.5}, scratch) >= 0);
  CHECK(world.decider_at(um(20), um(20), um(-1), scratch) == "boundary_seal");
}

TEST_CASE("posts: the tube is clear inside its radius, rock beyond relief and under its floor",
          "[world_posts]") {
  const WorldDef def = open_world();
  const Passage& p = def.passages[0];
  const World world = sample::compiled(def);
  Scratch scratch;
  Even even;
  double least_wall = 9, most_wall = 0;
  for (int i = 0; i < 3000; ++i) {
    // Inside the first jacket and inside the bands, where there is rock to stand out against.
    const double x = i % 2 ? even(-22, -12) : even(-8, 8);
    const TubePlace place = nearest_place(p.path, {x, 3, -11 - (x + 27) * 0.25});
    const double side = even(-1, 1), up = even(0, 1);
    const double r = place.radius;
    const Vec3 inside{x, 3 + side * tube_half_floor(r) * 0.999,
                      place.floor.z + 0.01 + up * (kTubeCentre * r)};
    REQUIRE(at(world, inside, scratch) >= 0);
    REQUIRE(at(world, {x, inside.y, place.floor.z - even(0.01, 0.3)}, scratch) < 0);
    for (double wall = r; wall < r + 2 * kWallReliefM; wall += 0.02)
      if (at(world, {x, 3 + wall, place.floor.z + kTubeCentre * r}, scratch) < 0) {
        least_wall = std::min(least_wall, wall - r), most_wall = std::max(most_wall, wall - r);
        break;
      }
  }
  CHECK(least_wall >= 0);
  CHECK(most_wall <= kWallReliefM + 0.02);
  CHECK(most_wall - least_wall >= 0.2);
}

TEST_CASE("posts: landings are level, floored and clear", "[world_posts]") {
  for (const WorldDef& def : {sample::small_world(), open_world()}) {
    const World world = sample::compiled(def);
    Scratch scratch;
    Even even;
    for (const Landing* l : {&def.passages[0].departure, &def.passages[0].arrival})
      for (int i = 0; i < 2000; ++i) {
        const double x = even(-1, 1), y = even(-1, 1);
        if (x * x + y * y > 0.99) continue;
        const Vec3 p = l->floor + Vec3{x * l->half_width_m, y * l->half_width_m, 0};
        REQUIRE(at(world, p + Vec3{0, 0, even(0.001, l->height_m)}, scratch) >= 0);
        REQUIRE(at(world, p - Vec3{0, 0, even(0.001, l->floor_thickness_m - 0.001)}, scratch) < 0);
      }
  }
}

TEST_CASE("posts: origin rooms stand in rock and in the open, inside the seals", "[world_posts]") {
  WorldDef solid = sample::small_world();
  for (StrateWorld& s : solid.strates) s.recipe.stack.resize(1);
  for (const WorldDef& def : {solid, open_world()}) {
    const World world = sample::compiled(def);
    Scratch scratch;
    Even even;
    for (int i = 0; i < 2000; ++i) {
      const double x = even(-1, 1), y = even(-1, 1);
      if (x * x + y * y > 0.99) continue;
      REQUIRE(at(world, {1.5 + 3 * x, -2 + 3 * y, -11 + even(0.01, 2.99)}, scratch) >= 0);
      REQUIRE(at(world, {1.5 + 3 * x, -2 + 3 * y, -11 - even(0.01, 0.7)}, scratch) < 0);
    }
  }
  const World world = sample::compiled(solid);
  Scratch scratch;
  CHECK(world.decider_at(um(1.5), um(-2), um(-10), scratch) == "origin_room");
  CHECK(world.at(um(1.5), um(-2), um(-10), {Layers::Posts::native, nullptr, true}, scratch) < 0);
}

TEST_CASE("posts: the edge is open before the ramp and rock from the radius on", "[world_posts]") {
  WorldDef def = open_world();
  def.radius_um = 60 * kUmPerM;
  const World world = sample::compiled(def);
  Scratch scratch;
  CHECK(at(world, {0, -43, -5}, scratch) >= 0);
  CHECK(at(world, {0, -60, -5}, scratch) < 0);
  CHECK(at(world, {-50, -50, -5}, scratch) < 0);
  CHECK(world.decider_at(0, um(-60), um(-5), scratch) == "edge_seal");
  def.radius_um = 0;
  CHECK(at(sample::compiled(def), {0, -60, -5}, scratch) >= 0);
}

TEST_CASE("posts: an open entry is a shaft from the sky to the first origin room",
          "[world_posts]") {
  WorldDef def = sample::small_world();
  Scratch scratch;
  CHECK(at(sample::compiled(def), {0, 0, -1}, scratch) < 0);
  def.entry.open = true;
  const World world = sample::compiled(def);
  for (double z = -10.9; z < 30; z += 0.25) REQUIRE(at(world, {1.5, 0.5, z}, scratch) >= 0);
  CHECK(at(world, {0, 2.5, 8}, scratch) < 0);
  CHECK(at(world, {0, 0, -13}, scratch) < 0);
  CHECK(world.decider_at(0, 0, um(-1), scratch) == "surface_entry");
}

TEST_CASE("posts: a seam between two radii leaves no step in the floor", "[world_posts]") {
  const WorldDef def = open_world();
  const World world = sample::compiled(def);
  Scratch scratch;
  const std::vector<TubeNode>& path = def.passages[0].path;
  double before = -11;
  for (double x = -27.75; x < 37; x += 0.03125) {
    double z = nearest_place(path, {x, 3, before + 0.5}).floor.z - 0.25;
    REQUIRE(at(world, {x, 3, z}, scratch) < 0);
    while (at(world, {x, 3, z}, scratch) < 0) z += 1.0 / 512;
    REQUIRE(std::fabs(z - before) < 0.0125);  // a step of the slope, and the search's own
    before = z;
  }
}

TEST_CASE("posts: passage_m reads the way to the nearest tube, and far while passages are planned",
          "[world_posts]") {
  WorldDef def = sample::small_world();
  // Air instead of rock, only within 3 m of a passage.
  for (StrateWorld& s : def.strates) {
    s.recipe.stack = {sample::entry("rock", "solid"),
                      sample::entry("near", "void", Combine::subtract)};
    ScopeTerm term;
    term.field = "passage_m";
    term.band.hi = 3;
    s.recipe.stack[1].combine = Combine::replace;
    s.recipe.stack[1].where.any = {{term}};
  }
  const World world = sample::compiled(def);
  Scratch scratch;
  const TubePlace place = nearest_place(def.passages[0].path, {15, 3, -20});
  const Vec3 centre = place.floor + Vec3{0, 0, kTubeCentre * place.radius};
  CHECK(at(world, centre + Vec3{0, 1.75 + 2.5, 0}, scratch) >= 0);
  CHECK(at(world, centre + Vec3{0, 1.75 + 3.5, 0}, scratch) < 0);
  CHECK(at(world, centre + Vec3{0, 1.75 + 2.5, 0}, scratch,
           {Layers::Posts::planned, &def.passages[0], true}) < 0);
  const PassageShape shape(def.passages[0]);
  const std::vector<PassageShape> shapes{shape};
  const PassageDistances distances(shapes, -32);
  Even even;
  alignas(64) double x[kBlockRow], y[kBlockRow], z[kBlockRow];
  alignas(64) float out[kBlockRow];
  for (int i = 0; i < 300; ++i) {
    const Box3 box{{even(-60, 60), even(-30, 30), even(0, 32)}, {}};
    const Vec3 size{even(0, 8), even(0, 8), even(0, 8)};
    const Interval bound = distances.over({box.lo, box.lo + size});
    for (int k = 0; k < 50; ++k) {
      std::fill_n(x, kBlockRow, box.lo.x + size.x * even(0, 1));
      std::fill_n(y, kBlockRow, box.lo.y + size.y * even(0, 1));
      std::fill_n(z, kBlockRow, box.lo.z + size.z * even(0, 1));
      distances.distances({x, y, z, 1, 1, 1}, out);
      REQUIRE(bound.contains(static_cast<double>(out[0])));
    }
  }
}

TEST_CASE("edits: carve and fill act in order and may break a seal", "[world_posts]") {
  WorldDef def = sample::small_world();
  Scratch scratch;
  const Vec3 band{-40, -30, -15};
  CHECK(at(sample::compiled(def), band, scratch) < 0);
  def.edits = {{5, true, Edit::Shape::sphere, band, {}, 1.5, 0.25}};
  {
    const World world = sample::compiled(def);
    CHECK(at(world, band, scratch) == Approx(1.75));
    CHECK(at(world, band + Vec3{1.7, 0, 0}, scratch) >= 0);
    CHECK(at(world, band + Vec3{1.8, 0, 0}, scratch) < 0);
    CHECK(at(world, band, scratch, {Layers::Posts::planned, nullptr, true}) < 0);
    CHECK(world.decider_at(um(-40), um(-30), um(-15), scratch) == "player_edits");
  }
  def.edits.push_back({6, false, Edit::Shape::box, band, {0.5, 0.25, 0.25}, 0, 0});
  {
    const World world = sample::compiled(def);
    CHECK(at(world, band, scratch) == Approx(-0.25));
    CHECK(at(world, band + Vec3{0.6, 0, 0}, scratch) >= 0);
  }
  def.edits.push_back({7, true, Edit::Shape::capsule, band, band + Vec3{3, 0, 0}, 1, 0});
  {
    const World world = sample::compiled(def);
    CHECK(at(world, band + Vec3{3.9, 0, 0}, scratch) >= 0);
    CHECK(at(world, band + Vec3{4.1, 0, 0}, scratch) < 0);
    CHECK(at(world, band, scratch) >= 0);
  }
  std::swap(def.edits[1].seq, def.edits[2].seq);
  std::swap(def.edits[1], def.edits[2]);
  CHECK(at(sample::compiled(def), band, scratch) < 0);
}
