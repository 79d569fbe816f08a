// The tree that joins what stands on a jittered lattice around the spine (02 §3): each thing to the
// nearest legal one strictly nearer the spine in plan. Distances to the spine fall along every
// chain, so there is no cycle; a function of the cell alone, so it is the same in every window.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "compiler/geometry.hpp"
#include "passes/ops/room_graph.hpp"

namespace strate {

/// Share of the lattice's spacing beyond which a side neighbour inward might not be nearer the
/// spine: 1/6, less what rounding to the plan grid takes.
inline constexpr double kInwardJitter = 0.16;

/// How many cells away a neighbour is looked for, and where none is found.
inline constexpr std::int64_t kNearCells = 2, kFarCells = 3;

inline double spine_distance2(Vec3 p) { return p.x * p.x + p.y * p.y; }

/// Distance in plan between p and the line from a to b.
inline double plan_distance(Vec3 p, Vec3 a, Vec3 b) {
  const double bx = b.x - a.x, by = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
  const double squared = bx * bx + by * by;
  const double h = squared > 0 ? std::clamp((px * bx + py * by) / squared, 0.0, 1.0) : 0;
  const double dx = px - h * bx, dy = py - h * by;
  return std::sqrt(dx * dx + dy * dy);
}

/// Visits the cells of a square ring of the plan, from `from` to `to` cells away.
template <class Visit>
void for_ring(Coord cell, std::int64_t from, std::int64_t to, Visit visit) {
  for (std::int64_t j = -to; j <= to; ++j)
    for (std::int64_t i = -to; i <= to; ++i)
      if (i <= -from || from <= i || j <= -from || from <= j) visit(cell + Coord{i, j, 0});
}

/// The nearest cell within kNearCells, else within kFarCells, whose place is strictly nearer the
/// spine than `at` and that is legal. `place_of(cell)`: its place, none if nothing
/// stands there; `legal(cell)` is asked nearest first. Ties go to the lower cell.
template <class PlaceOf, class Legal>
std::optional<Coord> nearest_inward(Coord cell, Vec3 at, PlaceOf place_of, Legal legal) {
  constexpr std::int64_t kRings[][2] = {{1, kNearCells}, {kFarCells, kFarCells}};
  for (const auto& ring : kRings) {
    NearestFew<24> near;
    for_ring(cell, ring[0], ring[1], [&](Coord c) {
      const std::optional<Vec3> p = place_of(c);
      if (!p || spine_distance2(*p) >= spine_distance2(at)) return;
      const double dx = p->x - at.x, dy = p->y - at.y;
      near.offer(dx * dx + dy * dy, c);
    });
    for (int i = 0; i < near.count; ++i)
      if (legal(near.cells[i])) return near.cells[i];
  }
  return std::nullopt;
}

}  // namespace strate
