// passage: every step of a planned way is clear for the capsule, carried by rock that is joined to
// the world's own, and not too steep; its walls and floor look natural; columns stand on rock
// (03 §3, 02 §5 "Support").
//
// A step is a place on the planned floor line, a voxel apart. Its ground is measured on the lattice
// of the strate that it lies in; native rock is the world without passages.
#include <algorithm>
#include <cmath>
#include <deque>

#include "compiler/angle.hpp"
#include "compiler/counted.hpp"
#include "passes/density/tube.hpp"
#include "passes/laws/foundations.hpp"
#include "passes/laws/report.hpp"
#include "passes/walk/ground.hpp"
#include "passes/walk/route.hpp"
#include "passes/walk/walk.hpp"

namespace strate {

namespace {

/// A step's ground may lie this far from the planned floor line. [Units: m]
constexpr double kFloorM = 0.35;
/// A standing sample may lie this far from its step. [Units: m]
constexpr double kStandM = 0.3;
/// Least rock under a tread. [Units: m]
constexpr double kTreadM = 0.5;
/// Steps between two that are judged for width, walls and rock. [Units: m]
constexpr double kSectionM = 0.5;
/// A wall this far outside the tube's circle is no wall of the tube. [Units: m]
constexpr double kOpenM = kWallReliefM + 0.25;
/// Walls are felt this high over the floor. [Units: m]
constexpr double kWallHeightM = 1.2;
/// A run is flat under this grade. [Units: deg]
constexpr double kFlatDeg = 0.5;

struct Step {
  Vec3 floor;       ///< planned
  Vec3 ahead;       ///< horizontal unit vector
  double at_m = 0;  ///< way from the start
};

double length_xy(Vec3 v) { return std::sqrt(v.x * v.x + v.y * v.y); }

std::vector<Step> steps_of(const std::vector<TubeNode>& path, double step_m) {
  std::vector<Step> steps;
  double at = 0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const Vec3 a = path[i].floor, d = path[i + 1].floor - a;
    const double run = length_xy(d);
    const auto n = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(run / step_m)));
    const Vec3 ahead = run > 0 ? Vec3{d.x / run, d.y / run, 0} : Vec3{1, 0, 0};
    for (std::int64_t k = i == 0 ? 0 : 1; k <= n; ++k) {
      const double t = static_cast<double>(k) / static_cast<double>(n);
      steps.push_back({a + d * t, ahead, at + length(d) * t});
    }
    at += length(d);
  }
  return steps;
}

class Judge {
 public:
  Judge(const LawContext& context, const Passage& passage, LawReport& report)
      : context_(context),
        passage_(passage),
        report_(report),
        walk_(*context.strates.front().walk),
        voxel_(context.def().voxel_um),
        steps_(steps_of(passage.path, metres(voxel_))) {}

  void judge() {
    judge_grade();
    judge_stand();
    judge_sections();
    judge_flat_runs();
    judge_columns();
  }

 private:
  void add(std::string code, std::string text, Vec3 at, double measured, double required,
           std::string unit, std::vector<Vec3> witness = {}) {
    Finding f;
    f.code = "passage." + code;
    f.text = passage_.id + ": " + text;
    f.strate = report_.strate;
    f.at = at;
    f.measured = measured, f.required = required, f.unit = std::move(unit);
    f.witness = std::move(witness);
    if (f.witness.empty()) f.witness = {at};
    blame(context_, at, f);
    report_.findings.push_back(std::move(f));
  }

  std::string step_name(std::size_t i) const {
    return "step " + std::to_string(i + 1) + " of " + std::to_string(steps_.size());
  }

  const LawStrate* strate_at(double z) const {
    const auto index = static_cast<std::int64_t>(std::floor(z / metres(voxel_)));
    for (const LawStrate& s : context_.strates)
      if (s.window.lo.z <= index && index < s.window.hi.z) return &s;
    return nullptr;
  }

  const Lattice* lattice_at(double z) const {
    const LawStrate* s = strate_at(z);
    return s ? s->lattice : nullptr;
  }

