// Distances of a shape's grid at any place of its frame, in double:
//
//   c = place / cell − 8 · first,  b = ⌊c / 8⌋      the brick; outside all of them: the cap
//   fine    cell ⌊c⌋ of the brick, f = c − ⌊c⌋; else the brick itself, f = c / 8 − b
//   d = trilinear(corners, f) / 4096                along x, then y, then z: a + f · (b − a)
#pragma once

#include <memory>
#include <vector>

#include "compiler/asset_data.hpp"
#include "passes/ops/placed_box.hpp"

namespace strate {

class ShapeField {
 public:
  explicit ShapeField(std::shared_ptr<const AssetData> shape);

  double scale() const { return grid().scale; }
  /// Signed distance, `outside` beyond all bricks. [Units: m]
  double at(double u, double v, double w, double outside) const;
  /// Encloses it over a box of the shape's frame.
  Interval over(const LocalBox& box, double outside) const;

 private:
  struct Span {
    std::int16_t lo = 32767, hi = -32767;
    void add(std::int16_t v) { lo = std::min(lo, v), hi = std::max(hi, v); }
    void add(Span s) { lo = std::min(lo, s.lo), hi = std::max(hi, s.hi); }
  };
  /// Spans of cubes of 2^n bricks.
  struct Level {
    std::array<int, 3> size;
    std::vector<Span> spans;
  };
  /// Bricks lo … hi along one axis, the part of each that counts, and whether any lies outside.
  struct Reach {
    double lo, hi;  ///< in cells, within the grid
    bool outside;
    bool empty;
  };

  const ShapeGrid& grid() const { return *grid_; }
  std::size_t brick(int i, int j, int k) const {
    return static_cast<std::size_t>((k * grid().bricks[1] + j) * grid().bricks[0] + i);
  }
  const std::int16_t* corner(int i, int j, int k) const {
    return grid().corners.data() +
           static_cast<std::size_t>((k * (grid().bricks[1] + 1) + j) * (grid().bricks[0] + 1) + i);
  }
  Reach reach(Interval along, int axis) const;
  double in_cells(double x, double y, double z) const;
  Span span_of(int i, int j, int k) const;
  Interval near_over(const std::array<Reach, 3>& r) const;
  Interval far_over(const std::array<Reach, 3>& r) const;
  void add_levels();

  std::shared_ptr<const AssetData> data_;
  const ShapeGrid* grid_;
  double per_m_ = 1;                      ///< cells
  std::array<double, 3> first_{};         ///< cells before the lowest brick
  std::array<double, 3> end_{};           ///< cells along each axis
  std::vector<std::int32_t> samples_of_;  ///< of each brick: where its samples begin; −1: none
  std::vector<Level> levels_;
};

}  // namespace strate
