// What world assets hold.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "compiler/asset.hpp"

namespace strate {

/// Sides of a grid of heights, in samples.
inline constexpr int kHeightsLeastSide = 2, kHeightsMostSide = 4097;

/// Heights seen as on a map: rows from the north (+y) to the south, each from the west (−x) to the
/// east. A sample is a share of the range that its user gives it: 0 the low end, 65535 the high
/// one.
struct HeightGrid {
  int width = 0, height = 0;
  std::vector<std::uint16_t> samples;
  friend bool operator==(const HeightGrid&, const HeightGrid&) = default;
};

/// Distances of a shape are whole numbers of this. [Units: m]
inline constexpr double kShapeUnitM = 1.0 / 4096;
/// Cells along the side of a brick, and samples in one that holds some.
inline constexpr int kShapeBrick = 8;
inline constexpr int kShapeSamples = (kShapeBrick + 1) * (kShapeBrick + 1) * (kShapeBrick + 1);
/// Cells are 2^least … 2^most metres.
inline constexpr int kShapeLeastStep = -4, kShapeMostStep = 1;
inline constexpr int kShapeMostBricks = 64;           ///< along an axis
inline constexpr std::size_t kShapeMostFine = 65536;  ///< that hold samples

/// Signed distance to a closed shape, negative inside, in its own frame: axes of the world, origin
/// where its user's `at_m` stands. Cells of 2^step m lie in bricks of 8³; those near the surface
/// hold samples at all corners of their cells, the others are known at their own eight corners.
/// Between samples it is trilinear; what lies outside all bricks is farther away than the cap.
struct ShapeGrid {
  double scale = 1;  ///< that its file was scaled by
  int step = kShapeLeastStep;
  std::array<int, 3> first{};          ///< the lowest brick, counted from the origin
  std::array<int, 3> bricks{1, 1, 1};  ///< along each axis
  std::vector<std::int16_t> corners;   ///< of bricks: (nx + 1)(ny + 1)(nz + 1), x fastest
  std::vector<std::uint32_t> fine;     ///< ascending indices of bricks, x fastest, with samples
  std::vector<std::int16_t> samples;   ///< kShapeSamples of each of these, x fastest
  friend bool operator==(const ShapeGrid&, const ShapeGrid&) = default;
};

/// The alternatives stand in the order of AssetKind.
struct AssetData {
  std::variant<HeightGrid, ShapeGrid> of;
  explicit AssetData(HeightGrid grid) : of(std::move(grid)) {}
  explicit AssetData(ShapeGrid grid) : of(std::move(grid)) {}
  AssetKind kind() const { return static_cast<AssetKind>(of.index()); }
  template <class T>
  const T* get() const {
    return std::get_if<T>(&of);
  }
  friend bool operator==(const AssetData&, const AssetData&) = default;
};

}  // namespace strate
