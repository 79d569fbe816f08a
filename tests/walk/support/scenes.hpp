// Small worlds for walk tests, as density functions of a point in metres.
#pragma once

#include <cstdint>
#include <functional>

#include "compiler/hash.hpp"
#include "compiler/lattice.hpp"

namespace strate::scene {

/// Density at a point. [Units: m; < 0 rock]
using Density = std::function<double(Vec3)>;

/// A stream of draws for one scene.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : seed_(seed) {}
  double in(double lo, double hi) {
    return lo + (hi - lo) * unit(mix64(seed_ + kSaltStep * ++count_));
  }

 private:
  std::uint64_t seed_, count_ = 0;
};

/// Signed distance of a box, < 0 inside.
double box(Vec3 p, Vec3 centre, Vec3 half);
double capsule(Vec3 p, Vec3 a, Vec3 b, double radius);

/// Turned about z by `turn` radians and shifted: what a test calls "any rotation and offset".
Density placed(Density inner, double turn, Vec3 shift);

/// Smooth lattice noise in −1 … 1 with features of `scale` metres.
double noise(Vec3 p, double scale, std::uint64_t seed);

Lattice lattice_of(const IndexBox& window, Um voxel_um, const Density& density);

/// A random world of one of many kinds, for comparisons.
Density random_world(std::uint64_t seed);

}  // namespace strate::scene
