// mesh: the step-1 surface is closed, wound one way, without degenerate triangles, with unit
// normals, and holds the volume of the world it stands for (03 §3).
#include <string>

#include "passes/laws/report.hpp"
#include "passes/mesh/mesh_facts.hpp"
#include "passes/sample.hpp"

namespace strate {

namespace {

constexpr double kVolumeError = 0.01;
constexpr double kNormalError = 1e-5;

std::string_view code_of(MeshFault::Kind kind) {
  switch (kind) {
    case MeshFault::Kind::open_edge:
      return "mesh.open_edge";
    case MeshFault::Kind::crowded_edge:
      return "mesh.crowded_edge";
    case MeshFault::Kind::degenerate:
      return "mesh.degenerate";
    case MeshFault::Kind::normal:
      return "mesh.normal";
    case MeshFault::Kind::index:
      return "mesh.index";
  }
  return "mesh.fault";
}

Finding finding_of(const LawContext& context, const LawReport& report, const MeshFault& fault) {
  const Um voxel = context.def().voxel_um;
  Finding f;
  f.code = code_of(fault.kind);
  f.strate = report.strate;
  f.text = fault_text(fault, voxel);
  f.at = mesh_metres(fault.from, voxel);
  f.witness = {f.at, mesh_metres(fault.to, voxel)};
  f.measured = 1;
  blame(context, f.at, f);
  return f;
}

Finding volume_finding(const LawReport& report, const MeshFacts& facts, double limit, Vec3 at) {
  Finding f;
  f.code = "mesh.volume";
  f.strate = report.strate;
  f.text = "the volume under the mesh differs from that of the samples by more than it may";
  f.at = at;
  f.witness = {at};
  f.measured = facts.volume_error();
  f.required = limit;
  return f;
}

std::string proved_text(const MeshFacts& facts) {
  return "every edge, normal and triangle of " + std::to_string(facts.triangles) +
         " triangles in " + std::to_string(facts.tiles) + " tiles; " +
         std::to_string(facts.cut_edges) + " edges end in a plane of the window";
}

std::vector<Margin> margins_of(const MeshFacts& facts, Vec3 at) {
  const std::uint64_t unpaired =
      facts.counts[MeshFault::Kind::open_edge] + facts.counts[MeshFault::Kind::crowded_edge];
  return {{"unpaired_edges", static_cast<double>(unpaired), at, ""},
          {"cut_edges", static_cast<double>(facts.cut_edges), at, ""},
          {"volume_error_fraction", facts.volume_error(), at, ""},
          {"normal_error", facts.worst_normal, at, ""},
          {"triangles", static_cast<double>(facts.triangles), at, ""}};
}

LawReport judge(const LawContext& context, const LawStrate& strate) {
  LawReport report = strate_report(context, strate);
  if (strate.sampled == nullptr || !strate.sampled->request.mesh_facts)
    return not_proven(std::move(report), "mesh", "no surface was made in this run");
  const MeshFacts& facts = strate.sampled->mesh_facts;
  report.window = facts.window;
  report.proved = proved_text(facts);
  const Vec3 at = sample_at(facts.window.lo, context.def().voxel_um);
  report.margins = margins_of(facts, at);
  for (const MeshFault& fault : facts.faults)
    report.findings.push_back(finding_of(context, report, fault));
  report.left_out += facts.counts.total() - facts.faults.size();
  const double limit = context.limit("volume_error_fraction").hi;
  if (!(facts.volume_error() <= limit))
    report.findings.push_back(volume_finding(report, facts, limit, at));
  return judged(std::move(report));
}

}  // namespace

LawRow mesh_law() {
  return {
      "mesh",
      "The surface at step 1 is closed, wound one way, and holds the world's volume.",
      {{"unpaired_edges", "", {}, 0.0, "edges without exactly one partner of opposite direction"},
       {"cut_edges", "", {}, {}, "edges that end in a plane of the window"},
       {"volume_error_fraction",
        "",
        {},
        kVolumeError,
        "difference to the trilinear volume of the smaller phase"},
       {"normal_error", "", {}, kNormalError, "largest departure of a normal from unit length"},
       {"triangles", "", {}, {}, "triangles of the surface"}},
      [](const LawContext& context) {
        std::vector<LawReport> reports;
        for (const LawStrate& s : context.strates) reports.push_back(judge(context, s));
        return reports;
      }};
}

}  // namespace strate
