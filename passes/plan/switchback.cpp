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
/// Grade of a turn as a share of that of a leg: who hugs its inner wall walks half the way of the
/// floor line and still climbs less than 15°. And of the metre between the two.
constexpr double kTurnShare = 0.53, kEaseShare = 0.77, kEaseM = 1;

/// The line seen from above, z unused. share[i] weighs the grade between points i and i + 1.
struct Plan2 {
  std::vector<Vec3> points;
  std::vector<double> share;
  double length = 0;
  void to(Vec3 p, double weight = 1) {
    if (!points.empty()) {
      length += length_xy(p - points.back());
      share.push_back(weight);
    }
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
    line.to(centre + arm, kTurnShare);
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
    line.to(centre + arm, kTurnShare);
  }
  line.to(centre + arm_end, kTurnShare);
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

/// The line cut at `at` (ascending distances from the start) and at `ease` on either side of turns.
Plan2 refined(const Plan2& line, const std::vector<double>& at) {
  constexpr double kApart = 0.0625;  // no two points nearer than this
  Plan2 out;
  double s = 0;
  out.to(line.points.front());
  for (std::size_t i = 0; i < line.share.size(); ++i) {
    const Vec3 a = line.points[i], b = line.points[i + 1];
    const double len = length_xy(b - a);
    const bool leg = line.share[i] == 1;
    const double in = leg && i > 0 ? std::min(kEaseM, len / 2) : 0;
    const double away = leg && i + 1 < line.share.size() ? std::min(kEaseM, len / 2) : 0;
    std::vector<double> cuts{in, len - away};
    for (double mark : at) cuts.push_back(mark - s);
    std::sort(cuts.begin(), cuts.end());
    double done = 0;
    const auto cut = [&](double u) {
      const double middle = 0.5 * (done + u);
      const bool eased = middle < in || middle > len - away;
      out.to(a + (b - a) * (u / len), eased ? kEaseShare : line.share[i]);
      done = u;
    };
    for (double u : cuts)
      if (u > done + kApart && u < len - kApart) cut(u);
    cut(len);
    s += len;
  }
  return out;
}

/// Share of the full grade at `s`, where the floor bends from and to level between `from` and `to`.
double bend_at(double s, double from, double to) {
  return std::clamp(std::min(s - from, to - s) / kBendM, 0.0, 1.0);
}

/// Every point's drop below the start, for a full grade of 1.
std::vector<double> drops_of(const Plan2& line, double half_width) {
  std::vector<double> out{0};
  double s = 0;
  for (std::size_t i = 0; i < line.share.size(); ++i) {
    const double len = length_xy(line.points[i + 1] - line.points[i]);
    const double bend = bend_at(s + len / 2, half_width, line.length - half_width);
    out.push_back(out.back() + len * bend * line.share[i]);
    s += len;
  }
  return out;
}

/// Marks where the floor bends: quarters of both bends.
std::vector<double> marks_of(const Plan2& line, double half_width) {
  std::vector<double> marks;
  for (int i = 0; i <= 4; ++i) marks.push_back(half_width + kBendM * i / 4);
  for (int i = 4; i >= 0; --i) marks.push_back(line.length - half_width - kBendM * i / 4);
  return marks;
}

double radius_at(const SwitchbackPlan& p, double s, double total) {
  const double inside = std::min(s, total - s) - p.half_width_m;
  const double t = std::clamp(inside / kBendM, 0.0, 1.0);
  return p.mouth_m + (p.mid_m - p.mouth_m) * t;
}

std::vector<TubeNode> nodes_of(const SwitchbackPlan& p, const Plan2& line) {
  const std::vector<double> drops = drops_of(line, p.half_width_m);
  const double grade = (p.upper.z - p.lower.z) / drops.back();
  std::vector<TubeNode> nodes;
  double s = 0;
  for (std::size_t i = 0; i < line.points.size(); ++i) {
    if (i > 0) s += length_xy(line.points[i] - line.points[i - 1]);
    const Vec3 at{line.points[i].x, line.points[i].y, p.upper.z - grade * drops[i]};
    nodes.push_back({on_plan_grid(at), on_plan_grid(radius_at(p, s, line.length))});
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
  Plan2 best, line;
  for (double tail : {p.side, -p.side}) {
    for (double leg = kLeastLegM; leg <= p.leg_max_m; leg += kLegStepM) {
      if (!draw_line(p, legs, leg, tail, line) || line.length * kDesignGrade < drop) continue;
      const Plan2 fine = refined(line, marks_of(line, p.half_width_m));
      if (drops_of(fine, p.half_width_m).back() * kDesignGrade < drop) continue;
      if (best.points.empty() || fine.length < best.length) best = fine;
      break;
    }
  }
  return best.points.empty() ? std::vector<TubeNode>{} : nodes_of(p, best);
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
