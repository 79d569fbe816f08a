// The chain from a resolved season to a verified output folder. passes.def is its table of
// contents: each pass reads what the ones above it made, adds its own products and closes them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/law.hpp"
#include "compiler/op.hpp"
#include "compiler/parallel.hpp"
#include "compiler/season.hpp"
#include "formats/manifest/manifest.hpp"
#include "passes/density/world.hpp"
#include "passes/plan/plan.hpp"
#include "passes/sample.hpp"
#include "passes/walk/route.hpp"
#include "passes/walk/walk.hpp"

namespace strate {

/// What a run makes, and with what.
struct CookOptions {
  const Catalog& catalog;
  const Executor& executor;
  bool prune = true;  ///< false: nothing is skipped anywhere; the bits never differ
  bool audit = true;  ///< false: the manifest says so and `verify` refuses it
  std::vector<std::string> laws = {};  ///< ids to run; empty: all
  bool products = true;                ///< meshes and grids, for files; an audit needs none
  std::string version = {};            ///< of the tool: "0.1.0", for the manifest
  std::size_t max_findings = 100;
  std::uint64_t memory_bytes = 0;  ///< budget of the whole process; 0: none
};

/// One walk from the first strate's origin room to the last one's.
struct Descent {
  bool found = false;
  RouteFigures figures;
};

/// State of one run. Products are empty until their pass has run.
struct Cook {
  Season season;
  CookOptions options;

  PlanReport plan_report = {};                    ///< plan
  std::optional<World> world = {};                ///< plan
  std::vector<SampledStrate> sampled = {};        ///< sample: parallel to the strates
  std::unique_ptr<WalkWorld> walk = {};           ///< walk
  Descent descent = {};                           ///< walk
  std::vector<std::vector<Figure>> figures = {};  ///< walk: parallel to the strates
  std::vector<double> headroom_cut = {};          ///< walk: WalkFigures::headroom_cut_fraction
  std::vector<Figure> stack_figures = {};         ///< walk
  std::vector<LawReport> reports = {};            ///< audit

  const WorldDef& def() const { return world->def(); }
};

/// One row of passes.def.
struct PassRow {
  std::string_view id;
  std::string_view doc;
  Result<Done> (*run)(Cook& cook) = nullptr;
};

/// In running order.
std::span<const PassRow> shipped_passes();

/// Lattice samples that one run holds at most, over all strates: every surface of theirs is in
/// memory at once, 7 bytes a sample where strates are thin and full of columns.
inline constexpr std::int64_t kMostBakeSamples = std::int64_t{1} << 32;

/// Refuses a bake that no machine of ours holds, with the largest window that fits:
/// "bake.too_large", at bake.window_m.
Result<Done> check_bake_size(const Season& season);

/// Refuses passages that are looked for in more rock than a run holds, with the distance that fits:
/// "bake.passages_too_far", at the passages.
Result<Done> check_plan_size(const Season& season);

/// Checks the size of the bake, then runs every pass in order; stops at the first error. Behind the
/// plan, what the budget does not hold is refused: check_pass_memory. `progress` is told of each
/// pass before it runs.
Result<Done> run_passes(
    Cook& cook, const std::function<void(const PassRow& pass, std::size_t index)>& progress);

/// The season's world as planning starts from it: nothing in it that is planned or edited.
WorldDef unplanned(const Season& season);

/// The worst verdict counts: true if every report holds, is waived or does not apply.
bool all_laws_hold(std::span<const LawReport> reports);

/// The manifest of a run whose passes are done.
Manifest manifest_of(const Cook& cook);

}  // namespace strate
