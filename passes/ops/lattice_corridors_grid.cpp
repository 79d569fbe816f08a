#include "passes/ops/lattice_corridors_grid.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"
#include "passes/density/interval.hpp"
#include "passes/density/kernels.hpp"
#include "passes/ops/cave_shapes.hpp"

namespace strate {
namespace {

/// tan 22°, what ramps aim at; tan 35°, the steepest floor a cave has.
constexpr double kEasyGrade = 0.40403, kSteepestGrade = 0.70021;
/// A ramp is as wide as corridors are, but no wider than this share of the cell, unless three
/// metres of floor need it.
constexpr double kRampOfCorridor = 0.92, kRampLeastM = 2.53;
/// Distance of a ramp from its column at most, in cells; rock to the corridors beyond.
constexpr double kOffsetShare = 0.6, kBesideRockM = 0.4;
/// Where a ramp begins to climb: just outside of the floor of the corridor it leaves.
constexpr double kStartShare = 0.72, kTurnShare = 0.7, kFloorShare = 0.685;
/// What a turn's four pieces at two corners take of the legs.
constexpr double kTurnCost = 5.4641;
constexpr double kRockM = 0.8, kSwayShare = 0.04;
/// What bends and jitter leave between corridors side by side, and at most take.
constexpr double kSideRockM = 1.5, kWidest = 2.16, kJitterShare = 0.07, kWanderShare = 0.1;
constexpr double kLoopShare = 0.18, kRampLoopShare = 0.10;

/// Least pitch at a grade.
double pitch_at(double grade, double radius, const CorridorSizes& s) {
  const double lean = std::sqrt(1 + grade * grade);
  const double over = kTubeRise * radius + (radius + kRockM) * lean;
  const double under =
      (s.ramp_radius + kRockM) * lean + kFloorShare * radius * grade + kTubeRise * s.ramp_radius;
  return 2 * std::max(over, under);
}

}  // namespace

double ramp_radius(double cell, double radius) {
  return std::min(kRampOfCorridor * radius, std::max(kRampOfCell * cell, kRampLeastM));
}

CorridorSizes corridor_sizes(double cell, double radius) {
  CorridorSizes s;
  s.sway = kSwayShare * cell;
  s.ramp_radius = ramp_radius(cell, radius);
  s.offset =
      std::clamp(cell - radius - s.ramp_radius - kBesideRockM, cell / 2, kOffsetShare * cell);
  s.start = kStartShare * radius;
  s.turn = kTurnShare * s.ramp_radius;
  const double run = 4 * s.offset - 2 * s.start - (kTurnCost - 4 * kCornerEase) * s.turn;
  const double roomy = std::min(cell, kEasyGrade * run);
  s.grade = kEasyGrade;
  // The pitch a grade needs makes the grade; it grows to a fixed point or beyond the steepest.
  for (int i = 0; i < 40 && s.grade <= kSteepestGrade; ++i) {
    s.pitch = std::max(pitch_at(s.grade, radius, s), roomy);
    s.grade = run > 0 ? s.pitch / run : 2 * kSteepestGrade;
  }
  const double climb = s.offset - (1 + 0.3661) * s.turn - s.start;  // of the first leg
  s.climbs = s.grade <= kSteepestGrade && climb >= 0;
  if (!s.climbs) s.pitch = pitch_at(kSteepestGrade, radius, s);
  const double free = std::max(0.0, (cell - kWidest * radius - kSideRockM) / 2);
  s.jitter = std::min(kJitterShare * cell, free / 2);
  s.wander = std::min(kWanderShare * cell, free / 2);
  return s;
}

double least_climbing_cell(double radius_max) {
  int tenths = static_cast<int>(std::ceil(20 * radius_max));
  while (!corridor_sizes(tenths / 10.0, radius_max).climbs) ++tenths;
  return tenths / 10.0;
}

CorridorGrid::CorridorGrid(const Settings& settings)
    : s_(settings), sizes_(corridor_sizes(settings.cell, settings.radius_max)) {
  const double room = s_.floors.hi - s_.floors.lo;
  const auto more = static_cast<std::int64_t>(std::floor(room / sizes_.pitch));
  const double rest = room - static_cast<double>(more) * sizes_.pitch;
  lowest_ = -(more / 2);
  highest_ = more + lowest_;
  root_floor_ = s_.floors.lo + rest / 2 - static_cast<double>(lowest_) * sizes_.pitch;
  sway_ = std::min(sizes_.sway, rest / 2);
  climb_chance_ = s_.verticality * (2 - s_.verticality);
}

double CorridorGrid::pick(std::uint64_t salt, Coord c) const {
  return unit(draw_at(s_.seed, s_.address, salt, c.x, c.y, c.z));
}

Coord CorridorGrid::parent(Coord c) const {
  const auto nearer = [&](int axis) {
    const std::int64_t v = axis == 0 ? c.x : axis == 1 ? c.y : c.z;
    return step_along(c, axis, v > 0 ? -1 : 1);
  };
  const bool beside = c.x != 0 || c.y != 0;
  if (c.z != 0 && carries_ramps(c) && (!beside || pick(kPickClimb, c) < climb_chance_))
    return nearer(2);
  if (!beside) return c;
  if (c.x == 0 || c.y == 0) return nearer(c.x == 0 ? 1 : 0);
  return nearer(pick(kPickAxis, c) < 0.5 ? 0 : 1);
}

bool CorridorGrid::joined(Coord c, int axis) const {
  const Coord next = step_along(c, axis);
  if (!holds(c) || !holds(next) || (axis == 2 && !carries_ramps(c))) return false;
  if (parent(c) == next || parent(next) == c) return true;
  const double chance = axis == 2 ? kRampLoopShare * s_.verticality : kLoopShare * s_.branching;
  return pick(kPickLoop + static_cast<std::uint64_t>(axis), c) < chance;
}

int CorridorGrid::ways(Coord c) const {
  int n = 0;
  for (int axis = 0; axis < 3; ++axis)
    n +=
        static_cast<int>(joined(c, axis)) + static_cast<int>(joined(step_along(c, axis, -1), axis));
  return n;
}

/// A ramp to or from the cell's layer runs about the column that owns the block between the cell
/// and (i + di, j + dj).
bool CorridorGrid::ramp_about(Coord c, std::int64_t di, std::int64_t dj) const {
  if (c.x & 1) c.x += di;
  if (c.y & 1) c.y += dj;
  return joined(c, 2) || joined(step_along(c, 2, -1), 2);
}

bool CorridorGrid::quiet(Coord c) const {
  return !ramp_about(c, -1, -1) && !ramp_about(c, 1, -1) && !ramp_about(c, -1, 1) &&
         !ramp_about(c, 1, 1);
}

bool CorridorGrid::quiet_beside(Coord c, int axis) const {
  if (axis == 0) return !ramp_about(c, 1, -1) && !ramp_about(c, 1, 1);
  return !ramp_about(c, -1, 1) && !ramp_about(c, 1, 1);
}

Vec3 CorridorGrid::floor(Coord c) const {
  Vec3 p{static_cast<double>(c.x) * s_.cell, static_cast<double>(c.y) * s_.cell, layer(c.z)};
  if (c != Coord{} && quiet(c))
    p = p + Vec3{sizes_.jitter * both_ways(pick(kPickJitterX, c)),
                 sizes_.jitter * both_ways(pick(kPickJitterY, c)),
                 sway_ * both_ways(pick(kPickSway, c))};
  return on_plan_grid(p);
}

}  // namespace strate
