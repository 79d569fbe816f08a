// Water in views: swallows light by depth, mirrors at a glance, and is no place to stand in deep.
#include "passes/pictures/water.hpp"

#include <catch2/catch.hpp>

#include "passes/pictures/pictures.hpp"
#include "support/synthetic.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

/// A basin of 24 × 16 × 9 m whose floor falls from −0.5 m in the west to −5.5 m in the east.
double basin(Vec3 p) {
  const double floor = -3 - 0.21 * p.x;
  return std::min({12 - std::fabs(p.x), 8 - std::fabs(p.y), (p.z - floor) * 0.97, 5 - p.z});
}
constexpr Box3 kBasinBox{{-14, -10, -8}, {14, 10, 7}};

struct Basin {
  PictureMesh mesh = surface_of(basin, kBasinBox, 0.5);
  std::vector<Vec3> floors = floors_of(basin, kBasinBox, 0.5);
  Result<RayScene> rock = RayScene::build(mesh);
  Atmosphere air;

  Stage stage(double water_z) const {
    Stage s = stage_of(*rock, air);
    s.key = to_float(Vec3{0, 0, 4} - mesh.origin);
    s.has_water = true;
    s.water_z = static_cast<float>(water_z - mesh.origin.z);
    return s;
  }
  Vec3f at(Vec3 p) const { return to_float(p - mesh.origin); }
};

const Basin& sample() {
  static const Basin b;
  return b;
}

/// What arrives from straight below the eye, with all of it from white rock.
Rgb from_below(const Stage& stage, Vec3 eye) {
  const Vec3f from = sample().at(eye), down{0, 0, -1};
  const Surface s = seen(stage, from, down);
  REQUIRE(s.kind == SurfaceKind::rock);
  return through_water(stage, from, down, s, {1, 1, 1});
}

}  // namespace

TEST_CASE("water: the deeper the ground, the less light comes from it") {
  REQUIRE(sample().rock);
  const Stage stage = sample().stage(0);
  float before = 2;
  for (const double x : {-10.0, -5.0, 0.0, 5.0, 10.0}) {
    const Rgb light = from_below(stage, {x, 0, 2});
    CHECK(luminance(light) < before);
    before = luminance(light);
  }
  CHECK(before < 0.5f);
}

TEST_CASE("water: the hue of the fog goes farthest") {
  Basin blue;
  blue.air.fog_color = "#204080";
  const Rgb light = from_below(blue.stage(0), {8, 0, 2});
  CHECK(light.b > light.g);
  CHECK(light.g > light.r);
}

TEST_CASE("water: it lies below what stands out of it and is nowhere without a crossing") {
  const Stage stage = sample().stage(-20);
  const Rgb dry = from_below(stage, {0, 0, 2});
  CHECK(dry.r == 1.0f);
  CHECK(dry.b == 1.0f);
  const Stage deep = sample().stage(3);
  const Vec3f eye = sample().at({0, 0, 0}), up{0, 0, 1};
  const Surface roof = seen(deep, eye, up);
  REQUIRE(roof.kind == SurfaceKind::rock);
  // From below: three metres of water, then air.
  const Rgb below = through_water(deep, eye, up, roof, {1, 1, 1});
  CHECK(luminance(below) < 1);
  CHECK(luminance(below) > luminance(through_water(sample().stage(6), eye, up, roof, {1, 1, 1})));
}

TEST_CASE("water: at a glance it mirrors, from above it shows its ground") {
  const Stage stage = sample().stage(0);
  const Vec3f eye = sample().at({-9, 0, 0.6});
  const auto share_of_ground = [&](Vec3f direction) {
    const Surface s = seen(stage, eye, direction);
    const Rgb bright = through_water(stage, eye, direction, s, {10, 10, 10});
    const Rgb black = through_water(stage, eye, direction, s, {0, 0, 0});
    return (luminance(bright) - luminance(black)) / 10;
  };
  const float down = share_of_ground({0, 0, -1});
  const float glance = share_of_ground(unit_of(Vec3f{1, 0, -0.07f}));
  CHECK(down > 0.5f);
  CHECK(glance < 0.5f * down);
}

TEST_CASE("water: views stand where people wade at most") {
  const auto views = [&](bool water, double level) {
    ViewsInput input{sample().mesh, sample().floors,        {0, 0, 0}, kBasinBox,
                     sample().air,  {"season", "basin", 1}, 3};
    input.width = 160, input.height = 90;
    input.has_water = water, input.water_z_m = level;
    const Result<ViewSet> set = draw_views(input, serial_executor());
    REQUIRE(set);
    REQUIRE_FALSE(set->views.empty());
    return *set;
  };
  double deepest_dry = 1e9, deepest_wet = 1e9;
  for (const View& v : views(false, 0).views) deepest_dry = std::min(deepest_dry, v.eye.z);
  for (const View& v : views(true, -1.5).views) deepest_wet = std::min(deepest_wet, v.eye.z);
  CHECK(deepest_dry < -1.5);
  CHECK(deepest_wet > -1.5 + 0.9);
}

TEST_CASE("water: pixels do not depend on threads or order") {
  const auto picture = [&](const Executor& executor) {
    const Camera camera = Camera::turned(sample().at({-9, 0, 1.5}), 5, -12);
    return render(sample().stage(0), camera, 96, 54, executor);
  };
  const Frame2D one = picture(serial_executor());
  for (const auto& executor : {make_thread_executor(3), make_shuffled_executor(5)}) {
    const Frame2D other = picture(*executor);
    std::size_t differing = 0;
    for (std::size_t i = 0; i < one.color.size(); ++i)
      differing += one.color[i].r != other.color[i].r || one.color[i].b != other.color[i].b;
    CHECK(differing == 0);
  }
}