  void judge_grade() {
    std::vector<Vec3> ground;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Vec3 at = steps_[i].floor;
      const Lattice* lattice = lattice_at(at.z);
      const auto height = lattice ? ground_height(*lattice, at, kFloorM) : std::nullopt;
      if (height) {
        ground.push_back({at.x, at.y, *height});
        continue;
      }
      add("no_floor", step_name(i) + " has no floor near the planned line", at, kFloorM, 0, "m");
      return;  // the first tells enough
    }
    const Placed worst = worst_grade_deg(ground);
    report_.margins.push_back({"grade_deg", worst.value, worst.at, "deg"});
    const double most = std::min(context_.limit("grade_deg").hi, context_.def().player.tunnel_deg);
    if (passage_.walkable && worst.value > most)
      add("grade", "it is too steep to walk", worst.at, worst.value, most, "deg");
  }

  /// A standing sample at every step, and a way through them that never leaves the tube.
  void judge_stand() {
    std::vector<Vec3> missing;
    std::size_t first = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (walk_.node_near(steps_[i].floor, kStandM) != kNoNode) continue;
      if (missing.empty()) first = i;
      missing.push_back(steps_[i].floor);
    }
    if (!missing.empty()) {
      add("blocked",
          "the capsule does not stand at " + std::to_string(missing.size()) + " steps, first at " +
              step_name(first),
          missing.front(), static_cast<double>(missing.size()), 0, "", missing);
      return;
    }
    const NodeId from = walk_.node_near(steps_.front().floor, kStandM);
    const NodeId to = walk_.node_near(steps_.back().floor, kStandM);
    const auto inside = [&](NodeId id) {
      const Vec3 waist = walk_.floor_point(id) + Vec3{0, 0, 1};
      return opening_distance(passage_, waist) <= 0;
    };
    if (passage_.walkable && !shortest_route(walk_, from, to, inside)) add_cut();
  }

  /// Names the first step that is not reached from the departure inside the tube.
  void add_cut() {
    const ComponentId start = walk_.walk_component(walk_.node_near(steps_.front().floor, kStandM));
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const NodeId id = walk_.node_near(steps_[i].floor, kStandM);
      if (walk_.walk_component(id) == start) continue;
      add("no_way", "there is no way on foot past " + step_name(i), steps_[i].floor,
          static_cast<double>(i), static_cast<double>(steps_.size()), "",
          {steps_[i > 0 ? i - 1 : 0].floor, steps_[i].floor});
      return;
    }
    add("no_way", "the way on foot leaves the tube", steps_.front().floor, 0, 0, "",
        {steps_.front().floor, steps_.back().floor});
  }

  struct Wall {
    double lo = 1e300, hi = -1e300;
    int count = 0;
    void take(double relief) { lo = std::min(lo, relief), hi = std::max(hi, relief), ++count; }
  };

  void judge_sections() {
    Wall walls[2];
    double narrowest = 1e300;
    Vec3 narrow_at;
    double next = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      if (step.at_m < next) continue;
      next = step.at_m + kSectionM;
      const Lattice* lattice = lattice_at(step.floor.z);
      if (!lattice) continue;
      judge_tread(i, *lattice);
      const NodeId id = walk_.node_near(step.floor, kStandM);
      const double width =
          id == kNoNode ? 0 : free_width_m(*lattice, walk_.params(), walk_.node(id), step.ahead);
      if (id != kNoNode && width < narrowest) narrowest = width, narrow_at = step.floor;
      for (const int side : {0, 1}) feel_wall(*lattice, step, side, walls[side]);
    }
    judge_width(narrowest, narrow_at);
    judge_relief(walls);
  }

  void judge_width(double narrowest, Vec3 at) {
    if (narrowest == 1e300) return;
    const double least = context_.limit("clear_width_m").lo;
    report_.margins.push_back({"clear_width_m", narrowest, at, "m"});
    if (narrowest < least) add("narrow", "the way is too narrow", at, narrowest, least, "m");
  }

  void judge_tread(std::size_t i, const Lattice& lattice) {
    const Vec3 at = steps_[i].floor;
    const double v = metres(voxel_);
    const Coord c{static_cast<std::int64_t>(std::floor(at.x / v + 0.5)),
                  static_cast<std::int64_t>(std::floor(at.y / v + 0.5)), 0};
    const auto ground = ground_at(lattice, c.x, c.y, at.z, kFloorM);
    if (!ground) return;  // reported as a step without a floor
    if (ground->rock < kTreadM) {
      add("thin_tread", step_name(i) + " has too little rock under it", at, ground->rock, kTreadM,
          "m");
      return;
    }
    Foundations& found = foundations(lattice);
    const auto under = static_cast<std::int64_t>(std::ceil(ground->height / v)) - 1;
    if (!found.joined({c.x, c.y, under}))
      add("floating", "the rock under " + step_name(i) + " is joined to no native rock", at, 0, 1,
          "");
  }

  Foundations& foundations(const Lattice& lattice) {
    for (auto& [of, found] : foundations_)
      if (of == &lattice) return found;
    foundations_.emplace_back(&lattice, Foundations(context_, lattice));
    return foundations_.back().second;
  }

  /// How far the wall beside a step recedes from the tube's circle.
  void feel_wall(const Lattice& lattice, const Step& step, int side, Wall& wall) const {
    const double v = metres(voxel_), turn = side == 0 ? 1 : -1;
    const Vec3 out{-step.ahead.y * turn, step.ahead.x * turn, 0};
    for (double t = 0; t < 4; t += v / 4) {
      const Vec3 p = step.floor + out * t + Vec3{0, 0, kWallHeightM};
      const Coord c{static_cast<std::int64_t>(std::floor(p.x / v + 0.5)),
                    static_cast<std::int64_t>(std::floor(p.y / v + 0.5)),
                    static_cast<std::int64_t>(std::floor(p.z / v + 0.5))};
      if (!lattice.window().contains(c)) return;
      if (!lattice.solid(c)) continue;
      const TubePlace place = nearest_place(passage_.path, p);
      const double relief = place.distance - place.radius;
      if (relief <= kOpenM) wall.take(relief);
      return;
    }
  }

  void judge_relief(const Wall (&walls)[2]) {
    const double least = context_.limit("wall_relief_m").lo;
    double smoothest = 1e300;
    for (const Wall& w : walls)
      if (w.count >= 8) smoothest = std::min(smoothest, w.hi - w.lo);
    if (smoothest == 1e300) return;  // hardly any wall of its own
    const Vec3 at = steps_[steps_.size() / 2].floor;
    report_.margins.push_back({"wall_relief_m", smoothest, at, "m"});
    if (smoothest < least)
      add("smooth", "a wall is too smooth to be natural", at, smoothest, least, "m");
  }

  void judge_flat_runs() {
    double longest = 0, run = 0;
    Vec3 at = passage_.path.front().floor;
    for (std::size_t i = 0; i + 1 < passage_.path.size(); ++i) {
      const Vec3 a = passage_.path[i].floor, d = passage_.path[i + 1].floor - a;
      const double across = length_xy(d);
      const bool flat = std::fabs(d.z) < across * tan_deg(kFlatDeg);
      run = flat ? run + across : 0;
      if (run > longest) longest = run, at = passage_.path[i + 1].floor;
    }
    const double most = context_.limit("flat_run_m").hi;
    report_.margins.push_back({"flat_run_m", longest, at, "m"});
    if (longest > most) add("flat_run", "a run is flat for too long", at, longest, most, "m");
  }

  void judge_columns() {
    for (const Support& s : passage_.supports) {
      if (s.kind == Support::Kind::jacket) continue;
      const Vec3 foot = s.from.z < s.to.z ? s.from : s.to;
      const Vec3 head = s.from.z < s.to.z ? s.to : s.from;
      judge_end(foot, "a support does not stand on rock");
      if (s.kind == Support::Kind::span) judge_end(head, "a span does not end in rock");
    }
  }

  void judge_end(Vec3 end, const std::string& text) {
    const Layers without{Layers::Posts::planned, nullptr, true};
    const float d =
        context_.world.at(to_um(end.x), to_um(end.y), to_um(end.z), without, context_.scratch[0]);
    if (d >= 0) add("column", text, end, static_cast<double>(d), 0, "m");
  }

  const LawContext& context_;
  const Passage& passage_;
  LawReport& report_;
  const WalkWorld& walk_;
  Um voxel_;
  std::vector<Step> steps_;
  std::deque<std::pair<const Lattice*, Foundations>> foundations_;
};

