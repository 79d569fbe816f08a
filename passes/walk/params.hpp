// The player's measures on one lattice (10 C). Everything is an integer in 1/256 voxel; what bounds
// the player is rounded against him.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "compiler/geometry.hpp"
#include "compiler/units.hpp"
#include "compiler/world.hpp"

namespace strate {

/// Parts of a voxel that heights, radii and weights are counted in.
inline constexpr int kPart = 256;

/// The eight horizontal moves. `d ^ 4` is the way back; 0 … 3 are the forward half.
inline constexpr int kMoves = 8, kForwardMoves = 4;
inline constexpr std::array<int, kMoves> kMoveX{1, 0, 1, 1, -1, 0, -1, -1};
inline constexpr std::array<int, kMoves> kMoveY{0, 1, 1, -1, 0, -1, -1, 1};

struct WalkTables;  // passes/walk/tables.hpp: stencils of what a crossing blocks

/// Built once for a player and a voxel size; copies share the tables. Lengths without a suffix are
/// in 1/256 voxel.
struct WalkParams {
  Um voxel_um = 125'000;
  Player player;
  int radius = 0;   ///< R: capsule radius and ½√3 voxel, root of squares, rounded up (10 C1)
  int axis = 0;     ///< of the capsule that R widens: its height less 2 R, rounded up (rules.hpp 0)
  int climb = 0;    ///< highest step, rounded down
  int rest = 0;     ///< floor(p) may lie this far under p (rules.hpp 3)
  int depth = 0;    ///< floors are sought this far under p: rest + climb
  int fall = 0;     ///< longest fall: 4 m
  int pit = 0;      ///< a closing that lifts a floor by no more than this does not count (rule 2)
  int rise_vx = 0;  ///< most voxels between the ends of a walk move
  int closing_vx = 0;       ///< columns spanned by the square that closes cracks (rules.hpp 2)
  int stride_vx = 0;        ///< side of the four quadrants whose slopes are judged: 0.125 m, down
  std::int64_t slope2 = 0;  ///< bound of (2gx)² + (2gy)² at the scramble limit

  /// Samples that one must know around p to judge it: to the sides, under it, over it. A lattice
  /// window that is grown by these from a core gives every answer of the core.
  int side_vx = 0, below_vx = 0, above_vx = 0;

  std::shared_ptr<const WalkTables> tables;

  static WalkParams make(const Player& player, Um voxel_um);

  /// Samples above and below a slab's core that its lattice must hold so that slabs can be joined
  /// there: 17 at 0.125 m, 31 at 0.0625 m.
  int join_margin_vx() const { return (below_vx > above_vx ? below_vx : above_vx) + rise_vx; }

  double metres_of(std::int64_t parts) const {
    return static_cast<double>(parts) * static_cast<double>(voxel_um) / (kPart * 1e6);
  }
};

}  // namespace strate
