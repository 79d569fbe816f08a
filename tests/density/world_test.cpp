#include <algorithm>
#include <cstring>
#include <random>

#include "passes/density/kernels.hpp"
#include "passes/density/tube.hpp"
#include "tests/density/support/world_sample.hpp"

using namespace strate;
using sample::bits;
using sample::Block;

namespace {

std::vector<float> dense(const World& world, const IndexBox& box, const Layers& layers) {
  Scratch scratch;
  const Coord n = box.size();
  Block block(static_cast<std::size_t>(n.y * n.z));
  world.sample(box, layers, scratch, block.data());
  std::vector<float> out;
  for (std::int64_t row = 0; row < n.y * n.z; ++row)
    out.insert(out.end(), block.data() + row * kBlockRow, block.data() + row * kBlockRow + n.x);
  return out;
}

std::size_t differing(const std::vector<float>& a, const std::vector<float>& b) {
  REQUIRE(a.size() == b.size());
  std::size_t n = 0;
  for (std::size_t i = 0; i < a.size(); ++i) n += bits(a[i]) != bits(b[i]);
  return n;
}

/// Windows on negative, odd and seam-crossing indices, among them the tube and both landings.
const IndexBox kWindows[] = {
    {{-255, 3, -100}, {-220, 40, -70}},
    {{-7, -33, -147}, {29, 6, -110}},
    {{301, 11, -225}, {340, 51, -200}},
    {{-60, 7, -150}, {-25, 44, -115}},
    {{-11, -30, -29}, {2, -9, 9}},
    {{77, 9, -280}, {80, 12, -250}},
    {{1, 2, 3}, {2, 3, 4}},
    {{64, 0, -175}, {104, 40, -140}},
};

const Layers kEvery[] = {{Layers::Posts::native, nullptr, true},
                         {Layers::Posts::planned, nullptr, true},
                         {Layers::Posts::all, nullptr, true}};

Layers unpruned(Layers layers) {
  layers.prune = false;
  return layers;
}

}  // namespace

TEST_CASE("world: a point has the bits of the lattice sample there", "[world]") {
  WorldDef def = sample::small_world();
  def.entry.open = true;
  def.radius_um = 60 * kUmPerM;
  const World world = sample::compiled(def);
  Scratch scratch;
  for (const Layers& layers : kEvery)
    for (const IndexBox& box : kWindows) {
      const std::vector<float> values = dense(world, box, layers);
      std::size_t i = 0, wrong = 0;
      for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
        for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
          for (std::int64_t x = box.lo.x; x < box.hi.x; ++x, ++i)
            if (i % 53 == 0)
              wrong += bits(values[i]) != bits(world.at(x * def.voxel_um, y * def.voxel_um,
                                                        z * def.voxel_um, layers, scratch));
      CHECK(wrong == 0);
    }
}

TEST_CASE("world: pruning changes no bit", "[world]") {
  WorldDef def = sample::small_world();
  def.entry.open = true;
  def.radius_um = 60 * kUmPerM;
  def.edits = {{1, true, Edit::Shape::sphere, {3, 3, -16}, {}, 1.5, 0.25}};
  const Passage loose = sample::ramp();
  const World world = sample::compiled(def);
  std::vector<Layers> layers(std::begin(kEvery), std::end(kEvery));
  layers.push_back({Layers::Posts::planned, &world.def().passages[0], true});
  layers.push_back({Layers::Posts::planned, &loose, true});
  for (const Layers& l : layers)
    for (const IndexBox& box : kWindows)
      CHECK(differing(dense(world, box, l), dense(world, box, unpruned(l))) == 0);
  const IndexBox window{{-270, -20, -200}, {-190, 60, -60}};
  CHECK(digest(world, window, serial_executor()) ==
        digest(world, window, serial_executor(), false));
}

