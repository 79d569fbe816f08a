// Lateral regions: who rules where, how densities blend, where seams lie.
#include "passes/density/regions.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "passes/density/kernels.hpp"
#include "passes/density/simd.hpp"
#include "tests/density/support/world_sample.hpp"
#include "tests/support/regions_sample.hpp"

using namespace strate;
using sample::bits;
using sample::Block;

namespace {

/// Three regions of unequal shares in small cells; one of them has a ground of its own.
WorldDef three_regions() {
  WorldDef def = sample::small_world();
  def.strates.resize(1);
  def.passages.clear();
  sample::lay_regions(
      def.strates[0],
      {sample::region("hall", sample::plain(5, 14), 0.5),
       sample::region("caves", sample::caves(), 2), sample::region("open", sample::surface())},
      16, 6);
  return def;
}

StrateDensity density_of(const WorldDef& def) {
  auto density = StrateDensity::compile(def.strates[0], def, shipped_catalog());
  if (!density) FAIL(density.error().text);
  return std::move(*density);
}

std::vector<Stack> stacks_of(const WorldDef& def) {
  auto stacks = compile_stacks(def.strates[0], def, shipped_catalog());
  if (!stacks) FAIL(stacks.error().text);
  return std::move(*stacks);
}

struct PointAxes {
  double x[kBlockRow], y[kBlockRow], z[kBlockRow];
  explicit PointAxes(Vec3 p) {
    std::fill_n(x, kBlockRow, p.x);
    std::fill_n(y, kBlockRow, p.y);
    std::fill_n(z, kBlockRow, p.z);
  }
  Axes axes() const { return {x, y, z, 1, 1, 1}; }
};

float at(const StrateDensity& density, Vec3 p, StackScratch& scratch, bool prune = true) {
  const PointAxes point(p);
  alignas(64) float row[kBlockRow];
  density.eval(point.axes(), {nullptr, prune, nullptr}, scratch, row);
  return row[0];
}

const Layers kNative{Layers::Posts::native, nullptr, true};

std::vector<float> dense(const World& world, const IndexBox& box, bool prune = true) {
  Scratch scratch;
  const Coord n = box.size();
  Block block(static_cast<std::size_t>(n.y * n.z));
  world.sample(box, {Layers::Posts::native, nullptr, prune}, scratch, block.data());
  std::vector<float> out;
  for (std::int64_t row = 0; row < n.y * n.z; ++row)
    out.insert(out.end(), block.data() + row * kBlockRow, block.data() + row * kBlockRow + n.x);
  return out;
}

/// Blocks inside one region, across seams, where three meet.
std::vector<IndexBox> windows() {
  std::vector<IndexBox> out;
  std::mt19937_64 random(8);
  for (int i = 0; i < 40; ++i) {
    const auto in = [&](std::int64_t lo, std::int64_t hi) {
      return lo + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(hi - lo));
    };
    const Coord lo{in(-300, 300), in(-300, 300), in(-125, -30)};
    out.push_back({lo, lo + Coord{in(1, 36), in(1, 36), in(1, 36)}});
  }
  return out;
}

/// Two sites by name, in one order.
std::pair<std::string, std::string> names(const VoronoiSite& a, const VoronoiSite& b) {
  const auto name = [](const VoronoiSite& s) {
    return std::to_string(s.j + 1000) + "," + std::to_string(s.i + 1000);
  };
  std::pair<std::string, std::string> out{name(a), name(b)};
  if (out.second < out.first) std::swap(out.first, out.second);
  return out;
}

