// Where views are taken: farthest-point samples of the floor, the longest free direction, the
// light, the figure.
#pragma once

#include <span>
#include <vector>

#include "passes/pictures/rays.hpp"
#include "passes/pictures/render.hpp"

namespace strate {

/// Farthest-point sampling: each point lies as far as can be from all taken so far.
class FarthestPoints {
 public:
  explicit FarthestPoints(std::span<const Vec3> points);
  /// Counts as taken.
  void add(Vec3 taken);
  /// Index of the farthest point, ties to the lower index; −1 if there is none or it lies within
  /// `least_m` of a taken one.
  int next(double least_m) const;

 private:
  std::span<const Vec3> points_;
  std::vector<double> square_;
};

/// A place to stand and the way to look.
struct Outlook {
  Vec3f eye, ahead;  ///< relative to the mesh's origin; ahead is horizontal and unit
  float free_m = 0;  ///< to the next rock straight ahead
  float score = -1;  ///< larger is better; negative: do not stand here
};

inline constexpr double kEyeHeightM = 1.62;
inline constexpr float kLeastFreeM = 3;

/// Floor points away from the window's sides, where the world is cut open; all if none are.
std::vector<Vec3> inner_floors(const std::vector<Vec3>& floors, const Box3& window);

/// The best direction from one floor point (relative to the mesh's origin). `window` likewise.
Outlook outlook_at(const RayScene& rock, Vec3f floor, const Box3& window);

/// The best outlook among some of the points within `around_m` of points[index].
Outlook best_outlook(const RayScene& rock, std::span<const Vec3> points, int index, double around_m,
                     const Box3& window);

/// The highest open point in sight of a camera, a little in front of its rock.
Vec3f key_light(const RayScene& rock, const Camera& camera);

/// A floor point where a figure is seen best, at a middle distance; false if there is none.
bool figure_place(const RayScene& rock, const Camera& camera, std::span<const Vec3> floors,
                  Vec3f& feet, double& visible);

}  // namespace strate
