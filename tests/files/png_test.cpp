#include <catch2/catch.hpp>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

#include "formats/files/png.hpp"

using namespace strate;

namespace {

RgbImage pattern(int w, int h) {
  RgbImage image(w, h);
  for (std::size_t i = 0; i < image.rgb.size(); ++i)
    image.rgb[i] = static_cast<std::uint8_t>(i * 37 + i / 251);
  return image;
}

}  // namespace

TEST_CASE("png: what was written is read back pixel by pixel by an independent reader") {
  for (const auto& [w, h] : {std::pair{1, 1}, {7, 3}, {64, 33}, {301, 5}}) {
    const RgbImage image = pattern(w, h);
    const Result<std::string> bytes = encode_png(image);
    REQUIRE(bytes);
    int rw = 0, rh = 0, channels = 0;
    stbi_uc* p = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes->data()),
                                       static_cast<int>(bytes->size()), &rw, &rh, &channels, 0);
    REQUIRE(p != nullptr);
    CHECK(rw == w);
    CHECK(rh == h);
    REQUIRE(channels == 3);
    CHECK(std::vector<std::uint8_t>(p, p + image.rgb.size()) == image.rgb);
    stbi_image_free(p);
    const Result<PngInfo> info = inspect_png(*bytes);
    REQUIRE(info);
    CHECK(info->width == w);
    CHECK(info->height == h);
    CHECK(info->bit_depth == 8);
    CHECK(info->channels == 3);
  }
}

TEST_CASE("png: the same picture gives the same bytes") {
  CHECK(*encode_png(pattern(90, 70)) == *encode_png(pattern(90, 70)));
}

TEST_CASE("png: sizes that cannot be written are refused before anything is allocated") {
  RgbImage image;
  CHECK(encode_png(image).error().code == "png.size");
  image.width = kPngMaxSide + 1, image.height = 1;
  CHECK(encode_png(image).error().code == "png.size");
  image.width = -4, image.height = 4;
  CHECK(encode_png(image).error().code == "png.size");
  image = pattern(4, 4);
  image.rgb.pop_back();
  CHECK(encode_png(image).error().code == "png.size");
  image.width = kPngMaxSide, image.height = kPngMaxSide;
  CHECK(encode_png(image).error().code == "png.size");
}

TEST_CASE("png: every truncation and every flipped byte of a file is noticed") {
  const std::string good = *encode_png(pattern(9, 6));
  for (std::size_t n = 0; n < good.size(); ++n)
    REQUIRE_FALSE(inspect_png(std::string_view(good).substr(0, n)));
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x10);
    REQUIRE_FALSE(inspect_png(bad));
  }
  CHECK_FALSE(inspect_png(good + "x"));
}
