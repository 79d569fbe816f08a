// landing: the floor at a passage's mouth is flat and solid, wide and high, the capsule stands
// everywhere on it, and it is joined to the strate's main walkable component (03 §3).
//
// Every lattice column of the landing's disc is a probe: the floor nearest to the planned height,
// the rock under it, the air over it. The clear width is twice the distance of the nearest probe
// that lacks something.
#include <algorithm>
#include <cmath>

#include "compiler/counted.hpp"
#include "passes/laws/report.hpp"
#include "passes/walk/ground.hpp"
#include "passes/walk/walk.hpp"

namespace strate {

namespace {

/// A probe's floor may lie this far from the planned one. [Units: m]
constexpr double kUnevenM = 0.1;
/// Where a probe looks for its floor. [Units: m]
constexpr double kSearchM = 1.0;
/// A standing sample's floor may lie this far from the planned one. [Units: m]
constexpr double kStandM = 0.25;

struct Site {
  const Landing* landing;
  std::string name;  ///< "a/1 departure"
};

std::vector<Site> sites_of(const WorldDef& def, const std::string& strate) {
  std::vector<Site> sites;
  for (const Passage& p : def.passages) {
    if (p.upper == strate) sites.push_back({&p.departure, p.id + " departure"});
    if (p.lower == strate) sites.push_back({&p.arrival, p.id + " arrival"});
  }
  return sites;
}

class Judge {
 public:
  Judge(const LawContext& context, const LawStrate& strate, LawReport& report)
      : context_(context),
        lattice_(*strate.lattice),
        walk_(*strate.walk),
        slab_(walk_.slab_at(strate.window.lo.z)),
        main_(main_component(walk_, slab_)),
        least_width_(context.limit("floor_width_m").lo),
        least_height_(context.limit("headroom_m").lo),
        most_tilt_(context.limit("floor_tilt_deg").hi),
        report_(report) {}

  void judge(const Site& site) {
    site_ = &site;
    probe_floor();
    probe_capsule();
    probe_join();
  }

 private:
  const Landing& landing() const { return *site_->landing; }
  double voxel_m() const { return metres(lattice_.voxel_um()); }

  template <class F>
  void each_column(double radius, F&& f) const {
    const Vec3 c = landing().floor;
    const auto index = [&](double m) {
      return static_cast<std::int64_t>(std::ceil(m / voxel_m()));
    };
    for (std::int64_t y = index(c.y - radius); y < index(c.y + radius); ++y)
      for (std::int64_t x = index(c.x - radius); x < index(c.x + radius); ++x) {
        const double dx = lattice_m(x, lattice_.voxel_um()) - c.x;
        const double dy = lattice_m(y, lattice_.voxel_um()) - c.y;
        const double away = std::sqrt(dx * dx + dy * dy);
        if (away <= radius) f(x, y, away);
      }
  }

  void add(std::string code, std::string text, Vec3 at, double measured, double required,
           std::string unit, std::vector<Vec3> witness = {}) {
    Finding f;
    f.code = "landing." + code;
    f.text = site_->name + ": " + text;
    f.strate = report_.strate;
    f.at = at;
    f.measured = measured, f.required = required, f.unit = std::move(unit);
    f.witness = std::move(witness);
    if (f.witness.empty()) f.witness = {at};
    blame(context_, at, f);
    report_.findings.push_back(std::move(f));
  }

  /// The worst probe of one kind and the distance of the nearest.
  struct Lack {
    std::string code, text;
    double measured = 0, required = 0, excess = 0;
    Vec3 at;
    bool any = false;
    void note(double value, double wanted, Vec3 place) {
      const double by = std::fabs(value - wanted);
      if (any && by <= excess) return;
      measured = value, required = wanted, excess = by, at = place, any = true;
    }
  };

  void probe_floor() {
    Lack uneven{"floor", "the floor is not flat and level", 0, 0, 0, {}};
    Lack hollow{"hollow", "there is too little rock under the floor", 0, 0, 0, {}};
    Lack low{"headroom", "there is too little height over the floor", 0, 0, 0, {}};
    std::vector<Vec3> floor;
    double clear = landing().half_width_m;
    each_column(landing().half_width_m, [&](std::int64_t x, std::int64_t y, double away) {
      const Vec3 at{lattice_m(x, lattice_.voxel_um()), lattice_m(y, lattice_.voxel_um()),
                    landing().floor.z};
      const auto ground = ground_at(lattice_, x, y, at.z, kSearchM);
      const double off = ground ? std::fabs(ground->height - at.z) : kSearchM;
      const double rock = ground ? ground->rock : 0, air = ground ? ground->air : 0;
      // The planned thickness rests on lattice faces: a sample of it may round away.
      const double thick = landing().floor_thickness_m - voxel_m();
      if (off > kUnevenM || rock < thick || air < least_height_) clear = std::min(clear, away);
      if (away > least_width_ / 2) return;
      if (off > kUnevenM) uneven.note(off, kUnevenM, at);
      if (ground && rock < thick) hollow.note(rock, landing().floor_thickness_m, at);
      if (ground && air < least_height_) low.note(air, least_height_, at);
      if (ground) {
        floor.push_back({at.x, at.y, ground->height});
        keep_least(report_.margins, {"headroom_m", air, at, "m"});
      }
    });
    for (const Lack& lack : {uneven, hollow, low})
      if (lack.any) add(lack.code, lack.text, lack.at, lack.measured, lack.required, "m");
    judge_plane(floor);
    keep_least(report_.margins, {"floor_width_m", 2 * clear, landing().floor, "m"});
    if (2 * clear < least_width_)
      add("narrow", "the clear floor is too narrow", landing().floor, 2 * clear, least_width_, "m");
  }

