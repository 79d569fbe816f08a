// A passage's tube and supports as the density evaluates them. Shape: tube.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/op.hpp"
#include "compiler/world.hpp"
#include "passes/density/arena.hpp"
#include "passes/density/kernels.hpp"
#include "passes/density/tube.hpp"

namespace strate {

struct PostBlock;

/// Rock inside capsules: min(d, dist − R − relief) with the least dist − R of all, relief 0 …
/// kSupportReliefM.
class Supports {
 public:
  Supports() = default;
  explicit Supports(const std::vector<Support>& supports);
  void apply(const PostBlock& block) const;
  Interval bound(const Box3& box, Interval in) const;

 private:
  struct Capsule {
    CapsuleShape shape;
    Box3 box;  ///< with relief and reach
  };
  void fold(const Capsule& capsule, const PostBlock& block, float* distance) const;
  std::vector<Capsule> capsules_;
  Box3 box_;
};

class PassageTube;

/// Where the samples of one block lie in one tube: blocks of floats, layout of block_index.
struct TubeField {
  const PassageTube* tube = nullptr;
  const float* distance = nullptr;  ///< from the nearest section's centre
  const float* radius = nullptr;
  const float* height = nullptr;  ///< over the floor line
  const bool* near = nullptr;     ///< per row (z, y): false where nothing is within reach
  TubeField* next = nullptr;
};

/// The fields of one block, each computed once, when first asked for.
class TubeFields {
 public:
  explicit TubeFields(Arena& arena) : arena_(arena) {}
  const TubeField& of(const PassageTube& tube, const PostBlock& block);

 private:
  Arena& arena_;
  TubeField* first_ = nullptr;
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

  /// Fills the field of a block; memory from `arena`.
  void measure(const PostBlock& block, Arena& arena, TubeField& out) const;
  void carve(const PostBlock& block) const;
  void lay_tread(const PostBlock& block) const;
  Interval carve_bound(const Box3& box, Interval in) const;
  Interval tread_bound(const Box3& box, Interval in) const;

  /// Distance from the line of centres less the widest radius, never negative, folded into `io`.
  void distances(const Axes& axes, float* io) const;
  Interval distance_over(const Box3& box) const;

 private:
  /// Ranges over a box of what fields hold within reach.
  struct Ranges {
    double distance = 0;  ///< least
    Interval height;
    double widest = 0;
    bool near = false;
  };

  /// Marks the segments within reach of the block; returns their number.
  int pick(const PostBlock& block, std::uint16_t* picked) const;
  bool nearest(const PostBlock& block, const std::uint16_t* picked, int n, int iy, int iz,
               TubeRow row) const;
  Ranges ranges(const Box3& box) const;

  std::vector<TubeSegment> segments_;
  float reach_ = 0, widest_ = 0;
};

/// Lower bound of the distance between the points of a box and a segment.
double box_to_segment_least(const Box3& box, Vec3 a, Vec3 b);
/// Least and greatest distance between the points of a box and a segment, conservatively.
Interval box_to_segment(const Box3& box, Vec3 a, Vec3 b);
/// Range of horizontal distances of a box from an axis.
Interval box_to_axis(const Box3& box, double x, double y);

}  // namespace strate
