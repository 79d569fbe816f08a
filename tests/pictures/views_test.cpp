#include <catch2/catch.hpp>

#include "passes/pictures/pictures.hpp"
#include "passes/pictures/places.hpp"
#include "passes/pictures/rays.hpp"
#include "support/synthetic.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

/// A hall of 28 × 12 × 7 m with two pillars.
double hall(Vec3 p) {
  const double box = std::min({14 - std::fabs(p.x), 6 - std::fabs(p.y), p.z, 7 - p.z});
  const auto pillar = [&](double x, double y) {
    return std::sqrt((p.x - x) * (p.x - x) + (p.y - y) * (p.y - y)) - 1.1;
  };
  return std::min({box, pillar(-5, 2), pillar(6, -1.5)});
}
constexpr Box3 kHallBox{{-16, -8, -2}, {16, 8, 9}};

struct Set {
  PictureMesh mesh = surface_of(hall, kHallBox, 0.5);
  std::vector<Vec3> floors = floors_of(hall, kHallBox, 0.5);
  Atmosphere air;
  ViewsInput input(int count) const {
    return {mesh, floors, {0, 0, 0}, kHallBox, air, {"season", "hall", 42}, count};
  }
};

const Set& set() {
  static const Set s;
  return s;
}

}  // namespace

TEST_CASE(
    "farthest points: each sample lies as far as can be from those before, ties to the first") {
  const std::vector<Vec3> points{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {1, 1, 0}, {9, 9, 0}};
  FarthestPoints spread(points);
  spread.add(points[0]);
  CHECK(spread.next(1) == 4);
  spread.add(points[4]);
  CHECK(spread.next(1) == 1);
  spread.add(points[1]);
  CHECK(spread.next(1) == 2);
  spread.add(points[2]);
  CHECK(spread.next(2) == -1);
  CHECK(spread.next(1) == 3);
}

TEST_CASE("outlook: in a long hall the eye looks along it, and never stands in rock") {
  const Result<RayScene> rock = RayScene::build(set().mesh);
  REQUIRE(rock);
  const Vec3 origin = set().mesh.origin;
  const Box3 window{kHallBox.lo - origin, kHallBox.hi - origin};
  const Outlook o = outlook_at(*rock, to_float(Vec3{-12, 0, 0} - origin), window);
  REQUIRE(o.score > 0);
  CHECK(o.ahead.x > 0.85f);
  CHECK(o.free_m > 15);
  const Vec3f in_pillar = to_float(Vec3{-4.2, 2, -0.5} - origin);
  CHECK(outlook_at(*rock, in_pillar, window).score < 0);
}

TEST_CASE("views: pixels do not depend on threads or order") {
  const Result<ViewSet> one = draw_views(set().input(1), serial_executor());
  REQUIRE(one);
  REQUIRE(one->views.size() == 1);
  for (const auto& executor : {make_thread_executor(3), make_shuffled_executor(5)}) {
    const Result<ViewSet> other = draw_views(set().input(1), *executor);
    REQUIRE(other);
    CHECK(other->views[0].image.rgb == one->views[0].image.rgb);
  }
}

TEST_CASE("views: a hall gives bright, deep pictures with a figure in sight") {
  const Result<ViewSet> r = draw_views(set().input(2), *make_thread_executor(2));
  REQUIRE(r);
  REQUIRE(r->views.size() == 2);
  for (const View& v : r->views) {
    CHECK(v.image.width == kViewWidth);
    CHECK(v.image.height == kViewHeight + kCaptionHeight);
    CHECK(v.mean_luminance >= 0.08);
    CHECK(v.mean_luminance <= 0.9);
    CHECK(v.free_m >= 3);
    CHECK(v.has_marker);
    CHECK(v.marker_visible >= 0.6);
    CHECK(v.eye.z == Approx(kEyeHeightM).margin(0.2));
    CHECK(length(v.forward) == Approx(1).margin(1e-5));
  }
  const Vec3 apart = r->views[0].eye - r->views[1].eye;
  CHECK(length(apart) > 3);
  const std::string json = views_json(*r, {"season", "hall", 42});
  CHECK(json.find("\"marker_visible\": 1") != std::string::npos);
  CHECK(json.find("\"seed\": \"42\"") != std::string::npos);
}

TEST_CASE("views: a cell of two metres is refused, not drawn") {
  const auto cell = [](Vec3 p) {
    return std::min({1 - std::fabs(p.x), 1 - std::fabs(p.y), p.z, 2.6 - p.z});
  };
  constexpr Box3 box{{-3, -3, -1}, {3, 3, 4}};
  const PictureMesh mesh = surface_of(cell, box, 0.25);
  const std::vector<Vec3> floors = floors_of(cell, box, 0.25);
  REQUIRE_FALSE(floors.empty());
  const Atmosphere air;
  const Result<ViewSet> r =
      draw_views({mesh, floors, {0, 0, 0}, box, air, {"s", "cell", 1}, 2}, serial_executor());
  REQUIRE(r);
  CHECK(r->views.empty());
  CHECK(r->rejected > 0);
}

TEST_CASE("views: without a floor there is no view") {
  const PictureMesh nothing;
  const Atmosphere air;
  const Result<ViewSet> r = draw_views({nothing, {}, {}, {}, air, {}, 3}, serial_executor());
  REQUIRE(r);
  CHECK(r->views.empty());
}
