// A slow checker of meshes that shares nothing with the mesher or the law but the mesh itself.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/mesh.hpp"

namespace strate::test {

struct SlowReport {
  std::uint64_t unpaired = 0;  ///< edges without partner that lie in no plane of the window
  std::uint64_t cut = 0;       ///< edges without partner in a plane of the window
  std::uint64_t crowded = 0;   ///< more than one triangle on a side of an edge
  std::uint64_t degenerate = 0;
  std::uint64_t bad_normals = 0;
  std::uint64_t split_normals = 0;  ///< one place, two normals
  bool closed() const { return unpaired == 0 && crowded == 0; }
  bool fine() const {
    return closed() && degenerate == 0 && bad_normals == 0 && split_normals == 0;
  }
};

/// Every triangle of every tile in one map of world places.
SlowReport check_slowly(const StrateMesh& mesh);

/// Signed volume between the mesh and the plane x = 0 by summed tetrahedra; air of a closed cave is
/// negative of the rock-side orientation. [Units: voxel³]
double enclosed_volume(const StrateMesh& mesh);

}  // namespace strate::test
