// The shape of a passage (02 §5): where its tube, landings and supports stand. Density carves by
// it, laws judge by it, so both read one definition.
//
// The floor line runs straight between nodes. Around it stands a circle of the node's radius r
// whose centre lies kTubeCentre · r above the floor line, cut flat at the floor: r = 1.5
// leaves 2.05 m of flat floor and 2.6 m of height. Walls stand between r and r + kWallReliefM,
// never inside r.
//
// Segments are mitred: seen from above, a segment owns what lies between the bisectors at its two
// nodes, and a point's section is at t = d0 / (d0 + d1), its distances from the two; so the floor
// is continuous round every bend. Beyond the path's ends t is 0 and 1. Of the segments that own a
// point that one counts whose section's centre is nearest (ties to the lower index).
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/world.hpp"

namespace strate {

/// Height of the circle's centre above the floor line, in radii.
inline constexpr double kTubeCentre = 0.73;
/// Walls of tubes and landings recede by 0 … kWallReliefM. [Units: m]
inline constexpr double kWallReliefM = 0.45;
/// Outsides of supports bulge by 0 … kSupportReliefM. [Units: m]
inline constexpr double kSupportReliefM = 1.0;
/// Rock that a jacket leaves around the tube's circle, before wall relief. [Units: m]
inline constexpr double kJacketM = 1.5;
/// Floors of origin rooms and landings go on outwards below their edge, this far for each metre
/// down: ground a little lower is met by a slope that can be walked (31°), not by a step.
inline constexpr double kFloorSpread = 1.65;
/// A post acts up to this far beyond its surface and is the identity farther out. [Units: m]
inline constexpr double kPostReachM = 1;
/// Forced rock reaches this far beyond a band or edge, so that the closed band is rock. [Units: m]
inline constexpr double kSealMarginM = 1.0 / 64.0;
/// How far beyond its radius a floor of this thickness changes the density at most. [Units: m]
inline double floor_reach(double thickness) {
  return kFloorSpread * (thickness + kPostReachM) +
         kPostReachM * std::sqrt(1 + kFloorSpread * kFloorSpread);
}

/// Half of the flat floor's width of a tube of radius r. [Units: m]
inline double tube_half_floor(double r) { return r * std::sqrt(1.0 - kTubeCentre * kTubeCentre); }
/// Clear height over the floor line of a tube of radius r. [Units: m]
inline double tube_height(double r) { return r * (1.0 + kTubeCentre); }

/// The place on a passage's path that a point belongs to.
struct TubePlace {
  std::size_t segment = 0;  ///< between path[segment] and path[segment + 1]
  double t = 0;             ///< 0 … 1 along it
  Vec3 floor;               ///< on the floor line
  double radius = 0;        ///< of the tube there
  double distance = 0;      ///< from the point to the section's centre
};

/// Horizontal unit normal of the bisector at node `i`, forward along the path.
Vec3 mitre_normal(const std::vector<TubeNode>& path, std::size_t i);
/// A bisector's points belong to both sides, this far over. [Units: m]
inline constexpr double kMitreSlackM = 1.0 / 1024;

/// `path` has at least two nodes. Where no segment owns the point, `distance` is kNoTubeM or more.
inline constexpr double kNoTubeM = 1e6;
TubePlace nearest_place(const std::vector<TubeNode>& path, Vec3 p);

/// About the signed distance (≤ 0 inside) to the largest space that the passage may open: its tube
/// with full wall relief, cut at the floor, and its landings. Density in rock stays rock wherever
/// this exceeds 1/1024 m.
double opening_distance(const Passage& passage, Vec3 p);

/// Length of the floor line. [Units: m]
double path_length(const std::vector<TubeNode>& path);

/// Encloses everything whose density the passage may change.
Box3 passage_box(const Passage& passage);

}  // namespace strate
