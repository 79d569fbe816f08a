// edge: nothing is open at or beyond the XY radius (03 §3). An unbounded world has no edge.
#include <cmath>

#include "passes/laws/report.hpp"
#include "passes/laws/solid_scan.hpp"

namespace strate {

namespace {

/// The least extent of a body along one axis: no ball wider than this fits in it. [Units: m]
double least_extent_m(const AirBody& body, Um voxel_um) {
  const Coord s = body.box.size();
  return static_cast<double>(std::min({s.x, s.y, s.z})) * metres(voxel_um);
}

/// The sample of a body nearest to the axis of the world; ties to the first.
Coord innermost(const AirBody& body) {
  Coord best = body.samples.front();
  for (const Coord& c : body.samples)
    if (c.x * c.x + c.y * c.y < best.x * best.x + best.y * best.y) best = c;
  return best;
}

Finding opening(const LawContext& context, const LawReport& report, const AirBody& body) {
  const Um voxel = context.def().voxel_um;
  Finding f;
  f.code = "edge.open";
  f.strate = report.strate;
  f.at = sample_at(innermost(body), voxel);
  f.measured = least_extent_m(body, voxel);
  f.unit = "m";
  f.text = "there is air at or beyond the world's edge: " + std::to_string(body.count) + " samples";
  f.witness = {f.at, sample_at(body.box.lo, voxel), sample_at(body.box.hi - Coord{1, 1, 1}, voxel)};
  blame(context, f.at, f);
  return f;
}

LawReport judge(const LawContext& context, const LawStrate& strate) {
  LawReport report = strate_report(context, strate);
  const WorldDef& def = context.def();
  if (def.radius_um <= 0) {
    report.verdict = Verdict::not_applicable;
    return report;
  }
  const double r = metres(def.radius_um), r2 = r * r;
  const auto beyond = [&](Coord c) {
    const Vec3 p = sample_at(c, def.voxel_um);
    return p.x * p.x + p.y * p.y >= r2;
  };
  const SolidScan scan = scan_solid(context, {strate.window, beyond, {}});
  report.proved = scan.shares();
  for (const AirBody& body : air_bodies(scan)) {
    report.findings.push_back(opening(context, report, body));
    keep_most(report.margins,
              {"opening_width_m", report.findings.back().measured, report.findings.back().at, "m"});
  }
  if (report.findings.empty() && scan.by_bound + scan.sampled == 0)
    return not_proven(std::move(report), "edge", "no sample of the window lies at the edge");
  return judged(std::move(report));
}

}  // namespace

LawRow edge_law() {
  return {"edge",
          "Nothing is open at or beyond the world's radius.",
          {{"opening_width_m", "m", {}, 0.0, "least extent of the widest opening at the edge"}},
          [](const LawContext& context) {
            std::vector<LawReport> reports;
            for (const LawStrate& s : context.strates) reports.push_back(judge(context, s));
            return reports;
          }};
}

}  // namespace strate
