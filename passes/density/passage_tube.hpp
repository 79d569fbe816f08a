// A passage's tube and supports as the density evaluates them. Shape: tube.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/op.hpp"
#include "compiler/world.hpp"
#include "passes/density/tube.hpp"

namespace strate {

struct PostBlock;

/// Rock inside a capsule: min(d, dist − R − relief), relief 0 … kSupportReliefM.
struct SupportShape {
  Vec3 a;
  float abx = 0, aby = 0, abz = 0, inv_len2 = 0;
  float radius = 3;
  Box3 box;  ///< with reach
  explicit SupportShape(const Support& support);
  void apply(const PostBlock& block) const;
  Interval bound(const Box3& box, Interval in) const;
};

/// The tube. With D the distance to the nearest section's centre, r its radius, h the height over
/// the floor line there:
///   carve: max(d, min(r + relief − D, h))      tread: min(d, max(h, D − r − kWallReliefM))
/// both only where D < reach_, the same for all segments, so that leaving far ones out of a block
/// changes nothing.
class PassageTube {
 public:
  PassageTube() = default;
  explicit PassageTube(const std::vector<TubeNode>& path);

  void carve(const PostBlock& block) const;
  void lay_tread(const PostBlock& block) const;
  Interval carve_bound(const Box3& box, Interval in) const;
  Interval tread_bound(const Box3& box, Interval in) const;

  /// Distance from the line of centres less the widest radius, never negative, folded into `io`.
  void distances(const Axes& axes, float* io) const;
  Interval distance_over(const Box3& box) const;

 private:
  struct Segment {
    Vec3 centre;                      ///< of the first section
    float abx = 0, aby = 0, abz = 0;  ///< to the last section's centre
    float n0x = 0, n0y = 0;           ///< normals of the bisectors at its nodes
    float n1x = 0, n1y = 0;
    float span = 0;                ///< the second bisector's distance from the first section
    float before = 0, behind = 0;  ///< how far beyond its bisectors it still owns points
    float ra = 1, dr = 0;          ///< radius and its change
    Vec3 end() const {
      return {centre.x + static_cast<double>(abx), centre.y + static_cast<double>(aby),
              centre.z + static_cast<double>(abz)};
    }
  };
  /// Nearest section of every sample of a row.
  struct Row {
    alignas(64) float distance2[kBlockRow];
    alignas(64) float radius[kBlockRow];
    alignas(64) float height[kBlockRow];
  };
  /// Ranges over a box of what `Row` holds within reach.
  struct Ranges {
    double distance = 0;  ///< least
    Interval height;
    double widest = 0;
    bool near = false;
  };

  /// Marks the segments within reach of the block; returns their number.
  int pick(const PostBlock& block, std::uint16_t* picked) const;
  bool nearest(const PostBlock& block, const std::uint16_t* picked, int n, int iy, int iz,
               Row& row) const;
  void fold(const Segment& s, const Axes& axes, int iy, int iz, Row& row) const;
  Ranges ranges(const Box3& box) const;
  template <class Body>
  void each_row(const PostBlock& block, Body&& body) const;

  std::vector<Segment> segments_;
  float reach_ = 0, widest_ = 0;
};

/// Lower bound of the distance between the points of a box and a segment.
double box_to_segment_least(const Box3& box, Vec3 a, Vec3 b);
/// Least and greatest distance between the points of a box and a segment, conservatively.
Interval box_to_segment(const Box3& box, Vec3 a, Vec3 b);
/// Range of horizontal distances of a box from an axis.
Interval box_to_axis(const Box3& box, double x, double y);

}  // namespace strate
