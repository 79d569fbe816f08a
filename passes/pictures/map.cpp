// The map: standing floor by height with a soft slope shade, seen from above.
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

constexpr Ink kWall{12, 12, 14}, kAir{22, 30, 58}, kWater{38, 140, 140}, kAmber{255, 176, 46};
constexpr Ink kScale{222, 226, 232};
constexpr double kHeadroomM = 1.76, kTargetPixelM = 0.25;

enum class Cell : std::uint8_t { wall, air, floor, water };

/// One value a pixel, columns folded: the highest standing floor wins.
struct Columns {
  int width, height, step;  ///< step: samples a pixel along one side
  std::vector<Cell> kind;
  std::vector<float> floor;  ///< metres, where kind is floor or water
  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
};

/// Standing by headroom alone: rock just below, air up to the player's height.
class Headroom {
 public:
  explicit Headroom(const Lattice& lattice)
      : lattice_(lattice), need_(ceil_div(static_cast<Um>(kHeadroomM * 1e6), lattice.voxel_um())) {}
  std::uint32_t word(std::int64_t x0, std::int64_t y, std::int64_t z) const {
    std::uint32_t bits = lattice_.solid_word(x0, y, z - 1);
    for (std::int64_t k = 0; k < need_ && bits != 0; ++k)
      bits &= ~lattice_.solid_word(x0, y, z + k);
    return bits;
  }

 private:
  const Lattice& lattice_;
  std::int64_t need_;
};

/// Height of the rock under a standing sample, by its crossing; `over_m` under the sample where no
/// rock is near.
double floor_under(const Lattice& lattice, Coord c, double over_m) {
  constexpr std::int64_t kDepth = 8;
  const Um voxel = lattice.voxel_um();
  for (std::int64_t z = c.z - 1; z >= c.z - kDepth && z >= lattice.window().lo.z; --z) {
    if (!lattice.solid({c.x, c.y, z})) continue;
    return lattice_m(z, voxel) + lattice.crossing({c.x, c.y, z}, 2) / 256.0 * metres(voxel);
  }
  return lattice_m(c.z, voxel) - over_m;
}

/// Folds one row of samples (fixed y), top down, into pixel row `py`.
void fold_row(const MapInput& in, const StandingWord& standing, double over_m, std::int64_t y,
              int py, Columns& out) {
  const IndexBox& w = in.window;
  for (std::int64_t x0 = floor_div(w.lo.x, 32) * 32; x0 < w.hi.x; x0 += 32) {
    std::uint32_t open = 0;  // columns whose floor is still to be found
    for (std::int64_t x = std::max(x0, w.lo.x); x < std::min(x0 + 32, w.hi.x); ++x)
      open |= 1u << (x - x0);
    std::uint32_t airy = 0;
    const std::uint32_t mine = open;
    for (std::int64_t z = w.hi.z - 1; z >= w.lo.z && open != 0; --z) {
      airy |= ~in.lattice.solid_word(x0, y, z) & mine;
      for (std::uint32_t hit = standing(x0, y, z) & open; hit != 0; hit &= hit - 1) {
        const int bit = std::countr_zero(hit);
        const auto px = static_cast<int>((x0 + bit - w.lo.x) / out.step);
        const double h = floor_under(in.lattice, {x0 + bit, y, z}, over_m);
        const std::size_t i = out.at(px, py);
        const bool known = out.kind[i] == Cell::floor || out.kind[i] == Cell::water;
        if (!known || h > static_cast<double>(out.floor[i])) {
          out.floor[i] = static_cast<float>(h);
          out.kind[i] = in.has_water && h < in.water_z_m ? Cell::water : Cell::floor;
        }
        open &= ~(1u << bit);
      }
    }
    for (std::uint32_t m = airy & open; m != 0; m &= m - 1) {
      const std::size_t i =
          out.at(static_cast<int>((x0 + std::countr_zero(m) - w.lo.x) / out.step), py);
      if (out.kind[i] == Cell::wall) out.kind[i] = Cell::air;
    }
  }
}

