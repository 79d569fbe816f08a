// Proof that a region is rock: by bound first, then by every sample that no bound proves (10 C9).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "passes/laws/law.hpp"

namespace strate {

/// Where rock is demanded. Asked from several threads.
struct SolidRegion {
  IndexBox box;
  std::function<bool(Coord)> demanded;  ///< empty: everywhere in the box
  std::function<bool(Coord)> exempt;    ///< asked of air only: inside a planned opening
};

/// Air samples of one 32³ box: row [z * 32 + y], bit x.
struct AirMask {
  Coord origin;
  std::array<std::uint32_t, 1024> bits{};
};

struct SolidScan {
  std::uint64_t by_bound = 0, sampled = 0, exempt = 0;
  std::vector<AirMask> air;  ///< demanded rock, found air; ascending z, y, x of origin
  std::uint64_t air_samples = 0;

  /// "by bound 97.2 %, sampled 2.8 %".
  std::string shares() const;
  SolidScan& operator+=(SolidScan&& o);
};

SolidScan scan_solid(const LawContext& context, const SolidRegion& region);

/// A 26-connected body of air where rock is demanded.
struct AirBody {
  std::vector<Coord> samples;  ///< ascending z, y, x; at most kBodySamples of them
  std::uint64_t count = 0;
  IndexBox box;
};
inline constexpr std::size_t kBodySamples = 4096;

/// Bodies in the order of their first sample.
std::vector<AirBody> air_bodies(const SolidScan& scan);

}  // namespace strate
