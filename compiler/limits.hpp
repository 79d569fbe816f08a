// What settings of a world may be: one table for documents, their schema and manifests. [Units: m]
#pragma once

#include <cstddef>

#include "compiler/units.hpp"

namespace strate {

/// A closed range.
struct Limits {
  double lo = 0, hi = 0;
  constexpr Um lo_um() const { return static_cast<Um>(lo * 1e6 + (lo < 0 ? -0.5 : 0.5)); }
  constexpr Um hi_um() const { return static_cast<Um>(hi * 1e6 + (hi < 0 ? -0.5 : 0.5)); }
};

namespace limits {

inline constexpr std::size_t kMostSlots = 256;
inline constexpr int kMostConnections = 8;  ///< from one strate to the next

// ---- The world
inline constexpr Limits kVoxel{0.0625, 0.125};
inline constexpr Limits kRadius{0, 1e6};
inline constexpr Limits kEdgeSeal{4, 256};  ///< at most half of the radius
inline constexpr Limits kTop{-1e6, 1e6};
inline constexpr Limits kGap{0, 256};
inline constexpr Limits kEntryRadius{1.5, 2.5};
inline constexpr Limits kWindow{-1e6, 1e6};
inline constexpr Limits kRevision{0, 1e9};

// ---- A strate
inline constexpr Limits kHeight{16, 1024};
inline constexpr Limits kSeal{0.5, 32};
inline constexpr double kLeastContentM = 8;    ///< between its bands
inline constexpr Limits kWaterLevel{0, 1024};  ///< at most its height
inline constexpr Limits kClimateScale{32, 8192};
inline constexpr Limits kBiomeCell{16, 1024};
inline constexpr std::size_t kMostRegions = 3;
inline constexpr Limits kRegionCell{16, 256};
inline constexpr Limits kRegionBlend{1, 64};  ///< under half a cell
inline constexpr Limits kRegionShare{0.01, 100};
inline constexpr Limits kTubeRadius{1.5, 2};
inline constexpr Limits kFogReach{4, 2000};
inline constexpr Limits kAmbient{0, 1};

// ---- The player: at every voxel size within what passes/walk can hold (walk/tables.hpp)
inline constexpr Limits kPlayerRadius{0.2, 0.4};
inline constexpr Limits kPlayerHeight{1, 2};
inline constexpr Limits kPlayerStep{0, 0.5};
inline constexpr Limits kScrambleDeg{15, 60};
inline constexpr Limits kTunnelDeg{0, 45};

// ---- What a plan puts into the rock: rooms of the origin, landings, supports
inline constexpr Limits kPlanned{0, 64};
/// How far from the spine it may lie: the distance and the reach of passages.
inline constexpr Limits kPlanDisc{0, 1024};

}  // namespace limits
}  // namespace strate
