#include "passes/pictures/canvas.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "passes/pictures/glyphs.hpp"

namespace strate {

namespace {

double distance(Dot p, Dot a, Dot b) {
  const double dx = b.x - a.x, dy = b.y - a.y, q = dx * dx + dy * dy;
  double t = q > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / q : 0;
  t = std::clamp(t, 0.0, 1.0);
  const double ex = p.x - a.x - t * dx, ey = p.y - a.y - t * dy;
  return std::sqrt(ex * ex + ey * ey);
}

/// Whole pixels x0 … x1 − 1, y0 … y1 − 1 of a picture.
struct Region {
  int x0, y0, x1, y1;
};

Region region_of(const RgbImage& image, std::span<const Dot> points, double margin) {
  double lx = points[0].x, hx = lx, ly = points[0].y, hy = ly;
  for (const Dot p : points) {
    lx = std::min(lx, p.x), hx = std::max(hx, p.x);
    ly = std::min(ly, p.y), hy = std::max(hy, p.y);
  }
  const auto cut = [](double v, int hi) {
    return static_cast<int>(std::clamp(std::floor(v), 0.0, static_cast<double>(hi)));
  };
  return {cut(lx - margin, image.width), cut(ly - margin, image.height),
          cut(hx + margin + 1, image.width), cut(hy + margin + 1, image.height)};
}

/// How much a pen of this width covers each pixel of one region; strokes join without seams.
class Coverage {
 public:
  explicit Coverage(Region r)
      : r_(r),
        v_(static_cast<std::size_t>(std::max(0, r.x1 - r.x0)) *
           static_cast<std::size_t>(std::max(0, r.y1 - r.y0))) {}

  void add(const RgbImage& image, Dot a, Dot b, double width) {
    const Dot ends[2] = {a, b};
    const Region s = region_of(image, ends, width / 2 + 1);
    for (int y = std::max(s.y0, r_.y0); y < std::min(s.y1, r_.y1); ++y)
      for (int x = std::max(s.x0, r_.x0); x < std::min(s.x1, r_.x1); ++x) {
        const double d = distance({x + 0.5, y + 0.5}, a, b);
        float& v = at(x, y);
        v = std::max(v, static_cast<float>(std::clamp(width / 2 + 0.5 - d, 0.0, 1.0)));
      }
  }

  void lay(RgbImage& image, Ink ink, double weight) {
    for (int y = r_.y0; y < r_.y1; ++y)
      for (int x = r_.x0; x < r_.x1; ++x)
        blend(image, x, y, ink, static_cast<double>(at(x, y)) * weight);
  }

 private:
  float& at(int x, int y) {
    return v_[static_cast<std::size_t>(y - r_.y0) * static_cast<std::size_t>(r_.x1 - r_.x0) +
              static_cast<std::size_t>(x - r_.x0)];
  }
  Region r_;
  std::vector<float> v_;
};

struct Stroke {
  std::vector<Dot> points;
};

std::vector<Stroke> strokes_of(const Glyph& glyph, double left, double baseline, double unit) {
  std::vector<Stroke> out;
  bool fresh = true;
  for (std::size_t i = 0; i < glyph.strokes.size();) {
    if (glyph.strokes[i] == ',') {
      fresh = true;
      ++i;
      continue;
    }
    if (fresh) out.emplace_back();
    fresh = false;
    const int x = glyph.strokes[i] - '0', y = glyph.strokes[i + 1] - '0' - kGlyphBaseline;
    out.back().points.push_back({left + x * unit, baseline - y * unit});
    i += 2;
  }
  return out;
}

double unit_px(double capital_px) { return capital_px / (kGlyphCapital - kGlyphBaseline); }

}  // namespace

void blend(RgbImage& image, int x, int y, Ink ink, double weight) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height || weight <= 0) return;
  std::uint8_t* p = image.pixel(x, y);
  const std::uint8_t to[3] = {ink.r, ink.g, ink.b};
  for (int k = 0; k < 3; ++k)
    p[k] = static_cast<std::uint8_t>(std::floor(p[k] + (to[k] - p[k]) * weight + 0.5));
}

void fill(RgbImage& image, int x0, int y0, int x1, int y1, Ink ink, double weight) {
  for (int y = std::max(0, y0); y < std::min(y1, image.height); ++y)
    for (int x = std::max(0, x0); x < std::min(x1, image.width); ++x)
      blend(image, x, y, ink, weight);
}

void stroke(RgbImage& image, std::span<const Dot> points, double width, Ink ink, double weight) {
  if (points.empty()) return;
  Coverage coverage(region_of(image, points, width / 2 + 1));
  if (points.size() == 1) coverage.add(image, points[0], points[0], width);
  for (std::size_t i = 1; i < points.size(); ++i)
    coverage.add(image, points[i - 1], points[i], width);
  coverage.lay(image, ink, weight);
}

void disc(RgbImage& image, Dot centre, double radius, Ink ink, double weight) {
  stroke(image, std::span(&centre, 1), 2 * radius, ink, weight);
}

void ring(RgbImage& image, Dot centre, double radius, double width, Ink ink, double weight) {
  const Region r = region_of(image, std::span(&centre, 1), radius + width + 1);
  for (int y = r.y0; y < r.y1; ++y)
    for (int x = r.x0; x < r.x1; ++x) {
      const double d = std::fabs(distance({x + 0.5, y + 0.5}, centre, centre) - radius);
      blend(image, x, y, ink, std::clamp(width / 2 + 0.5 - d, 0.0, 1.0) * weight);
    }
}

double text_width(std::string_view text, double capital_px) {
  int units = 0;
  while (!text.empty()) units += glyph_of(take_code_point(text)).width + kGlyphGap;
  return units * unit_px(capital_px);
}

void draw_text(RgbImage& image, double left, double baseline, double capital_px,
               std::string_view text, Ink ink, double weight) {
  const double unit = unit_px(capital_px), pen = std::max(1.0, capital_px * 0.14);
  while (!text.empty()) {
    const Glyph glyph = glyph_of(take_code_point(text));
    for (const Stroke& s : strokes_of(glyph, left, baseline, unit))
      stroke(image, s.points, s.points.size() == 1 ? pen * 1.5 : pen, ink, weight);
    left += (glyph.width + kGlyphGap) * unit;
  }
}

}  // namespace strate
