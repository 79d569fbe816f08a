// Small world assets, and PNG files written by hand: for tests of operators and of what brings
// files in.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/geometry.hpp"
#include "formats/assets/asset_file.hpp"

namespace strate::sample {

/// A hill towards the south-west with a step across it: no two quarters are alike.
inline HeightGrid hill(int width = 33, int height = 21) {
  HeightGrid grid{width, height, {}};
  for (int j = 0; j < height; ++j)
    for (int i = 0; i < width; ++i) {
      const int x = i - width / 3, y = j - 2 * height / 3;
      const int v = 60000 - 900 * x * x / 4 - 900 * y * y / 3 + (i + 2 * j > 40 ? 4000 : 0);
      grid.samples.push_back(static_cast<std::uint16_t>(v < 0 ? 120 * j + 37 * i : v));
    }
  return grid;
}

/// Two balls in each other, in cells of a quarter metre: no mirror image of itself.
inline double balls(Vec3 p) {
  return std::min(length(p - Vec3{-1, 0.5, 0}) - 2.5, length(p - Vec3{1.5, -0.5, 1}) - 1.75);
}
inline ShapeGrid ball_shape() {
  constexpr double kCell = 0.25;
  constexpr int kBricks = 8, kFrom = -kBricks / 2 * kShapeBrick;
  ShapeGrid grid;
  grid.step = -2;
  grid.first.fill(-kBricks / 2), grid.bricks.fill(kBricks);
  const auto distance = [](int x, int y, int z) {
    const Vec3 p{(x + kFrom) * kCell, (y + kFrom) * kCell, (z + kFrom) * kCell};
    return static_cast<std::int16_t>(
        std::clamp(std::floor(balls(p) / kShapeUnitM + 0.5), -32767.0, 32767.0));
  };
  const auto for_cube = [](int from, int count, int step, const auto& visit) {
    for (int z = from; z <= from + count; z += step)
      for (int y = from; y <= from + count; y += step)
        for (int x = from; x <= from + count; x += step) visit(x, y, z);
  };
  for_cube(0, kBricks * kShapeBrick, kShapeBrick,
           [&](int x, int y, int z) { grid.corners.push_back(distance(x, y, z)); });
  for (std::uint32_t i = 0; i < kBricks * kBricks * kBricks; ++i) {
    const int x = static_cast<int>(i % 8) * 8, y = static_cast<int>(i / 8 % 8) * 8,
              z = static_cast<int>(i / 64) * 8;
    const Vec3 middle{(x + 4 + kFrom) * kCell, (y + 4 + kFrom) * kCell, (z + 4 + kFrom) * kCell};
    if (std::fabs(balls(middle)) > 2.75) continue;
    grid.fine.push_back(i);
    for_cube(0, kShapeBrick, 1, [&](int dx, int dy, int dz) {
      grid.samples.push_back(distance(x + dx, y + dy, z + dz));
    });
  }
  return grid;
}

/// One asset of every kind.
inline const std::vector<WorldAsset>& assets() {
  static const std::vector<WorldAsset> kAssets{make_world_asset(AssetData(hill())),
                                               make_world_asset(AssetData(ball_shape()))};
  return kAssets;
}

inline const WorldAsset& asset_of(AssetKind kind) {
  return assets()[static_cast<std::size_t>(kind)];
}

/// A PNG whose picture is stored, not compressed. `samples`: rows from the top, channel by channel.
struct PngText {
  int bits = 16, colour = 0, interlace = 0;
  std::string operator()(int width, int height, const std::vector<std::uint16_t>& samples) const {
    std::string rows;
    const std::size_t across = samples.size() / static_cast<std::size_t>(height);
    for (int j = 0; j < height; ++j) {
      rows += '\0';  // no filter
      for (std::size_t i = 0; i < across; ++i) {
        const std::uint16_t v = samples[static_cast<std::size_t>(j) * across + i];
        if (bits == 16) rows += static_cast<char>(v >> 8);
        rows += static_cast<char>(v & 255);
      }
    }
    std::string head;
    big(head, static_cast<std::uint32_t>(width)), big(head, static_cast<std::uint32_t>(height));
    for (int v : {bits, colour, 0, 0, interlace}) head += static_cast<char>(v);
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", head) + chunk("IDAT", stored(rows)) +
           chunk("IEND", "");
  }

 private:
  static void big(std::string& out, std::uint32_t v) {
    for (int i = 3; i >= 0; --i) out += static_cast<char>(v >> (8 * i) & 255);
  }
  static std::string chunk(const std::string& name, const std::string& data) {
    std::uint32_t crc = ~0u;
    for (const char c : name + data) {
      crc ^= static_cast<std::uint8_t>(c);
      for (int k = 0; k < 8; ++k) crc = (crc & 1u) != 0 ? 0xedb88320u ^ (crc >> 1) : crc >> 1;
    }
    std::string out;
    big(out, static_cast<std::uint32_t>(data.size()));
    out += name + data;
    big(out, ~crc);
    return out;
  }
  static std::string stored(const std::string& bytes) {
    std::string out = "\x78\x01";
    for (std::size_t at = 0; at < bytes.size(); at += 65535) {
      const std::string part = bytes.substr(at, 65535);
      const auto n = static_cast<std::uint16_t>(part.size());
      out += static_cast<char>(at + 65535 >= bytes.size() ? 1 : 0);
      for (const int v : {n & 255, n >> 8, ~n & 255, (~n >> 8) & 255}) out += static_cast<char>(v);
      out += part;
    }
    std::uint32_t a = 1, b = 0;
    for (const char c : bytes) a = (a + static_cast<std::uint8_t>(c)) % 65521, b = (b + a) % 65521;
    big(out, b << 16 | a);
    return out;
  }
};

inline std::string png_of(const HeightGrid& grid) {
  return PngText{}(grid.width, grid.height, grid.samples);
}

/// Little-endian samples without a header.
inline std::string r16_of(const HeightGrid& grid) {
  std::string out;
  for (const std::uint16_t v : grid.samples) {
    out += static_cast<char>(v & 255);
    out += static_cast<char>(v >> 8);
  }
  return out;
}

}  // namespace strate::sample
