#include <algorithm>
#include <cmath>
#include <memory>

#include "passes/density/tube.hpp"
#include "passes/plan/anchors.hpp"
#include "passes/plan/planner.hpp"
#include "passes/plan/proof.hpp"
#include "passes/plan/turns.hpp"

namespace strate {

namespace {

constexpr int kDirections = 16;
/// Lower footings weighed for each upper one.
constexpr std::size_t kLowerFootings = 8;
/// Footings of one list stand at least this far apart. [Units: m]
constexpr double kApartM = 1.5;
constexpr double kLeastFlat = 0.6;

Survey::Wanted wanted_of(const Landing& l) {
  Survey::Wanted w;
  w.radius_m = l.half_width_m;
  w.below_m = l.floor_thickness_m + kSealMarginM;
  w.above_m = l.height_m + kWallReliefM + kSealMarginM;
  w.least_flat = kLeastFlat;
  return w;
}

/// Footings near every spot of the disc, in spiral order, without near doubles.
std::vector<Footing> footings_of(const Survey& survey, Vec3 anchor, double reach_m,
                                 const Survey::Wanted& wanted) {
  std::vector<Footing> out;
  for (int i = 0; i < kMaxSpots; ++i) {
    const Vec3 spot = spot_of(anchor, reach_m, i);
    Footing f;
    if (!survey.find_footing(spot.x, spot.y, wanted, f)) continue;
    const bool known = std::any_of(out.begin(), out.end(), [&](const Footing& o) {
      return length(o.floor - f.floor) < kApartM;
    });
    if (!known) out.push_back(f);
  }
  return out;
}

/// The lower footings nearest to a place, nearest first, ties in spiral order.
std::vector<Footing> nearest_of(const std::vector<Footing>& all, Vec3 to) {
  std::vector<Footing> out = all;
  std::stable_sort(out.begin(), out.end(), [&](const Footing& a, const Footing& b) {
    return length_xy(a.floor - to) < length_xy(b.floor - to);
  });
  if (out.size() > kLowerFootings) out.resize(kLowerFootings);
  return out;
}

struct Drawn {
  Passage passage;
  double open_m = 0;  ///< length that needs jackets
};

class Drawer {
 public:
  Drawer(const PassageTask& task, const Player& player) : task_(task), player_(player) {}

  /// Replaces `best` by a way between two footings that needs fewer jackets; `lacked` says why the
  /// last one could not be drawn.
  void draw(const Footing& up, const Footing& down, std::unique_ptr<Drawn>& best,
            std::string& lacked) const {
    for (int dir = 0; dir < kDirections; ++dir)
      for (double side : {1.0, -1.0}) {
        auto drawn = std::make_unique<Drawn>();
        const Vec3 along = turn_vector(static_cast<double>(dir) / kDirections);
        if (!draw_one(up, down, along, side, *drawn, lacked)) continue;
        if (!best || drawn->open_m < best->open_m) best = std::move(drawn);
      }
  }

 private:
  bool rock_at(Vec3 p) const {
    const Survey& s = p.z >= task_.upper.bottom_m() ? task_.upper : task_.lower;
    return s.rock_at(p);
  }

  bool draw_one(const Footing& up, const Footing& down, Vec3 along, double side, Drawn& out,
                std::string& lacked) const {
    const PassageSettings& s = task_.settings;
    Passage& p = out.passage;
    p.id = task_.id;
    p.upper = task_.upper.strate().id;
    p.lower = task_.lower.strate().id;
    p.style = s.style;
    p.departure = landing_of(p.upper, up.floor, s.mouth_radius_m, player_);
    p.arrival = landing_of(p.lower, down.floor, s.mouth_radius_m, player_);
    const SwitchbackPlan plan{
        up.floor, down.floor, p.departure.half_width_m, s.mouth_radius_m, s.mid_radius_m, along,
        side,     s.leg_max_m};
    int legs = 0;
    p.path = switchback_path(plan, legs);
    if (p.path.empty()) {
      lacked = "no switchback reaches the lower landing";
      return false;
    }
    if (std::string clash = clash_of(p, task_.around); !clash.empty()) {
      lacked = std::move(clash);
      return false;
    }
    p.supports = jackets_of(p, [&](Vec3 at) { return rock_at(at); });
    for (const Support& j : p.supports) out.open_m += length(j.to - j.from) + 1;
    return true;
  }

  const PassageTask& task_;
  const Player& player_;
};

std::string lack_of_passage(const PassageTask& task, const Passage& passage,
                            const Executor& executor) {
  Change change;
  change.before = change.after = &task.world;
  change.layers = {Layers::Posts::planned, &passage, true};
  change.box = passage_box(passage);
  change.surveys = {&task.upper, &task.lower};
  change.joints = {{passage.departure.floor, &task.upper, "the upper landing"},
                   {passage.arrival.floor, &task.lower, "the lower landing"}};
  return lack_of(change, executor);
}

}  // namespace

namespace {

/// How lower footings are chosen; the next round begins if no spot carries the passage.
struct Round {
  Survey::Order order;
  double reach;  ///< of the lower footings, in reaches of the settings
};
/// A way down to the topmost floor cuts the fewest and leaves the strate to be walked. Where none
/// such is flat, any floor will do; and where caves lie far apart, a disc may miss them all.
constexpr Round kRounds[] = {
    {Survey::Order::highest, 1}, {Survey::Order::flattest, 1}, {Survey::Order::flattest, 2}};

/// One round over the spots.
std::optional<Passage> plan_round(const PassageTask& task, const Survey::Wanted& upper,
                                  const std::vector<Footing>& lower, const Executor& executor,
                                  PassageReport& report) {
  const Drawer drawer(task, task.world.def().player);
  const int spots = task.settings.at ? 1 : kMaxSpots;
  for (int i = 0; i < spots; ++i) {
    const Vec3 spot = spot_of(task.anchor, task.settings.reach_m, i);
    report.spots.push_back({spot, spot, ""});
    SpotReport& at = report.spots.back();
    Footing up;
    if (!task.upper.find_footing(spot.x, spot.y, upper, up)) {
      at.lacked = "no level floor of the main walk of " + task.upper.strate().id + " is near";
      continue;
    }
    at.upper = up.floor;
    if (lower.empty()) {
      at.lacked = "no level floor of the main walk of " + task.lower.strate().id + " is near";
      continue;
    }
    std::unique_ptr<Drawn> best;
    for (const Footing& down : nearest_of(lower, up.floor)) drawer.draw(up, down, best, at.lacked);
    if (!best) continue;
    at.lower = best->passage.arrival.floor;
    ++report.proofs;
    at.lacked = lack_of_passage(task, best->passage, executor);
    if (!at.lacked.empty()) continue;
    best->passage.spots_tried = i + 1;
    return best->passage;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Passage> plan_passage(const PassageTask& task, const Executor& executor,
                                    PassageReport& report) {
  const PassageSettings& s = task.settings;
  Survey::Wanted upper = wanted_of(landing_of("", {}, s.mouth_radius_m, task.world.def().player));
  Survey::Wanted lower = upper;
  upper.order = Survey::Order::lowest;
  for (const Round& round : kRounds) {
    lower.order = round.order;
    report.spots.clear();
    if (auto passage = plan_round(
            task, upper, footings_of(task.lower, task.anchor, round.reach * s.reach_m, lower),
            executor, report))
      return passage;
  }
  return std::nullopt;
}

}  // namespace strate
