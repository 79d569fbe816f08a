#include "passes/pictures/plan_view.hpp"

#include <cmath>
#include <vector>

namespace strate {

namespace {

struct Pen {
  Ink ink, rim;
  double width;
};

Pen pen_of(LineKind kind) {
  switch (kind) {
    case LineKind::descent:
      return {{255, 255, 255}, {20, 20, 24}, 1.6};
    case LineKind::passage:
      return {{255, 176, 46}, {58, 36, 4}, 2.2};
    case LineKind::leak:
      return {{255, 48, 48}, {70, 0, 0}, 2.4};
  }
  return {{255, 255, 255}, {0, 0, 0}, 1};
}

void draw_kind(RgbImage& image, const Paper& paper, std::span<const PictureLine> lines,
               LineKind kind, Flat (*project)(Vec3)) {
  const Pen pen = pen_of(kind);
  for (const PictureLine& line : lines) {
    if (line.kind != kind || line.points.empty()) continue;
    std::vector<Dot> dots;
    for (const Vec3& p : line.points) {
      const Flat f = project(p);
      dots.push_back(paper.at(f.u, f.v));
    }
    stroke(image, dots, pen.width + 2, pen.rim, 0.7);
    stroke(image, dots, pen.width, pen.ink);
    if (kind == LineKind::leak) ring(image, dots.back(), 8, 2, pen.ink);
  }
}

}  // namespace

void draw_lines(RgbImage& image, const Paper& paper, std::span<const PictureLine> lines,
                Flat (*project)(Vec3)) {
  for (const LineKind kind : {LineKind::passage, LineKind::descent, LineKind::leak})
    draw_kind(image, paper, lines, kind, project);
}

double round_step(double least) {
  double step = 1e-3;
  while (step * 10 <= least) step *= 10;
  for (const double k : {1.0, 2.0, 5.0, 10.0})
    if (step * k >= least) return step * k;
  return step * 10;
}

int draw_scale(RgbImage& image, const Paper& paper, int bottom, Ink ink) {
  const double metres = round_step(60 / paper.pixels_per_m);
  const double x0 = paper.left + 14, x1 = x0 + metres * paper.pixels_per_m, y = bottom - 14;
  const auto whole = static_cast<std::int64_t>(metres);
  const std::string text = (metres >= 1 ? std::to_string(whole) : std::string("0.5")) + " m";
  const int right = static_cast<int>(x1 + 14 + text_width(text, 9));
  fill(image, paper.left + 6, bottom - 29, right, bottom - 7, {10, 10, 12}, 0.6);
  const std::vector<Dot> bar{{x0, y - 4}, {x0, y}, {x1, y}, {x1, y - 4}};
  stroke(image, bar, 1.6, ink);
  draw_text(image, x1 + 8, y, 9, text, ink);
  return right;
}

}  // namespace strate
