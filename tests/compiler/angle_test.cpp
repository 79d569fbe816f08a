// Angles by our own series agree with libm and are exact where people notice.
#include "compiler/angle.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace strate;

TEST_CASE("angles: turns are within 1e-12 of libm and exact at quarters") {
  constexpr double kPi = 3.14159265358979323846;
  for (int i = -7200; i <= 7200; ++i) {
    const double deg = i * 0.1 + 0.013;
    const Turn t = turn_of(deg);
    CHECK(std::fabs(t.cosine - std::cos(deg * kPi / 180)) < 1e-12);
    CHECK(std::fabs(t.sine - std::sin(deg * kPi / 180)) < 1e-12);
  }
  CHECK((turn_of(90).cosine == 0 && turn_of(90).sine == 1));
  CHECK((turn_of(180).cosine == -1 && turn_of(180).sine == 0));
  CHECK((turn_of(-90).cosine == 0 && turn_of(-90).sine == -1));
  CHECK((turn_of(360).cosine == 1 && turn_of(360).sine == 0));
}

TEST_CASE("angles: the arc tangent is within 1e-8 degrees, rises, and ends at 90") {
  double last = -1;
  for (int i = 0; i <= 20000; ++i) {
    const double slope = i * i * 1e-6, deg = atan_deg(slope);
    CHECK(std::fabs(deg - std::atan(slope) * 57.29577951308232) < 1e-8);
    CHECK(deg >= last);
    last = deg;
  }
  CHECK(atan_deg(1) == 45);
  CHECK(atan_deg(INFINITY) == 90);
}

TEST_CASE("angles: the tangent undoes the arc tangent") {
  for (double deg : {0.0, 1.0, 15.0, 35.0, 44.8, 60.0, 89.0})
    CHECK(std::fabs(atan_deg(tan_deg(deg)) - deg) < 1e-7);
}
