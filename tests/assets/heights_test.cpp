// Pictures and raw files of heights: samples as they stand, or an error that says what is allowed.
#include "formats/imports/heights.hpp"

#include <catch2/catch.hpp>

#include "formats/imports/import.hpp"
#include "tests/support/asset_sample.hpp"

using namespace strate;
using sample::PngText;

namespace {

std::string code_of(const Result<HeightGrid>& grid) { return grid ? "" : grid.error().code; }

}  // namespace

TEST_CASE("heights: a 16-bit PNG comes in sample by sample, unflipped") {
  const HeightGrid hill = sample::hill();
  const Result<HeightGrid> read = heights_of_png(sample::png_of(hill));
  REQUIRE(read);
  CHECK(*read == hill);
  CHECK(read->samples[0] != read->samples[32]);
  const Result<HeightGrid> least = heights_of_png(PngText{}(2, 2, {0, 65535, 258, 4}));
  REQUIRE(least);
  CHECK(least->samples == std::vector<std::uint16_t>{0, 65535, 258, 4});
}

TEST_CASE("heights: an R16 is a square of little-endian samples") {
  const HeightGrid square = sample::hill(24, 24);
  const Result<HeightGrid> read = heights_of_r16(sample::r16_of(square));
  REQUIRE(read);
  CHECK(*read == square);
  for (const std::size_t bytes : {0u, 2u, 3u, 9u, 12u, 16u, 24u * 24u * 2u + 1, 24u * 24u * 2u - 2})
    CHECK(code_of(heights_of_r16(std::string(bytes, 'x'))) == "asset.size");
  CHECK(code_of(heights_of_r16(std::string(8, 'x'))).empty());
  CHECK(code_of(heights_of_r16(std::string(4098u * 4098u * 2u, 'x'))) == "asset.size");
}

TEST_CASE("heights: other depths, colours and sizes are refused by what they are") {
  const std::vector<std::uint16_t> few(16, 7);
  CHECK(code_of(heights_of_png(PngText{8, 0, 0}(4, 4, few))) == "asset.bit_depth");
  CHECK(code_of(heights_of_png(PngText{16, 4, 0}(4, 2, few))) == "asset.channels");
  CHECK(code_of(heights_of_png(PngText{16, 2, 0}(4, 1, few))) == "asset.channels");
  CHECK(code_of(heights_of_png(PngText{}(16, 1, few))) == "asset.size");
  CHECK(code_of(heights_of_png(PngText{}(1, 16, few))) == "asset.size");
  CHECK(code_of(heights_of_png(PngText{}(4098, 2, std::vector<std::uint16_t>(8196)))) ==
        "asset.size");
  CHECK(code_of(heights_of_png("no picture")) == "asset.not_png");
  CHECK(code_of(heights_of_png("")) == "asset.not_png");
  // Far more samples than it has bytes.
  std::string huge = PngText{}(4, 4, few);
  huge[16] = '\x7f';
  CHECK(code_of(heights_of_png(huge)) == "asset.size");
}

TEST_CASE("heights: no truncation and no flipped bit of a picture is taken for a picture") {
  const std::string png = PngText{}(5, 4, std::vector<std::uint16_t>(20, 0x1234));
  for (std::size_t n = 0; n + 12 < png.size(); ++n) CHECK_FALSE(heights_of_png(png.substr(0, n)));
  std::size_t refused = 0;
  for (std::size_t i = 0; i < png.size(); ++i) {
    std::string other = png;
    other[i] = static_cast<char>(other[i] ^ 0x10);
    refused += !heights_of_png(other);
  }
  // What the end says of itself is nobody's business.
  CHECK(refused + 12 >= png.size());
}

TEST_CASE("heights: files are taken by their endings") {
  CHECK(is_import_name(AssetKind::heights, "maps/a.png"));
  CHECK(is_import_name(AssetKind::heights, "a.r16"));
  for (const char* name : {"a.PNG", "a.jpg", "a.raw", "a", "png", "a.png.txt", "a.obj"})
    CHECK_FALSE(is_import_name(AssetKind::heights, name));
}
