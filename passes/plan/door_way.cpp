#include "passes/plan/door_way.hpp"

#include <algorithm>
#include <cmath>

#include "passes/plan/turns.hpp"

namespace strate {
namespace {

constexpr double kHalfWidthM = 1.5, kHeightM = 3;
/// Length over which the floor bends from level to its grade.
constexpr double kDoorBendM = 3;
constexpr int kBendPieces = 3;
/// Floors that differ by less are level. [Units: m]
constexpr double kLevelM = 1.0 / 64;

/// Where the way slopes.
struct Slope {
  double from = 0, to = 0, bend = 0;
  explicit Slope(double run) : from(kHalfWidthM), to(run - kHalfWidthM) {
    bend = std::min(kDoorBendM, std::max(0.0, to - from) / 3);
  }
  /// Length of full grade that drops as much: each bend as half of itself.
  double worth() const { return to - from - bend; }
  /// Share of the drop behind `s`.
  double done(double s) const {
    const auto ramp = [&](double in) { return bend > 0 ? in * in / (2 * bend) : 0; };
    const double u = std::clamp(s, from, to);
    if (u - from < bend) return ramp(u - from) / worth();
    if (to - u < bend) return 1 - ramp(to - u) / worth();
    return (u - from - bend / 2) / worth();
  }
};

}  // namespace

Landing door_landing(const std::string& strate, Vec3 floor) {
  Landing l;
  l.strate = strate;
  l.floor = floor;
  l.half_width_m = kHalfWidthM;
  l.height_m = kHeightM;
  return l;
}

double door_grade(Vec3 from, Vec3 to) {
  constexpr double kNone = 1e6;
  const double run = length_xy(to - from), drop = std::fabs(to.z - from.z);
  if (drop < kLevelM) return run > 0 ? 0 : kNone;
  const Slope slope(run);
  return slope.worth() > 0 ? drop / slope.worth() : kNone;
}

std::vector<TubeNode> door_path(Vec3 from, Vec3 to) {
  const double run = length_xy(to - from);
  const Slope slope(run);
  std::vector<double> marks{0};
  if (std::fabs(to.z - from.z) >= kLevelM) {
    for (int i = 0; i <= kBendPieces; ++i)
      marks.push_back(slope.from + slope.bend * i / kBendPieces);
    for (int i = kBendPieces; i >= 0; --i) marks.push_back(slope.to - slope.bend * i / kBendPieces);
  }
  marks.push_back(run);
  constexpr double kApart = 0.0625;  // no two nodes nearer than this
  std::vector<TubeNode> out;
  double last = -1;
  for (double s : marks) {
    if (last >= 0 && (s < last + kApart || (s < run && s > run - kApart))) continue;
    Vec3 at = from + (to - from) * (s / run);
    at.z =
        from.z + (to.z - from.z) * (std::fabs(to.z - from.z) < kLevelM ? s / run : slope.done(s));
    out.push_back({on_plan_grid(at), kDoorRadiusM});
    last = s;
  }
  out.front().floor = from, out.back().floor = to;
  return out;
}

}  // namespace strate
