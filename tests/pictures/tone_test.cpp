#include "passes/pictures/tone.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace strate;

TEST_CASE("tone: every sRGB byte survives the way to linear light and back") {
  for (int i = 0; i < 256; ++i) {
    const auto b = static_cast<std::uint8_t>(i);
    REQUIRE(srgb_byte(linear_of(b, 0, 0).r) == b);
  }
  CHECK(srgb_byte(-1) == 0);
  CHECK(srgb_byte(9) == 255);
}

TEST_CASE("tone: dithering keeps bytes that are exact and splits those between") {
  for (int i = 0; i < 255; ++i) {
    const auto b = static_cast<std::uint8_t>(i);
    const float low = linear_of(b, 0, 0).r;
    const float high = linear_of(static_cast<std::uint8_t>(i + 1), 0, 0).r;
    REQUIRE(srgb_byte(low, 0.03f) == b);
    REQUIRE(srgb_byte(low + 0.75f * (high - low), 0.7f) == b + 1);
    REQUIRE(srgb_byte(low + 0.75f * (high - low), 0.8f) == b);
  }
  CHECK(srgb_byte(7, 0.1f) == 255);
}

TEST_CASE("tone: linear light agrees with the sRGB standard") {
  for (int i = 0; i < 256; i += 5) {
    const double v = i / 255.0;
    const double want = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    REQUIRE(static_cast<double>(linear_of(static_cast<std::uint8_t>(i), 0, 0).r) ==
            Approx(want).margin(1e-6));
  }
}

TEST_CASE("tone: a colour of six hex digits is read, anything else is mid grey") {
  const Rgb c = linear_of("#ff8000");
  CHECK(srgb_byte(c.r) == 0xff);
  CHECK(srgb_byte(c.g) == 0x80);
  CHECK(srgb_byte(c.b) == 0x00);
  for (const char* bad : {"", "#ff80", "ff8000", "#gg8000"})
    CHECK(srgb_byte(linear_of(bad).r) == 128);
}

TEST_CASE("tone: the film curve rises from black to white") {
  float last = -1;
  for (int i = 0; i <= 400; ++i) {
    const float v = filmic({static_cast<float>(i) * 0.05f, 0, 0}).r;
    REQUIRE(v >= last);
    REQUIRE(v <= 1);
    last = v;
  }
  CHECK(filmic({}).r == 0);
  CHECK(last > 0.95f);
}

TEST_CASE("tone: fog falls monotonically and stays near the exponential") {
  float last = 2;
  for (int i = 0; i <= 60; ++i) {
    const float x = static_cast<float>(i) * 0.1f, v = fog_left(x);
    REQUIRE(v < last);
    REQUIRE(static_cast<double>(v) == Approx(std::exp(-static_cast<double>(x))).margin(2e-3));
    last = v;
  }
  CHECK(fog_left(1e9f) >= 0);
}
