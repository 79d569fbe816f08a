#include <algorithm>

#include "passes/cook.hpp"
#include "passes/laws/law.hpp"

namespace strate {

namespace {

std::vector<LawStrate> law_strates(const Cook& cook) {
  std::vector<LawStrate> strates;
  for (std::size_t i = 0; i < cook.sampled.size(); ++i) {
    const SampledStrate& s = cook.sampled[i];
    strates.push_back(
        {static_cast<int>(i), s.request.window, &s.lattice, &s, s.mesh(1), cook.walk.get()});
  }
  return strates;
}

}  // namespace

Result<Done> pass_audit(Cook& cook) {
  if (!cook.options.audit) return Done{};
  const std::vector<LawStrate> strates = law_strates(cook);
  std::vector<Scratch> scratch(cook.options.executor.workers());
  LawContext context{cook.season, *cook.world,           cook.options.catalog,
                     strates,     cook.options.executor, scratch};
  context.max_findings = cook.options.max_findings;
  const std::vector<std::string>& wanted = cook.options.laws;
  for (const LawRow& law : shipped_laws()) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), law.id) == wanted.end())
      continue;
    for (LawReport& report : run_law(law, context)) cook.reports.push_back(std::move(report));
  }
  return Done{};
}

}  // namespace strate