/// Both strates sampled and walked, and their windows hold the plan; else why not.
std::string missing(const LawContext& context, const Passage& passage) {
  const WalkWorld* walk = context.strates.front().walk;
  if (!walk) return "the strates were not walked";
  const Um v = context.def().voxel_um;
  const std::int64_t side = walk->params().side_vx;
  int found = 0;
  for (const LawStrate& s : context.strates) {
    const std::string& id = context.strate(s).id;
    if (id != passage.upper && id != passage.lower) continue;
    if (!s.lattice || s.walk != walk) return "the strates were not walked";
    ++found;
    for (const TubeNode& n : passage.path) {
      const std::int64_t x = floor_div(to_um(n.floor.x), v), y = floor_div(to_um(n.floor.y), v);
      const std::int64_t r = ceil_div(to_um(n.radius_m), v) + side;
      if (x - r < s.window.lo.x || x + r >= s.window.hi.x || y - r < s.window.lo.y ||
          y + r >= s.window.hi.y)
        return "the window does not hold the passage " + passage.id;
    }
  }
  return found == 2 ? "" : "the passage " + passage.id + " needs both of its strates";
}

LawReport judge(const LawContext& context, const LawStrate& strate) {
  LawReport report = strate_report(context, strate);
  report.verdict = Verdict::not_applicable;
  std::string why;
  int judged_passages = 0;
  for (const Passage& p : context.def().passages) {
    if (p.upper != report.strate) continue;
    report.verdict = Verdict::not_proven;
    if (p.path.size() < 2) {
      why = "the passage " + p.id + " has no path";
    } else if (const std::string text = missing(context, p); !text.empty()) {
      why = text;
    } else {
      Judge(context, p, report).judge();
      ++judged_passages;
    }
  }
  if (report.verdict == Verdict::not_applicable) return report;
  report.proved = counted(static_cast<std::uint64_t>(judged_passages), "passage") + ", every step";
  if (report.findings.empty() && !why.empty()) return not_proven(std::move(report), "passage", why);
  return judged(std::move(report));
}

}  // namespace

LawRow passage_law() {
  return {"passage",
          "Passages are clear, carried by rock, not too steep and natural at every step.",
          {{"grade_deg", "deg", {}, 15.0, "steepest 2 m of a walkable passage"},
           {"clear_width_m", "m", 1.5, {}, "narrowest place of a passage"},
           {"flat_run_m", "m", {}, 8.0, "longest run under half a degree"},
           {"wall_relief_m", "m", 0.2, {}, "peak to peak relief of the smoother wall"}},
          [](const LawContext& context) {
            std::vector<LawReport> reports;
            for (const LawStrate& s : context.strates) reports.push_back(judge(context, s));
            return reports;
          }};
}

}  // namespace strate
