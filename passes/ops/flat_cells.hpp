// Cells of a square lattice over x and y: the middle of cell (i, j) is (i, j) · spacing.
#pragma once

#include <cmath>
#include <cstdint>

#include "compiler/geometry.hpp"

namespace strate {

/// The cells that some place within `around` of a box lies in, along both axes.
struct FlatCells {
  std::int64_t i0, i1, j0, j1;

  FlatCells(const Box3& box, double spacing, double around)
      : i0(cell(box.lo.x - around, spacing)),
        i1(cell(box.hi.x + around, spacing)),
        j0(cell(box.lo.y - around, spacing)),
        j1(cell(box.hi.y + around, spacing)) {}

  double count() const {
    return static_cast<double>(i1 - i0 + 1) * static_cast<double>(j1 - j0 + 1);
  }
  bool holds(std::int64_t i, std::int64_t j) const {
    return i0 <= i && i <= i1 && j0 <= j && j <= j1;
  }
  /// By j, then by i.
  template <class Visit>
  void each(Visit visit) const {
    for (std::int64_t j = j0; j <= j1; ++j)
      for (std::int64_t i = i0; i <= i1; ++i) visit(i, j);
  }

 private:
  static std::int64_t cell(double v, double spacing) {
    return static_cast<std::int64_t>(std::floor(v / spacing + 0.5));
  }
};

}  // namespace strate
