// The law of passages, step by step. See slow_laws.hpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

#include "passes/density/tube.hpp"
#include "tests/walk/support/slow_laws.hpp"

namespace strate::slow {
namespace {

constexpr double kGradeDeg = 15, kWidthM = 1.5, kFlatRunM = 8, kReliefM = 0.2, kRockM = 0.5;
constexpr double kFloorM = 0.35, kStandM = 0.3, kSectionM = 0.5, kWallHeightM = 1.2;
const double kDegree = std::acos(-1.0) / 180;

struct Step {
  Vec3 floor;
  double radius = 0;  ///< of the tube
  double way = 0;     ///< from the start
};

class Judge {
 public:
  Judge(Stack& stack, const Passage& passage) : stack_(stack), passage_(passage) {
    const Vec3 d = passage.path.back().floor - passage.path.front().floor;
    const double run = std::hypot(d.x, d.y);
    ahead_ = {d.x / run, d.y / run, 0};
    lay_steps();
  }

  Ruling judge() {
    judge_floor();
    judge_way();
    judge_sections();
    judge_flat_runs();
    for (const Support& s : passage_.supports) judge_support(s);
    return ruling_;
  }

 private:
  void lay_steps() {
    double way = 0;
    for (std::size_t i = 0; i + 1 < passage_.path.size(); ++i) {
      const TubeNode &a = passage_.path[i], &b = passage_.path[i + 1];
      const Vec3 d = b.floor - a.floor;
      const double n = std::max(1.0, std::ceil(std::hypot(d.x, d.y) / stack_.voxel()));
      for (double k = i == 0 ? 0 : 1; k <= n; ++k)
        steps_.push_back({a.floor + d * (k / n), a.radius_m + (b.radius_m - a.radius_m) * (k / n),
                          way + length(d) * (k / n)});
      way += length(d);
    }
  }

  /// Between the four columns around a place, each weighed by how near it is.
  std::optional<double> height_at(Vec3 place) const {
    const double v = stack_.voxel();
    double sum = 0;
    for (const double cx : {std::floor(place.x / v), std::floor(place.x / v) + 1})
      for (const double cy : {std::floor(place.y / v), std::floor(place.y / v) + 1}) {
        const auto f = stack_.floor_near(static_cast<std::int64_t>(cx),
                                         static_cast<std::int64_t>(cy), place.z, kFloorM);
        if (!f) return std::nullopt;
        sum += f->height * (1 - std::fabs(place.x / v - cx)) * (1 - std::fabs(place.y / v - cy));
      }
    return sum;
  }

  void judge_floor() {
    std::vector<double> height, arc;
    for (const Step& s : steps_) {
      const auto h = height_at(s.floor);
      if (!h) {
        ruling_.faults.insert("no_floor");
        return;
      }
      height.push_back(*h);
      const Vec3 d = s.floor - steps_.front().floor;
      arc.push_back(std::hypot(d.x, d.y));
    }
    double worst = 0;
    for (std::size_t lo = 0; lo < arc.size(); ++lo)
      if (arc.back() >= arc[lo] + 2 || lo == 0) worst = std::max(worst, slope(arc, height, lo));
    const double deg = std::atan(worst) / kDegree;
    ruling_.figures["grade_deg"] = deg;
    if (passage_.walkable && deg > kGradeDeg) ruling_.faults.insert("grade");
    if (std::fabs(deg - kGradeDeg) < 0.01) ruling_.doubt = "a grade at its limit";
  }

  /// Of the least-squares line through the heights of two metres of arc.
  static double slope(const std::vector<double>& arc, const std::vector<double>& height,
                      std::size_t lo) {
    double n = 0, s = 0, z = 0, ss = 0, sz = 0;
    for (std::size_t i = lo; i < arc.size() && arc[i] - arc[lo] <= 2; ++i) {
      const double at = arc[i] - arc[lo], h = height[i] - height[lo];
      ++n, s += at, z += h, ss += at * at, sz += at * h;
    }
    return n < 2 ? 0 : std::fabs((n * sz - s * z) / (n * ss - s * s));
  }

  void judge_way() {
    for (const Step& s : steps_)
      if (!stack_.stand_near(s.floor, kStandM)) {
        ruling_.faults.insert("blocked");
        return;
      }
    if (!passage_.walkable) return;
    const Coord from = *stack_.stand_near(steps_.front().floor, kStandM);
    const Coord to = *stack_.stand_near(steps_.back().floor, kStandM);
    const auto inside = [&](Coord p) {
      return opening_distance(passage_, stack_.foot(p) + Vec3{0, 0, 1}) <= 0;
    };
    const std::vector<Coord> way = stack_.reached(from, inside);
    if (!inside(from) || std::find(way.begin(), way.end(), to) == way.end())
      ruling_.faults.insert("no_way");
  }

  void judge_sections() {
    double narrowest = 1e300, next = 0;
    std::array<std::vector<double>, 2> walls;
    for (const Step& s : steps_) {
      if (s.way < next) continue;
      next = s.way + kSectionM;
      judge_rock(s);
      if (const auto p = stack_.stand_near(s.floor, kStandM))
        narrowest = std::min(narrowest, width_at(*p));
      for (const int side : {0, 1})
        if (const auto r = wall_relief(s, side))
          walls[static_cast<std::size_t>(side)].push_back(*r);
    }
    if (narrowest < 1e300) {
      ruling_.figures["clear_width_m"] = narrowest;
      if (narrowest < kWidthM) ruling_.faults.insert("narrow");
    }
    double smoothest = 1e300;
    for (const auto& w : walls)
      if (w.size() >= 8)
        smoothest = std::min(smoothest, *std::max_element(w.begin(), w.end()) -
                                            *std::min_element(w.begin(), w.end()));
    if (smoothest == 1e300) return;
    ruling_.figures["wall_relief_m"] = smoothest;
    if (smoothest < kReliefM) ruling_.faults.insert("smooth");
  }

