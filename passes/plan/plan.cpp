#include "passes/plan/plan.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "passes/plan/anchors.hpp"
#include "passes/plan/planner.hpp"
#include "passes/plan/seams.hpp"

namespace strate {

namespace {

/// Nothing planned reaches nearer to the rim of the planning disc than this, so that the walk
/// around it is known. [Units: m]
constexpr double kRimM = 1;

Result<Done> check_settings(const Season& season) {
  for (std::size_t i = 0; i + 1 < season.strates.size(); ++i) {
    const PassageSettings& s = season.strates[i].passages;
    const std::string& id = season.strates[i].slot;
    if (s.connections < 1)
      return Error{
          "plan.style", "strate \"" + id + "\" has no way down: connections is 0", s.source, {}};
    for (int k = 1; k <= s.connections; ++k) {
      const PassageSettings own = s.connection(k);
      if (own.style != "switchback")
        return Error{
            "plan.style",
            "no passage of style \"" + own.style + "\" can be planned below \"" + id + "\"",
            own.source,
            {"styles: switchback"}};
    }
  }
  return Done{};
}

/// The season's world with nothing in it that is planned or edited.
WorldDef bare_world(const Season& season) {
  WorldDef def = season.world;
  for (StrateWorld& s : def.strates) s.origin = {{}, 0, 0}, s.regions.planned_m = 0;
  def.passages.clear();
  def.doors.clear();
  def.edits.clear();
  return def;
}

/// What a strate must be surveyed for: its way down and the way into it.
double survey_radius_m(const Season& season, std::size_t i) {
  double r = 16;
  if (i + 1 < season.strates.size()) r = std::max(r, planning_radius_m(season.strates[i].passages));
  if (i > 0) r = std::max(r, planning_radius_m(season.strates[i - 1].passages));
  return r;
}

/// Two decimals, free of the locale.
std::string hundredths(double v) {
  const auto n = static_cast<long long>(std::floor(std::fabs(v) * 100 + 0.5));
  const std::string cents = std::to_string(n % 100);
  return (v < 0 && n > 0 ? "-" : "") + std::to_string(n / 100) + (n % 100 < 10 ? ".0" : ".") +
         cents;
}

Error no_spot(const PassageReport& report, const PassageSettings& settings) {
  const std::string spots =
      settings.at ? "its place at_m does not carry it"
                  : "none of " + std::to_string(report.spots.size()) + " spots carries it";
  Error e{
      "plan.no_spot", "passage " + report.id + " cannot be planned: " + spots, settings.source, {}};
  for (std::size_t i = 0; i < report.spots.size(); ++i)
    e.notes.push_back("spot " + std::to_string(i + 1) + " at " + place_text(report.spots[i].upper) +
                      ": " + report.spots[i].lacked);
  return e;
}

class Planner {
 public:
  Planner(const Season& season, const Catalog& catalog, const Executor& executor, World base,
          PlanReport& report)
      : season_(season),
        catalog_(catalog),
        executor_(executor),
        base_(std::move(base)),
        report_(report),
        planned_(base_.def()),
        anchors_(anchors_of(season)) {}

  Result<WorldDef> run() {
    for (std::size_t i = 0; i < planned_.strates.size(); ++i) {
      if (Result<Done> done = add_strate(i); !done) return done.error();
      if (i == 0) continue;
      if (Result<Done> done = add_interface(i - 1); !done) return done.error();
    }
    planned_.edits = season_.world.edits;
    return planned_;
  }

 private:
  /// Surveys strate `i`, plans its seams and gives it its origin room. The survey above the last is
  /// dropped.
  Result<Done> add_strate(std::size_t i) {
    upper_ = std::move(lower_);
    lower_ = std::make_unique<Survey>(base_, static_cast<int>(i), survey_radius_m(season_, i),
                                      executor_);
    if (Result<Done> done = add_seams(i); !done) return done;
    Result<OriginRoom> room =
        plan_origin(base_, *lower_, doors_of(planned_.strates[i].id), catalog_, executor_);
    if (!room) {
      room.error().source = season_.strates[i].source;
      return room.error();
    }
    planned_.strates[i].origin = *room;
    return Done{};
  }

