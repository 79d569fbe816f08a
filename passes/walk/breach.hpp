// Where air gets through what should be closed (10 C9): leaks with their widest ways.
//
// Air is 26-connected: a hair that the mesh may not even show is a leak. The width of a breach is
// the widest ball that passes: over all paths the largest, along each the least, distance to rock
// (solid samples and crossings, exact), twice.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compiler/lattice.hpp"
#include "compiler/parallel.hpp"
#include "passes/walk/params.hpp"

namespace strate {

/// Distances to rock are measured up to this far: wider breaches read as twice as wide. [Units: m]
inline constexpr double kWidestBreachM = 2.0;

/// One 26-connected body of barrier air that joins the inside to the outside.
struct Breach {
  std::vector<Coord> path;     ///< the widest way, an inside sample first; of those the shortest
  double width_m = 0;          ///< diameter of the widest ball that passes along the path
  bool under_a_voxel = false;  ///< thinner than a voxel: a hair, which may have no hole in the mesh
  /// The player's capsule goes from where an end of its axis is inside to where one is outside, its
  /// axis always in this body, inside or outside.
  bool capsule = false;
  Coord narrowest;            ///< where along the path
  std::uint64_t samples = 0;  ///< barrier air of the body
};

/// What a sample is to the search. Rock is never entered, whatever its class.
enum class Side : std::uint8_t {
  barrier,   ///< searched: the band, the gap, the rock around
  inside,    ///< where leaks start
  outside,   ///< where leaks end
  excluded,  ///< never entered: inside a planned tube
};

/// Every breach of `box` from an inside sample to an outside one through barrier samples, widest
/// first, ties by the first sample of the path. `side` is asked for air samples of the box only.
/// Rock beyond the lattice's window is not seen; the box is cut to the window.
std::vector<Breach> find_breaches(const Lattice& lattice, const IndexBox& box,
                                  const std::function<Side(Coord)>& side, const WalkParams& params,
                                  const Executor& executor);

}  // namespace strate
