#include "passes/pictures/canvas.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "passes/pictures/caption.hpp"
#include "passes/pictures/glyphs.hpp"

using namespace strate;

namespace {

int inked(const RgbImage& image) {
  int n = 0;
  for (const std::uint8_t v : image.rgb) n += v != 0;
  return n;
}

}  // namespace

TEST_CASE("glyphs: every printable letter is a chain of places on the grid within its width") {
  for (char32_t c = 0x20; c < 0x7f; ++c) {
    const Glyph g = glyph_of(c);
    INFO("code " << static_cast<unsigned>(c));
    if (c != ' ') CHECK_FALSE(g.strokes.empty());
    std::size_t start = 0;
    for (std::size_t i = 0; i <= g.strokes.size(); ++i) {
      if (i < g.strokes.size() && g.strokes[i] != ',') continue;
      REQUIRE((i - start) % 2 == 0);
      for (std::size_t k = start; k < i; k += 2) {
        REQUIRE((g.strokes[k] >= '0' && g.strokes[k] - '0' <= g.width));
        REQUIRE((g.strokes[k + 1] >= '0' && g.strokes[k + 1] <= '8'));
      }
      start = i + 1;
    }
  }
}

TEST_CASE("glyphs: no two printable letters look the same") {
  for (char32_t a = 0x21; a < 0x7f; ++a)
    for (char32_t b = a + 1; b < 0x7f; ++b)
      REQUIRE(
          (glyph_of(a).strokes != glyph_of(b).strokes || glyph_of(a).width != glyph_of(b).width));
}

TEST_CASE("glyphs: broken UTF-8 never stops the text") {
  for (std::string_view text : {"\xff"
                                "a",
                                "\xe2\x82"
                                "a",
                                "\xc3"
                                "a",
                                "\xf0\x9f\x98"
                                "a"}) {
    CHECK(take_code_point(text) == 0xfffd);
    while (text.size() > 1) take_code_point(text);
    CHECK(take_code_point(text) == 'a');
    CHECK(text.empty());
  }
  std::string_view good = "\u00b7\u2212";
  CHECK(take_code_point(good) == 0xb7);
  CHECK(take_code_point(good) == 0x2212);
}

TEST_CASE("canvas: text stays between its baseline and its width") {
  RgbImage image(400, 60);
  const std::string text = "strate 0123 gjpqy";
  draw_text(image, 20, 40, 12, text, {255, 255, 255});
  CHECK(inked(image) > 300);
  const int right = 20 + static_cast<int>(text_width(text, 12));
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      if (x < 17 || x > right + 2 || y < 25 || y > 47) REQUIRE(image.pixel(x, y)[0] == 0);
}

TEST_CASE("canvas: a line that crosses itself is covered once") {
  RgbImage image(40, 40);
  const std::vector<Dot> cross{{5, 5}, {35, 35}, {35, 5}, {5, 35}};
  stroke(image, cross, 4, {200, 200, 200}, 0.5);
  for (const std::uint8_t v : image.rgb) REQUIRE(v <= 100);
  CHECK(image.pixel(20, 20)[0] == 100);
}

TEST_CASE("canvas: drawing beyond the picture changes nothing and harms nothing") {
  RgbImage image(20, 20);
  const std::vector<Dot> far{{-500, -500}, {-400, 900}, {1e7, 1e7}};
  stroke(image, far, 3, {255, 255, 255});
  disc(image, {-50, 10}, 5, {255, 0, 0});
  ring(image, {10, 400}, 5, 2, {255, 0, 0});
  fill(image, -10, -10, 0, 0, {255, 255, 255});
  CHECK(inked(image) == 0);
}

TEST_CASE("caption: one decimal, a true minus, no negative zero") {
  CHECK(one_decimal(0) == "0.0");
  CHECK(one_decimal(-0.04) == "0.0");
  CHECK(one_decimal(12.25) == "12.3");
  CHECK(one_decimal(-101.6) == "\u2212101.6");
}

TEST_CASE("caption: a long text is made smaller until it fits the bar") {
  RgbImage image(300, 80);
  draw_caption(image, std::string(200, 'm'));
  for (int y = 0; y < image.height - kCaptionHeight; ++y)
    for (int x = 0; x < image.width; ++x) REQUIRE(image.pixel(x, y)[0] == 0);
  // The last letter ends before the picture does.
  int rightmost = 0;
  for (int y = image.height - kCaptionHeight + 2; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      if (image.pixel(x, y)[0] > 60) rightmost = std::max(rightmost, x);
  CHECK(rightmost > 200);
  CHECK(rightmost < 290);
}
