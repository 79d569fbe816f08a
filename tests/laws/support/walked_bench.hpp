// A law bench whose strates are walked.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "passes/walk/walk.hpp"
#include "tests/laws/support/law_bench.hpp"

namespace strate::testing {

struct WalkedBench {
  WalkedBench(const WorldDef& def, Square square, unsigned threads = 1)
      : bench(def, square, shipped_catalog(), threads) {
    const WalkParams params = WalkParams::make(def.player, def.voxel_um);
    std::vector<WalkSlab> slabs;
    for (const LawStrate& s : bench.strates())
      slabs.push_back(analyze(*s.lattice, s.window, params, serial_executor()));
    walk = std::make_unique<WalkWorld>(std::move(slabs));
    for (LawStrate& s : bench.strates()) s.walk = walk.get();
  }
  LawBench bench;
  std::unique_ptr<WalkWorld> walk;
};

}  // namespace strate::testing
