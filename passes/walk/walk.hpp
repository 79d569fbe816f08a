// Player fit of a lattice (10 C): where the capsule fits, where it stands, how it walks, and what
// hangs together. Pure in the lattice and the params: the same on every thread count.
//
//   const WalkParams params = WalkParams::make(def.player, def.voxel_um);   // once
//   WalkSlab slab = analyze(lattice, core, params, executor);               // one strate or window
//   WalkWorld walk({std::move(slab), …});                                    // top first, joined
//   const NodeId start = walk.node_near(landing.floor, 1.0);
//   if (auto route = shortest_route(walk, start, goal)) …
//
// Rules 1–5 stand in rules.hpp, in the words the code follows.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/lattice.hpp"
#include "compiler/parallel.hpp"
#include "passes/walk/params.hpp"

namespace strate {

/// A standing sample. Ids ascend by slab (top first), then y, x, z of the sample: the order of
/// ties.
using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xffffffffu;

/// Rank of a component, 0 the largest; ties by the sample that comes first in (z, y, x).
using ComponentId = std::uint32_t;
inline constexpr ComponentId kNoComponent = 0xffffffffu;

enum class Fit : std::uint8_t { no, yes, unknown };

/// Samples that hang together by swept moves and up/down (10 C8).
struct FitComponent {
  std::uint64_t samples = 0;
  Coord first;        ///< its first sample in (z, y, x)
  bool open = false;  ///< it touches a side of the window, so it may be larger than it looks
};

/// Standing samples that hang together by walk moves.
struct WalkComponent {
  std::uint64_t nodes = 0;
  NodeId first = kNoNode;
  bool open = false;
};

/// The measured fit of one window. Movable; immutable once made.
class WalkSlab {
 public:
  struct Impl;
  explicit WalkSlab(std::unique_ptr<Impl> impl);
  WalkSlab(WalkSlab&&) noexcept;
  WalkSlab& operator=(WalkSlab&&) noexcept;
  ~WalkSlab();

  /// The samples measured; what lies outside belongs to other slabs or is unknown.
  const IndexBox& core() const;
  const WalkParams& params() const;

  /// unknown: the window ends too near the sample.
  Fit fit(Coord p) const;
  /// The 32 samples x0 … x0 + 31 of a row, x0 a multiple of 32; only samples of the core are set.
  std::uint32_t fits_word(std::int64_t x0, std::int64_t y, std::int64_t z) const;
  std::uint32_t standing_word(std::int64_t x0, std::int64_t y, std::int64_t z) const;

  /// Standing samples of the core, in ascending (y, x, z).
  std::uint32_t node_count() const;
  Coord node(std::uint32_t index) const;
  /// Floor under the node (rule 2). [Units: 1/256 voxel above lattice z = 0]
  std::int64_t floor_of(std::uint32_t index) const;
  /// Index of the node at `p`, kNoNode if none stands there.
  std::uint32_t find(Coord p) const;

  std::uint64_t fit_samples() const;  ///< of the core
  std::size_t bytes() const;

  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Measures the samples of `core`. The lattice's window should exceed the core by side_vx,
/// below_vx, above_vx (+ rise_vx on z where slabs are joined) wherever an answer is wanted up to
/// the core's side; where it does not, the answer there is `unknown`.
WalkSlab analyze(const Lattice& lattice, const IndexBox& core, const WalkParams& params,
                 const Executor& executor);

/// A step of a walk: the neighbour and the length of the way there. [Units: 1/256 voxel]
struct WalkStep {
  NodeId to = kNoNode;
  std::uint32_t weight = 0;
};

/// Slabs of a stack, top first, joined across their interfaces (10 B11). One slab is a stack too.
/// Slabs are neighbours if the lower one's core ends where the upper one's begins; over a gap they
/// are joined by nothing.
struct WalkWorld {
 public:
  struct Impl;
  explicit WalkWorld(std::vector<WalkSlab> slabs);
  WalkWorld(WalkWorld&&) noexcept;
  WalkWorld& operator=(WalkWorld&&) noexcept;
  ~WalkWorld();

  std::size_t slab_count() const;
  const WalkSlab& slab(std::size_t index) const;
  const WalkParams& params() const { return slab(0).params(); }
  /// Slab whose core holds height `z`, slab_count() if none.
  std::size_t slab_at(std::int64_t z) const;
  /// First node of a slab; of slab_count(): the number of nodes.
  NodeId first_node(std::size_t slab) const;
  NodeId node_count() const { return first_node(slab_count()); }

  Coord node(NodeId id) const;
  std::int64_t floor_of(NodeId id) const;
  /// The floor point under a node. [Units: m, world axes]
  Vec3 floor_point(NodeId id) const;
  NodeId find(Coord p) const;
  /// Node whose floor point is nearest to `point`, at most `reach_m` away; ties to the lower id.
  NodeId node_near(Vec3 point, double reach_m) const;
  /// The same among the nodes of one component of standing.
  NodeId node_near(Vec3 point, double reach_m, ComponentId component) const;

  /// Walk moves of a node, in ascending id of their ends. At most kMaxSteps.
  static constexpr std::size_t kMaxSteps = 64;
  std::span<const WalkStep> steps(NodeId id, std::array<WalkStep, kMaxSteps>& buffer) const;

  /// Components of standing: what is reached on foot, without falls.
  const std::vector<WalkComponent>& walk_components() const;
  ComponentId walk_component(NodeId id) const;

  /// Components of fits, largest first.
  const std::vector<FitComponent>& fit_components() const;
  /// kNoComponent where the capsule does not fit or it is unknown.
  ComponentId fit_component(Coord p) const;
  std::uint64_t fit_samples() const;

  std::size_t bytes() const;
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// A way on foot.
struct Route {
  std::vector<NodeId> nodes;
  std::uint64_t weight = 0;  ///< sum of the steps' weights [Units: 1/256 voxel]
};

/// The least sum of weights, ties to the lower id at every node on the way; none if `to` cannot be
/// reached.
std::optional<Route> shortest_route(const WalkWorld& walk, NodeId from, NodeId to);
/// The same from any of `from` to any of `to` (the first in order of weight, then of id).
std::optional<Route> shortest_route(const WalkWorld& walk, std::span<const NodeId> from,
                                    std::span<const NodeId> to);
/// The same over nodes that `allowed` admits only.
std::optional<Route> shortest_route(const WalkWorld& walk, NodeId from, NodeId to,
                                    const std::function<bool(NodeId)>& allowed);

/// Two components of standing and the shortest straight gap between their floors. Components of
/// more than a few thousand nodes are thinned evenly first, so the gap may be a step longer than
/// the least.
struct WalkGap {
  NodeId from = kNoNode, to = kNoNode;
  double length_m = 0;
};
WalkGap nearest_gap(const WalkWorld& walk, ComponentId from, ComponentId to);

/// Component of standing with the most nodes of one slab; kNoComponent if none stands there.
ComponentId main_component(const WalkWorld& walk, std::size_t slab);

/// Fitting samples of a slab that belong to the body of fits in which `node` stands, of all that
/// fit.
double fit_share(const WalkWorld& walk, std::size_t slab, NodeId node);

/// Steps off an edge: from a standing sample sideways into the air, down at most 4 m, onto another.
/// Counted apart; never part of connectivity.
struct Falls {
  std::uint64_t count = 0;
  std::uint64_t between_components = 0;  ///< those that end in another component of standing
  double deepest_m = 0;
};
Falls count_falls(const WalkWorld& walk, const Executor& executor);

}  // namespace strate
