// The density stack of one strate (02 §2, 10 B): compiled from its recipe, evaluated block by
// block, bounded box by box. Positions are strate-local. No clamp, no posts: those are the world's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/op.hpp"
#include "compiler/recipe.hpp"
#include "compiler/world.hpp"
#include "passes/density/compile.hpp"
#include "passes/density/context.hpp"

namespace strate {

/// Which operators matter in a box, and what the stack's values lie between there.
struct Plan {
  std::vector<std::uint8_t> active;  ///< per operator and group of the stack, in stack order
  Interval bound{-kCapM, kCapM};
  Box3 box;
};

/// One line of an evaluation at a point, operator by operator.
struct TraceStep {
  std::string_view address;
  std::string_view op;  ///< empty: a group
  int depth = 0;        ///< nesting
  float before = 0, after = 0, weight = 1;
  bool first = false;  ///< starts its list: nothing was there before
  SourceRef source;
};

class Stack {
 public:
  /// Compiles the strate's recipe. The error points at the entry or value to blame.
  static Result<Stack> compile(const StrateWorld& strate, const WorldDef& world,
                               const Catalog& catalog);
  static Result<Stack> compile(const Recipe& recipe, const StrateFrame& frame,
                               const Catalog& catalog);
  Stack(Stack&&) noexcept;
  Stack& operator=(Stack&&) noexcept;
  ~Stack();

  const StrateFrame& frame() const;
  /// Null: the strate has none.
  const Biomes* biomes() const;
  /// Its own among all stacks of the process: for keys of caches.
  std::uint64_t id() const;

  /// Decides what matters in `box`. `within` may be the plan of a box that contains it: what is
  /// idle there is idle here. Reuses the memory of `out`. With env.prune false everything is
  /// active.
  void plan(const Box3& box, const Plan* within, const EvalEnv& env, StackScratch& scratch,
            Plan& out) const;

  /// Raw density of a block (layout of block_index). `plan`: of a box that contains the block, or
  /// null (then blocks of more than a few samples plan for themselves).
  void eval(const Axes& axes, const Plan* plan, const EvalEnv& env, StackScratch& scratch,
            float* out) const;

  /// Encloses the raw density of every real point of the box.
  Interval bound(const Box3& box, const EvalEnv& env, StackScratch& scratch) const;

  /// What `bound` proves of the enclosing list's density after every entry, in the order of
  /// Plan::active: to find the operator whose bound is wrong.
  std::vector<Interval> bound_each(const Box3& box, const EvalEnv& env,
                                   StackScratch& scratch) const;

  /// One point: the same bits as in any block.
  float at(Vec3 p, const EvalEnv& env, StackScratch& scratch) const;

  /// Operator by operator at a point; groups follow their members.
  std::vector<TraceStep> trace(Vec3 p, const EvalEnv& env, StackScratch& scratch) const;
  /// The operator that the density at a point comes from: the last one that changed it within the
  /// band (±kBandM), so of several that reach the band's end the first; of a group the last inside
  /// it. For blame.
  struct Decider {
    std::string address;
    SourceRef source;
  };
  Decider decider(Vec3 p, const EvalEnv& env, StackScratch& scratch) const;

  /// The floor that the last operator that keeps one keeps for the origin room.
  std::optional<Vec3> home(StackScratch& scratch) const;

  /// True if there is a height channel (the last heightfield of the stack).
  bool has_ground() const;
  /// Its height over (x, y), above the strate's bottom. [Units: m]
  double ground_at(double x, double y, StackScratch& scratch) const;
  /// Encloses it over the box's columns.
  Interval ground_over(const Box3& box, StackScratch& scratch) const;

  /// Addresses of operators and groups in the order of Plan::active.
  std::vector<std::string_view> addresses() const;
  /// Their operators; empty: a group.
  std::vector<std::string_view> operators() const;

 private:
  struct Impl;
  explicit Stack(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace strate
