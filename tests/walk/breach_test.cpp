// Leaks through a band of rock.
#include "passes/walk/breach.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <deque>
#include <set>

#include "tests/walk/support/scenes.hpp"

namespace strate {
namespace {

constexpr Um kVoxel = 125'000;
constexpr double kBandLo = 0.0, kBandHi = 2.0;

/// A room over a band of 2 m over a room.
scene::Density band() {
  return [](Vec3 p) { return std::max(p.z - kBandHi, kBandLo - p.z); };
}

scene::Density drilled(scene::Density rock, Vec3 from, Vec3 to, double width) {
  return [=](Vec3 p) { return std::max(rock(p), -scene::capsule(p, from, to, width / 2)); };
}

struct Scene {
  Lattice lattice;
  IndexBox box;
};

Scene scene_of(const scene::Density& density) {
  const IndexBox window{{-24, -24, -24}, {24, 24, 40}};
  return {scene::lattice_of(window, kVoxel, density), window};
}

Side side_of(Coord c) {
  const double z = lattice_m(c.z, kVoxel);
  return z >= kBandHi ? Side::inside : z <= kBandLo ? Side::outside : Side::barrier;
}

std::vector<Breach> breaches_of(const Scene& s) {
  const WalkParams params = WalkParams::make(Player{}, kVoxel);
  return find_breaches(s.lattice, s.box, side_of, params, serial_executor());
}

/// Least distance from the segment to any rock of the box, all places asked. [Units: m]
double slow_distance(const Scene& s, Coord a, Coord b) {
  double best = 1e9;
  const auto at = [](Coord c, double x, double y, double z) {
    return Vec3{static_cast<double>(c.x) + x, static_cast<double>(c.y) + y,
                static_cast<double>(c.z) + z};
  };
  const auto take = [&](Vec3 q) {
    const Vec3 p = at(a, 0, 0, 0), d = at(b, 0, 0, 0) - p, v = q - p;
    const double t = dot(d, d) > 0 ? std::clamp(dot(v, d) / dot(d, d), 0.0, 1.0) : 0;
    best = std::min(best, length(v - d * t));
  };
  const IndexBox near{{a.x - 8, a.y - 8, a.z - 8}, {a.x + 9, a.y + 9, a.z + 9}};
  const IndexBox box = intersect(s.box, near);
  for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
      for (std::int64_t x = box.lo.x; x < box.hi.x; ++x) {
        const Coord c{x, y, z};
        if (s.lattice.solid(c)) take(at(c, 0, 0, 0));
        for (int axis = 0; axis < 3; ++axis)
          if (const int t = s.lattice.crossing(c, axis))
            take(at(c, axis == 0 ? t / 256.0 : 0, axis == 1 ? t / 256.0 : 0,
                    axis == 2 ? t / 256.0 : 0));
      }
  return best * metres(kVoxel);
}

/// Is there a 26-connected way of air whose segments keep `least_m` of distance?
bool slow_passes(const Scene& s, double least_m) {
  std::set<Coord> seen;
  std::deque<Coord> open;
  const auto visit = [&](Coord c) {
    if (!s.box.contains(c) || s.lattice.solid(c) || seen.count(c)) return;
    seen.insert(c);
    open.push_back(c);
  };
  const auto top = static_cast<std::int64_t>(kBandHi * 8);
  for (std::int64_t y = s.box.lo.y; y < s.box.hi.y; ++y)
    for (std::int64_t x = s.box.lo.x; x < s.box.hi.x; ++x)
      if (slow_distance(s, {x, y, top}, {x, y, top}) >= least_m) visit({x, y, top});
  while (!open.empty()) {
    const Coord c = open.front();
    open.pop_front();
    if (side_of(c) == Side::outside) return true;
    for (std::int64_t z = -1; z <= 1; ++z)
      for (std::int64_t y = -1; y <= 1; ++y)
        for (std::int64_t x = -1; x <= 1; ++x) {
          const Coord q = c + Coord{x, y, z};
          if (!s.box.contains(q) || s.lattice.solid(q) || side_of(q) == Side::inside ||
              seen.count(q))
            continue;
          if (slow_distance(s, c, q) >= least_m) visit(q);
        }
  }
  return false;
}

}  // namespace

TEST_CASE("breach: a whole band has none, and one that air only enters has none") {
  CHECK(breaches_of(scene_of(band())).empty());
  CHECK(breaches_of(scene_of(drilled(band(), {0, 0, 3}, {0, 0, 0.8}, 0.8))).empty());
  CHECK(breaches_of(scene_of(drilled(band(), {0, 0, 1}, {0.5, 0, 1}, 0.8))).empty());
}

TEST_CASE("breach: a hair of 0.05 m along (1,1,1) is a leak under a voxel") {
  for (int i = 0; i < 12; ++i) {
    scene::Draw d(mix64(static_cast<std::uint64_t>(i)));
    const Vec3 off{d.in(-0.01, 0.01), d.in(-0.01, 0.01), d.in(-0.01, 0.01)};
    const auto found = breaches_of(
        scene_of(drilled(band(), Vec3{-1, -1, -0.5} + off, Vec3{2, 2, 2.5} + off, 0.05)));
    REQUIRE(found.size() == 1);
    CHECK(found[0].under_a_voxel);
    CHECK_FALSE(found[0].capsule);
    CHECK(found[0].width_m <= 0.06);
    CHECK(found[0].path.size() == 17);
    CHECK(side_of(found[0].path.front()) == Side::inside);
    CHECK(side_of(found[0].path.back()) == Side::outside);
  }
}

TEST_CASE("breach: a drill of 0.45 m leaks and stops the capsule, one of 0.95 m lets it pass") {
  for (int i = 0; i < 16; ++i) {
    scene::Draw d(mix64(static_cast<std::uint64_t>(100 + i)));
    const Vec3 off{d.in(-0.06, 0.06), d.in(-0.06, 0.06), d.in(-0.06, 0.06)};
    const double lean = i % 4 == 0 ? 0 : d.in(-0.15, 0.15);
    for (const double width : {0.45, 0.95}) {
      const auto found = breaches_of(
          scene_of(drilled(band(), Vec3{0, 0, -0.6} + off, Vec3{lean, lean, 2.6} + off, width)));
      INFO("case " << i << " width " << width);
      REQUIRE(found.size() == 1);
      CHECK(found[0].capsule == (width > 0.9));
      CHECK(found[0].width_m <= width + 0.02);
      CHECK(found[0].width_m >= width - 0.22);
      CHECK_FALSE(found[0].under_a_voxel);
    }
  }
}

TEST_CASE("breach: the width is the widest that brute force can pass, the path keeps it") {
  for (int i = 0; i < 6; ++i) {
    scene::Draw d(mix64(static_cast<std::uint64_t>(40 + i)));
    const auto rough = [rock = band(), i](Vec3 p) {
      return rock(p) + 0.12 * scene::noise(p, 0.5, static_cast<std::uint64_t>(i));
    };
    const double radius = d.in(0.4, 0.9);
    const Vec3 to{d.in(-1, 1), d.in(-1, 1), 2.8}, from{d.in(-1, 1), d.in(-1, 1), -0.8};
    const Scene s = scene_of(drilled(rough, from, to, radius));
    const auto found = breaches_of(s);
    REQUIRE(found.size() == 1);
    double least = 1e9;
    for (std::size_t k = 0; k + 1 < found[0].path.size(); ++k)
      least = std::min(least, slow_distance(s, found[0].path[k], found[0].path[k + 1]));
    CHECK(2 * least == Approx(found[0].width_m).margin(1e-6));
    CHECK(slow_passes(s, found[0].width_m / 2 - 1e-6));
    CHECK_FALSE(slow_passes(s, found[0].width_m / 2 + 1e-6));
  }
}

TEST_CASE("breach: two drills are two breaches, the wider first; a planned tube is none") {
  const auto two = drilled(drilled(band(), {-1.5, 0, -0.5}, {-1.5, 0, 2.5}, 0.5), {1.5, 0, -0.5},
                           {1.5, 0, 2.5}, 1.0);
  const Scene s = scene_of(two);
  const auto found = breaches_of(s);
  REQUIRE(found.size() == 2);
  CHECK(found[0].width_m > found[1].width_m);
  CHECK(found[0].narrowest.x > 0);
  const WalkParams params = WalkParams::make(Player{}, kVoxel);
  const auto tube = [&](Coord c) {
    return c.x > 4 && side_of(c) == Side::barrier ? Side::excluded : side_of(c);
  };
  const auto rest = find_breaches(s.lattice, s.box, tube, params, serial_executor());
  REQUIRE(rest.size() == 1);
  CHECK(rest[0].narrowest.x < 0);
}

}  // namespace strate
