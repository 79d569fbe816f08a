// PNG pictures: 8-bit RGB, deterministic bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/result.hpp"

namespace strate {

/// 8-bit sRGB, rows from the top. rgb holds width · height · 3 bytes.
struct RgbImage {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;

  RgbImage() = default;
  RgbImage(int w, int h)
      : width(w), height(h), rgb(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * 3) {}
  std::uint8_t* pixel(int x, int y) {
    return rgb.data() + (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                         static_cast<std::size_t>(x)) *
                            3;
  }
  const std::uint8_t* pixel(int x, int y) const { return const_cast<RgbImage*>(this)->pixel(x, y); }
};

/// Largest side and largest number of pixels that are written.
inline constexpr int kPngMaxSide = 32768;
inline constexpr std::size_t kPngMaxPixels = 1u << 28;

/// The file's bytes. Errors: "png.size" for sides outside 1 … kPngMaxSide, too many pixels, or a
/// buffer that does not have width · height · 3 bytes; "io.out_of_memory".
Result<std::string> encode_png(const RgbImage& image);

struct PngInfo {
  int width = 0, height = 0, bit_depth = 0, channels = 0;
};

/// Reads the frame of a PNG back: signature, every chunk's length and checksum, IHDR first, IEND
/// last and nothing after it. Any truncation or flipped byte is an error "png.damaged".
Result<PngInfo> inspect_png(std::string_view bytes);

}  // namespace strate
