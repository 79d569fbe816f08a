// Cheap looks at a drawn passage before it is built and walked: what it would run into, and where
// it needs rock of its own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compiler/world.hpp"

namespace strate {

/// A place on a passage's floor line.
struct WayPoint {
  Vec3 floor;
  Vec3 ahead;  ///< horizontal unit vector
  double radius = 1.5;
  double at_m = 0;  ///< way from the start
};

/// Points along the floor line, at most `step_m` apart, ends included.
std::vector<WayPoint> way_points(const std::vector<TubeNode>& path, double step_m);

/// What a passage has to keep kJacketM of rock from.
struct Surroundings {
  double radius_m = 64;  ///< everything lies this near to the spine
  struct Room {
    std::string name;
    Vec3 floor;
    double radius_m = 3, height_m = 3, thickness_m = 0.75;
  };
  std::vector<Room> rooms;  ///< origin rooms
  std::vector<const Passage*> passages;
  std::vector<const Passage*> doors;  ///< of seams
};

/// What is in the way, as a clause; empty: nothing.
std::string clash_of(const Passage& passage, const Surroundings& around);

/// True if less than kJacketM of rock would stay between a room and a way.
bool meets_room(const Surroundings::Room& room, const Passage& way);

/// Jackets for every stretch of the tube whose surroundings are not all rock, by `rock_at`.
std::vector<Support> jackets_of(const Passage& passage, const std::function<bool(Vec3)>& rock_at);

}  // namespace strate
