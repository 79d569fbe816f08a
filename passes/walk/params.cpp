#include "passes/walk/params.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/angle.hpp"
#include "passes/walk/tables.hpp"

namespace strate {
namespace {

/// Capsule radius and half the voxel's diagonal, root of squares: no triangle of the mesh is nearer
/// than the radius if its vertices are not nearer than this (10 C1). Least R with R² v² ≥ (256 r)²
/// + ¾ (256 v)², by integers.
int blocking_radius(Um radius, Um voxel) {
  const std::int64_t v2 = voxel * voxel;
  const std::int64_t need = kPart * kPart * (radius * radius) + 3 * kPart * kPart / 4 * v2;
  auto r =
      static_cast<std::int64_t>(std::sqrt(static_cast<double>(need) / static_cast<double>(v2)));
  while (r * r * v2 >= need) --r;
  while (r * r * v2 < need) ++r;
  return static_cast<int>(r);
}

}  // namespace

WalkParams WalkParams::make(const Player& player, Um voxel_um) {
  WalkParams p;
  p.voxel_um = voxel_um;
  p.player = player;
  p.radius = blocking_radius(player.radius_um, voxel_um);
  p.axis =
      std::max(0, static_cast<int>(ceil_div(player.height_um * kPart, voxel_um)) - 2 * p.radius);
  p.climb = static_cast<int>(player.step_um * kPart / voxel_um);
  p.fall = static_cast<int>(4 * kUmPerM * kPart / voxel_um);
  const Turn limit = turn_of(player.scramble_deg);
  p.rest =
      kPart + std::max(static_cast<int>(std::floor(p.radius / limit.cosine)), p.radius + p.climb);
  p.depth = p.rest + p.climb;
  p.rise_vx = static_cast<int>(ceil_div(p.climb, kPart));
  // A crack of 0.8 m at 45° to the lattice must hold a whole square of this span, wherever it lies.
  p.closing_vx = static_cast<int>((565'685 - voxel_um / 2) / voxel_um);
  p.stride_vx = std::max<int>(1, static_cast<int>(125'000 / voxel_um));
  const double rise = kPart * p.stride_vx * limit.sine / limit.cosine, run = 2 * rise;
  p.pit = static_cast<int>(std::floor(rise));
  p.slope2 = static_cast<std::int64_t>(std::floor(run * run));
  const auto voxels = [](int parts) { return static_cast<int>(ceil_div(parts, kPart)); };
  p.side_vx = std::max(voxels(p.radius), p.closing_vx + p.stride_vx);
  p.below_vx = std::max(voxels(p.radius), voxels(p.depth)) + 1;
  p.above_vx = voxels(p.axis + p.radius);
  p.tables = make_walk_tables(p);
  return p;
}

}  // namespace strate