  void judge_plane(const std::vector<Vec3>& floor) {
    const double tilt = plane_tilt_deg(floor);
    keep_most(report_.margins, {"floor_tilt_deg", tilt, landing().floor, "deg"});
    if (tilt > most_tilt_)
      add("tilted", "the floor leans", landing().floor, tilt, most_tilt_, "deg");
  }

  /// The capsule's centre, wherever it may be on the clear floor.
  void probe_capsule() {
    const double girth = walk_.params().metres_of(walk_.params().radius);
    const double radius = std::min(least_width_ / 2, landing().half_width_m - girth - voxel_m());
    std::vector<Vec3> missing;
    each_column(radius, [&](std::int64_t x, std::int64_t y, double) {
      const Vec3 at{lattice_m(x, lattice_.voxel_um()), lattice_m(y, lattice_.voxel_um()),
                    landing().floor.z};
      if (!stands(x, y, at.z)) missing.push_back(at);
    });
    if (!missing.empty())
      add("capsule",
          "the player's capsule does not stand at " + std::to_string(missing.size()) +
              " of its places",
          missing.front(), static_cast<double>(missing.size()), 0, "", missing);
  }

  /// A standing sample of this very column with its floor near `z`. (The nearest floor point of any
  /// column may be a lower neighbour's where columns stand closer than a floor may be uneven.)
  bool stands(std::int64_t x, std::int64_t y, double z) const {
    const auto index = [&](double m) {
      return static_cast<std::int64_t>(std::floor(m / voxel_m()));
    };
    const std::int64_t top = index(z + kStandM) + ceil_div(walk_.params().rest, kPart);
    for (std::int64_t k = index(z - kStandM); k <= top; ++k) {
      const NodeId id = walk_.find({x, y, k});
      if (id != kNoNode && std::fabs(walk_.floor_point(id).z - z) <= kStandM) return true;
    }
    return false;
  }

  void probe_join() {
    const NodeId id = walk_.node_near(landing().floor, 1.0);
    if (id == kNoNode) return;  // reported as a capsule that does not stand
    const ComponentId own = walk_.walk_component(id);
    if (own == main_) return;
    const WalkGap gap = nearest_gap(walk_, own, main_);
    add("cut_off",
        "it is not joined to the main walkable component; the nearest gap is the measured length",
        walk_.floor_point(gap.from), gap.length_m, 0, "m",
        {walk_.floor_point(gap.from), walk_.floor_point(gap.to)});
  }

  const LawContext& context_;
  const Lattice& lattice_;
  const WalkWorld& walk_;
  std::size_t slab_;
  ComponentId main_;
  double least_width_, least_height_, most_tilt_;
  LawReport& report_;
  const Site* site_ = nullptr;
};

/// True if the walk knows every sample of the landing.
bool covered(const LawStrate& strate, const WalkParams& params, const Landing& l, Um voxel_um) {
  const double v = metres(voxel_um), r = l.half_width_m;
  const IndexBox& w = strate.lattice->window();
  const auto low = [&](double m) { return static_cast<std::int64_t>(std::floor(m / v)); };
  return low(l.floor.x - r) >= w.lo.x + params.side_vx &&
         low(l.floor.y - r) >= w.lo.y + params.side_vx &&
         low(l.floor.x + r) + 1 < w.hi.x - params.side_vx &&
         low(l.floor.y + r) + 1 < w.hi.y - params.side_vx;
}

LawReport judge(const LawContext& context, const LawStrate& strate) {
  LawReport report = strate_report(context, strate);
  const std::vector<Site> sites = sites_of(context.def(), report.strate);
  if (sites.empty()) {
    report.verdict = Verdict::not_applicable;
    return report;
  }
  if (!strate.lattice || !strate.walk)
    return not_proven(std::move(report), "landing", "the strate was not walked");
  Judge judge(context, strate, report);
  std::string outside;
  for (const Site& site : sites) {
    if (covered(strate, strate.walk->params(), *site.landing, context.def().voxel_um))
      judge.judge(site);
    else
      outside += (outside.empty() ? "" : ", ") + site.name;
  }
  report.proved = counted(sites.size(), "landing") + ", every column";
  if (!outside.empty() && report.findings.empty())
    return not_proven(std::move(report), "landing", "the window does not hold " + outside);
  return judged(std::move(report));
}

}  // namespace

LawRow landing_law() {
  return {"landing",
          "Landings are flat, solid, wide and high, and joined to the main walk.",
          {{"floor_width_m", "m", 3.0, {}, "clear width of the narrowest landing"},
           {"headroom_m", "m", 2.76, {}, "least height over a landing's floor"},
           {"floor_tilt_deg", "deg", {}, 3.0, "tilt of a landing's floor"}},
          [](const LawContext& context) {
            std::vector<LawReport> reports;
            for (const LawStrate& s : context.strates) reports.push_back(judge(context, s));
            return reports;
          }};
}

}  // namespace strate
