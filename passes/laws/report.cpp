#include "passes/laws/report.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace strate {

namespace {

IndexBox hull_of(const IndexBox& a, const IndexBox& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {{std::min(a.lo.x, b.lo.x), std::min(a.lo.y, b.lo.y), std::min(a.lo.z, b.lo.z)},
          {std::max(a.hi.x, b.hi.x), std::max(a.hi.y, b.hi.y), std::max(a.hi.z, b.hi.z)}};
}

SourceRef source_in(const std::vector<OpEntry>& stack, std::string_view address) {
  for (const OpEntry& entry : stack) {
    if (entry.id == address) return entry.source;
    const SourceRef inner = source_in(entry.group, address);
    if (inner.known()) return inner;
  }
  return {};
}

template <class Better>
void keep(std::vector<Margin>& margins, const Margin& candidate, Better better) {
  for (Margin& m : margins)
    if (m.figure == candidate.figure) {
      if (better(candidate.value, m.value)) m = candidate;
      return;
    }
  margins.push_back(candidate);
}

double excess(const Finding& f) { return std::fabs(f.measured - f.required); }

}  // namespace

LawReport strate_report(const LawContext& context, const LawStrate& strate) {
  LawReport report;
  report.strate = context.strate(strate).id;
  report.window = strate.window;
  report.step_m = metres(context.def().voxel_um);
  return report;
}

LawReport stack_report(const LawContext& context) {
  LawReport report;
  for (const LawStrate& s : context.strates) report.window = hull_of(report.window, s.window);
  report.step_m = metres(context.def().voxel_um);
  return report;
}

LawReport not_proven(LawReport report, std::string_view law, std::string reason) {
  report.verdict = Verdict::not_proven;
  Finding f;
  f.code = std::string(law) + ".not_proven";
  f.text = std::move(reason);
  f.strate = report.strate;
  report.findings.push_back(std::move(f));
  return report;
}

LawReport judged(LawReport report) {
  report.verdict = report.findings.empty() ? Verdict::holds : Verdict::fails;
  return report;
}

Um to_um(double m) { return static_cast<Um>(std::floor(m * 1e6 + 0.5)); }

Vec3 sample_at(Coord c, Um voxel_um) {
  return {lattice_m(c.x, voxel_um), lattice_m(c.y, voxel_um), lattice_m(c.z, voxel_um)};
}

void blame(const LawContext& context, Vec3 at, Finding& finding) {
  const Um x = to_um(at.x), y = to_um(at.y), z = to_um(at.z);
  finding.blame_operator = context.world.decider_at(x, y, z, context.scratch[0]);
  const int index = context.world.strate_at(z);
  if (index < 0) return;
  if (finding.strate.empty())
    finding.strate = context.def().strates[static_cast<std::size_t>(index)].id;
  finding.blame = entry_source(context.def(), index, finding.blame_operator);
  const auto& settings = context.season.strates;
  if (!finding.blame.known() && static_cast<std::size_t>(index) < settings.size())
    finding.blame = settings[static_cast<std::size_t>(index)].source;
}

SourceRef entry_source(const WorldDef& def, int index, std::string_view address) {
  if (index < 0 || static_cast<std::size_t>(index) >= def.strates.size()) return {};
  const StrateWorld& s = def.strates[static_cast<std::size_t>(index)];
  for (const Region& region : s.regions.list)
    if (address.starts_with(region.id + "."))
      if (const SourceRef at = source_in(region.recipe.stack, address.substr(region.id.size() + 1));
          at.known())
        return at;
  return source_in(s.recipe.stack, address);
}

void keep_least(std::vector<Margin>& margins, const Margin& candidate) {
  keep(margins, candidate, [](double a, double b) { return a < b; });
}

void keep_most(std::vector<Margin>& margins, const Margin& candidate) {
  keep(margins, candidate, [](double a, double b) { return a > b; });
}

void sort_findings(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    // Excess compares only within a kind: metres against degrees mean nothing.
    if (a.code != b.code) return a.code < b.code;
    if (excess(a) != excess(b)) return excess(a) > excess(b);
    return std::tie(a.strate, a.at.x, a.at.y, a.at.z, a.text) <
           std::tie(b.strate, b.at.x, b.at.y, b.at.z, b.text);
  });
}

}  // namespace strate
