// The fused pass over real worlds, against the world asked sample by sample.
#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "passes/density/floor.hpp"
#include "passes/density/simd.hpp"
#include "passes/sample.hpp"
#include "support/slow_mesh.hpp"
#include "tests/support/world_of.hpp"

using namespace strate;
using namespace strate::test;
using sample::world_of;

namespace {

SampledStrate sampled(const World& world, double half_m, bool prune = true, unsigned threads = 1) {
  const Um half = static_cast<Um>(half_m * 1e6);
  SampleRequest request = strate_request(world.def(), 0, -half, -half, half, half);
  request.prune = prune;
  Layers layers;
  layers.prune = prune;
  const WorldSource source(world, threads, layers);
  Result<SampledStrate> s = sample_strate(source, request, *make_thread_executor(threads));
  if (!s) FAIL(s.error().text);
  return std::move(*s);
}

/// A column of the lattice, beside its samples, and the highest ground triangle over it.
struct Column {
  Um x = 0, y = 0, z = 0;
  double upward = 0;  ///< of the triangle's unit normal
};

/// Lays every triangle that looks up over the columns under it; the highest stays.
class Heights {
 public:
  static constexpr Um kOff = 31'250;  ///< from a sample to the column beside it

  Heights(const StrateMesh& mesh, int half) : half_(half), columns_(side() * side()) {
    for (const TileMesh& tile : mesh.tiles)
      for (const auto& t : tile.triangle) lay(tile, t, mesh.voxel_um);
  }
  const std::vector<Column>& columns() const { return columns_; }

 private:
  std::size_t side() const { return static_cast<std::size_t>(2 * half_); }

