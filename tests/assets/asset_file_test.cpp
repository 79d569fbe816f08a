// Files of world assets: one form, and nothing else is accepted.
#include "formats/assets/asset_file.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "compiler/memory_file_system.hpp"
#include "formats/assets/byte_io.hpp"
#include "formats/assets/world_assets.hpp"
#include "tests/support/asset_sample.hpp"

using namespace strate;
using sample::assets;

namespace {

/// The codes of an asset with one number of its bytes replaced and its hash made right.
std::string code_with(std::string bytes, std::size_t at, std::uint32_t value) {
  std::string number, hash;
  put_number(number, value);
  bytes.replace(at, number.size(), number);
  const Hash128 h = xxh3_128(std::string_view(bytes).substr(40));
  put_number(hash, h.hi), put_number(hash, h.lo);
  bytes.replace(24, hash.size(), hash);
  const Result<AssetData> data = decode_asset(bytes);
  return data ? "" : data.error().code;
}

}  // namespace

TEST_CASE("assets: what is written reads back, and its name is the hash of its bytes") {
  for (const WorldAsset& asset : assets()) {
    const std::string bytes = encode_asset(*asset.data);
    CHECK(bytes.size() == asset.size);
    const Result<AssetData> back = decode_asset(bytes);
    REQUIRE(back);
    CHECK(*back == *asset.data);
    AssetKind kind{};
    Hash128 hash;
    REQUIRE(parse_asset_file(asset.file, kind, hash));
    CHECK(kind == asset.data->kind());
    CHECK(hash == xxh3_128(bytes));
  }
}

TEST_CASE("assets: every byte of the format is where the header of asset_file.hpp says") {
  const std::string bytes = encode_asset(AssetData(HeightGrid{2, 3, {1, 2, 0x1234, 4, 5, 0xffff}}));
  CHECK(bytes.substr(0, 8) == "STRASSET");
  CHECK(bytes.substr(8, 16) == std::string("\x01\0\0\0\x01\0\0\0\x14\0\0\0\0\0\0\0", 16));
  CHECK(bytes.substr(40) == std::string("\x02\0\0\0\x03\0\0\0\x01\0\x02\0\x34\x12\x04\0\x05\0"
                                        "\xff\xff",
                                        20));
}

TEST_CASE("assets: every truncation, every flipped bit and every byte too many is refused") {
  for (const WorldAsset& asset : assets()) {
    const std::string bytes = encode_asset(*asset.data);
    const std::size_t step = std::max<std::size_t>(1, bytes.size() / 3000);
    for (std::size_t n = 0; n < bytes.size(); n += n < 200 ? 1 : step)
      CHECK_FALSE(decode_asset(bytes.substr(0, n)));
    for (std::size_t i = 0; i < bytes.size(); i += i < 200 ? 1 : step) {
      std::string other = bytes;
      other[i] = static_cast<char>(other[i] ^ (1 << (i % 8)));
      CHECK_FALSE(decode_asset(other));
    }
    CHECK_FALSE(decode_asset(bytes + '\0'));
  }
}

TEST_CASE("assets: a right hash does not make wrong content fine") {
  const std::string bytes = encode_asset(AssetData(sample::hill()));
  CHECK(code_with(bytes, 8, 1) == "");
  CHECK(code_with(bytes, 8, 2) == "asset.version");
  CHECK(code_with(bytes, 12, 0) == "asset.damaged");
  CHECK(code_with(bytes, 12, 77) == "asset.damaged");
  for (const std::uint32_t side : {0u, 1u, 32u, 34u, 4098u, 0xffffffffu}) {
    CHECK(code_with(bytes, 40, side) == "asset.damaged");
    CHECK(code_with(bytes, 44, side) == "asset.damaged");
  }
}

TEST_CASE("assets: a shape whose lists do not fit its frame is refused") {
  const ShapeGrid good = sample::ball_shape();
  const auto code = [](const ShapeGrid& grid) {
    const Result<AssetData> data = decode_asset(encode_asset(AssetData(grid)));
    return data ? "" : data.error().code;
  };
  CHECK(code(good) == "");
  const auto broken = [&](const auto& change) {
    ShapeGrid grid = good;
    change(grid);
    CHECK(code(grid) == "asset.damaged");
  };
  broken([](ShapeGrid& g) { g.scale = 0; });
  broken([](ShapeGrid& g) { g.scale = std::nan(""); });
  broken([](ShapeGrid& g) { g.step = 2; });
  broken([](ShapeGrid& g) { g.step = -5; });
  broken([](ShapeGrid& g) { g.first[1] = 1 << 30; });
  broken([](ShapeGrid& g) { g.bricks[0] = 0; });
  broken([](ShapeGrid& g) { g.bricks[2] = 65; });
  broken([](ShapeGrid& g) { g.bricks[2] = -8; });
  broken([](ShapeGrid& g) { g.corners.pop_back(); });
  broken([](ShapeGrid& g) { g.samples.push_back(0); });
  broken([](ShapeGrid& g) { std::swap(g.fine[0], g.fine[1]); });
  broken([](ShapeGrid& g) { g.fine[1] = g.fine[0]; });
  broken([](ShapeGrid& g) { g.fine.back() = 512; });
  broken([](ShapeGrid& g) { g.fine.pop_back(); });
}

TEST_CASE("assets: names are whole and nothing else") {
  AssetKind kind{};
  Hash128 hash;
  const std::string good = assets()[0].file, digits(32, 'a');
  CHECK(parse_asset_file("assets/" + digits + ".heights", kind, hash));
  for (const std::string& bad :
       {std::string(), std::string("assets/"), good + "x", "x" + good, "../" + good,
        "assets/" + digits, "assets/" + digits + ".", "assets/" + digits + ".png",
        "assets/" + std::string(31, 'a') + ".heights",
        "assets/" + std::string(32, 'A') + ".heights", "other/" + digits + ".heights"}) {
    INFO(bad);
    CHECK_FALSE(parse_asset_file(bad, kind, hash));
  }
}

TEST_CASE("assets: a world loads its own, and refuses a missing, changed or wrong one by name") {
  WorldDef world;
  world.assets = assets();
  MemoryFileSystem files;
  for (WorldAsset& a : world.assets) {
    files.put("/out/" + a.file, encode_asset(*a.data));
    a.data = nullptr;
  }
  REQUIRE(load_assets(files, "/out", world));
  for (std::size_t i = 0; i < assets().size(); ++i)
    CHECK(*world.assets[i].data == *assets()[i].data);

  const WorldAsset& first = world.assets[0];
  const std::string path = "/out/" + first.file, right = encode_asset(*first.data);
  const auto code = [&] {
    WorldDef again = world;
    for (WorldAsset& a : again.assets) a.data = nullptr;
    const Result<Done> done = load_assets(files, "/out", again);
    if (done) return std::string();
    CHECK(done.error().text.find(first.file) != std::string::npos);
    CHECK_FALSE(again.assets[0].data);
    return done.error().code;
  };
  std::string flipped = right;
  flipped.back() = static_cast<char>(flipped.back() ^ 1);
  files.put(path, flipped);
  CHECK(code() == "manifest.asset_changed");
  files.put(path, right.substr(0, 100));
  CHECK(code() == "manifest.asset_changed");
  // Whole in itself, and another one.
  files.put(path, encode_asset(AssetData(HeightGrid{2, 2, {1, 2, 3, 4}})));
  CHECK(code() == "manifest.asset_changed");
  REQUIRE(files.remove_file(path));
  CHECK(code() == "manifest.asset_missing");
  files.put_symlink(path, "/elsewhere");
  CHECK(code() == "manifest.asset_changed");
}