/// What seams look like to one who only asks for nearest sites, column by column.
std::map<std::pair<std::string, std::string>, double> walked_borders(const RegionMap& map,
                                                                     double radius) {
  constexpr double kStep = 0.125;
  std::map<std::pair<std::string, std::string>, double> out;
  const auto inside = [&](const VoronoiSite& s) {
    return s.x * s.x + s.y * s.y <= radius * radius;
  };
  const auto look = [&](double x0, double y0, double x1, double y1) {
    if (x0 * x0 + y0 * y0 > radius * radius) return;
    const VoronoiSite a = map.site_at(x0, y0), b = map.site_at(x1, y1);
    if (a == b || !inside(a) || !inside(b) || map.region_of(a) == map.region_of(b)) return;
    // A border of direction (c, s) crosses |c| + |s| grid edges per step of its length.
    const double dx = std::fabs(b.x - a.x), dy = std::fabs(b.y - a.y);
    out[names(a, b)] += kStep * std::sqrt(dx * dx + dy * dy) / (dx + dy);
  };
  for (double y = -radius; y <= radius; y += kStep)
    for (double x = -radius; x <= radius; x += kStep)
      look(x, y, x + kStep, y), look(x, y, x, y + kStep);
  return out;
}

}  // namespace

TEST_CASE("regions: sites are shared out as authored, and columns follow the nearest",
          "[regions]") {
  const WorldDef def = three_regions();
  const RegionMap map(def.strates[0]);
  int count[3] = {};
  for (std::int64_t j = -40; j < 40; ++j)
    for (std::int64_t i = -40; i < 40; ++i) ++count[map.region_of(map.sites().site(i, j))];
  const double all = 6400;
  CHECK(count[0] / all == Approx(0.5 / 3.5).margin(0.02));
  CHECK(count[1] / all == Approx(2 / 3.5).margin(0.02));
  CHECK(count[2] / all == Approx(1 / 3.5).margin(0.02));
  int alone = 0, two = 0, three = 0;
  std::mt19937_64 random(4);
  for (int n = 0; n < 4000; ++n) {
    const double x = static_cast<double>(random() % 20000) / 64 - 150;
    const double y = static_cast<double>(random() % 20000) / 64 - 150;
    const RegionMap::Weights w = map.at(x, y);
    CHECK(w.ruler == map.region_of(map.site_at(x, y)));
    double sum = 0;
    int seen = 0;
    for (float v : w.of) sum += static_cast<double>(v), seen += v > 0;
    CHECK(sum == Approx(1).margin(1e-6));
    if (seen == 1) CHECK(w.of[w.ruler] == 1);
    ++(seen == 1 ? alone : seen == 2 ? two : three);
  }
  CHECK(alone > 500);
  CHECK(two > 500);
  CHECK(three > 10);
}

TEST_CASE("regions: densities are blended by weight, and one alone has its own bits", "[regions]") {
  const WorldDef def = three_regions();
  const StrateDensity density = density_of(def);
  const std::vector<Stack> stacks = stacks_of(def);
  const RegionMap map(def.strates[0]);
  StackScratch scratch;
  std::mt19937_64 random(5);
  int alone = 0, mixed = 0;
  for (int n = 0; n < 1500; ++n) {
    const Vec3 p{static_cast<double>(random() % 6000) / 64 - 40,
                 static_cast<double>(random() % 6000) / 64 - 40,
                 2 + static_cast<double>(random() % 700) / 64};
    const RegionMap::Weights w = map.at(p.x, p.y);
    float sum = 0;
    for (std::size_t r = 0; r < stacks.size(); ++r)
      if (w.of[r] > 0) sum = sum + stacks[r].at(p, {}, scratch) * w.of[r];
    CHECK(bits(at(density, p, scratch)) == bits(sum));
    CHECK(bits(at(density, p, scratch, false)) == bits(sum));
    if (w.of[w.ruler] < 1) {
      ++mixed;
      continue;
    }
    ++alone;
    const auto ruler = static_cast<std::size_t>(w.ruler);
    CHECK(bits(sum) == bits(stacks[ruler].at(p, {}, scratch)));
    CHECK(density.decider(p, {}, scratch)
              .address.starts_with(def.strates[0].regions.list[ruler].id + "."));
    CHECK(density.ground_at(p.x, p.y, scratch).has_value() == (w.ruler == 2));
  }
  CHECK(alone > 200);
  CHECK(mixed > 200);
}