  void lay(const TileMesh& tile, const std::array<std::uint32_t, 3>& t, Um voxel) {
    const Vec3 a = mesh_metres(mesh_units(tile, t[0]), voxel),
               b = mesh_metres(mesh_units(tile, t[1]), voxel),
               c = mesh_metres(mesh_units(tile, t[2]), voxel);
    const Vec3 p1 = b - a, p2 = c - a;
    const Vec3 n{p1.y * p2.z - p1.z * p2.y, p1.z * p2.x - p1.x * p2.z, p1.x * p2.y - p1.y * p2.x};
    if (n.z <= 0) return;
    const double step = metres(voxel);
    const auto first = [&](double v) { return static_cast<int>(std::floor(v / step)) - 1; };
    for (int j = first(std::min({a.y, b.y, c.y})); j <= first(std::max({a.y, b.y, c.y})) + 2; ++j)
      for (int i = first(std::min({a.x, b.x, c.x})); i <= first(std::max({a.x, b.x, c.x})) + 2;
           ++i) {
        if (i < -half_ || i >= half_ || j < -half_ || j >= half_) continue;
        const Vec3 p{i * step + metres(kOff), j * step + metres(kOff), 0};
        const auto side_of = [&](Vec3 from, Vec3 to) {
          return (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
        };
        if (side_of(a, b) < 0 || side_of(b, c) < 0 || side_of(c, a) < 0) continue;
        const double z = a.z - ((p.x - a.x) * n.x + (p.y - a.y) * n.y) / n.z;
        Column& column = columns_[static_cast<std::size_t>(j + half_) * side() +
                                  static_cast<std::size_t>(i + half_)];
        const Um um = std::llround(z * 1e6);
        if (column.upward > 0 && um <= column.z) continue;
        column = {i * voxel + kOff, j * voxel + kOff, um, n.z / length(n)};
      }
  }

  int half_;
  std::vector<Column> columns_;
};

std::vector<Recipe> recipes() { return {sample::plain(), sample::caves(), sample::surface()}; }

}  // namespace

TEST_CASE("world sample: pruned, unpruned, on threads: the same bits as the world's own digest",
          "[threads]") {
  const double half = std::getenv("STRATEC_SOAK") != nullptr ? 16 : 3;
  for (Recipe& recipe : recipes()) {
    const World world = world_of(std::move(recipe));
    const SampledStrate s = sampled(world, half);
    INFO(world.def().strates[0].recipe.stack[1].id);
    REQUIRE(s.stats.proven > 0);
    REQUIRE(s.stats.surface > 0);
    REQUIRE(s.digest == digest(world, s.request.window, serial_executor(), false));
    const SampledStrate whole = sampled(world, half, false);
    REQUIRE(s.digest == whole.digest);
    REQUIRE(s.mesh_facts.triangles == whole.mesh_facts.triangles);
    REQUIRE(s.mesh_facts.mesh_air == whole.mesh_facts.mesh_air);
    REQUIRE(sampled(world, half, true, 3).digest == s.digest);
  }
}

TEST_CASE("world sample: signs and crossings are those of the world at each sample") {
  const World world = world_of(sample::caves());
  const SampledStrate s = sampled(world, 6);
  Scratch scratch;
  const Um um = world.def().voxel_um;
  const auto at = [&](Coord c) {
    const float v = world.at(c.x * um, c.y * um, c.z * um, {}, scratch);
    return v < -0.5f ? -0.5f : v > 0.5f ? 0.5f : v;
  };
  const IndexBox& w = s.lattice.window();
  std::size_t wrong = 0, crossings = 0;
  for (std::int64_t z = w.lo.z; z < w.hi.z; z += 3)
    for (std::int64_t y = w.lo.y; y + 1 < w.hi.y; y += 5)
      for (std::int64_t x = w.lo.x; x < w.hi.x; ++x) {
        const Coord c{x, y, z}, up{x, y + 1, z};
        const float a = at(c);
        wrong += s.lattice.solid(c) != (a < 0);
        if (s.lattice.solid(c) == s.lattice.solid(up)) continue;
        ++crossings;
        wrong += s.lattice.crossing(c, 1) != crossing_of(a, at(up));
      }
  REQUIRE(wrong == 0);
  REQUIRE(crossings > 100);
}

TEST_CASE("world sample: the surfaces of shipped operators are closed and hold their volume") {
  for (Recipe& recipe : recipes()) {
    const World world = world_of(std::move(recipe));
    const SampledStrate s = sampled(world, 16);
    const SlowReport slow = check_slowly(*s.mesh(1));
    INFO(world.def().strates[0].recipe.stack[1].id);
    REQUIRE(slow.fine());
    REQUIRE(slow.cut == s.mesh_facts.cut_edges);
    REQUIRE(s.mesh_facts.counts.total() == 0);
    REQUIRE(s.mesh_facts.volume_error() < 0.01);
  }
}

TEST_CASE("world sample: meshes of neighbouring strates meet in one plane") {
  const Season season = sample::season({sample::nothing(), sample::nothing()}, 3);
  Result<World> world = World::compile(season.world, shipped_catalog());
  REQUIRE(world);
  const WorldSource source(*world, 1);
  std::int64_t low = 0, high = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const SampleRequest r =
        strate_request(season.world, i, -4'000'000, -4'000'000, 4'000'000, 4'000'000);
    (i == 0 ? low : high) = i == 0 ? r.mesh_window.lo.z : r.mesh_window.hi.z - 1;
    const auto s = sample_strate(source, r, serial_executor());
    REQUIRE(s);
    // Bands of rock above and below an empty strate: two flat faces.
    REQUIRE(s->mesh_facts.triangles == 2u * 2u * 63u * 63u);
  }
  REQUIRE(low == high);
}

TEST_CASE("world sample: the mesh and the floor under a point agree within half a voxel") {
  const World world = world_of(sample::surface());
  const SampledStrate s = sampled(world, 12);
  const Um voxel = world.def().voxel_um, half_voxel = voxel / 2;
  const Heights heights(*s.mesh(1), 90);
  Scratch scratch;
  std::size_t open = 0, apart = 0;
  double worst = 0;
  for (const Column& c : heights.columns()) {
    if (c.upward <= 0) {
      ++open;
      continue;
    }
    // From above the triangle, past what lies between it and the density's own surface.
    const Um above = c.z + half_voxel + static_cast<Um>(static_cast<double>(half_voxel) / c.upward);
    const std::optional<Um> floor = floor_under(world, c.x, c.y, above, c.z - 2'000'000, scratch);
    const double off = floor ? std::abs(metres(*floor - c.z)) * c.upward : 1;
    worst = std::max(worst, off);
    apart += off > metres(half_voxel);
  }
  INFO("worst " << worst << " m of " << heights.columns().size() << " columns");
  CHECK(open == 0);
  CHECK(apart == 0);
}
