// Formulas as sources of tiles, and what they need to be compared with.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>

#include "compiler/hash.hpp"
#include "passes/sample.hpp"

namespace strate::test {

using Field = std::function<float(Coord)>;

/// A formula whose values differ by at most `slope` · distance [voxels]; slope < 0: nothing is
/// known.
class FormulaSource final : public TileSource {
 public:
  FormulaSource(Field field, double slope) : field_(std::move(field)), slope_(slope) {}
  BoxVerdict classify(const IndexBox& box, unsigned) const override;
  void sample(const IndexBox& box, unsigned, float* out) const override;

 private:
  Field field_;
  double slope_;
};

/// Distance to a sphere of air in rock. [Units: m; centre and radius in voxels of 0.125 m]
Field air_sphere(double x, double y, double z, double radius_vx);
/// Rock below the height z_vx.
Field flat_ground(double z_vx);
/// A value of its own at every sample, −1 … 1: every case of the table, every ambiguous face.
Field white_noise(std::uint64_t seed);
/// Smooth caves: value noise on a grid of `cell` voxels, distance-like.
Field smooth_caves(std::uint64_t seed, int cell);

inline IndexBox cube(std::int64_t lo, std::int64_t hi) { return {{lo, lo, lo}, {hi, hi, hi}}; }

}  // namespace strate::test