TEST_CASE("world: a planned passage reads the same whether or not the world holds it", "[world]") {
  const World with = sample::compiled(sample::small_world());
  WorldDef def = sample::small_world();
  const Passage passage = def.passages[0];
  def.passages.clear();
  const World without = sample::compiled(def);
  const Layers in_world{Layers::Posts::planned, &with.def().passages[0], true};
  const Layers given{Layers::Posts::planned, &passage, true};
  for (const IndexBox& box : kWindows) {
    CHECK(differing(dense(with, box, in_world), dense(without, box, given)) == 0);
    CHECK(differing(dense(with, box, in_world), dense(with, box, {})) == 0);
  }
}

TEST_CASE("world: digests of any split add up to the whole", "[world]") {
  const World world = sample::compiled(sample::small_world());
  const IndexBox window{{-251, -37, -171}, {-171, 51, -81}};
  const DensityDigest whole = digest(world, window, serial_executor());
  CHECK(whole.samples == window.count());
  std::mt19937_64 random(3);
  for (int round = 0; round < 4; ++round) {
    const auto cut = [&](std::int64_t lo, std::int64_t hi) {
      return lo + 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(hi - lo - 1));
    };
    const Coord c{cut(window.lo.x, window.hi.x), cut(window.lo.y, window.hi.y),
                  cut(window.lo.z, window.hi.z)};
    DensityDigest sum;
    for (int part = 0; part < 8; ++part) {
      IndexBox box = window;
      (part & 1 ? box.lo.x : box.hi.x) = c.x;
      (part & 2 ? box.lo.y : box.hi.y) = c.y;
      (part & 4 ? box.lo.z : box.hi.z) = c.z;
      sum += digest(world, box, serial_executor());
    }
    CHECK(sum == whole);
  }
  WorldDef other = sample::small_world();
  other.passages[0].path[2].floor.z -= 0.125;
  CHECK_FALSE(digest(sample::compiled(other), window, serial_executor()) == whole);
}

TEST_CASE("world: threads, order and instruction set change no bit", "[world][threads]") {
  const World world = sample::compiled(sample::small_world());
  const IndexBox window{{-260, -60, -200}, {130, 70, -60}};
  const DensityDigest whole = digest(world, window, serial_executor());
  for (unsigned workers : {1u, 2u, 7u})
    CHECK(digest(world, window, *make_thread_executor(workers)) == whole);
  for (std::uint64_t seed : {0u, 1u, 9u})
    CHECK(digest(world, window, *make_shuffled_executor(seed)) == whole);
  const SimdLevel usual = simd_level();
  for (SimdLevel level : simd_levels()) {
    REQUIRE(set_simd_level(level));
    CHECK(digest(world, window, serial_executor()) == whole);
  }
  set_simd_level(usual);
}

