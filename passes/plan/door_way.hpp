// The way of a seam's door (02 §6): a short straight tube between two footings, level where it
// leaves its landings.
//
//   drop(s) = dz · F(s) / F(L),  F the sum of 1 over the slope and of a ramp 0 … 1 over its bends:
//   both ends level for the landing's half width, then kDoorBendM (or a third of the slope) of bend
#pragma once

#include <string>
#include <vector>

#include "compiler/world.hpp"

namespace strate {

/// Radius of the tube. [Units: m]
inline constexpr double kDoorRadiusM = 1.5;
/// Grade of a door's steepest piece: tan 13.2°, and where none so gentle is found, tan 33°.
inline constexpr double kGentleGrade = 0.2345, kSteepGrade = 0.649;

/// A clear standing place at an end of a door.
Landing door_landing(const std::string& strate, Vec3 floor);

/// Rise over run of the steepest piece of the way between two floors; above any limit where they
/// are too near each other for a slope. [Units: fraction]
double door_grade(Vec3 from, Vec3 to);

/// The floor line from one landing to the other.
std::vector<TubeNode> door_path(Vec3 from, Vec3 to);

}  // namespace strate
