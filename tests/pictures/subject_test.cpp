// The view that shows most of a subject.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "passes/pictures/pictures.hpp"
#include "support/synthetic.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

constexpr Vec3 kPillar{9, -3, 0};

double to_pillar(Vec3 p) { return std::hypot(p.x - kPillar.x, p.y - kPillar.y) - 0.8; }

/// A hall of 28 × 12 × 7 m with one pillar.
double hall(Vec3 p) {
  const double box = std::min({14 - std::fabs(p.x), 6 - std::fabs(p.y), p.z, 7 - p.z});
  return std::min(box, to_pillar(p));
}
constexpr Box3 kHallBox{{-16, -8, -2}, {16, 8, 9}};

struct Hall {
  PictureMesh mesh = surface_of(hall, kHallBox, 0.5);
  std::vector<Vec3> floors = floors_of(hall, kHallBox, 0.5);
  Atmosphere air;
  ViewsInput input() const {
    ViewsInput in{mesh, floors, {0, 0, 0}, kHallBox, air, {"season", "hall", 42}, 1};
    in.width = 320, in.height = 180;
    return in;
  }
};

}  // namespace

TEST_CASE("subject: the camera looks at it, from where it is seen whole") {
  const Hall hall_set;
  const auto pillar = [](Vec3 p) { return to_pillar(p) < 0.3; };
  const auto view = draw_view_of(hall_set.input(), pillar, serial_executor());
  REQUIRE(view);
  REQUIRE(*view);
  const Vec3 to = kPillar - (*view)->eye;
  const double away = std::hypot(to.x, to.y);
  CHECK(away > 2.5);
  CHECK(away < 12);
  CHECK((to.x * (*view)->forward.x + to.y * (*view)->forward.y) / away > std::cos(0.6));
  const auto again = draw_view_of(hall_set.input(), pillar, *make_thread_executor(3));
  REQUIRE((again && *again));
  CHECK((*again)->image.rgb == (*view)->image.rgb);
}

TEST_CASE("subject: overhead it is looked up to; what is seen from nowhere has no view") {
  const Hall hall_set;
  const auto spot = [](Vec3 p) { return p.z > 6.5 && std::hypot(p.x + 9, p.y) < 2; };
  const auto up = draw_view_of(hall_set.input(), spot, serial_executor());
  REQUIRE((up && *up));
  CHECK((*up)->forward.z > 0.2);
  const auto none = draw_view_of(
      hall_set.input(), [](Vec3) { return false; }, serial_executor());
  REQUIRE(none);
  CHECK_FALSE(*none);
}
