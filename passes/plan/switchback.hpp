// The way of a switchback from one landing to another (02 §5): legs that go to and fro between two
// parallel lanes, every turn to the same side, then a turn towards the lower landing.
#pragma once

#include <vector>

#include "compiler/season.hpp"
#include "compiler/world.hpp"

namespace strate {

/// Grade of the floor line where it runs straight: tan 13.2°. Snapping to the plan grid and the
/// least squares of the laws stay under 15°.
inline constexpr double kDesignGrade = 0.2345;

/// What a switchback is made of.
struct SwitchbackPlan {
  Vec3 upper, lower;  ///< floor centres of the landings
  double half_width_m = 2.25;
  double mouth_m = 1.75, mid_m = 1.5;
  Vec3 along;       ///< unit vector of the first leg
  double side = 1;  ///< +1: turns to the left, −1: to the right
  double leg_max_m = 24;
};

/// Distance between the two lanes: rock of kJacketM stays between walls at full relief.
double lane_spacing_m(double mid_radius_m);

/// The floor line, at most kDesignGrade steep; empty if the landings cannot be joined so. `legs`
/// receives their number: max(2, ⌈run / leg_max⌉).
std::vector<TubeNode> switchback_path(const SwitchbackPlan& plan, int& legs);

/// Clear half width and height of a landing whose mouth has this radius (02 §5).
Landing landing_of(const std::string& strate, Vec3 floor, double mouth_radius_m,
                   const Player& player);

}  // namespace strate
