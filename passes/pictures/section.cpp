// The section: rock cut by a vertical plane and hatched, air by depth to the next rock behind it.
#include <algorithm>
#include <bit>
#include <cmath>

#include "passes/pictures/canvas.hpp"
#include "passes/pictures/caption.hpp"
#include "passes/pictures/pictures.hpp"
#include "passes/pictures/plan_view.hpp"
#include "passes/pictures/tone.hpp"

namespace strate {

namespace {

constexpr int kRuler = 64;  ///< width of the column of heights
constexpr Ink kPaper{17, 19, 23}, kRulerText{168, 176, 188}, kTitle{226, 230, 236};
constexpr float kNoDepth = -1;  ///< rock at the cut
constexpr int kMaxSide = 16384;

Ink ink_of(Rgb c) { return {srgb_byte(c.r), srgb_byte(c.g), srgb_byte(c.b)}; }

/// Distance behind the cut to the next rock for every sample of one strate's x and z.
struct Depths {
  std::int64_t x0, z0;  ///< lattice index of the first column and row
  int nx, nz;
  double voxel_m;
  std::vector<float> d;  ///< [z][x] metres; kNoDepth in rock, `far` where nothing is hit
  float at(int x, int z) const {
    x = std::clamp(x, 0, nx - 1), z = std::clamp(z, 0, nz - 1);
    return d[static_cast<std::size_t>(z) * static_cast<std::size_t>(nx) +
             static_cast<std::size_t>(x)];
  }
};

/// March of one row of samples into the picture, 32 columns at a time.
void march_row(const Lattice& lattice, std::int64_t y_cut, std::int64_t y_end, std::int64_t z,
               Depths& out, float far) {
  const IndexBox& w = lattice.window();
  float* row = &out.d[static_cast<std::size_t>(z - out.z0) * static_cast<std::size_t>(out.nx)];
  std::fill(row, row + out.nx, kNoDepth);
  if (z < w.lo.z || z >= w.hi.z || y_cut < w.lo.y || y_cut >= w.hi.y) return;
  const std::int64_t x_lo = std::max(out.x0, w.lo.x), x_hi = std::min(out.x0 + out.nx, w.hi.x);
  for (std::int64_t x0 = floor_div(x_lo, 32) * 32; x0 < x_hi; x0 += 32) {
    std::uint32_t open = 0;
    for (std::int64_t x = std::max(x0, x_lo); x < std::min(x0 + 32, x_hi); ++x)
      open |= 1u << (x - x0);
    open &= ~lattice.solid_word(x0, y_cut, z);
    const auto settle = [&](std::uint32_t bits, float depth) {
      for (; bits != 0; bits &= bits - 1) row[x0 + std::countr_zero(bits) - out.x0] = depth;
    };
    const std::int64_t stop = std::min(y_end, w.hi.y);
    for (std::int64_t y = y_cut + 1; y < stop && open != 0; ++y) {
      const std::uint32_t hit = open & lattice.solid_word(x0, y, z);
      if (hit == 0) continue;
      // The crossing before the hit places the wall inside the voxel, so that walls look smooth.
      for (std::uint32_t m = hit; m != 0; m &= m - 1) {
        const std::int64_t x = x0 + std::countr_zero(m);
        const int t = lattice.crossing({x, y - 1, z}, 1);
        row[x - out.x0] =
            static_cast<float>((static_cast<double>(y - 1 - y_cut) + t / 256.0) * out.voxel_m);
      }
      open &= ~hit;
    }
    settle(open, far);
  }
}

Depths depths_of(const SectionStrate& s, const SectionInput& in, const Executor& executor) {
  const Lattice& lattice = *s.lattice;
  const Um voxel = lattice.voxel_um();
  const double v = metres(voxel);
  const auto index = [&](double m) { return static_cast<std::int64_t>(std::floor(m / v + 0.5)); };
  Depths d{index(in.x0_m), index(s.bottom_m), 0, 0, v, {}};
  d.nx = static_cast<int>(index(in.x1_m) - d.x0) + 1;
  d.nz = static_cast<int>(index(s.top_m) - d.z0) + 1;
  d.d.resize(static_cast<std::size_t>(d.nx) * static_cast<std::size_t>(d.nz));
  const std::int64_t cut = index(in.cut_y_m), end = cut + index(in.depth_m);
  executor.for_each(static_cast<std::size_t>(d.nz), [&](std::size_t z, unsigned) {
    march_row(lattice, cut, end, d.z0 + static_cast<std::int64_t>(z), d,
              static_cast<float>(in.depth_m));
  });
  return d;
}

/// Share of air around a place, 0 … 1, smoothed over the voxel so that outlines are not stairs.
float airiness(const Depths& d, double fx, double fz) {
  const double bx = std::floor(fx), bz = std::floor(fz);
  const auto x = static_cast<int>(bx), z = static_cast<int>(bz);
  const auto u = static_cast<float>(fx - bx), v = static_cast<float>(fz - bz);
  const auto air = [&](int i, int k) { return d.at(i, k) == kNoDepth ? 0.0f : 1.0f; };
  const float low = air(x, z) * (1 - u) + air(x + 1, z) * u;
  const float high = air(x, z + 1) * (1 - u) + air(x + 1, z + 1) * u;
  return low * (1 - v) + high * v;
}

/// Light on the wall behind: its slope against a light from the upper left, fading into the deep.
Rgb air_color(const Depths& d, int x, int z, Rgb rock, float depth_m) {
  const float here = d.at(x, z);
  const auto step = [&](int dx, int dz) {
    const float a = d.at(x + dx, z + dz), b = d.at(x - dx, z - dz);
    const float hi = a == kNoDepth ? here : a, lo = b == kNoDepth ? here : b;
    return std::clamp((hi - lo) / (2 * static_cast<float>(d.voxel_m)), -6.0f, 6.0f);
  };
  // The wall's normal towards the viewer: (∂depth/∂x, −1, ∂depth/∂z).
  const float gx = step(1, 0), gz = step(0, 1);
  const float n = 1 / std::sqrt(1 + gx * gx + gz * gz);
  const float light = std::max(0.0f, (-0.45f * gx + 0.6f + 0.65f * gz) * n);
  const float left = fog_left(here / depth_m * 1.9f);
  const Rgb wall = mix(rock, Rgb{0.5f, 0.5f, 0.5f}, 0.25f) * (0.10f + 0.62f * light);
  const Rgb deep{0.010f, 0.014f, 0.030f};
  return wall * left + deep * (1 - left);
}

/// Hatched rock: strokes from the lower left to the upper right, closer and darker in the bands.
Rgb rock_color(Rgb base, int px, int py, bool band) {
  const int period = band ? 6 : 12;
  const int phase = ((px + py) % period + period) % period;
  const float line = phase == 0 ? 0.62f : phase == 1 || phase == period - 1 ? 0.86f : 1.0f;
  return base * (line * (band ? 0.42f : 0.78f));
}

/// Air under the water level; `line` is how much of a pixel the level itself takes.
Rgb drowned(Rgb air, float line) {
  const Rgb teal = linear_of(38, 140, 140);
  return mix(air * 0.55f + teal * 0.16f, teal, line);
}

struct Sheet {
  const SectionInput& in;
  Paper paper;
  int height;  ///< of the drawing, without caption
};

void paint_strate(const Sheet& sheet, const SectionStrate& s, const Executor& executor,
                  RgbImage& image) {
  const Depths d = depths_of(s, sheet.in, executor);
  const Rgb plain = linear_of(s.rock_color);
  const double scale = sheet.paper.pixels_per_m;
  const int y0 = static_cast<int>(std::floor(sheet.paper.at(0, s.top_m).y + 0.5));
  const int y1 =
      std::min(sheet.height, static_cast<int>(std::floor(sheet.paper.at(0, s.bottom_m).y + 0.5)));
  executor.for_each(static_cast<std::size_t>(std::max(0, y1 - y0)), [&](std::size_t row, unsigned) {
    const int py = y0 + static_cast<int>(row);
    const double z = sheet.paper.v1 - (py + 0.5) / scale;
    const bool band = z > s.top_m - s.seal_m || z < s.bottom_m + s.seal_m;
    for (int px = kRuler; px < image.width; ++px) {
      const double x = sheet.in.x0_m + (px - kRuler + 0.5) / scale;
      const double fx = x / d.voxel_m - static_cast<double>(d.x0);
      const double fz = z / d.voxel_m - static_cast<double>(d.z0);
      const float air = airiness(d, fx, fz);
      const Rgb base = s.tint ? s.tint->at(x, sheet.in.cut_y_m) : plain, ink = base * 0.16f;
      const Rgb rock = rock_color(base, px, py, band);
      const int ix = static_cast<int>(std::floor(fx + 0.5)),
                iz = static_cast<int>(std::floor(fz + 0.5));
      Rgb open = air > 0 && d.at(ix, iz) != kNoDepth
                     ? air_color(d, ix, iz, base, static_cast<float>(sheet.in.depth_m))
                     : ink;
      const double under = s.has_water ? (s.water_z_m - z) * scale : -1;  // in pixels
      if (under >= 0) open = drowned(open, under < 1.5 ? 1.0f : 0.0f);
      const float t = std::clamp((air - 0.5f) * 4 + 0.5f, 0.0f, 1.0f);
      // A dark outline where the cut meets the air.
      const float rim = std::clamp(1 - std::fabs(air - 0.42f) * 2.6f, 0.0f, 1.0f);
      const Ink c = ink_of(mix(mix(rock, open, t), ink, air > 0 && air < 1 ? 0.85f * rim : 0.0f));
      std::uint8_t* p = image.pixel(px, py);
      p[0] = c.r, p[1] = c.g, p[2] = c.b;
    }
  });
}

void draw_heights(RgbImage& image, const Sheet& sheet, double top_m, double bottom_m) {
  const double step = round_step(34 / sheet.paper.pixels_per_m);
  for (double z = std::floor(top_m / step) * step; z >= bottom_m - 1e-9; z -= step) {
    const double y = sheet.paper.at(0, z).y;
    const std::string text = one_decimal(z);
    const std::string whole = text.substr(0, text.size() - 2);
    const bool fraction = step < 1;
    const std::string& label = fraction ? text : whole;
    if (y > 12 && y < sheet.height - 3)
      draw_text(image, kRuler - 14 - text_width(label, 9), y + 4.5, 9, label, kRulerText);
    fill(image, kRuler - 8, static_cast<int>(y), kRuler, static_cast<int>(y) + 1, kRulerText, 0.8);
  }
}

void draw_titles(RgbImage& image, const Sheet& sheet) {
  for (const SectionStrate& s : sheet.in.strates) {
    const Dot at = sheet.paper.at(sheet.in.x0_m, s.top_m);
    const double w = text_width(s.title, 11);
    const int x = kRuler + 10, y = static_cast<int>(at.y) + 6;
    fill(image, x - 6, y, x + static_cast<int>(w) + 6, y + 20, {10, 10, 12}, 0.62);
    draw_text(image, x, y + 15.5, 11, s.title, kTitle);
  }
}

}  // namespace

RgbImage draw_section(const SectionInput& input, const Executor& executor) {
  if (input.strates.empty() || input.x1_m <= input.x0_m) return {};
  const double top = input.strates.front().top_m, bottom = input.strates.back().bottom_m;
  double scale = std::clamp(input.pixels_per_m, 1.0, 16.0);
  const double longest = std::max(top - bottom, input.x1_m - input.x0_m);
  scale = std::min(scale, (kMaxSide - kRuler) / longest);
  const int height = static_cast<int>(std::ceil((top - bottom) * scale));
  const int width = kRuler + static_cast<int>(std::ceil((input.x1_m - input.x0_m) * scale));
  RgbImage image(width, height + kCaptionHeight);
  fill(image, 0, 0, width, height, kPaper);
  const Sheet sheet{input, {input.x0_m, top, scale, kRuler, 0}, height};
  for (const SectionStrate& s : input.strates)
    if (s.lattice) paint_strate(sheet, s, executor, image);
  draw_lines(image, sheet.paper, input.lines, seen_from_south);
  draw_heights(image, sheet, top, bottom);
  draw_titles(image, sheet);
  draw_scale(image, sheet.paper, height, kTitle);
  draw_caption(image, caption_text(input.caption) +
                          " \u00b7 cut at y = " + one_decimal(input.cut_y_m) + " m, looking north");
  return image;
}

double section_cut(std::span<const PictureLine> lines, Um voxel_um) {
  std::vector<double> y;
  for (const PictureLine& line : lines)
    for (const Vec3& p : line.points) y.push_back(p.y);
  if (y.empty()) return 0;
  std::sort(y.begin(), y.end());
  const double v = metres(voxel_um);
  return std::floor(y[y.size() / 2] / v + 0.5) * v;
}

}  // namespace strate
