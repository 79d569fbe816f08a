#include "formats/files/vdb.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "support/cave.hpp"

using namespace strate;
using namespace strate::test;

namespace {

VdbHeader header() {
  VdbHeader h;
  h.season = "first-steps";
  h.strate = "wells";
  h.seed = 0x1234;
  h.content_hash = {0x0123456789abcdefull, 0xfedcba9876543210ull};
  return h;
}

std::string encoded(const DensityGrid& grid) {
  Result<std::string> bytes = encode_vdb(grid, header());
  REQUIRE(bytes);
  return std::move(*bytes);
}

std::string metadata(const VdbInfo& info, std::string_view key) {
  for (const auto& [name, value] : info.metadata)
    if (name == key) return value;
  return "absent";
}

}  // namespace

TEST_CASE("vdb: every sample reads back to the bit, +band outside the window") {
  const std::string bytes = encoded(sampled_cave().grid);
  const IndexBox box = grown(kCaveWindow, 5);
  const auto values = read_vdb(bytes, box);
  REQUIRE(values);
  std::size_t i = 0, wrong = 0;
  for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
      for (std::int64_t x = box.lo.x; x < box.hi.x; ++x) {
        const Coord c{x, y, z};
        wrong += (*values)[i++] != (kCaveWindow.contains(c) ? cave_density(c) : 0.5f);
      }
  REQUIRE(wrong == 0);
}

TEST_CASE("vdb: the file says what it is") {
  const auto info = inspect_vdb(encoded(sampled_cave().grid));
  REQUIRE(info);
  REQUIRE(info->id == "01234567-89ab-cdef-fedc-ba9876543210");
  REQUIRE(info->grid == "density");
  REQUIRE(info->grid_class == "level set");
  REQUIRE(info->voxel_m == 0.125);
  REQUIRE(info->background == 0.5f);
  REQUIRE(metadata(*info, "season") == "first-steps");
  REQUIRE(metadata(*info, "strate") == "wells");
  REQUIRE(metadata(*info, "seed") == "4660");
  REQUIRE(metadata(*info, "content_hash") == "0123456789abcdeffedcba9876543210");
  REQUIRE(metadata(*info, "window_m") == "-21.25,-5,-1.125,18.75,8.75,17.625");
  REQUIRE(metadata(*info, "voxel_size_m") == "0.125");
  REQUIRE(metadata(*info, "band_m") == "0.5");
}

TEST_CASE("vdb: uniform boxes are tiles, large ones whole nodes, and the band is what is active") {
  const DensityGrid grid = sampled_cave().grid;
  std::uint64_t dense = 0, active = 0;
  for (const GridTile& t : grid.slots) {
    dense += t.values.size() / 512;
    for (const float v : t.values) active += -0.5f < v && v < 0.5f;
  }
  const auto info = inspect_vdb(encoded(grid));
  REQUIRE(info);
  REQUIRE(info->leaves == dense);
  REQUIRE(info->active_samples == active);
  REQUIRE(info->tiles > 100);
  // 256 × 128 × 128 samples of plain rock: two tiles, no leaf.
  DensityGrid rock;
  rock.window = {{-128, 0, 128}, {128, 128, 256}};
  rock.tiles = {{-4, 0, 4}, {4, 4, 8}};
  rock.slots.resize(8 * 4 * 4);
  for (GridTile& t : rock.slots) t.solid = ~0ull;
  const auto plain = inspect_vdb(encoded(rock));
  REQUIRE(plain);
  REQUIRE(plain->leaves == 0);
  REQUIRE(plain->tiles == 2);
}

TEST_CASE("vdb: equal grids give equal bytes, pruned or not") {
  const std::string bytes = encoded(sampled_cave().grid);
  REQUIRE(bytes == encoded(sampled_cave().grid));
  REQUIRE(bytes == encoded(sampled_cave(kCaveWindow, false).grid));
  VdbHeader other = header();
  other.content_hash.lo ^= 1;
  REQUIRE(*encode_vdb(sampled_cave().grid, other) != bytes);
}

TEST_CASE("vdb: a grid that is given away has the same bytes, and no sample left") {
  DensityGrid grid = sampled_cave().grid;
  const std::string bytes = encoded(grid);
  REQUIRE(*encode_vdb(std::move(grid), header()) == bytes);
  std::size_t left = 0;
  for (const GridTile& tile : grid.slots) left += tile.values.capacity();
  REQUIRE(left == 0);
}

TEST_CASE("vdb: a truncated or foreign file is refused") {
  const std::string bytes = encoded(sampled_cave({{-20, 0, 10}, {60, 40, 60}}).grid);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{20}, std::size_t{60}, bytes.size() / 2, bytes.size() - 1}) {
    const auto info = inspect_vdb(std::string_view(bytes).substr(0, size));
    INFO("size " << size << " of " << bytes.size());
    REQUIRE(!info);
    REQUIRE(info.error().code == "vdb.unreadable");
  }
  REQUIRE(!inspect_vdb(std::string(4000, 'x')));
  REQUIRE(!read_vdb("", {{0, 0, 0}, {1, 1, 1}}));
}

TEST_CASE("vdb: OpenVDB's own vdb_print reads the grid") {
  if (std::system("command -v vdb_print >/dev/null 2>&1") != 0) {
    WARN("vdb_print is not installed: nothing was compared");
    return;
  }
  const std::string path = std::string(STRATEC_BINARY_DIR) + "/vdb_test.vdb";
  std::ofstream(path, std::ios::binary) << encoded(sampled_cave().grid);
  std::string text;
  FILE* pipe = popen(("vdb_print -l '" + path + "' 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), n);
  REQUIRE(pclose(pipe) == 0);
  std::remove(path.c_str());
  INFO(text);
  for (const char* part : {"density", "level set", "window_m: -21.25,-5,-1.125,18.75,8.75,17.625",
                           "content_hash: 0123456789abcdeffedcba9876543210"})
    REQUIRE(text.find(part) != std::string::npos);
}
