// The nearest triangle of many to a place.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "compiler/geometry.hpp"

namespace strate {

using Triangle = std::array<Vec3, 3>;

/// Squared distance from p to a triangle, also one without area.
double squared_distance(Vec3 p, const Triangle& t);

/// A tree of boxes over triangles, built and searched in one fixed order.
class NearestTriangle {
 public:
  /// Gives up once it has looked at `most_work` boxes and triangles.
  explicit NearestTriangle(std::vector<Triangle> triangles, std::uint64_t most_work);

  /// Squared distance to the nearest triangle, or `limit` if none is nearer than that.
  double squared(Vec3 p, double limit);

  /// Whether it has given up: its answers mean nothing then.
  bool exhausted() const { return work_ > most_work_; }

 private:
  struct Node {
    Box3 box;
    std::uint32_t from = 0, to = 0;  ///< of triangles_; a leaf
    std::uint32_t right = 0;         ///< of nodes_, the left child being the next one; 0: a leaf
  };
  std::uint32_t build(std::vector<std::uint32_t>& order, std::uint32_t from, std::uint32_t to,
                      const std::vector<Triangle>& given);
  double to_box(std::uint32_t node, Vec3 p) const;

  std::vector<Triangle> triangles_;
  std::vector<Node> nodes_;
  std::uint64_t most_work_, work_ = 0;
};

}  // namespace strate
