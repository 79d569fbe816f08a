// Units, axes and the constants of the world function (design 02 §1, 10 A–B).
#pragma once

#include <cstdint>

namespace strate {

/// Whole micrometres. Authored lengths have at most six decimals, so every one of them is exact
/// here.
using Um = std::int64_t;

inline constexpr Um kUmPerM = 1'000'000;

/// Density is clamped to ±kBandM for grids, queries, digests and crossings. [Units: m]
inline constexpr double kBandM = 0.5;

/// Every source ends in min(kCapM, …); `solid` is −kCapM, `void` is +kCapM. [Units: m]
inline constexpr double kCapM = 4.0;

/// Proven supremum of the normalised fBm, with its margin (10 A2). Reach = amplitude · kNoiseSup.
inline constexpr double kNoiseSup = 1.04;

/// Cells along one side of a storage tile (fixed).
inline constexpr int kTileCells = 32;

/// No coordinate may be farther from the origin than this. [Units: m]
inline constexpr double kWorldLimitM = 1e7;

/// Metres of a whole number of micrometres: one division, equal to the decimal text to the bit.
constexpr double metres(Um um) { return static_cast<double>(um) / 1e6; }

/// Position of lattice index `i` (10 A1). [Units: m]
constexpr double lattice_m(std::int64_t i, Um voxel_um) { return metres(i * voxel_um); }

/// Floor division for any sign of `a`; `b` > 0.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return a % b < 0 ? q - 1 : q;
}

/// Ceiling division for any sign of `a`; `b` > 0.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return -floor_div(-a, b); }

}  // namespace strate
