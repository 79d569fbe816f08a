// Surface rock of a box in buckets: exact distances for many places.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/lattice.hpp"
#include "passes/walk/rock_near.hpp"

namespace strate {

/// Solid samples that an air sample touches (26 neighbours), and all crossings, of a box.
class RockBuckets {
 public:
  /// Distances are exact up to `most`. [Units: 1/256 voxel]
  RockBuckets(const Lattice& lattice, const IndexBox& box, std::int64_t most);

  /// Least square of distance from the segment a–b to rock, at most most². Ends are samples of the
  /// box, equal or neighbours.
  double distance2(Coord a, Coord b) const;
  std::int64_t most() const { return most_; }

 private:
  static constexpr std::int64_t kSide = 4;  ///< voxels along one side of a bucket
  void add(Coord c, const RockPart& place);
  std::size_t bucket(Coord b) const;
  double nearest_in(const std::vector<RockPart>& parts, const RockPart& a, const RockPart& d) const;

  IndexBox box_;
  Coord counts_;
  std::int64_t most_;
  std::vector<std::vector<RockPart>> buckets_;  ///< places relative to box_.lo
};

}  // namespace strate
