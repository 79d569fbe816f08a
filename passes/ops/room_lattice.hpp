// Where rooms stand: a jittered lattice of cells around the spine, decided from hashes alone, so
// that every tunnel between neighbouring cells can be walked by construction.
//
// Cells (i, j, k) are spacing_m wide in x and y; k counts layers, 0 at mid-height with the hub's
// cell (0, 0, 0). With u the cell's own draws in [−1, 1) and r its room's radius, floors stand at
//
//   x = i·spacing + jitter(r)·u,  y likewise,  z = middle + k·layer + swell(i, j, k) + sway(r)·u
//
// swell is bilinear between hashed corners, `swell_cells` apart, 0 at the hub. For neighbours a, b:
//
//   run(a, b) ≥ spacing − jitter(a) − jitter(b) − lead(a) − lead(b)
//   lead(r) = max(0.7·r, 3·tunnel radius)
//   |Δz| ≤ step + sway(a) + sway(b) ≤ steepest·run(a, b) − 1/8 m
//
// which the constructor arranges by choosing jitter, step and sway. [Units: m]
#pragma once

#include <cstdint>

#include "compiler/geometry.hpp"

namespace strate {

/// What the joined tunnels demand of the lattice.
struct TunnelRule {
  double reach = 48;     ///< longest distance in plan between joined floors
  double tangent = 0.7;  ///< of the greatest grade
  double radius_max = 2.2;
};

/// Ranges of a `rooms`: of radii, and of vertical half-axes (radius · squash).
struct RoomRanges {
  Interval radius, half_height;
  double hub_radius = 0;
  Interval heights;  ///< of room centres, seals already kept clear
};

class RoomLattice {
 public:
  RoomLattice() = default;
  /// Without tunnels: rooms anywhere in their cells.
  RoomLattice(std::uint64_t seed, std::uint64_t address, double spacing, const RoomRanges& ranges);
  /// With tunnels that join the rooms. Not walkable() if the settings leave no run between them.
  RoomLattice(std::uint64_t seed, std::uint64_t address, double spacing, const RoomRanges& ranges,
              const TunnelRule& rule);

  double spacing() const { return spacing_; }
  /// No floor's centre stands farther from its cell's middle, along either axis.
  double jitter() const { return jitter_; }
  /// Layers are −layers_out() … layers_out().
  std::int64_t layers_out() const { return layers_out_; }
  double reach() const { return rule_.reach; }
  bool walkable() const { return walkable_; }

  /// Where a cell's floor would be without jitter and sway: where its radius is read.
  Vec3 nominal(Coord cell) const;
  /// The floor of a cell whose room has this radius (0: a crossing). On the plan grid.
  Vec3 floor(Coord cell, double radius) const;
  /// Flat floor between a room's centre and where its tunnels may begin to climb.
  double lead(double radius) const;
  /// The way from a to b is short and flat enough.
  bool way(Vec3 a, double radius_a, Vec3 b, double radius_b) const;
  /// From `a` on, a tunnel to `b` has left the floor of one to `beside` before either may climb.
  bool apart(Vec3 a, double radius_a, Vec3 b, Vec3 beside) const;
  /// How far a tunnel may wander sideways without meeting another's.
  double wander_limit() const { return wander_limit_; }

 private:
  double jitter_of(double radius) const;
  double sway(double radius) const;
  double corner(std::int64_t i, std::int64_t j, std::int64_t k) const;
  double swell(Coord cell) const;
  void choose_layers(const RoomRanges& ranges, double climb);

  std::uint64_t seed_ = 0, address_ = 0;
  double spacing_ = 32, jitter_ = 0;
  std::int64_t layers_out_ = 0;
  double layer_ = 0, middle_ = 0, half_ = 0;  ///< half_: floors stay within middle ± half
  double step_ = 0, sway_max_ = 0, swell_height_ = 0;
  std::int64_t swell_cells_ = 1;
  bool joined_ = false, walkable_ = true;
  TunnelRule rule_;
  double steepest_ = 0, wander_limit_ = 0;
};

/// Draws of a `rooms` operator: the salt of draw_at at a cell.
enum RoomDraw : std::uint64_t {
  kDrawX = 1,
  kDrawY,
  kDrawSwell,
  kDrawSway,
  kDrawOccupied,
  kDrawRadius,
  kDrawSquash,
  kDrawSite,
  kDrawDiagonal,
  kDrawExtra,
};

}  // namespace strate
