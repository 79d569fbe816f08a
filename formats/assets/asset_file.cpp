#include "formats/assets/asset_file.hpp"

#include <algorithm>
#include <bit>

#include "formats/assets/byte_io.hpp"

namespace strate {
namespace {

constexpr std::string_view kMagic = "STRASSET";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeaderBytes = 40;

constexpr double kLeastScale = 0.01, kMostScale = 100;
/// Bricks lie no farther from the origin: 8192 m at the least step.
constexpr int kMostFirst = 1 << 14;

std::uint32_t code_of(AssetKind kind) { return static_cast<std::uint32_t>(kind) + 1; }

Error damaged(std::string text) { return {"asset.damaged", std::move(text), {}, {}}; }

void put_body(const HeightGrid& grid, std::string& out) {
  put_number(out, static_cast<std::uint32_t>(grid.width));
  put_number(out, static_cast<std::uint32_t>(grid.height));
  for (const std::uint16_t v : grid.samples) put_number(out, v);
}

void put_body(const ShapeGrid& grid, std::string& out) {
  put_number(out, std::bit_cast<std::uint64_t>(grid.scale));
  put_number(out, static_cast<std::uint32_t>(grid.step));
  for (const int v : grid.first) put_number(out, static_cast<std::uint32_t>(v));
  for (const int v : grid.bricks) put_number(out, static_cast<std::uint32_t>(v));
  put_number(out, static_cast<std::uint32_t>(grid.fine.size()));
  for (const std::int16_t v : grid.corners) put_number(out, static_cast<std::uint16_t>(v));
  for (const std::uint32_t v : grid.fine) put_number(out, v);
  for (const std::int16_t v : grid.samples) put_number(out, static_cast<std::uint16_t>(v));
}

bool is_side(std::uint32_t n) {
  return n >= static_cast<std::uint32_t>(kHeightsLeastSide) &&
         n <= static_cast<std::uint32_t>(kHeightsMostSide);
}

Result<AssetData> read_heights(ByteReader& body) {
  const auto width = body.number<std::uint32_t>(), height = body.number<std::uint32_t>();
  if (!body.ok() || !is_side(width) || !is_side(height))
    return damaged("its heights have sides out of range");
  const std::size_t count = std::size_t{width} * height;
  if (body.rest().size() != 2 * count) return damaged("it does not hold the heights it says");
  HeightGrid grid{static_cast<int>(width), static_cast<int>(height),
                  std::vector<std::uint16_t>(count)};
  for (std::uint16_t& v : grid.samples) v = body.number<std::uint16_t>();
  return AssetData(std::move(grid));
}

std::vector<std::int16_t> read_distances(ByteReader& body, std::size_t count) {
  std::vector<std::int16_t> out(count);
  for (std::int16_t& v : out) v = static_cast<std::int16_t>(body.number<std::uint16_t>());
  return out;
}

/// The numbers before the lists; false if one is out of range.
bool read_frame(ByteReader& body, ShapeGrid& grid) {
  grid.scale = std::bit_cast<double>(body.number<std::uint64_t>());
  grid.step = static_cast<std::int32_t>(body.number<std::uint32_t>());
  for (int& v : grid.first) v = static_cast<std::int32_t>(body.number<std::uint32_t>());
  for (int& v : grid.bricks) v = static_cast<std::int32_t>(body.number<std::uint32_t>());
  bool fine = body.ok() && grid.scale >= kLeastScale && grid.scale <= kMostScale;
  fine = fine && grid.step >= kShapeLeastStep && grid.step <= kShapeMostStep;
  for (const int v : grid.first) fine = fine && v >= -kMostFirst && v <= kMostFirst;
  for (const int v : grid.bricks) fine = fine && v >= 1 && v <= kShapeMostBricks;
  return fine;
}

Result<AssetData> read_shape(ByteReader& body) {
  ShapeGrid grid;
  if (!read_frame(body, grid)) return damaged("its shape has numbers out of range");
  std::size_t bricks = 1, corners = 1;
  for (const int v : grid.bricks) {
    bricks *= static_cast<std::size_t>(v);
    corners *= static_cast<std::size_t>(v) + 1;
  }
  const std::size_t fine = body.number<std::uint32_t>();
  if (fine > std::min(kShapeMostFine, bricks) ||
      body.rest().size() != 2 * corners + fine * (4 + 2 * std::size_t{kShapeSamples}))
    return damaged("it does not hold the shape it says");
  grid.corners = read_distances(body, corners);
  for (std::size_t i = 0; i < fine; ++i) {
    const auto brick = body.number<std::uint32_t>();
    if (brick >= bricks || (i > 0 && brick <= grid.fine.back()))
      return damaged("the bricks of its shape are out of order");
    grid.fine.push_back(brick);
  }
  grid.samples = read_distances(body, fine * kShapeSamples);
  return AssetData(std::move(grid));
}

/// The body behind a header that is right in everything.
Result<std::string_view> body_of(std::string_view bytes, AssetKind& kind) {
  ByteReader header(bytes);
  if (header.take(kMagic.size()) != kMagic) return damaged("this is no world asset");
  const auto version = header.number<std::uint32_t>();
  if (header.ok() && version != kVersion)
    return Error{"asset.version",
                 "the asset is of version " + std::to_string(version) + "; this program reads " +
                     std::to_string(kVersion),
                 {},
                 {}};
  const auto code = header.number<std::uint32_t>();
  const auto size = header.number<std::uint64_t>();
  const Hash128 hash{header.number<std::uint64_t>(), header.number<std::uint64_t>()};
  if (!header.ok() || header.rest().size() != size)
    return damaged("the asset is cut, or longer than it says");
  if (code < 1 || code > kAssetKinds) return damaged("the asset is of no known kind");
  kind = static_cast<AssetKind>(code - 1);
  if (xxh3_128(header.rest()) != hash) return damaged("the asset was changed after it was written");
  return header.rest();
}

std::string name_of(AssetKind kind, Hash128 hash) {
  return std::string(kAssetFolder) + "/" + hex(hash) + "." + std::string(asset_word(kind));
}

}  // namespace

std::string encode_asset(const AssetData& data) {
  std::string body;
  std::visit([&](const auto& part) { put_body(part, body); }, data.of);
  const Hash128 hash = xxh3_128(body);
  std::string out;
  out.reserve(kHeaderBytes + body.size());
  out += kMagic;
  put_number(out, kVersion);
  put_number(out, code_of(data.kind()));
  put_number(out, static_cast<std::uint64_t>(body.size()));
  put_number(out, hash.hi);
  put_number(out, hash.lo);
  return out += body;
}

Result<AssetData> decode_asset(std::string_view bytes) {
  AssetKind kind{};
  const Result<std::string_view> body = body_of(bytes, kind);
  if (!body) return body.error();
  ByteReader reader(*body);
  return kind == AssetKind::heights ? read_heights(reader) : read_shape(reader);
}

WorldAsset make_world_asset(AssetData data) {
  const std::string bytes = encode_asset(data);
  const AssetKind kind = data.kind();
  return {name_of(kind, xxh3_128(bytes)), bytes.size(),
          std::make_shared<const AssetData>(std::move(data))};
}

bool parse_asset_file(std::string_view file, AssetKind& kind, Hash128& hash) {
  constexpr std::size_t kHexDigits = 32;
  const std::size_t stem = kAssetFolder.size() + 1;
  if (file.size() <= stem + kHexDigits || !parse_hex(file.substr(stem, kHexDigits), hash))
    return false;
  for (std::size_t i = 0; i < kAssetKinds; ++i) {
    kind = static_cast<AssetKind>(i);
    if (file == name_of(kind, hash)) return true;
  }
  return false;
}

}  // namespace strate
