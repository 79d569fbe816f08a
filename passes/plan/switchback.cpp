#include "passes/plan/switchback.hpp"

#include <algorithm>
#include <cmath>

#include "passes/density/tube.hpp"
#include "passes/plan/turns.hpp"

namespace strate {

namespace {

/// Length over which the floor bends from level to its grade.
constexpr double kBendM = 4;
/// Straight way behind a landing before the first turn, and before a landing behind the last one.
constexpr double kApproachM = kBendM + 0.5;
constexpr double kLeastLegM = 2, kLegStepM = 0.25;
/// Nodes of a half turn.
constexpr int kTurnNodes = 8;

/// The line seen from above. z of the points is unused.
struct Plan2 {
  std::vector<Vec3> points;
  double length = 0;
  void to(Vec3 p) {
    if (!points.empty()) length += length_xy(p - points.back());
    points.push_back(p);
  }
};

/// A half turn of the line from its last point, heading `dir`.
void half_turn(Plan2& line, Vec3 dir, double side, double radius) {
  const Vec3 centre = line.points.back() + left_of(dir) * (side * radius);
  const Vec3 step = turn_vector(side > 0 ? 0.5 / kTurnNodes : 1 - 0.5 / kTurnNodes);
  Vec3 arm = line.points.back() - centre;
  for (int i = 0; i < kTurnNodes; ++i) {
    arm = turned(arm, step);
    line.to(centre + arm);
  }
}

/// Turns from the line's end until it faces `goal`, then goes there straight. False if the goal
/// lies within the turn or too near behind it for a straight approach.
bool turn_towards(Plan2& line, Vec3 dir, double side, double radius, Vec3 goal, double approach) {
  const Vec3 from = line.points.back();
  const Vec3 centre = from + left_of(dir) * (side * radius);
  const Vec3 w{goal.x - centre.x, goal.y - centre.y, 0};
  const double d2 = w.x * w.x + w.y * w.y;
  const double straight2 = d2 - radius * radius;
  if (!(straight2 >= approach * approach)) return false;
  // The tangent from the goal that the turn runs into with its own heading.
  const double straight = std::sqrt(straight2);
  const Vec3 arm_end = w * (radius * radius / d2) + left_of(w) * (-side * radius * straight / d2);
  const Vec3 step = turn_vector(side > 0 ? 0.5 / kTurnNodes : 1 - 0.5 / kTurnNodes);
  Vec3 arm = from - centre;
  for (int i = 0; i < 2 * kTurnNodes; ++i) {
    const double ahead = side * (arm.x * arm_end.y - arm.y * arm_end.x);
    const double same = dot(arm, arm_end);
    if (ahead >= 0 && same >= step.x * radius * radius) break;
    arm = turned(arm, step);
    line.to(centre + arm);
  }
  line.to(centre + arm_end);
  line.to({goal.x, goal.y, 0});
  return true;
}

/// The whole line with `n` legs of length `leg`, the tail turning to `tail_side`.
bool draw_line(const SwitchbackPlan& p, int n, double leg, double tail_side, Plan2& line) {
  line = {};
  const double radius = 0.5 * lane_spacing_m(p.mid_m);
  Vec3 dir = p.along;
  line.to({p.upper.x, p.upper.y, 0});
  for (int i = 0; i < n; ++i) {
    const double run = i == 0 ? leg + p.half_width_m + kApproachM : leg;
    line.to(line.points.back() + dir * run);
    if (i + 1 == n) break;
    half_turn(line, dir, p.side, radius);
    dir = dir * -1;
  }
  return turn_towards(line, dir, tail_side, radius, p.lower, p.half_width_m + kApproachM);
}

/// Adds points at the given distances from the start (ascending), where none is within 1/16 m.
Plan2 with_points_at(const Plan2& line, const std::vector<double>& at) {
  Plan2 out;
  std::size_t k = 0;
  double s = 0;
  out.to(line.points.front());
  for (std::size_t i = 0; i + 1 < line.points.size(); ++i) {
    const Vec3 a = line.points[i], b = line.points[i + 1];
    const double len = length_xy(b - a);
    for (; k < at.size() && at[k] < s + len; ++k)
      if (at[k] > s + 0.0625 && at[k] < s + len - 0.0625) out.to(a + (b - a) * ((at[k] - s) / len));
    s += len;
    out.to(b);
  }
  return out;
}

/// Drop from the start after `s` of way: level, bending, straight, bending, level.
double drop_at(double s, double from, double to, double grade) {
  const auto bent = [&](double u) {  // drop of a bend that starts at 0
    const double in = std::clamp(u, 0.0, kBendM);
    return grade * (0.5 * in * in / kBendM + std::max(0.0, u - kBendM));
  };
  return bent(s - from) - bent(s - (to - kBendM));
}

double radius_at(const SwitchbackPlan& p, double s, double total) {
  const double inside = std::min(s, total - s) - p.half_width_m;
  const double t = std::clamp(inside / kBendM, 0.0, 1.0);
  return p.mouth_m + (p.mid_m - p.mouth_m) * t;
}

std::vector<TubeNode> nodes_of(const SwitchbackPlan& p, const Plan2& line, double drop) {
  const double total = line.length, from = p.half_width_m, to = total - p.half_width_m;
  std::vector<double> marks;
  for (int i = 0; i <= 4; ++i) marks.push_back(from + kBendM * i / 4);
  for (int i = 0; i <= 4; ++i) marks.push_back(to - kBendM + kBendM * i / 4);
  const Plan2 fine = with_points_at(line, marks);
  const double grade = drop / (to - from - kBendM);
  std::vector<TubeNode> nodes;
  double s = 0;
  for (std::size_t i = 0; i < fine.points.size(); ++i) {
    if (i > 0) s += length_xy(fine.points[i] - fine.points[i - 1]);
    const Vec3 at{fine.points[i].x, fine.points[i].y, p.upper.z - drop_at(s, from, to, grade)};
    nodes.push_back({on_plan_grid(at), on_plan_grid(radius_at(p, s, total))});
  }
  nodes.front().floor = p.upper;
  nodes.back().floor = p.lower;
  return nodes;
}

}  // namespace

double lane_spacing_m(double mid_radius_m) {
  return on_plan_grid(2 * (mid_radius_m + kWallReliefM) + kJacketM + 0.125);
}

std::vector<TubeNode> switchback_path(const SwitchbackPlan& p, int& legs) {
  const double drop = p.upper.z - p.lower.z;
  if (!(drop > 0)) return {};
  const double run = drop / kDesignGrade + kBendM;
  legs = std::max(2, static_cast<int>(std::ceil(run / p.leg_max_m)));
  const double needed = run + 2 * p.half_width_m;
  Plan2 best, line;
  for (double tail : {p.side, -p.side}) {
    for (double leg = kLeastLegM; leg <= p.leg_max_m; leg += kLegStepM) {
      if (!draw_line(p, legs, leg, tail, line)) continue;
      if (line.length < needed) continue;
      if (best.points.empty() || line.length < best.length) best = line;
      break;
    }
  }
  return best.points.empty() ? std::vector<TubeNode>{} : nodes_of(p, best, drop);
}

Landing landing_of(const std::string& strate, Vec3 floor, double mouth_radius_m,
                   const Player& player) {
  Landing l;
  l.strate = strate;
  l.floor = floor;
  l.half_width_m = std::max(1.5, mouth_radius_m + 0.5);
  l.height_m = std::max({3.0, metres(player.height_um) + 1, 2 * mouth_radius_m + 0.5});
  return l;
}

}  // namespace strate