Columns fold(const MapInput& in, const Executor& executor) {
  const Um voxel = in.lattice.voxel_um();
  const int step =
      std::max(1, static_cast<int>(floor_div(static_cast<Um>(kTargetPixelM * 1e6), voxel)));
  const Coord size = in.window.size();
  Columns out{static_cast<int>(ceil_div(size.x, step)),
              static_cast<int>(ceil_div(size.y, step)),
              step,
              {},
              {}};
  const std::size_t n = static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height);
  out.kind.assign(n, Cell::wall);
  out.floor.assign(n, 0.0f);
  const Headroom headroom(in.lattice);
  const bool given = static_cast<bool>(in.standing);
  const StandingWord standing =
      given ? in.standing : [&](std::int64_t x0, std::int64_t y, std::int64_t z) {
        return headroom.word(x0, y, z);
      };
  executor.for_each(static_cast<std::size_t>(out.height), [&](std::size_t row, unsigned) {
    const int py = static_cast<int>(row);
    // North is up: the first pixel row holds the largest y.
    const std::int64_t hi = in.window.hi.y - static_cast<std::int64_t>(py) * step;
    for (std::int64_t y = hi - 1; y >= std::max(in.window.lo.y, hi - step); --y)
      fold_row(in, standing, given ? in.sphere_m : metres(voxel) / 2, y, py, out);
  });
  return out;
}

struct Range {
  float lo, hi;
};

/// The floor's heights without the outer hundredth on either side, so one pit does not eat the
/// scale.
Range range_of(const Columns& c) {
  std::vector<float> all;
  for (std::size_t i = 0; i < c.kind.size(); ++i)
    if (c.kind[i] == Cell::floor || c.kind[i] == Cell::water) all.push_back(c.floor[i]);
  if (all.empty()) return {0, 1};
  std::sort(all.begin(), all.end());
  const Range r{all[all.size() / 20], all[all.size() - 1 - all.size() / 20]};
  return r.hi - r.lo < 1 ? Range{r.lo - 0.5f, r.lo + 0.5f} : r;
}

/// Low to high: deep slate, olive, sand, chalk.
Rgb height_tint(float t) {
  static const Rgb stops[5] = {linear_of(46, 60, 74), linear_of(72, 100, 92),
                               linear_of(136, 142, 104), linear_of(205, 186, 142),
                               linear_of(246, 240, 226)};
  const float p = std::clamp(t, 0.0f, 1.0f) * 4;
  const int i = std::min(3, static_cast<int>(p));
  return mix(stops[i], stops[i + 1], p - static_cast<float>(i));
}

bool is_floor(const Columns& c, int x, int y) {
  if (x < 0 || y < 0 || x >= c.width || y >= c.height) return false;
  const Cell k = c.kind[c.at(x, y)];
  return k == Cell::floor || k == Cell::water;
}

/// 0.75 … 1.2 by the slope towards the light in the north-west; ledges stay crisp.
float relief_shade(const Columns& c, int x, int y, float pixel_m) {
  const float h = c.floor[c.at(x, y)];
  const auto to = [&](int dx, int dy) {
    return is_floor(c, x + dx, y + dy) ? c.floor[c.at(x + dx, y + dy)] : h;
  };
  const float gx = (to(1, 0) - to(-1, 0)) / (2 * pixel_m),
              gy = (to(0, 1) - to(0, -1)) / (2 * pixel_m);
  const float n = 1 / std::sqrt(1 + gx * gx + gy * gy);
  const float light = (-gx * -0.5f + -gy * -0.5f + 0.7f) * n;
  return std::clamp(0.35f + 0.95f * light, 0.55f, 1.25f);
}

Ink ink_of(Rgb c) { return {srgb_byte(c.r), srgb_byte(c.g), srgb_byte(c.b)}; }

/// Where biomes colour the floor: theirs, darker where it lies low.
Rgb biome_tint(Rgb biome, float t) { return biome * (0.55f + 0.9f * std::clamp(t, 0.0f, 1.0f)); }

Ink cell_ink(const Columns& c, Range range, int x, int y, float pixel_m, const Rgb* biome) {
  const std::size_t i = c.at(x, y);
  if (c.kind[i] == Cell::wall) return kWall;
  if (c.kind[i] == Cell::air) return kAir;
  const float t = (c.floor[i] - range.lo) / (range.hi - range.lo);
  const Rgb tint =
      (biome ? biome_tint(*biome, t) : height_tint(t)) * relief_shade(c, x, y, pixel_m);
  if (c.kind[i] == Cell::water)
    return ink_of(mix(tint, linear_of(kWater.r, kWater.g, kWater.b), 0.75f));
  // A thin shade along walls lifts the floor from them.
  const bool rim = !is_floor(c, x - 1, y) || !is_floor(c, x + 1, y) || !is_floor(c, x, y - 1) ||
                   !is_floor(c, x, y + 1);
  return ink_of(tint * (rim ? 0.62f : 1.0f));
}

