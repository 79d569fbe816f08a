// WalkedWorld: see law_worlds.hpp.
#include <algorithm>
#include <catch2/catch.hpp>

#include "passes/ops/catalog.hpp"
#include "passes/sample.hpp"
#include "tests/walk/support/law_worlds.hpp"

namespace strate::scene {
namespace {

/// The lattice of the uppermost strates in one piece.
Lattice sampled(const World& world, const SampleRequest& top, const SampleRequest& bottom) {
  SampleRequest all = top;
  all.window.lo = bottom.window.lo, all.lattice_window.lo = bottom.lattice_window.lo;
  all.mesh_window = all.window;
  all.mesh_steps.clear();
  all.mesh_facts = all.grid = all.digest = false;
  const WorldSource source(world, 1);
  Result<SampledStrate> got = sample_strate(source, all, serial_executor());
  if (!got) FAIL(got.error().text);
  return std::move(got->lattice);
}

}  // namespace

WalkedWorld::WalkedWorld(const SmallWorld& small) : scratch_(1) {
  Result<World> world = World::compile(small.def, shipped_catalog());
  if (!world) FAIL(world.error().text);
  world_ = std::make_unique<World>(std::move(*world));
  season_.world = small.def;
  const auto um = [](double m) { return static_cast<Um>(m * 1e6); };
  std::vector<SampleRequest> requests;
  for (std::size_t i = 0; i < std::min(small.walked, small.def.strates.size()); ++i)
    requests.push_back(strate_request(small.def, i, um(small.lo_x), um(small.lo_y), um(small.hi_x),
                                      um(small.hi_y)));
  lattice_ = sampled(*world_, requests.front(), requests.back());
  const WalkParams params = WalkParams::make(small.def.player, small.def.voxel_um);
  std::vector<WalkSlab> slabs;
  for (const SampleRequest& r : requests)
    slabs.push_back(analyze(lattice_, r.window, params, serial_executor()));
  walk_ = std::make_unique<WalkWorld>(std::move(slabs));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    StrateSettings settings;
    settings.slot = small.def.strates[i].id;
    season_.strates.push_back(settings);
    LawStrate s;
    s.index = static_cast<int>(i), s.window = requests[i].window;
    s.lattice = &lattice_, s.walk = walk_.get();
    strates_.push_back(s);
  }
  slow_ = std::make_unique<slow::Stack>(
      *world_, lattice_, IndexBox{requests.back().window.lo, requests.front().window.hi});
}

std::vector<LawReport> WalkedWorld::run(std::string_view law) {
  const LawRow* row = find_law(shipped_laws(), law);
  REQUIRE(row);
  return run_law(*row,
                 {season_, *world_, shipped_catalog(), strates_, serial_executor(), scratch_});
}

}  // namespace strate::scene
