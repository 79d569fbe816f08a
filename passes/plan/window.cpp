#include <algorithm>
#include <cmath>

#include "passes/density/tube.hpp"
#include "passes/plan/plan.hpp"

namespace strate {

namespace {

/// A player beside what is planned still has his surroundings in the window. [Units: m]
constexpr double kAsideM = 1;

struct Extent {
  double lo_x = 0, lo_y = 0, hi_x = 0, hi_y = 0;
  void add(Vec3 at, double reach) {
    lo_x = std::min(lo_x, at.x - reach), hi_x = std::max(hi_x, at.x + reach);
    lo_y = std::min(lo_y, at.y - reach), hi_y = std::max(hi_y, at.y + reach);
  }
};

Um down(double v) { return static_cast<Um>(std::floor(v)) * kUmPerM; }
Um up(double v) { return static_cast<Um>(std::ceil(v)) * kUmPerM; }

}  // namespace

WindowXY smallest_window(const WorldDef& world) {
  Extent e;
  for (const StrateWorld& s : world.strates)
    e.add(s.origin.floor, s.origin.radius_m + kWallReliefM + kAsideM),
        e.add({}, s.regions.planned_m);
  for (const Passage& p : world.passages) {
    for (const TubeNode& n : p.path) e.add(n.floor, n.radius_m + kWallReliefM + kAsideM);
    for (const Landing* l : {&p.departure, &p.arrival})
      e.add(l->floor, l->half_width_m + kWallReliefM + kAsideM);
    for (const Support& s : p.supports)
      for (Vec3 end : {s.from, s.to}) e.add(end, s.radius_m + kSupportReliefM);
  }
  return {down(e.lo_x), down(e.lo_y), up(e.hi_x), up(e.hi_y)};
}

}  // namespace strate
