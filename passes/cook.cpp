#include "passes/cook.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "compiler/json.hpp"
#include "passes/memory.hpp"

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

namespace {

Error too_large(const Season& season, double samples, double height) {
  const double voxel_m = metres(season.world.voxel_um);
  const double side = std::floor(std::sqrt(static_cast<double>(kMostBakeSamples) / height));
  return {"bake.too_large",
          "the bake has " + json::number_text(std::floor(samples / 1e6)) +
              " million samples, more than the " + std::to_string(kMostBakeSamples / 1'000'000) +
              " million of one run",
          season.bake.window_source,
          {"the strates are " + json::number_text(height * voxel_m) +
           " m high together: bake.window_m may be " +
           json::number_text(std::floor(side * voxel_m)) + " m square"}};
}

}  // namespace

Result<Done> check_bake_size(const Season& season) {
  const BakeSettings& b = season.bake;
  // Doubles: the bounds of a hostile manifest have a product beyond 64 bits.
  double height = 0;
  for (const StrateWorld& s : season.world.strates)
    height +=
        static_cast<double>(s.top_um - s.bottom_um) / static_cast<double>(season.world.voxel_um);
  const auto across = [&](Um lo, Um hi) {
    return static_cast<double>(hi - lo) / static_cast<double>(season.world.voxel_um);
  };
  const double samples = across(b.lo_x, b.hi_x) * across(b.lo_y, b.hi_y) * height;
  if (samples <= static_cast<double>(kMostBakeSamples)) return Done{};
  return too_large(season, samples, height);
}

Result<Done> check_plan_size(const Season& season) {
  const double voxel_m = metres(season.world.voxel_um);
  const auto height = [&](std::size_t i) {
    return metres(season.world.strates[i].top_um - season.world.strates[i].bottom_um) / voxel_m;
  };
  for (std::size_t i = 0; i + 1 < season.strates.size(); ++i) {
    const PassageSettings& p = season.strates[i].passages;
    const double tallest = std::max(height(i), height(i + 1));
    const double most = std::floor(
        std::sqrt(static_cast<double>(kMostBakeSamples) / tallest) * voxel_m / 2 - p.reach_m);
    if (p.distance_hi_m <= most) continue;
    return Error{
        "bake.passages_too_far",
        "passages up to " + json::number_text(p.distance_hi_m) +
            " m away are looked for in more samples than one run holds",
        p.source,
        {"with strates this high, distance_m may end at " + json::number_text(most) + " m"}};
  }
  return Done{};
}

Result<Done> run_passes(
    Cook& cook, const std::function<void(const PassRow& pass, std::size_t index)>& progress) {
  if (Result<Done> fits = check_bake_size(cook.season); !fits) return fits;
  if (!cook.world)
    if (Result<Done> fits = check_plan_size(cook.season); !fits) return fits;
  const std::span<const PassRow> passes = shipped_passes();
  for (std::size_t i = 0; i < passes.size(); ++i) {
    progress(passes[i], i);
    if (Result<Done> done = passes[i].run(cook); !done) return done;
    if (passes[i].id != "plan") continue;
    if (Result<Done> fits = check_pass_memory(cook); !fits) return fits;
  }
  return Done{};
}

WorldDef unplanned(const Season& season) {
  WorldDef def = season.world;
  for (StrateWorld& s : def.strates) s.origin = {{}, 0, 0}, s.regions.planned_m = 0;
  def.passages.clear();
  def.doors.clear();
  def.edits.clear();
  return def;
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
