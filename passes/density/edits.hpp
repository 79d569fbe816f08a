// Player edits as the density evaluates them (02 §8), in ascending seq.
#pragma once

#include "compiler/op.hpp"
#include "compiler/world.hpp"

namespace strate {

struct PostBlock;

/// One edit with signed distance s of its shape (< 0 inside):
///   carve: max(d, falloff − s)      fill: min(d, s − falloff)
/// The identity where s − falloff > kPostReachM.
class EditShape {
 public:
  explicit EditShape(const Edit& edit);
  bool reaches(const Box3& box) const;
  void apply(const PostBlock& block) const;
  Interval bound(const Box3& box, Interval in) const;

 private:
  float distance(float x, float y, float z) const;
  Edit::Shape shape_;
  bool carve_;
  Vec3 at_;                         ///< centre, or first end
  float hx_ = 0, hy_ = 0, hz_ = 0;  ///< box: half sizes; capsule: to the other end
  float inv_len2_ = 0, radius_ = 0, falloff_ = 0;
  Box3 core_;  ///< of the shape itself
};

}  // namespace strate
