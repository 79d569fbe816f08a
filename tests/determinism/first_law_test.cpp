// The first law on a real, planned world: windows, orders and points give one set of bits, and the
// bits are the recorded ones.
#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <memory>

#include "compiler/file_system.hpp"
#include "compiler/hash.hpp"
#include "compiler/op.hpp"
#include "formats/documents/documents.hpp"
#include "passes/density/world.hpp"
#include "passes/ops/catalog.hpp"
#include "passes/plan/plan.hpp"

using namespace strate;

namespace {

const std::string kSource = STRATEC_SOURCE_DIR;

World planned(const std::string& season_file, std::uint64_t seed) {
  SourceSet sources;
  Season season;
  Diagnostics diags;
  const Catalog catalog = shipped_catalog();
  LoadOptions options;
  options.seed = seed;
  const bool good = load_season(kSource + "/" + season_file, posix_file_system(), catalog, options,
                                sources, season, diags);
  INFO(print(diags, sources));
  REQUIRE(good);
  PlanReport report;
  Result<WorldDef> def = plan(season, catalog, *make_thread_executor(2), report);
  REQUIRE(def);
  Result<World> world = World::compile(std::move(*def), catalog);
  REQUIRE(world);
  return std::move(*world);
}

const World& tiny() {
  static const World world = planned("tests/data/tiny/tiny.season.json", 43);
  return world;
}

/// Draws that do not depend on the library's.
struct Dice {
  std::uint64_t state = 0;
  std::int64_t operator()(std::int64_t lo, std::int64_t hi) {
    state += 0x9e3779b97f4a7c15ull;
    return lo + static_cast<std::int64_t>(mix64(state) % static_cast<std::uint64_t>(hi - lo));
  }
};

/// Lattice box of the tiny world's inhabited part.
constexpr IndexBox kHome{{-272, -272, -272}, {272, 272, 0}};

IndexBox random_window(Dice& dice) {
  const Coord lo{dice(-272, 240), dice(-272, 240), dice(-300, 10)};
  return {lo, {lo.x + dice(2, 36), lo.y + dice(2, 36), lo.z + dice(2, 36)}};
}

/// Cuts the window at one random plane of a random axis, again and again.
DensityDigest digest_of_parts(const World& world, const IndexBox& window, int depth, Dice& dice) {
  const Coord size = window.size();
  const std::int64_t sides[] = {size.x, size.y, size.z};
  const auto axis = static_cast<int>(dice(0, 3));
  if (depth == 0 || sides[axis] < 2) return digest(world, window, serial_executor());
  IndexBox low = window, high = window;
  const std::int64_t cut = dice(1, sides[axis]);
  if (axis == 0) low.hi.x = high.lo.x = window.lo.x + cut;
  if (axis == 1) low.hi.y = high.lo.y = window.lo.y + cut;
  if (axis == 2) low.hi.z = high.lo.z = window.lo.z + cut;
  DensityDigest sum = digest_of_parts(world, low, depth - 1, dice);
  return sum += digest_of_parts(world, high, depth - 1, dice);
}

/// Compares points with the lattice in one block: up to `most` near a surface and as many others.
struct PointCount {
  std::size_t near = 0, far = 0, differing = 0;
};

void compare_points(const World& world, const IndexBox& box, std::size_t most, PointCount& count) {
  struct alignas(64) Values {
    float v[kBlockMax * kBlockMax * kBlockRow];
  };
  const auto values = std::make_unique<Values>();
  Scratch block_scratch, point_scratch;
  world.sample(box, {}, block_scratch, values->v);
  const Um voxel = world.def().voxel_um;
  const auto ny = static_cast<int>(box.size().y);
  std::size_t near = 0, far = 0;
  for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
      for (std::int64_t x = box.lo.x; x < box.hi.x; ++x) {
        const float lattice =
            values->v[block_index(ny, static_cast<int>(x - box.lo.x),
                                  static_cast<int>(y - box.lo.y), static_cast<int>(z - box.lo.z))];
        const bool close = lattice > -0.5f && lattice < 0.5f;
        std::size_t& taken = close ? near : far;
        if (taken >= most || (!close && taken >= near)) continue;
        ++taken;
        const float point = world.at(x * voxel, y * voxel, z * voxel, {}, point_scratch);
        count.differing +=
            std::bit_cast<std::uint32_t>(point) != std::bit_cast<std::uint32_t>(lattice);
      }
  count.near += near;
  count.far += far;
}

}  // namespace

TEST_CASE("first law: the digests of 1 000 random windows are the sums of their parts") {
  Dice dice;
  std::size_t wrong = 0;
  for (int i = 0; i < 1000; ++i) {
    const IndexBox window = random_window(dice);
    const DensityDigest whole = digest(tiny(), window, serial_executor());
    CHECK(whole.samples == window.count());
    wrong += !(digest_of_parts(tiny(), window, 3, dice) == whole);
  }
  CHECK(wrong == 0);
}

TEST_CASE("first law: forward, reversed and shuffled tile orders give one digest") {
  const IndexBox window{{-201, -77, -255}, {190, 133, -3}};
  const DensityDigest forward = digest(tiny(), window, serial_executor());
  const bool soak = std::getenv("STRATEC_SOAK") != nullptr;
  for (std::uint64_t order = 0; order < (soak ? 21u : 4u); ++order)
    CHECK(digest(tiny(), window, *make_shuffled_executor(order)) == forward);
  for (const unsigned threads : {2u, 3u, 7u})
    CHECK(digest(tiny(), window, *make_thread_executor(threads)) == forward);
}

TEST_CASE("first law: a million points have the lattice's bits, half of them near a surface") {
  Dice dice{7};
  PointCount count;
  while (count.near < 500'000 || count.far < 500'000) {
    const Coord lo{dice(kHome.lo.x, kHome.hi.x - 35), dice(kHome.lo.y, kHome.hi.y - 35),
                   dice(kHome.lo.z, kHome.hi.z - 35)};
    const std::size_t most = count.near < 500'000 ? 4096 : 16384;
    compare_points(tiny(), {lo, {lo.x + 35, lo.y + 35, lo.z + 35}}, most, count);
  }
  INFO(count.near << " near, " << count.far << " far");
  CHECK(count.near + count.far >= 1'000'000);
  CHECK(count.near >= count.far);
  CHECK(count.differing == 0);
}

TEST_CASE("first law: worlds have their recorded digests (STRATEC_REGOLD=1 rewrites them)",
          "[golden]") {
  std::string text;
  for (const std::uint64_t seed : {43ull, 45ull}) {
    const World world = planned("tests/data/tiny/tiny.season.json", seed);
    text += "tiny " + std::to_string(seed) + " " +
            hex(digest(world, {{-101, -99, -272}, {99, 103, 0}}, *make_thread_executor(2))) + "\n";
  }
  const std::string path = kSource + "/tests/golden/worlds.txt";
  if (std::getenv("STRATEC_REGOLD") != nullptr)
    REQUIRE(write_file(posix_file_system(), path, text));
  const Result<std::string> golden = read_file(posix_file_system(), path, 1u << 20);
  REQUIRE(golden);
  CHECK(text == *golden);
}