TEST_CASE("regions: block is point, pruned is dense, on every instruction set", "[regions]") {
  const World world = sample::compiled(three_regions());
  const Um v = world.def().voxel_um;
  Scratch scratch;
  const SimdLevel usual = simd_level();
  for (const IndexBox& box : windows()) {
    const std::vector<float> values = dense(world, box), all = dense(world, box, false);
    std::size_t i = 0, wrong = 0;
    for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
      for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
        for (std::int64_t x = box.lo.x; x < box.hi.x; ++x, ++i) {
          wrong += bits(values[i]) != bits(all[i]);
          if (i % 61 == 0)
            wrong += bits(values[i]) != bits(world.at(x * v, y * v, z * v, kNative, scratch));
        }
    CHECK(wrong == 0);
    for (SimdLevel level : simd_levels()) {
      REQUIRE(set_simd_level(level));
      const std::vector<float> again = dense(world, box);
      CHECK(std::memcmp(again.data(), values.data(), values.size() * sizeof(float)) == 0);
    }
    set_simd_level(usual);
  }
}

TEST_CASE("regions: tiles, windows and threads change no bit", "[regions][threads]") {
  const World world = sample::compiled(three_regions());
  const IndexBox window{{-101, -77, -128}, {91, 81, -60}};
  const DensityDigest whole = digest(world, window, serial_executor());
  CHECK(digest(world, window, *make_thread_executor(3)) == whole);
  CHECK(digest(world, window, *make_shuffled_executor(5)) == whole);
  CHECK(digest(world, window, serial_executor(), false) == whole);
  DensityDigest sum;
  const std::int64_t cuts[] = {-101, -60, 31, 91};
  for (int i = 0; i < 3; ++i)
    sum += digest(world, {{cuts[i], -77, -128}, {cuts[i + 1], 81, -60}}, serial_executor());
  CHECK(sum == whole);
}

TEST_CASE("regions: bounds enclose every sample, and where one is alone they are its own",
          "[regions]") {
  const WorldDef def = three_regions();
  const World world = sample::compiled(def);
  const std::vector<Stack> stacks = stacks_of(def);
  const RegionMap map(def.strates[0]);
  Scratch scratch;
  StackScratch memory;
  std::mt19937_64 random(12);
  int wrong = 0, uniform = 0, alone = 0;
  for (int round = 0; round < 400; ++round) {
    const auto in = [&](std::int64_t lo, std::int64_t hi) {
      return lo + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(hi - lo));
    };
    const Coord lo{in(-400, 400), in(-400, 400), in(-125, -30)};
    const std::int64_t edge = 1 + in(0, 4) * 10;
    const IndexBox box{lo, lo + Coord{edge, edge, edge}};
    const Interval bound = world.bound(box, kNative, scratch);
    for (float v : dense(world, box)) wrong += !bound.contains(static_cast<double>(v));
    uniform += world.classify(box, kNative, scratch) != BoxVerdict::unknown;
    const Um v = def.voxel_um;
    Box3 real{{lattice_m(lo.x, v), lattice_m(lo.y, v), lattice_m(lo.z, v)},
              {lattice_m(box.hi.x - 1, v), lattice_m(box.hi.y - 1, v), lattice_m(box.hi.z - 1, v)}};
    const unsigned seen = map.within(real, memory.temporary);
    for (const double x : {real.lo.x, real.hi.x})
      for (const double y : {real.lo.y, real.hi.y}) {
        const RegionMap::Weights w = map.at(x, y);
        for (std::size_t r = 0; r < 3; ++r) wrong += w.of[r] > 0 && (seen >> r & 1u) == 0;
      }
    if ((seen & (seen - 1)) != 0 || box.hi.z * v > 0) continue;
    ++alone;
    const double bottom = metres(def.strates[0].bottom_um);
    real.lo.z -= bottom, real.hi.z -= bottom;
    const std::size_t r = seen == 1 ? 0 : seen == 2 ? 1 : 2;
    CHECK(world.bound({real.lo + Vec3{0, 0, bottom}, real.hi + Vec3{0, 0, bottom}}, kNative,
                      scratch) == stacks[r].bound(real, {}, memory));
  }
  CHECK(wrong == 0);
  CHECK(uniform > 75);
  CHECK(alone > 50);
}

