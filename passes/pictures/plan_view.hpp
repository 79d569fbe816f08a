// Scale, lines and marks that map and section share.
#pragma once

#include <span>
#include <string>

#include "passes/pictures/canvas.hpp"
#include "passes/pictures/pictures.hpp"

namespace strate {

/// From metres (u to the right, v up on the paper) to pixels.
struct Paper {
  double u0 = 0, v1 = 0;  ///< metres at the left and at the upper side
  double pixels_per_m = 4;
  int left = 0, top = 0;  ///< of the drawing inside the picture
  Dot at(double u, double v) const {
    return {left + (u - u0) * pixels_per_m, top + (v1 - v) * pixels_per_m};
  }
};

struct Flat {
  double u, v;
};
/// How a world point lies on the paper.
inline Flat seen_from_above(Vec3 p) { return {p.x, p.y}; }
inline Flat seen_from_south(Vec3 p) { return {p.x, p.z}; }

/// Passages amber, the descent white, leaks red with a mark at their narrow end; dark rims.
void draw_lines(RgbImage& image, const Paper& paper, std::span<const PictureLine> lines,
                Flat (*project)(Vec3));

/// A bar of a round length in metres at the lower left of the drawing; returns where it ends.
int draw_scale(RgbImage& image, const Paper& paper, int bottom, Ink ink);

/// The nearest of 1, 2, 5 · 10ⁿ at or above `least`.
double round_step(double least);

}  // namespace strate
