// Drawing on finished pictures: lines, rings and letters with smooth edges.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "formats/files/png.hpp"

namespace strate {

/// An sRGB colour.
struct Ink {
  std::uint8_t r = 0, g = 0, b = 0;
};

/// A place on a picture; the centre of pixel (0, 0) is (0.5, 0.5). [Units: pixels]
struct Dot {
  double x = 0, y = 0;
};

/// Lays `ink` over one pixel with weight 0 … 1; outside the picture nothing happens.
void blend(RgbImage& image, int x, int y, Ink ink, double weight);
void fill(RgbImage& image, int x0, int y0, int x1, int y1, Ink ink, double weight = 1);

/// A polyline with round ends; covered once however often it crosses itself. One point is a disc.
void stroke(RgbImage& image, std::span<const Dot> points, double width, Ink ink, double weight = 1);
void disc(RgbImage& image, Dot centre, double radius, Ink ink, double weight = 1);
void ring(RgbImage& image, Dot centre, double radius, double width, Ink ink, double weight = 1);

/// Width that `text` takes at this height of capitals.
double text_width(std::string_view text, double capital_px);
/// Letters with their baseline at `baseline`, beginning at `left`.
void draw_text(RgbImage& image, double left, double baseline, double capital_px,
               std::string_view text, Ink ink, double weight = 1);

}  // namespace strate
