// Is rock carried? Follows it until it meets rock that was there without any passage.
#pragma once

#include <cstddef>
#include <set>

#include "passes/laws/law.hpp"

namespace strate {

/// Answers for one lattice; what was found joined is remembered.
class Foundations {
 public:
  Foundations(const LawContext& context, const Lattice& lattice)
      : context_(context), lattice_(lattice), voxel_(lattice.voxel_um()) {}

  /// Is the rock at `c` joined to native rock, sample to sample over faces? Given up, as not
  /// joined, after kMostFollowed samples.
  bool joined(Coord c);
  /// Rock at `c` in the world without passages.
  bool native(Coord c);

  static constexpr std::size_t kMostFollowed = 400'000;

 private:
  const LawContext& context_;
  const Lattice& lattice_;
  Um voxel_;
  std::set<Coord> known_;  ///< joined to native rock
};

}  // namespace strate
