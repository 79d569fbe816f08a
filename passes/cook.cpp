#include "passes/cook.hpp"

#include <algorithm>
#include <array>

namespace strate {

#define STRATEC_PASS(id, doc) Result<Done> pass_##id(Cook& cook);
#include "passes/passes.def"
#undef STRATEC_PASS

std::span<const PassRow> shipped_passes() {
  static constexpr std::array kPasses = {
#define STRATEC_PASS(id, doc) PassRow{#id, doc, pass_##id},
#include "passes/passes.def"
#undef STRATEC_PASS
  };
  return kPasses;
}

Result<Done> run_passes(
    Cook& cook, const std::function<void(const PassRow& pass, std::size_t index)>& progress) {
  const std::span<const PassRow> passes = shipped_passes();
  for (std::size_t i = 0; i < passes.size(); ++i) {
    progress(passes[i], i);
    if (Result<Done> done = passes[i].run(cook); !done) return done;
  }
  return Done{};
}

bool all_laws_hold(std::span<const LawReport> reports) {
  return std::all_of(reports.begin(), reports.end(), [](const LawReport& r) {
    return r.verdict == Verdict::holds || r.verdict == Verdict::waived ||
           r.verdict == Verdict::not_applicable;
  });
}

Manifest manifest_of(const Cook& cook) {
  Manifest m;
  m.version = cook.options.version;
  m.world = cook.def();
  const BakeSettings& bake = cook.season.bake;
  m.review.name = cook.season.name;
  m.review.title = cook.season.title;
  m.review.revision = cook.season.revision;
  m.review.audited = cook.options.audit;
  m.review.lo_x = bake.lo_x;
  m.review.lo_y = bake.lo_y;
  m.review.hi_x = bake.hi_x;
  m.review.hi_y = bake.hi_y;
  for (std::size_t i = 0; i < cook.season.strates.size(); ++i) {
    m.review.strates.push_back(review_of(cook.season.strates[i]));
    m.review.strates.back().figures = cook.figures[i];
  }
  m.review.figures = cook.stack_figures;
  for (const LawReport& r : cook.reports)
    m.review.laws.push_back(review_of(r, cook.def().voxel_um));
  return m;
}

}  // namespace strate
