// One player-eye picture: surfaces, light, fog, film. Rows in parallel, each pixel by itself.
#pragma once

#include <vector>

#include "compiler/parallel.hpp"
#include "compiler/season.hpp"
#include "passes/pictures/rays.hpp"
#include "passes/pictures/tint.hpp"
#include "passes/pictures/tone.hpp"
#include "passes/pictures/vec.hpp"

namespace strate {

/// Half the horizontal field of 78 degrees: its tangent.
inline constexpr float kHalfField = 0.80978403f;

/// Where a picture is taken. Positions are relative to the mesh's origin.
struct Camera {
  Vec3f eye, forward, right, up;
  /// Level horizon, looking along the horizontal unit vector `ahead`, tilted down by 4 degrees.
  static Camera level(Vec3f eye, Vec3f ahead);
  /// Level horizon, turned from +x towards +y and then up. |pitch| < 90. [Units: degrees]
  static Camera turned(Vec3f eye, double yaw, double pitch);
  /// Unit direction through picture coordinates u, v in −1 … 1 (v up, in units of the half width).
  Vec3f through(float u, float v) const {
    return unit_of(forward + right * (u * kHalfField) + up * (v * kHalfField));
  }
};

/// What is seen and what lights it.
struct Stage {
  const RayScene* rock = nullptr;
  const RayScene* figure = nullptr;  ///< null: nobody stands there
  Vec3f feet;                        ///< of the figure
  Vec3f key;                         ///< the key light's place
  float key_power = 4;
  Rgb rock_color, fog_color, ambient_color, key_color;
  const RockTint* tint = nullptr;  ///< instead of rock_color
  float ambient = 0.25f, fog_reach = 60;
  bool has_water = false;
  float water_z = 0;
};

Stage stage_of(const RayScene& rock, const Atmosphere& air);

/// Places the key light. A near one is weaker, so that small rooms are not burnt out.
void place_key(Stage& stage, const Camera& camera, Vec3f key);

/// A rendered frame: light after the film curve, rows from the top, and distances (0: nothing hit).
struct Frame2D {
  int width = 0, height = 0;
  std::vector<Rgb> color;
  std::vector<float> depth;
};

Frame2D render(const Stage& stage, const Camera& camera, int width, int height,
               const Executor& executor);

/// Share of the figure's probes that are in the frame and seen from the eye.
double figure_visibility(const RayScene& rock, const Camera& camera, Vec3f feet);

}  // namespace strate
