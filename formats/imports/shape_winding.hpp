// How often a closed mesh of whole coordinates winds around lattice places, exactly.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace strate {

using WholePoint = std::array<std::int64_t, 3>;
using WholeTriangle = std::array<WholePoint, 3>;

/// Coordinates lie in 0 … 2^19, of one triangle within 2^18: all products fit 64 bits. Places are
/// (i, j, k) · spacing, 0 ≤ j < rows_y, 0 ≤ k < rows_z; a row runs along x.
class Winding {
 public:
  Winding(const std::vector<WholeTriangle>& triangles, std::int64_t spacing, int rows_y,
          int rows_z);

  /// Rows that the triangles' boxes span, each as often as one does: what making it takes.
  static std::uint64_t work(const std::vector<WholeTriangle>& triangles, std::int64_t spacing);

  /// Crossings of the ray from the place to +x: out of the mesh minus into it.
  int at(int i, int j, int k) const;

 private:
  /// Places with index under `from` see it.
  struct Crossing {
    std::uint32_t row;
    std::int32_t from;
    std::int32_t way;  ///< out or in, and those of the row behind it
  };
  void cross(const WholeTriangle& t, std::int64_t spacing);

  int rows_y_, rows_z_;
  std::vector<Crossing> crossings_;    ///< ascending row
  std::vector<std::uint32_t> starts_;  ///< of every row, and the end
};

}  // namespace strate
