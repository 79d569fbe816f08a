#include "tests/pictures/support/png_pixels.hpp"

#include <catch2/catch.hpp>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_HDR
#define STBI_NO_LINEAR
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace strate::test {

RgbImage png_pixels(const std::string& path) {
  int width = 0, height = 0, channels = 0;
  stbi_uc* pixels = stbi_load(path.c_str(), &width, &height, &channels, 3);
  INFO(path);
  REQUIRE(pixels != nullptr);
  RgbImage image(width, height);
  image.rgb.assign(pixels, pixels + image.rgb.size());
  stbi_image_free(pixels);
  return image;
}

}  // namespace strate::test