TEST_CASE("world: bounds enclose every sample, those of samples closer; verdicts hold", "[world]") {
  WorldDef def = sample::small_world();
  def.entry.open = true;
  def.radius_um = 60 * kUmPerM;
  def.edits = {{1, true, Edit::Shape::capsule, {3, 3, -16}, {9, 5, -13}, 1.5, 0.25},
               {2, false, Edit::Shape::box, {-20, 3, -11}, {2, 2, 1}, 0, 0}};
  const World world = sample::compiled(def);
  std::mt19937_64 random(11);
  Scratch scratch;
  int uniform = 0, wrong = 0, closer = 0, wider = 0;
  for (int round = 0; round < 600; ++round) {
    const auto at = [&](std::int64_t lo, std::int64_t hi) {
      return lo + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(hi - lo));
    };
    const Coord lo{at(-500, 480), at(-100, 120), at(-410, 30)};
    const std::int64_t edge = 1 + at(0, 4) * 10;
    const IndexBox box{lo, lo + Coord{edge, edge, edge}};
    for (const Layers& layers : kEvery) {
      const Box3 real{{lattice_m(lo.x, def.voxel_um), lattice_m(lo.y, def.voxel_um),
                       lattice_m(lo.z, def.voxel_um)},
                      {lattice_m(box.hi.x - 1, def.voxel_um), lattice_m(box.hi.y - 1, def.voxel_um),
                       lattice_m(box.hi.z - 1, def.voxel_um)}};
      const Interval bound = world.bound(real, layers, scratch);
      const Interval samples = world.bound(box, layers, scratch);
      closer += samples.lo > bound.lo + 0.01 || samples.hi < bound.hi - 0.01;
      wider += samples.lo < bound.lo - 0.01 || samples.hi > bound.hi + 0.01;
      const BoxVerdict verdict = world.classify(box, layers, scratch);
      uniform += verdict != BoxVerdict::unknown;
      for (float v : dense(world, box, layers)) {
        wrong += !bound.contains(static_cast<double>(v));
        wrong += !samples.contains(static_cast<double>(v));
        const bool rock = verdict == BoxVerdict::rock || verdict == BoxVerdict::rock_beyond_band;
        wrong += verdict != BoxVerdict::unknown && rock != (v < 0);
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(uniform > 300);
  CHECK(closer > 100);
  CHECK(wider == 0);
}

TEST_CASE("world: a warm scratch gives the bits of a fresh one", "[world]") {
  const World world = sample::compiled(sample::small_world());
  Scratch warm;
  for (const IndexBox& box : kWindows) {
    Block a(static_cast<std::size_t>(box.size().y * box.size().z));
    world.sample(box, {}, warm, a.data());
    const std::vector<float> fresh = dense(world, box, {});
    std::size_t i = 0, wrong = 0;
    for (std::int64_t row = 0; row < box.size().y * box.size().z; ++row)
      for (std::int64_t x = 0; x < box.size().x; ++x, ++i)
        wrong += bits(a.data()[row * kBlockRow + x]) != bits(fresh[i]);
    CHECK(wrong == 0);
  }
}

TEST_CASE("world: heights have owners, what nobody owns is rock", "[world]") {
  const World world = sample::compiled(sample::small_world());
  CHECK(world.strate_at(1) == -1);
  CHECK(world.strate_at(0) == -1);
  CHECK(world.strate_at(-1) == 0);
  CHECK(world.strate_at(-16 * kUmPerM) == 0);
  CHECK(world.strate_at(-16 * kUmPerM - 1) == 1);
  CHECK(world.strate_at(-32 * kUmPerM - 1) == -3);
  CHECK(world.strate_at(-33 * kUmPerM) == -3);
  CHECK(world.strate_at(-33 * kUmPerM - 1) == 2);
  CHECK(world.strate_at(-49 * kUmPerM - 1) == -2);
  Scratch scratch;
  for (Um z : {50 * kUmPerM, Um{0}, -32 * kUmPerM - kUmPerM / 2, -60 * kUmPerM})
    CHECK(world.at(0, 0, z, {}, scratch) == -4.0f);
  CHECK(world.decider_at(0, 0, 50 * kUmPerM, scratch) == "outside");
}

TEST_CASE("world: faults are refused by name", "[world]") {
  const auto code = [](WorldDef def) {
    auto world = World::compile(std::move(def), shipped_catalog());
    return world ? std::string("fine") : world.error().code;
  };
  CHECK(code(sample::small_world()) == "fine");
  WorldDef d = sample::small_world();
  d.world_function = 999;
  CHECK(code(d) == "world.version");
  d = sample::small_world();
  d.strates[1].top_um += 1;
  CHECK(code(d) == "world.layout");
  d = sample::small_world();
  d.passages[0].path.resize(1);
  CHECK(code(d) == "world.passage_path");
  d = sample::small_world();
  d.edits = {{2, true, Edit::Shape::sphere, {}, {}, 1, 0},
             {2, true, Edit::Shape::sphere, {}, {}, 1, 0}};
  CHECK(code(d) == "world.edit_order");
  d = sample::small_world();
  d.edits = {{1, true, Edit::Shape::sphere, {0, 0, -14}, {}, 1, 0.25}};
  CHECK(code(d) == "fine");
  d.strates[0].diggable = false;
  CHECK(code(d) == "world.protected_band");
  d.edits[0].at.z = -8;
  CHECK(code(d) == "fine");
}
