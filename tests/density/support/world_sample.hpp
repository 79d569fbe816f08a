// A small world with everything that posts do: two low halls, a ramp between them, a gap below.
#pragma once

#include <catch2/catch.hpp>

#include "passes/density/world.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/support/bits.hpp"
#include "tests/support/season_sample.hpp"

namespace strate::sample {

/// A straight ramp from (−30, 3) in the upper strate to (40, 3) in the lower one.
inline Passage ramp() {
  Passage p;
  p.id = "a/1", p.upper = "a", p.lower = "b", p.style = "switchback";
  p.departure = {"a", {-30, 3, -11}, 2.25, 4, 0.75};
  p.arrival = {"b", {40, 3, -27}, 2.25, 4, 0.75};
  p.path = {{{-30, 3, -11}, 1.75},   {{-27.75, 3, -11}, 1.75}, {{-25, 3, -11.375}, 1.5},
            {{35, 3, -26.625}, 1.5}, {{37.75, 3, -27}, 1.75},  {{40, 3, -27}, 1.75}};
  p.supports = {{Support::Kind::jacket, {-24, 3, -10}, {-10, 3, -13.75}, 3},
                {Support::Kind::jacket, {20, 3, -21}, {34, 3, -25}, 3}};
  return p;
}

/// Strates a (0 … −16), b (−16 … −32), after a gap c (−33 … −49).
inline WorldDef small_world() {
  WorldDef def;
  def.seed = 77;
  Um top = 0;
  for (const char* id : {"a", "b", "c"}) {
    StrateWorld s;
    s.id = id;
    s.seed = 500 + static_cast<std::uint64_t>(id[0]);
    s.top_um = top, s.bottom_um = top - 16 * kUmPerM;
    s.recipe = plain(5, 11);
    s.recipe.stack[1].params.push_back(number("floor_relief_m", 0.5));
    s.recipe.stack[1].params.push_back(number("ceiling_relief_m", 0.5));
    s.origin.floor = {1.5, -2, 5};
    def.strates.push_back(s);
    top = s.bottom_um - (id[0] == 'b' ? kUmPerM : 0);
  }
  def.passages = {ramp()};
  return def;
}

inline World compiled(WorldDef def) {
  auto world = World::compile(std::move(def), shipped_catalog());
  if (!world) FAIL(world.error().code << ": " << world.error().text);
  return std::move(*world);
}

/// Rows of a block, aligned.
class Block {
 public:
  explicit Block(std::size_t rows) : data_(rows * kBlockRow + 16) {
    auto p = reinterpret_cast<std::uintptr_t>(data_.data());
    at_ = data_.data() + (64 - p % 64) % 64 / sizeof(float);
  }
  float* data() { return at_; }

 private:
  std::vector<float> data_;
  float* at_;
};

}  // namespace strate::sample
