// Players at the ends of what a manifest may say, and beyond what the tables hold.
#include "compiler/limits.hpp"

#include <catch2/catch.hpp>

#include "passes/walk/fit_grid.hpp"
#include "passes/walk/tables.hpp"
#include "tests/walk/support/scenes.hpp"
#include "tests/walk/support/slow_walk.hpp"

namespace strate {
namespace {

/// A hall with a flat floor: air from 0 to 8 m.
Lattice hall(Um voxel) {
  const std::int64_t n = 6'000'000 / voxel;
  const IndexBox window{{-n, -n, -n / 2}, {n, n, 3 * n}};
  return scene::lattice_of(window, voxel, [](Vec3 p) { return std::min(p.z, 8 - p.z); });
}

}  // namespace

TEST_CASE("limits: the tables hold every player that a manifest may name, at every voxel size") {
  for (const Um voxel : {limits::kVoxel.lo_um(), Um{100'000}, limits::kVoxel.hi_um()})
    for (const Um radius : {limits::kPlayerRadius.lo_um(), limits::kPlayerRadius.hi_um()})
      for (const Um height : {limits::kPlayerHeight.lo_um(), limits::kPlayerHeight.hi_um()}) {
        const Player player{radius, height, limits::kPlayerStep.hi_um(), limits::kScrambleDeg.hi,
                            limits::kTunnelDeg.hi};
        const WalkParams p = WalkParams::make(player, voxel);
        INFO(voxel << " " << radius << " " << height);
        CHECK(p.tables->held);
        CHECK(p.tables->reach <= kMaxReach);
        CHECK(p.tables->above <= kMaxTall);
      }
}

TEST_CASE("limits: a player too large for the tables fits nowhere, and nothing is read for him") {
  const Lattice lattice = hall(125'000);
  const IndexBox core{{-8, -8, 0}, {8, 8, 40}};
  const auto fits = [&](Um radius, Um height) {
    const WalkParams p = WalkParams::make({radius, height}, 125'000);
    const FitGrid grid(lattice, core, p, serial_executor());
    bool any = false;
    for (std::int64_t z = 0; z < 40; ++z) any = any || grid.fits({0, 0, z});
    return any;
  };
  CHECK(fits(340'000, 1'760'000));
  CHECK_FALSE(fits(1'000'000, 1'760'000));
  CHECK_FALSE(fits(2'000'000, 4'000'000));
  CHECK_FALSE(fits(340'000, 4'300'000));
  CHECK_FALSE(fits(10'000'000, 10'000'000));
}

}  // namespace strate
