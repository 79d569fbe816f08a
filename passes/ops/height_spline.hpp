// A grid of heights as a smooth surface: the uniform quadratic B-spline over its samples.
//
//   i = ⌊u + 1/2⌋,  t = u − i in [−1/2, 1/2)            u: place along an axis, in samples
//   w₋ = (1/2 − t)² / 2,  w₀ = 3/4 − t²,  w₊ = (1/2 + t)² / 2     on samples i − 1, i, i + 1
//   v(u, w) = Σ_j w_j · (Σ_i w_i · sample(i, j))        rows from the south; i, then j, ascending
//
// Its slopes have no jumps; it leaves the range of its samples nowhere, so cliffs have no ditch
// before them; a slope of samples is a slope of the surface. A lone sample loses half of its
// height. Beyond the edge the outermost samples go on. Values and slopes are convex sums of the
// nearest samples and of their differences: that is what bounds are made of.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "compiler/asset_data.hpp"
#include "compiler/geometry.hpp"

namespace strate {

class HeightSpline {
 public:
  explicit HeightSpline(std::shared_ptr<const AssetData> heights);

  int width() const { return grid().width; }
  int height() const { return grid().height; }

  /// What one coordinate takes of its three samples.
  struct Tap {
    std::array<int, 3> at;
    std::array<double, 3> weight;
  };
  /// `u` in samples from the west, `v` from the south; any finite number.
  Tap tap_x(double u) const { return tap(u, grid().width); }
  Tap tap_y(double v) const { return tap(v, grid().height); }
  /// 0 … 65535.
  double at(const Tap& x, const Tap& y) const;

  /// Encloses values, and slopes per sample, over a rectangle of places.
  struct Range {
    Interval value, dx, dy;
  };
  Range over(Interval u, Interval v) const;

 private:
  /// Of samples, and of differences to the next one eastward and northward.
  struct Span {
    int value_lo = 65535, value_hi = 0;
    int dx_lo = 65535, dx_hi = -65535;
    int dy_lo = 65535, dy_hi = -65535;
    void add(const Span& s);
  };
  /// Spans of square blocks.
  struct Level {
    int block = 1, across = 0, down = 0;
    std::vector<Span> spans;
  };
  /// Samples lo … hi along one axis, both within the grid, and whether any lies beyond it.
  struct Reach {
    int lo, hi;
    bool outside;
  };

  const HeightGrid& grid() const { return *grid_; }
  static Tap tap(double u, int size);
  static Reach reach(Interval u, int size);
  int sample(int i, int j) const {
    return grid().samples[static_cast<std::size_t>(grid().height - 1 - j) *
                              static_cast<std::size_t>(grid().width) +
                          static_cast<std::size_t>(i)];
  }
  Span span_of(int i, int j) const;
  Span span_over(int i0, int i1, int j0, int j1) const;
  void add_level(int block);

  std::shared_ptr<const AssetData> data_;
  const HeightGrid* grid_;
  std::vector<Level> levels_;  ///< ascending block
};

}  // namespace strate
