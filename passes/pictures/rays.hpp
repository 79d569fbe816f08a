// Ray queries against one surface. The only file that knows the ray tracer.
#pragma once

#include <cstdint>
#include <memory>

#include "compiler/result.hpp"
#include "passes/pictures/pictures.hpp"
#include "passes/pictures/vec.hpp"

namespace strate {

struct RayHit {
  bool any = false;
  float t = 0;  ///< along the unit direction
  std::uint32_t triangle = 0;
  Vec3f normal;  ///< interpolated between the corners, unit, into the air
};

/// Immutable; any number of threads may ask. Rays are relative to the mesh's origin, directions
/// unit. The tree is built by one thread on a fixed instruction set, and hits are computed again
/// from the triangle alone, so that pixels depend on no machine.
class RayScene {
 public:
  /// The mesh must outlive the scene. Error "picture.rays" if the ray tracer refuses.
  static Result<RayScene> build(const PictureMesh& mesh);
  RayScene(RayScene&&) noexcept;
  RayScene& operator=(RayScene&&) noexcept;
  ~RayScene();

  RayHit first(Vec3f from, Vec3f direction, float far_m) const;
  bool blocked(Vec3f from, Vec3f direction, float far_m) const;
  const PictureMesh& mesh() const;

 private:
  struct Impl;
  explicit RayScene(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace strate
