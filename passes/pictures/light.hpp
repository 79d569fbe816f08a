// Light of one point: what reaches it, what it sends to the eye.
#pragma once

#include "passes/pictures/render.hpp"

namespace strate {

enum class SurfaceKind : unsigned char { none, rock, figure };

/// What a pixel sees: place, normal into the air, distance from the eye.
struct Surface {
  Vec3f p, n;
  float t = 0;
  SurfaceKind kind = SurfaceKind::none;
};

/// How open a point is, 0 … 1: to the hemisphere above it and to the key light.
struct Reach {
  float open = 1, key = 0;
};

/// Of the 32 occlusion rays (2.5 m) and 8 shadow rays every point owns, those of place `slot` (0 …
/// 15) in the 4 × 4 pattern: two and one. Sixteen neighbours together hold all of them.
Reach probe(const Stage& stage, const Surface& s, int slot);

/// Light that arrives at `eye` from `direction`, before the film curve.
Rgb shade(const Stage& stage, Vec3f eye, Vec3f direction, const Surface& s, Reach reach);

}  // namespace strate