TEST_CASE("regions: draws are keyed by the region, and a region alone is a strate", "[regions]") {
  WorldDef def = three_regions();
  const auto with = [&](const char* id) {
    WorldDef one = def;
    sample::lay_regions(one.strates[0], {sample::region(id, sample::caves())}, 16, 6);
    return sample::compiled(one);
  };
  const IndexBox box{{-40, -40, -100}, {-5, -5, -65}};
  const IndexBox window{{-200, -200, -120}, {200, 200, -20}};
  CHECK(dense(with("caves"), box).size() == box.count());
  CHECK_FALSE(digest(with("caves"), window, serial_executor()) ==
              digest(with("dens"), window, serial_executor()));
  // The same recipe in one stack, with addresses that draw alike.
  WorldDef plain = def;
  plain.strates[0].regions = {};
  plain.strates[0].recipe = sample::caves();
  for (OpEntry& e : plain.strates[0].recipe.stack) e.salt = "caves." + e.id;
  CHECK(digest(with("caves"), window, serial_executor()) ==
        digest(sample::compiled(plain), window, serial_executor()));
}

TEST_CASE("regions: seams are the borders of neighbours of different regions", "[regions]") {
  for (std::uint64_t seed : {3u, 77u, 1234u}) {
    WorldDef def = three_regions();
    def.strates[0].seed = seed;
    const RegionMap map(def.strates[0]);
    constexpr double kRadius = 48, kInner = kRadius - 8;
    const auto borders = walked_borders(map, kInner);
    std::set<std::pair<std::string, std::string>> found;
    const std::vector<Seam> seams = map.seams(kRadius);
    CHECK(seams.size() > 5);
    for (const Seam& s : seams) {
      const auto key = names(s.a, s.b);
      INFO(seed << ": " << key.first << " " << key.second);
      CHECK(found.insert(key).second);
      CHECK(std::pair(s.a.j, s.a.i) < std::pair(s.b.j, s.b.i));
      CHECK(s.region_a != s.region_b);
      const auto walked = borders.find(key);
      REQUIRE(walked != borders.end());
      CHECK(walked->second == Approx(s.length()).margin(0.75));
    }
    for (const auto& [key, length] : borders) {
      INFO(seed << ": " << key.first << " " << key.second << " " << length);
      if (length > kLeastSeamM + 0.75) CHECK(found.count(key) == 1);
    }
    const SiteCells cells(map, kRadius);
    std::mt19937_64 random(seed);
    for (int n = 0; n < 2000; ++n) {
      const double x = static_cast<double>(random() % 6400) / 64 - 50;
      const double y = static_cast<double>(random() % 6400) / 64 - 50;
      const int cell = x * x + y * y > kRadius * kRadius ? -1 : cells.index(map.site_at(x, y));
      CHECK(cells.at(x, y) == cell);
    }
  }
}

TEST_CASE("regions: what cannot be blended is refused by name", "[regions]") {
  const auto code = [](auto&& change) {
    WorldDef def = three_regions();
    change(def.strates[0].regions);
    const auto world = World::compile(std::move(def), shipped_catalog());
    return world ? std::string("fine") : world.error().code;
  };
  CHECK(code([](Regions&) {}) == "fine");
  CHECK(code([](Regions& r) { r.blend_m = 8; }) == "world.regions");
  CHECK(code([](Regions& r) { r.blend_m = 0; }) == "world.regions");
  CHECK(code([](Regions& r) { r.cell_m = 3; }) == "world.regions");
  CHECK(code([](Regions& r) { r.list[0].share = 0; }) == "world.regions");
  CHECK(code([](Regions& r) { r.list[0].id = "open"; }) == "world.regions");
  CHECK(code([](Regions& r) { r.list.push_back(sample::region("d", sample::caves())); }) ==
        "world.regions");
  CHECK(code([](Regions& r) { r.list[1].recipe.stack[1].op = "roomz"; }) != "fine");
}
