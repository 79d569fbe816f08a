#include "formats/files/png.hpp"

#include <cstdlib>
#include <new>

namespace {

/// The library goes on with a null pointer where memory ends; this ends in encode_png instead.
void* grown(void* old, std::size_t size) {
  void* block = std::realloc(old, size);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

}  // namespace

#define STBIW_MALLOC(size) grown(nullptr, size)
#define STBIW_REALLOC(old, size) grown(old, size)
#define STBIW_FREE(block) std::free(block)
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#include <array>
#include <cstring>

namespace strate {

namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";

Error damaged(std::string text) { return {"png.damaged", std::move(text), {}, {}}; }

std::uint32_t big_endian(std::string_view b) {
  std::uint32_t v = 0;
  for (int i = 0; i < 4; ++i)
    v = v << 8 | static_cast<std::uint8_t>(b[static_cast<std::size_t>(i)]);
  return v;
}

constexpr std::array<std::uint32_t, 256> make_crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t n = 0; n < 256; ++n) {
    std::uint32_t c = n;
    for (int k = 0; k < 8; ++k) c = (c & 1u) != 0 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[n] = c;
  }
  return table;
}

std::uint32_t crc32(std::string_view bytes) {
  static constexpr std::array<std::uint32_t, 256> kTable = make_crc_table();
  std::uint32_t c = ~0u;
  for (const char b : bytes) c = kTable[(c ^ static_cast<std::uint8_t>(b)) & 0xffu] ^ (c >> 8);
  return ~c;
}

struct Chunk {
  std::string_view type, data;
};

/// Takes one whole chunk off the front of `rest`.
Result<Chunk> take_chunk(std::string_view& rest) {
  if (rest.size() < 12) return damaged("the file ends inside a chunk");
  const std::size_t n = big_endian(rest);
  if (n > rest.size() - 12) return damaged("a chunk is longer than the file");
  const Chunk chunk{rest.substr(4, 4), rest.substr(8, n)};
  if (crc32(rest.substr(4, 4 + n)) != big_endian(rest.substr(8 + n)))
    return damaged("checksum of chunk " + std::string(chunk.type) + " differs");
  rest.remove_prefix(12 + n);
  return chunk;
}

Result<PngInfo> read_header(const Chunk& chunk) {
  if (chunk.type != "IHDR" || chunk.data.size() != 13)
    return damaged("the first chunk is not IHDR");
  const auto kind = static_cast<std::uint8_t>(chunk.data[9]);
  if (kind > 6) return damaged("unknown colour type");
  constexpr int kChannels[7] = {1, 0, 3, 1, 2, 0, 4};
  return PngInfo{static_cast<int>(big_endian(chunk.data)),
                 static_cast<int>(big_endian(chunk.data.substr(4))),
                 static_cast<std::uint8_t>(chunk.data[8]), kChannels[kind]};
}

}  // namespace

Result<std::string> encode_png(const RgbImage& image) {
  const bool sides = image.width >= 1 && image.height >= 1 && image.width <= kPngMaxSide &&
                     image.height <= kPngMaxSide;
  const std::size_t pixels =
      sides ? static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) : 0;
  if (!sides || pixels > kPngMaxPixels || image.rgb.size() != pixels * 3)
    return Error{"png.size",
                 "a picture of " + std::to_string(image.width) + " x " +
                     std::to_string(image.height) + " pixels with " +
                     std::to_string(image.rgb.size()) + " bytes cannot be written",
                 {},
                 {"sides are 1 to " + std::to_string(kPngMaxSide) + " pixels"}};
  std::string out;
  const auto sink = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
  };
  try {
    if (stbi_write_png_to_func(sink, &out, image.width, image.height, 3, image.rgb.data(),
                               image.width * 3) != 0)
      return out;
  } catch (const std::bad_alloc&) {  // what the library held is lost; the run ends
  }
  return Error{"io.out_of_memory", "there is not enough memory to compress a picture", {}, {}};
}

Result<PngInfo> inspect_png(std::string_view bytes) {
  if (bytes.substr(0, kSignature.size()) != kSignature) return damaged("not a PNG file");
  bytes.remove_prefix(kSignature.size());
  Result<Chunk> chunk = take_chunk(bytes);
  if (!chunk) return chunk.error();
  const Result<PngInfo> info = read_header(*chunk);
  if (!info) return info;
  while (chunk->type != "IEND") {
    chunk = take_chunk(bytes);
    if (!chunk) return chunk.error();
  }
  if (!bytes.empty()) return damaged("bytes follow the end");
  return info;
}

}  // namespace strate
