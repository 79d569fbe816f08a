// The density of one strate before posts: its stack, or the stacks of its regions side by side
// (02 §6, 10 B3).
//
//   d = Σ w_r · d_r   over the regions with w_r > 0, in the order of the list; w as in
//                     region_map.hpp, in float. Where w_r = 1, d = d_r to the bit
//
// Every region has its own stack, fields and ground; its draws are keyed by "<region>.<address>".
// Posts are the world's, once, on the blend. Positions are strate-local.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "passes/density/region_map.hpp"
#include "passes/density/stack.hpp"

namespace strate {

/// The stacks of a strate: one, or one a region.
Result<std::vector<Stack>> compile_stacks(const StrateWorld& strate, const WorldDef& world,
                                          const Catalog& catalog);

class StrateDensity {
 public:
  /// The error points at the entry or value to blame.
  static Result<StrateDensity> compile(const StrateWorld& strate, const WorldDef& world,
                                       const Catalog& catalog);

  /// Raw density of a block (layout of block_index).
  void eval(const Axes& axes, const EvalEnv& env, StackScratch& scratch, float* out) const;
  /// Encloses the raw density of every real point of the box: the bounds of the stacks that may be
  /// seen there, in the shares that they may have; that of the stack where one is alone.
  Interval bound(const Box3& box, const EvalEnv& env, StackScratch& scratch) const;
  /// What the density at a point comes from, in the region that weighs most there.
  Stack::Decider decider(Vec3 p, const EvalEnv& env, StackScratch& scratch) const;
  /// Height of the ground over (x, y), of the region that weighs most there; none if it has none.
  std::optional<double> ground_at(double x, double y, StackScratch& scratch) const;

  /// The place that a stack keeps for the origin room, if its region weighs most there.
  std::optional<Vec3> home(StackScratch& scratch) const;

  /// Null: the strate has none, as one of regions.
  const Biomes* biomes() const { return map_ ? nullptr : stacks_[0].biomes(); }

  /// Null without regions.
  const RegionMap* map() const { return map_ ? &*map_ : nullptr; }

 private:
  StrateDensity(std::vector<Stack> stacks, std::optional<RegionMap> map,
                std::vector<std::string> ids)
      : stacks_(std::move(stacks)), map_(std::move(map)), ids_(std::move(ids)) {}
  std::size_t heaviest(double x, double y) const;
  void blend(const Axes& axes, const EvalEnv& env, StackScratch& scratch, float* out) const;

  std::vector<Stack> stacks_;
  std::optional<RegionMap> map_;
  std::vector<std::string> ids_;  ///< of the regions
};

}  // namespace strate
