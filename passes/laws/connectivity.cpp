// connectivity: every strate is crossed on foot from arrival to departure, without falls, and so is
// every seam of its regions (seams.hpp); the descent exists; the arrival's body holds at least half
// of what fits (03 §2, §3).
#include <algorithm>

#include "passes/laws/report.hpp"
#include "passes/laws/seams.hpp"
#include "passes/walk/measure.hpp"
#include "passes/walk/route.hpp"
#include "passes/walk/walk.hpp"

namespace strate {

namespace {

constexpr const char* kNotWalked = "the strate was not walked";

Finding finding(const LawReport& report, std::string code, std::string text, Vec3 at) {
  Finding f;
  f.code = "connectivity." + code;
  f.text = std::move(text);
  f.strate = report.strate;
  f.at = at;
  f.witness = {at};
  return f;
}

void add(const LawContext& context, LawReport& report, Finding f) {
  blame(context, f.at, f);
  report.findings.push_back(std::move(f));
}

/// No way between two nodes: the two components and the nearest gap between them.
Finding cut(const LawReport& report, const WalkWorld& walk, NodeId from, NodeId to) {
  const ComponentId a = walk.walk_component(from), b = walk.walk_component(to);
  Finding f = finding(report, "cut", "", walk.floor_point(from));
  f.unit = "m";
  if (a == b) {
    f.text = "the only way on foot leaves the strate";
    f.witness = {walk.floor_point(from), walk.floor_point(to)};
    return f;
  }
  const WalkGap gap = nearest_gap(walk, a, b);
  const auto nodes = [&](ComponentId c) { return std::to_string(walk.walk_components()[c].nodes); };
  f.text = "there is no way on foot: " + nodes(a) + " standing samples around one end, " +
           nodes(b) + " around the other, the nearest gap between them is the measured length";
  f.at = walk.floor_point(gap.from);
  f.measured = gap.length_m;
  f.witness = {walk.floor_point(gap.from), walk.floor_point(gap.to)};
  return f;
}

/// The node of a planned place, or a finding that none stands there.
NodeId stand_at(const LawContext& context, const WalkWorld& walk, LawReport& report, Vec3 at,
                const std::string& name) {
  const NodeId id = walk.node_near(at, kFloorReachM);
  if (id == kNoNode)
    add(context, report, finding(report, "no_stand", "nobody can stand at the " + name, at));
  return id;
}

bool in_window(const LawStrate& s, Vec3 at, Um voxel_um, std::int64_t side) {
  const Um x = to_um(at.x), y = to_um(at.y);
  return floor_div(x, voxel_um) >= s.window.lo.x + side &&
         floor_div(x, voxel_um) < s.window.hi.x - side &&
         floor_div(y, voxel_um) >= s.window.lo.y + side &&
         floor_div(y, voxel_um) < s.window.hi.y - side;
}

void judge_share(const LawContext& context, const WalkWorld& walk, std::size_t slab, NodeId arrival,
                 LawReport& report) {
  const Vec3 at = walk.floor_point(arrival);
  const double share = fit_share(walk, slab, arrival);
  const double least = context.limit("main_component_fraction").lo;
  report.margins.push_back({"main_component_fraction", share, at, ""});
  if (share >= least) return;
  Finding f = finding(report, "main_component",
                      "the arrival's body holds too little of what fits the capsule", at);
  f.measured = share, f.required = least;
  for (const FitComponent& c : walk.fit_components()) {
    if (walk.slab_at(c.first.z) != slab) continue;
    f.witness.push_back(sample_at(c.first, context.def().voxel_um));
    if (f.witness.size() == 8) break;
  }
  add(context, report, std::move(f));
}

void judge_volume(const LawContext& context, const WalkWorld& walk, std::size_t slab,
                  NodeId arrival, LawReport& report) {
  const double volume = reachable_fit_m3(walk, slab, arrival, context.executor);
  const double least = context.limit("reachable_fit_m3").lo;
  const Vec3 at = walk.floor_point(arrival);
  report.margins.push_back({"reachable_fit_m3", volume, at, "m3"});
  if (volume >= least) return;
  Finding f = finding(report, "reachable", "too little room is reached from the arrival", at);
  f.measured = volume, f.required = least, f.unit = "m3";
  add(context, report, std::move(f));
}

LawReport judge_strate(const LawContext& context, const LawStrate& strate) {
  LawReport report = strate_report(context, strate);
  if (!strate.walk) return not_proven(std::move(report), "connectivity", kNotWalked);
  const WalkWorld& walk = *strate.walk;
  const std::size_t slab = walk.slab_at(strate.window.lo.z);
  if (slab == walk.slab_count()) return not_proven(std::move(report), "connectivity", kNotWalked);
  const WalkEnds ends = walk_ends(context.def(), static_cast<std::size_t>(strate.index));
  const std::int64_t side = walk.params().side_vx;
  for (const Vec3 end : {ends.arrival, ends.departure})
    if (!in_window(strate, end, context.def().voxel_um, side))
      return not_proven(std::move(report), "connectivity",
                        "the window does not hold the strate's arrival and departure");
  if (!judge_seams(context, strate, walk, slab, report))
    return not_proven(std::move(report), "connectivity",
                      "the window does not hold the disc that the strate's seams are planned in");
  const NodeId from = stand_at(context, walk, report, ends.arrival, "arrival");
  const NodeId to = stand_at(context, walk, report, ends.departure, "departure");
  if (from != kNoNode && to != kNoNode) {
    const auto inside = [&](NodeId id) {
      return walk.first_node(slab) <= id && id < walk.first_node(slab + 1);
    };
    if (!shortest_route(walk, from, to, inside)) add(context, report, cut(report, walk, from, to));
  }
  if (from != kNoNode) {
    judge_share(context, walk, slab, from, report);
    judge_volume(context, walk, slab, from, report);
  }
  report.proved = "the whole window";
  return judged(std::move(report));
}

/// From the first strate's origin room to the last one's.
LawReport judge_descent(const LawContext& context) {
  LawReport report = stack_report(context);
  const auto& all = context.strates;
  if (all.size() != context.def().strates.size())
    return not_proven(std::move(report), "connectivity", "the descent needs every strate");
  const WalkWorld* walk = all.front().walk;
  for (const LawStrate& s : all)
    if (!s.walk || s.walk != walk) return not_proven(std::move(report), "connectivity", kNotWalked);
  const Vec3 first = walk_ends(context.def(), 0).arrival;
  const Vec3 last = walk_ends(context.def(), all.size() - 1).departure;
  const NodeId from = stand_at(context, *walk, report, first, "first origin room");
  const NodeId to = stand_at(context, *walk, report, last, "last origin room");
  if (from == kNoNode || to == kNoNode) return judged(std::move(report));
  if (all.size() == 1) {
    report.proved = "the origin room: a strate alone has no descent";
    return judged(std::move(report));
  }
  const std::optional<Route> route = shortest_route(*walk, from, to);
  if (!route) {
    add(context, report, cut(report, *walk, from, to));
    return judged(std::move(report));
  }
  std::vector<const Lattice*> lattices;
  for (const LawStrate& s : all) lattices.push_back(s.lattice);
  const RouteFigures f = route_figures(*walk, lattices, *route);
  report.margins = {{"descent_length_m", f.length_m, f.points.front(), "m"},
                    {"narrowest_width_m", f.narrowest_width_m.value, f.narrowest_width_m.at, "m"},
                    {"lowest_headroom_m", f.lowest_headroom_m.value, f.lowest_headroom_m.at, "m"},
                    {"steepest_grade_deg", f.worst_grade_deg.value, f.worst_grade_deg.at, "deg"}};
  report.proved = "one polyline";
  return judged(std::move(report));
}

}  // namespace

LawRow connectivity_law() {
  return {
      "connectivity",
      "Every strate and every seam of its regions is crossed on foot, the descent exists, and most "
      "of what fits hangs together.",
      {{"main_component_fraction", "", 0.5, {}, "fitting volume in the arrival's body"},
       {"reachable_fit_m3", "m3", {}, {}, "fitting volume over floor reached on foot"},
       {"seams", "", {}, {}, "seams where two lateral regions meet"},
       {"seams_walked", "", {}, {}, "seams that a player walks across"},
       {"seams_blank", "", {}, {}, "seams beside a cell that has no floor worth a door"}},
      [](const LawContext& context) {
        std::vector<LawReport> reports;
        for (const LawStrate& s : context.strates) reports.push_back(judge_strate(context, s));
        reports.push_back(judge_descent(context));
        return reports;
      }};
}

}  // namespace strate
