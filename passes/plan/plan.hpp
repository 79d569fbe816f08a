// Planning (02 §5): origin rooms and passages, found on native density and proven by walking them.
//
// Plans depend on the season's world and passage limits alone: never on the baked window, on
// threads or on the instruction set.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/op.hpp"
#include "compiler/parallel.hpp"
#include "compiler/result.hpp"
#include "compiler/season.hpp"
#include "compiler/world.hpp"

namespace strate {

/// A pair of footings that was considered for a passage, and what it lacked.
struct SpotReport {
  Vec3 upper,
      lower;  ///< floor of each landing, world metres; where none was found: the spot itself
  std::string lacked;  ///< one clause; empty: the spot was taken
};

struct PassageReport {
  std::string id;                 ///< "<upper slot>/<connection>"
  Vec3 anchor;                    ///< centre of the interface's anchor disc, at the interface
  std::vector<SpotReport> spots;  ///< in the order tried
  int proofs = 0;                 ///< spots whose way was built and walked
};

struct SeamReport {
  std::string id;  ///< seam_id
  SeamDoor::Kind kind = SeamDoor::Kind::open;
  std::vector<SpotReport>
      spots;       ///< pairs of footings in the order tried; upper: of the first site
  int proofs = 0;  ///< pairs whose door was built and walked
};

/// What planning looked at: for reports and `cook --explain`.
struct PlanReport {
  std::vector<PassageReport> passages;
  std::vector<SeamReport> seams;
};

/// Most spots tried for one passage: a count, never a time.
inline constexpr int kMaxSpots = 64;

/// The season's world with origin rooms, landings, passages and supports. Errors: "plan.no_footing"
/// (a strate without a place for its origin room), "plan.no_spot" (a passage that no spot carries;
/// one note a spot), "plan.no_door" (the same of a seam), "plan.style" (a style or connection count
/// that cannot be walked), and those of World::compile.
Result<WorldDef> plan(const Season& season, const Catalog& catalog, const Executor& executor,
                      PlanReport& report);

/// Farthest from the spine that a plan of this strate's passages may reach. [Units: m]
double planning_radius_m(const PassageSettings& settings);

/// "(1.00, -2.50, 3.25)": two decimals, free of the locale.
std::string place_text(Vec3 p);

/// A horizontal rectangle. [Units: µm]
struct WindowXY {
  Um lo_x = 0, lo_y = 0, hi_x = 0, hi_y = 0;
  bool contains(const WindowXY& o) const {
    return lo_x <= o.lo_x && lo_y <= o.lo_y && o.hi_x <= hi_x && o.hi_y <= hi_y;
  }
};

/// The smallest window, in whole metres, that holds every origin room, landing, tube and support of
/// a planned world: what a bake must contain.
WindowXY smallest_window(const WorldDef& world);

}  // namespace strate
