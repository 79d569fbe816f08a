// The law contract (03 §3): what a law may read, and the rows of the catalog of laws.
//
// One law is one file `passes/laws/<id>.cpp` that defines `LawRow <id>_law()`, and one line
// `STRATE_LAW(<id>)` in laws.def. A law reads products and the world, never another law.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/lattice.hpp"
#include "compiler/law.hpp"
#include "compiler/parallel.hpp"
#include "compiler/season.hpp"
#include "passes/density/world.hpp"

namespace strate {

struct SampledStrate;  // passes/sample.hpp
struct StrateMesh;     // compiler/mesh.hpp
struct WalkWorld;      // passes/walk/walk.hpp

/// Products of one strate. A null pointer is a product that this run did not make: a law that needs
/// it answers `not_proven`.
struct LawStrate {
  int index = 0;    ///< into WorldDef::strates
  IndexBox window;  ///< samples judged: the strate's own interval × the baked xy window
  const Lattice* lattice = nullptr;  ///< `window` grown by kLatticeMargin on z
  const SampledStrate* sampled = nullptr;
  const StrateMesh* mesh = nullptr;  ///< closed mesh at step 1
  const WalkWorld* walk = nullptr;   ///< of the whole stack (the same for all strates): slab i
                                     ///< belongs to the strate i of `strates`
};

/// One figure of a law with the range that it must lie in. Open where absent; no range at all is a
/// figure that is only reported.
struct LawFigure {
  std::string_view name;  ///< of CATALOG: "thinnest_seal_m"
  std::string_view unit;  ///< "m", "deg", "m3", ""
  std::optional<double> lo, hi;
  std::string_view doc;
};

/// A figure's range in one run: the law's own, tightened by the season.
struct LawLimit {
  std::string_view figure;
  double lo = 0, hi = 0;  ///< ∓infinity where open
};

/// Everything that a law may read. Laws never change any of it.
struct LawContext {
  const Season& season;
  const World& world;                  ///< the final world
  const Catalog& catalog;              ///< to compile the world once more
  std::span<const LawStrate> strates;  ///< top first; those in scope of this run
  const Executor& executor;
  std::span<Scratch> scratch;             ///< one for each worker of `executor`
  std::span<const LawLimit> limits = {};  ///< of the law that runs: filled by run_law
  std::size_t max_findings = 100;

  const WorldDef& def() const { return world.def(); }
  const StrateWorld& strate(const LawStrate& s) const {
    return world.def().strates[static_cast<std::size_t>(s.index)];
  }
  /// The range of a figure of the law that runs; open if it has none.
  LawLimit limit(std::string_view figure) const;
};

/// One row of laws.def.
struct LawRow {
  std::string_view id;
  std::string_view doc;  ///< one sentence
  std::vector<LawFigure> figures;
  /// One report for each strate in scope, or one for the whole stack (`strate` empty), in stack
  /// order. `law` need not be set. Findings beyond max_findings may be kept: run_law cuts and
  /// counts them.
  std::function<std::vector<LawReport>(const LawContext&)> run;
};

/// The laws that ship, in the order of laws.def.
const std::vector<LawRow>& shipped_laws();
const LawRow* find_law(const std::vector<LawRow>& laws, std::string_view id);

/// Faults of the season's bands: an unknown law or figure, or a range that loosens the law's own.
std::vector<Error> check_law_bands(const std::vector<LawRow>& laws,
                                   const std::vector<LawBand>& bands);

/// Runs one law with the season's limits: names the reports, sorts findings by severity and place,
/// keeps the worst `max_findings` and counts the rest.
std::vector<LawReport> run_law(const LawRow& row, const LawContext& context);

}  // namespace strate