  Result<Done> add_seams(std::size_t i) {
    StrateWorld& s = planned_.strates[i];
    if (s.regions.list.empty()) return Done{};
    const SeamTask task{base_, catalog_, survey_radius_m(season_, i)};
    Result<std::vector<SeamDoor>> doors = plan_seams(task, *lower_, executor_, report_.seams);
    if (!doors) {
      doors.error().source = season_.strates[i].source;
      return doors.error();
    }
    s.regions.planned_m = task.radius_m;
    for (SeamDoor& door : *doors) planned_.doors.push_back(std::move(door));
    // From here on doors are part of the strate, as origin rooms are.
    WorldDef def = base_.def();
    def.doors = planned_.doors;
    Result<World> world = World::compile(std::move(def), catalog_);
    if (!world) return world.error();
    base_ = std::move(*world);
    return Done{};
  }

  /// Ways of a strate's doors; valid until the next strate's are planned.
  std::vector<const Passage*> doors_of(const std::string& strate) const {
    std::vector<const Passage*> out;
    for (const SeamDoor& d : planned_.doors)
      if (d.strate == strate && d.kind == SeamDoor::Kind::door) out.push_back(&d.way);
    return out;
  }

  /// Every passage between strates `i` and `i` + 1.
  Result<Done> add_interface(std::size_t i) {
    WorldDef def = planned_;
    def.passages.clear();
    Result<World> world = World::compile(std::move(def), catalog_);
    if (!world) return world.error();
    const PassageSettings& settings = season_.strates[i].passages;
    for (int k = 1; k <= settings.connections; ++k) {
      const PassageSettings own = settings.connection(k);
      const Vec3 anchor = anchors_[i][static_cast<std::size_t>(k - 1)];
      PassageReport report;
      report.id = planned_.strates[i].id + "/" + std::to_string(k);
      report.anchor = anchor + Vec3{0, 0, metres(planned_.strates[i].bottom_um)};
      const Surroundings around = surroundings(i);
      const PassageTask task{report.id, own, *world, *upper_, *lower_, anchor, around};
      std::optional<Passage> passage = plan_passage(task, executor_, report);
      report_.passages.push_back(report);
      if (!passage) return no_spot(report, own);
      planned_.passages.push_back(std::move(*passage));
    }
    return Done{};
  }

  Surroundings surroundings(std::size_t i) const {
    Surroundings out;
    out.radius_m = planning_radius_m(season_.strates[i].passages) - kRimM;
    if (planned_.radius_um > 0)
      out.radius_m = std::min(out.radius_m, metres(planned_.radius_um - planned_.edge_seal_um));
    for (std::size_t k : {i, i + 1}) {
      const StrateWorld& s = planned_.strates[k];
      out.rooms.push_back({s.id, s.origin.floor + Vec3{0, 0, metres(s.bottom_um)},
                           s.origin.radius_m, s.origin.height_m});
      for (const Passage* door : doors_of(s.id)) out.doors.push_back(door);
    }
    for (const Passage& p : planned_.passages) out.passages.push_back(&p);
    return out;
  }

  const Season& season_;
  const Catalog& catalog_;
  const Executor& executor_;
  World base_;  ///< neither origins nor passages; the doors so far
  PlanReport& report_;
  WorldDef planned_;
  const std::vector<std::vector<Vec3>> anchors_;
  std::unique_ptr<Survey> upper_, lower_;
};

}  // namespace

std::string place_text(Vec3 p) {
  return "(" + hundredths(p.x) + ", " + hundredths(p.y) + ", " + hundredths(p.z) + ")";
}

double planning_radius_m(const PassageSettings& s) { return s.distance_hi_m + s.reach_m; }

Result<WorldDef> plan(const Season& season, const Catalog& catalog, const Executor& executor,
                      PlanReport& report) {
  if (Result<Done> fit = check_settings(season); !fit) return fit.error();
  Result<World> base = World::compile(bare_world(season), catalog);
  if (!base) return base.error();
  return Planner(season, catalog, executor, std::move(*base), report).run();
}

}  // namespace strate