  /// Half a metre of rock under the step, and a way through rock from there to native rock.
  void judge_rock(const Step& s) {
    const double v = stack_.voxel();
    const std::int64_t x = std::llround(s.floor.x / v), y = std::llround(s.floor.y / v);
    const auto f = stack_.floor_near(x, y, s.floor.z, kFloorM);
    if (!f) return;
    if (f->rock < kRockM) {
      ruling_.faults.insert("thin_tread");
      return;
    }
    auto z = static_cast<std::int64_t>(std::ceil(f->height / v));
    while (!stack_.solid({x, y, z})) --z;
    if (!carried({x, y, z})) ruling_.faults.insert("floating");
  }

  bool carried(Coord start) {
    if (loose_.count(start)) return false;
    std::set<Coord> seen{start};
    std::deque<Coord> open{start};
    while (!open.empty()) {
      const Coord p = open.front();
      open.pop_front();
      if (carried_.count(p) || stack_.native(p)) {
        carried_.insert(seen.begin(), seen.end());
        return true;
      }
      for (const Coord& d :
           {Coord{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}) {
        const Coord q = p + d;
        if (stack_.in_lattice(q) && stack_.solid(q) && seen.insert(q).second) open.push_back(q);
      }
    }
    loose_.insert(seen.begin(), seen.end());
    return false;
  }

  /// Five lines across, each as long as it runs to both sides before rock comes nearer than 0.71
  /// voxel; at heights from the capsule's middle to its axis' upper end.
  double width_at(Coord p) {
    double least = 8;
    for (const double turn : {-45.0, -22.5, 0.0, 22.5, 45.0}) {
      const double a = (90 + turn) * kDegree, c = std::cos(a), s = std::sin(a);
      const Vec3 across{ahead_.x * c - ahead_.y * s, ahead_.x * s + ahead_.y * c, 0};
      least = std::min(least, free_length(p, across) + free_length(p, across * -1));
    }
    return least;
  }

  double free_length(Coord p, Vec3 u) {
    const double v = stack_.voxel();
    double least = 4 / v;
    stack_.walk().rock_around_waist(p, static_cast<std::int64_t>(4 / v) + 1,
                                    [&](double x, double y) {
                                      const double along = x * u.x + y * u.y;
                                      if (along > 0 && std::fabs(x * u.y - y * u.x) <= 0.71)
                                        least = std::min(least, along);
                                    });
    return least * v;
  }

  /// How far outside the tube's circle the wall beside a step stands, 1.2 m over the floor.
  std::optional<double> wall_relief(const Step& s, int side) {
    const double v = stack_.voxel();
    const Vec3 out = side == 0 ? Vec3{-ahead_.y, ahead_.x, 0} : Vec3{ahead_.y, -ahead_.x, 0};
    for (int k = 0; k * v / 4 < 4; ++k) {
      const double t = k * v / 4;
      const Vec3 p = s.floor + out * t + Vec3{0, 0, kWallHeightM};
      const Coord c{static_cast<std::int64_t>(std::floor(p.x / v + 0.5)),
                    static_cast<std::int64_t>(std::floor(p.y / v + 0.5)),
                    static_cast<std::int64_t>(std::floor(p.z / v + 0.5))};
      if (!stack_.in_lattice(c)) return std::nullopt;
      if (!stack_.solid(c)) continue;
      const double relief = std::hypot(t, kWallHeightM - 0.73 * s.radius) - s.radius;
      if (relief > 0.45 + 0.25) return std::nullopt;
      return relief;
    }
    return std::nullopt;
  }

  void judge_flat_runs() {
    double run = 0, longest = 0;
    for (std::size_t i = 0; i + 1 < passage_.path.size(); ++i) {
      const Vec3 d = passage_.path[i + 1].floor - passage_.path[i].floor;
      const double across = std::hypot(d.x, d.y);
      if (std::atan2(std::fabs(d.z), across) < 0.5 * kDegree)
        run += across;
      else
        run = 0;
      longest = std::max(longest, run);
    }
    ruling_.figures["flat_run_m"] = longest;
    if (longest > kFlatRunM) ruling_.faults.insert("flat_run");
  }

  /// A column's foot and both ends of a span lie in native rock.
  void judge_support(const Support& s) {
    if (s.kind == Support::Kind::jacket) return;
    const bool span = s.kind == Support::Kind::span;
    for (const auto& [end, other] : {std::pair{s.from, s.to}, std::pair{s.to, s.from}})
      if ((span || end.z < other.z) && stack_.native_density(end) >= 0)
        ruling_.faults.insert("column");
  }

  Stack& stack_;
  const Passage& passage_;
  Vec3 ahead_;
  std::vector<Step> steps_;
  std::set<Coord> carried_, loose_;  ///< rock followed before, and what came of it
  Ruling ruling_;
};

}  // namespace

Ruling passage(Stack& stack, const Passage& passage) { return Judge(stack, passage).judge(); }

}  // namespace strate::slow
