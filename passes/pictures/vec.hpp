// Single-precision vectors of pictures; relative to a mesh's origin. Never part of density.
#pragma once

#include <algorithm>
#include <cmath>

#include "compiler/geometry.hpp"

namespace strate {

struct Vec3f {
  float x = 0, y = 0, z = 0;
};

inline Vec3f operator+(Vec3f a, Vec3f b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3f operator-(Vec3f a, Vec3f b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3f operator*(Vec3f a, float s) { return {a.x * s, a.y * s, a.z * s}; }
inline float dot(Vec3f a, Vec3f b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float length(Vec3f a) { return std::sqrt(dot(a, a)); }
inline Vec3f cross(Vec3f a, Vec3f b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// The unit vector along `a`; up for the zero vector.
inline Vec3f unit_of(Vec3f a) {
  const float n = length(a);
  return n > 0 ? a * (1.0f / n) : Vec3f{0, 0, 1};
}
inline Vec3f to_float(Vec3 a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}
inline Vec3 to_double(Vec3f a) {
  return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}

/// A right-handed frame around a unit vector `n` (Duff et al. 2017, "Building an Orthonormal
/// Basis").
struct Frame {
  Vec3f t, b, n;
  explicit Frame(Vec3f normal) : n(normal) {
    const float s = n.z >= 0 ? 1.0f : -1.0f, a = -1.0f / (s + n.z), c = n.x * n.y * a;
    t = {1 + s * n.x * n.x * a, s * c, -s * n.x};
    b = {c, s + n.y * n.y * a, -n.y};
  }
  Vec3f to_world(Vec3f v) const { return t * v.x + b * v.y + n * v.z; }
};

}  // namespace strate
