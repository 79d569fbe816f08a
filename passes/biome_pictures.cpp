#include "passes/biome_pictures.hpp"

#include <algorithm>
#include <vector>

#include "passes/density/biomes.hpp"
#include "passes/pictures/canvas.hpp"
#include "passes/pictures/caption.hpp"
#include "passes/pictures/tone.hpp"

namespace strate {

namespace {

constexpr double kTintStepM = 0.5;
constexpr Um kPixelUm = 250'000;

/// The columns of one block, by rows of kBlockRow.
struct Square {
  double x[kBlockRow], y[kBlockRow], z[kBlockRow]{};
  Axes axes;
  float border[kBlockMax * kBlockRow];
  alignas(64) float relief[kBlockMax * kBlockRow], moisture[kBlockMax * kBlockRow];
  std::uint8_t dominant[kBlockMax * kBlockRow], neighbour[kBlockMax * kBlockRow];
  const double* share[kMostBiomes + 1];  ///< null: none here
};

/// Visits columns i < nx, j < ny at positions x(i), y(j), block by block:
/// visit(i, j, square, index).
template <class X, class Y, class Visit>
void for_columns(const Biomes& biomes, int nx, int ny, X x, Y y, bool climate, const StrateWorld& s,
                 Visit visit) {
  const ClimateMap relief = relief_map(s.seed, s.climate);
  const ClimateMap moisture = moisture_map(s.seed, s.climate);
  std::uint8_t each[kMostBiomes];
  for (std::size_t b = 0; b < kMostBiomes; ++b) each[b] = static_cast<std::uint8_t>(b);
  const Biomes::Groups groups{each, static_cast<int>(biomes.map().biomes.size())};
  StackScratch scratch;
  auto square = std::make_unique<Square>();
  Square& q = *square;
  for (int j0 = 0; j0 < ny; j0 += kBlockMax)
    for (int i0 = 0; i0 < nx; i0 += kBlockMax) {
      const int mx = std::min(kBlockMax, nx - i0), my = std::min(kBlockMax, ny - j0);
      for (int k = 0; k < kBlockRow; ++k)
        q.x[k] = x(i0 + std::min(k, mx - 1)), q.y[k] = y(j0 + std::min(k, my - 1));
      q.axes = {q.x, q.y, q.z, mx, my, 1};
      const ArenaScope scope(scratch.temporary);
      biomes.shares(scratch, q.axes, groups, q.share);
      biomes.columns(scratch, q.axes, q.border, q.dominant, q.neighbour);
      if (climate) {
        relief.columns(q.axes, scratch.noise, q.relief);
        moisture.columns(q.axes, scratch.noise, q.moisture);
      }
      for (int j = 0; j < my; ++j)
        for (int i = 0; i < mx; ++i) visit(i0 + i, j0 + j, q, j * kBlockRow + i);
    }
}

const StrateWorld& strate_of(const Cook& cook, std::size_t index) {
  return cook.def().strates[index];
}

void put(RgbImage& image, int x, int y, Rgb c) {
  std::uint8_t* p = image.pixel(x, y);
  p[0] = srgb_byte(c.r), p[1] = srgb_byte(c.g), p[2] = srgb_byte(c.b);
}

void put(RgbImage& image, int x, int y, float share) {
  std::uint8_t* p = image.pixel(x, y);
  p[0] = p[1] = p[2] = static_cast<std::uint8_t>(share * 255.0f + 0.5f);
}

/// Names beside their colours at the right of the caption bar, as many as there is room for.
void draw_names(RgbImage& image, const StrateSettings& settings, double left) {
  constexpr int kSwatch = 12;
  double x = image.width - 12;
  const int y = image.height - kCaptionHeight / 2 - kSwatch / 2;
  for (std::size_t b = settings.biomes.size(); b-- > 0;) {
    const std::string& name = settings.biomes[b].name;
    const double w = text_width(name, 9) + kSwatch + 22;
    if (x - w < left) return;
    x -= w;
    const Rgb c = biome_color(settings, static_cast<int>(b), static_cast<int>(b), 0);
    const int x0 = static_cast<int>(x);
    fill(image, x0, y, x0 + kSwatch, y + kSwatch, {srgb_byte(c.r), srgb_byte(c.g), srgb_byte(c.b)});
    draw_text(image, x0 + kSwatch + 6, y + kSwatch - 1.5, 9, name, {222, 226, 232});
  }
}

}  // namespace

Rgb biome_color(const StrateSettings& settings, int dominant, int neighbour, float border) {
  const auto color = [&](int b) {
    const std::string& own = settings.biomes[static_cast<std::size_t>(b)].color;
    return linear_of(own.empty() ? settings.atmosphere.rock_color : own);
  };
  return mix(color(dominant), color(neighbour), border);
}

std::optional<RockTint> rock_tint(const Cook& cook, std::size_t index) {
  const Biomes* biomes = cook.world->biomes(static_cast<int>(index));
  if (!biomes) return std::nullopt;
  const BakeSettings& bake = cook.season.bake;
  RockTint out;
  out.step = kTintStepM;
  out.x0 = metres(bake.lo_x), out.y0 = metres(bake.lo_y);
  const auto count = [](Um lo, Um hi) {
    return static_cast<int>(metres(hi - lo) / kTintStepM) + 2;
  };
  out.nx = count(bake.lo_x, bake.hi_x), out.ny = count(bake.lo_y, bake.hi_y);
  out.color.resize(static_cast<std::size_t>(out.nx) * static_cast<std::size_t>(out.ny));
  std::vector<Rgb> own;
  for (std::size_t b = 0; b < biomes->map().biomes.size(); ++b)
    own.push_back(
        biome_color(cook.season.strates[index], static_cast<int>(b), static_cast<int>(b), 0));
  for_columns(
      *biomes, out.nx, out.ny, [&](int i) { return out.x0 + i * out.step; },
      [&](int j) { return out.y0 + j * out.step; }, false, strate_of(cook, index),
      [&](int i, int j, const Square& q, int k) {
        Rgb& color = out.color[static_cast<std::size_t>(j) * static_cast<std::size_t>(out.nx) +
                               static_cast<std::size_t>(i)];
        for (std::size_t b = 0; b < own.size(); ++b)
          if (q.share[b]) color = color + own[b] * static_cast<float>(q.share[b][k]);
      });
  return out;
}

BiomeMaps biome_maps(const Cook& cook, std::size_t index, const IndexBox& window,
                     const Caption& caption) {
  const Um voxel = cook.def().voxel_um;
  const std::int64_t step = std::max<std::int64_t>(1, kPixelUm / voxel);
  const auto pixels = [&](std::int64_t n) { return static_cast<int>(ceil_div(n, step)); };
  const int width = pixels(window.size().x), height = pixels(window.size().y);
  const RgbImage empty(width, height + kCaptionHeight);
  BiomeMaps out{empty, empty, empty};
  const StrateSettings& settings = cook.season.strates[index];
  // Axes ascend, so rows are computed from the south.
  const std::int64_t south = window.hi.y - 1 - (height - 1) * step;
  for_columns(
      *cook.world->biomes(static_cast<int>(index)), width, height,
      [&](int i) { return lattice_m(window.lo.x + i * step, voxel); },
      [&](int j) { return lattice_m(south + j * step, voxel); }, true, strate_of(cook, index),
      [&](int i, int j, const Square& q, int k) {
        const int y = height - 1 - j;
        put(out.biome, i, y, biome_color(settings, q.dominant[k], q.neighbour[k], q.border[k]));
        put(out.relief, i, y, q.relief[k]);
        put(out.moisture, i, y, q.moisture[k]);
      });
  const std::string text = caption_text(caption);
  draw_caption(out.biome, text + " · biomes");
  draw_names(out.biome, settings, text_width(text + " · biomes", 11) + 40);
  draw_caption(out.relief, text + " · relief");
  draw_caption(out.moisture, text + " · moisture");
  return out;
}

}  // namespace strate
