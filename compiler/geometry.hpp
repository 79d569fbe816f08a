// Points, boxes and intervals. Axes are right-handed, +Z up.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "compiler/units.hpp"

namespace strate {

/// A point or vector. [Units: m]
struct Vec3 {
  double x = 0, y = 0, z = 0;
  friend bool operator==(const Vec3&, const Vec3&) = default;
};

inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator*(Vec3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline double length(Vec3 a) { return std::sqrt(dot(a, a)); }

/// Nearest multiple of 1/64 m, ties upward: the grid of every drawn or planned place (10 A4).
inline double on_plan_grid(double v) { return std::floor(v * 64.0 + 0.5) / 64.0; }
inline Vec3 on_plan_grid(Vec3 v) {
  return {on_plan_grid(v.x), on_plan_grid(v.y), on_plan_grid(v.z)};
}

/// Closed interval of reals. Empty where lo > hi.
struct Interval {
  double lo = 0, hi = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
  bool contains(double v) const { return lo <= v && v <= hi; }
};

inline Interval hull(Interval a, Interval b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

/// Closed axis-aligned box. [Units: m]
struct Box3 {
  Vec3 lo, hi;
  friend bool operator==(const Box3&, const Box3&) = default;
};

/// False where two closed boxes share no point.
inline bool overlap(const Box3& a, const Box3& b) {
  return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y &&
         a.lo.z <= b.hi.z && b.lo.z <= a.hi.z;
}

/// Lattice index of a sample. Sample (i, j, k) stands at (i, j, k) · voxel size.
struct Coord {
  std::int64_t x = 0, y = 0, z = 0;
  friend bool operator==(const Coord&, const Coord&) = default;
  friend auto operator<=>(const Coord&, const Coord&) = default;
};

inline Coord operator+(Coord a, Coord b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Coord operator-(Coord a, Coord b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

/// Half-open box of lattice indices: lo ≤ i < hi on every axis.
struct IndexBox {
  Coord lo, hi;
  friend bool operator==(const IndexBox&, const IndexBox&) = default;
  bool empty() const { return lo.x >= hi.x || lo.y >= hi.y || lo.z >= hi.z; }
  bool contains(Coord c) const {
    return lo.x <= c.x && c.x < hi.x && lo.y <= c.y && c.y < hi.y && lo.z <= c.z && c.z < hi.z;
  }
  Coord size() const { return hi - lo; }
  /// Number of samples; 0 if empty.
  std::uint64_t count() const {
    if (empty()) return 0;
    const Coord s = size();
    return static_cast<std::uint64_t>(s.x) * static_cast<std::uint64_t>(s.y) *
           static_cast<std::uint64_t>(s.z);
  }
};

inline IndexBox intersect(const IndexBox& a, const IndexBox& b) {
  return {{std::max(a.lo.x, b.lo.x), std::max(a.lo.y, b.lo.y), std::max(a.lo.z, b.lo.z)},
          {std::min(a.hi.x, b.hi.x), std::min(a.hi.y, b.hi.y), std::min(a.hi.z, b.hi.z)}};
}

inline IndexBox grown(const IndexBox& a, std::int64_t n) {
  return {{a.lo.x - n, a.lo.y - n, a.lo.z - n}, {a.hi.x + n, a.hi.y + n, a.hi.z + n}};
}

}  // namespace strate
