// The field of the benchmarks: caves of 4-octave noise, a surface in almost every tile (06
// cave512).
#pragma once

#include <vector>

#include "passes/density/arena.hpp"
#include "passes/density/noise.hpp"
#include "passes/mesh/mesh.hpp"
#include "passes/sample.hpp"

namespace strate::bench {

/// Density of caves with features of 3 m, over `cube` tiles a side.
class CaveField final : public TileSource {
 public:
  explicit CaveField(unsigned workers);
  BoxVerdict classify(const IndexBox&, unsigned) const override { return BoxVerdict::unknown; }
  void sample(const IndexBox& box, unsigned worker, float* out) const override;

 private:
  Fbm noise_;
  mutable std::vector<NoiseScratch> scratch_;
};

/// Raw blocks of side³ tiles from the origin, as the mesher takes them.
class CaveBlocks {
 public:
  explicit CaveBlocks(int side);
  std::size_t count() const { return blocks_.size(); }
  const float* block(std::size_t i) const { return blocks_[i]; }
  Coord tile(std::size_t i) const;
  IndexBox window() const;
  double voxels() const;

 private:
  int side_;
  Arena arena_;
  std::vector<float*> blocks_;
};

}  // namespace strate::bench
