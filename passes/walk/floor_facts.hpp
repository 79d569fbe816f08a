// Facts about floor that figures sum up: height over it, narrow places, sight, what stands over it.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/lattice.hpp"
#include "compiler/parallel.hpp"
#include "passes/walk/slab_impl.hpp"

namespace strate {

/// A set of nodes of one slab, ascending.
using NodeSet = std::vector<std::uint32_t>;

/// Free height over each node of `nodes` within the player's girth, as headroom_m, at most
/// `most_m`. [Units: 1/256 voxel]
struct Headrooms {
  std::vector<std::int32_t> parts;  ///< one for each node
  std::uint64_t cut = 0;            ///< of these, ended by the top of the lattice
};
Headrooms headrooms(const Lattice& lattice, const WalkSlab::Impl& slab, const NodeSet& nodes,
                    double most_m, const Executor& executor);

/// Nodes that no disc of free air of `width_m` holds, at heights between the player's waist and the
/// capsule's upper end. `judged` counts those far enough from the window's side to tell.
struct NarrowCount {
  std::uint64_t narrow = 0, judged = 0;
};
NarrowCount count_narrow(const Lattice& lattice, const WalkSlab::Impl& slab, const NodeSet& nodes,
                         double width_m, const Executor& executor);

/// Mean free sight from eye height over at most `places` of the nodes, evenly picked, in 64 fixed
/// directions, at most `most_m` and never past the window. [Units: m]
double mean_sight_m(const Lattice& lattice, const WalkSlab::Impl& slab, const NodeSet& nodes,
                    std::size_t places, double most_m, const Executor& executor);

/// Fitting samples of the core that lie straight over nodes of `nodes` without a gap.
std::uint64_t fitting_over(const WalkSlab::Impl& slab, const NodeSet& nodes,
                           const Executor& executor);

/// Air samples of `box`.
std::uint64_t air_samples(const Lattice& lattice, const IndexBox& box, const Executor& executor);

}  // namespace strate
