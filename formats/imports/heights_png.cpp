// libpng is the one reader here of what others wrote. It leaves a function by longjmp: nothing that
// has a destructor lives in those that call setjmp.
#include <png.h>

#include <csetjmp>
#include <cstring>

#include "formats/imports/heights.hpp"

namespace strate {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr std::size_t kFrameBytes = 33;  ///< signature and the frame's chunk
constexpr png_alloc_size_t kMostChunkBytes = 1u << 20;

struct Frame {
  std::uint32_t width = 0, height = 0;
  int bits = 0, colour = 0;
};

std::uint32_t big_endian(const char* at) {
  std::uint32_t v = 0;
  for (int i = 0; i < 4; ++i) v = v << 8 | static_cast<std::uint8_t>(at[i]);
  return v;
}

Error fault(const char* code, std::string text) {
  return {std::string("asset.") + code,
          std::move(text),
          {},
          {"allowed: a PNG of one grey channel of 16 bits, 2 to 4097 samples a side"}};
}

Result<Frame> frame_of(std::string_view bytes) {
  if (bytes.size() < kFrameBytes || !bytes.starts_with(kSignature) || bytes.substr(12, 4) != "IHDR")
    return fault("not_png", "is not a PNG file");
  const Frame f{big_endian(bytes.data() + 16), big_endian(bytes.data() + 20),
                static_cast<std::uint8_t>(bytes[24]), static_cast<std::uint8_t>(bytes[25])};
  if (f.bits != 16)
    return fault("bit_depth", "has " + std::to_string(f.bits) + " bits a sample, not 16");
  if (f.colour != PNG_COLOR_TYPE_GRAY) return fault("channels", "has more than one grey channel");
  const auto is_side = [](std::uint32_t n) {
    return n >= static_cast<std::uint32_t>(kHeightsLeastSide) &&
           n <= static_cast<std::uint32_t>(kHeightsMostSide);
  };
  if (!is_side(f.width) || !is_side(f.height))
    return fault("size",
                 "is " + std::to_string(f.width) + " x " + std::to_string(f.height) + " samples");
  return f;
}

/// What is left to read.
struct Rest {
  const char* at;
  std::size_t size;
};

void on_read(png_structp png, png_bytep out, png_size_t size) {
  auto* rest = static_cast<Rest*>(png_get_io_ptr(png));
  if (size > rest->size) png_error(png, "cut");
  std::memcpy(out, rest->at, size);
  rest->at += size, rest->size -= size;
}
void on_error(png_structp png, png_const_charp) { png_longjmp(png, 1); }
void on_warning(png_structp, png_const_charp) {}

/// A reader of the library's, taken down with its owner.
struct Reader {
  png_structp png;
  png_infop info = nullptr;
  Reader() : png(png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, on_error, on_warning)) {
    if (png) info = png_create_info_struct(png);
  }
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
};

/// Samples as they stand in the file, high byte first, into `rows`.
bool read_rows(Reader& reader, Rest& rest, png_bytepp rows) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_set_read_fn(reader.png, &rest, on_read);
  png_set_user_limits(reader.png, kHeightsMostSide, kHeightsMostSide);
  png_set_chunk_malloc_max(reader.png, kMostChunkBytes);
  png_read_info(reader.png, reader.info);
  png_read_image(reader.png, rows);
  png_read_end(reader.png, nullptr);
  return true;
}

}  // namespace

Result<HeightGrid> heights_of_png(std::string_view bytes) {
  const Result<Frame> frame = frame_of(bytes);
  if (!frame) return frame.error();
  const std::size_t width = frame->width, height = frame->height;
  std::vector<png_byte> samples(width * height * 2);
  std::vector<png_bytep> rows(height);
  for (std::size_t i = 0; i < height; ++i) rows[i] = samples.data() + i * width * 2;
  Reader reader;
  Rest rest{bytes.data(), bytes.size()};
  if (!reader.info || !read_rows(reader, rest, rows.data()))
    return fault("damaged", "is cut or damaged");
  HeightGrid grid{static_cast<int>(width), static_cast<int>(height),
                  std::vector<std::uint16_t>(width * height)};
  for (std::size_t i = 0; i < grid.samples.size(); ++i)
    grid.samples[i] = static_cast<std::uint16_t>(samples[2 * i] << 8 | samples[2 * i + 1]);
  return grid;
}

}  // namespace strate