/// The parts of the lines that run inside the window's heights: others belong to other maps.
std::vector<PictureLine> lines_within(const MapInput& in) {
  const Um voxel = in.lattice.voxel_um();
  const double lo = lattice_m(in.window.lo.z, voxel), hi = lattice_m(in.window.hi.z, voxel);
  std::vector<PictureLine> parts;
  for (const PictureLine& line : in.lines) {
    bool open = false;
    for (const Vec3& p : line.points) {
      const bool inside = lo <= p.z && p.z <= hi;
      if (inside && !open) parts.push_back({line.kind, {}});
      if (inside) parts.back().points.push_back(p);
      open = inside;
    }
  }
  return parts;
}

void draw_landings(RgbImage& image, const Paper& paper, std::span<const Landing> landings) {
  for (const Landing& l : landings) {
    const double r = std::max(6.0, l.half_width_m * paper.pixels_per_m);
    ring(image, paper.at(l.floor.x, l.floor.y), r, 4.4, {58, 36, 4}, 0.7);
    ring(image, paper.at(l.floor.x, l.floor.y), r, 2.2, kAmber);
  }
}

/// The tints with their heights, at the lower right; over the scale where there is no room beside
/// it.
void draw_legend(RgbImage& image, Range range, int bottom, int scale_end) {
  constexpr int kWidth = 96, kLine = 28;
  const int x0 = image.width - kWidth - 70;
  const int y0 = bottom - 22 - (x0 - 62 < scale_end + 8 ? kLine : 0);
  if (x0 < 70) return;
  fill(image, x0 - 62, y0 - 5, image.width - 8, y0 + 15, {10, 10, 12}, 0.6);
  for (int x = 0; x < kWidth; ++x)
    fill(image, x0 + x, y0, x0 + x + 1, y0 + 10,
         ink_of(height_tint((static_cast<float>(x) + 0.5f) / kWidth)));
  const std::string lo = one_decimal(static_cast<double>(range.lo)),
                    hi = one_decimal(static_cast<double>(range.hi)) + " m";
  draw_text(image, x0 - 8 - text_width(lo, 8), y0 + 9, 8, lo, kScale);
  draw_text(image, x0 + kWidth + 8, y0 + 9, 8, hi, kScale);
}

}  // namespace

RgbImage draw_map(const MapInput& input, const Executor& executor) {
  const Um voxel = input.lattice.voxel_um();
  const Columns c = fold(input, executor);
  const Range range = range_of(c);
  const double pixel_m = c.step * metres(input.lattice.voxel_um());
  RgbImage image(c.width, c.height + kCaptionHeight);
  executor.for_each(static_cast<std::size_t>(c.height), [&](std::size_t row, unsigned) {
    const int y = static_cast<int>(row);
    for (int x = 0; x < c.width; ++x) {
      Rgb biome;
      if (input.tint)
        biome = input.tint->at(lattice_m(input.window.lo.x + x * c.step, voxel),
                               lattice_m(input.window.hi.y - 1 - y * c.step, voxel));
      const Ink ink =
          cell_ink(c, range, x, y, static_cast<float>(pixel_m), input.tint ? &biome : nullptr);
      std::uint8_t* p = image.pixel(x, y);
      p[0] = ink.r, p[1] = ink.g, p[2] = ink.b;
    }
  });
  const Paper paper{lattice_m(input.window.lo.x, voxel), lattice_m(input.window.hi.y, voxel),
                    1 / pixel_m, 0, 0};
  const int scale_end = draw_scale(image, paper, c.height, kScale);
  draw_lines(image, paper, lines_within(input), seen_from_above);
  draw_landings(image, paper, input.landings);
  if (!input.tint) draw_legend(image, range, c.height, scale_end);
  draw_caption(image, caption_text(input.caption));
  return image;
}

}  // namespace strate
