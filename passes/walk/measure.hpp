// Figures of one strate as people and gates read them (03 §2), from its walk and its lattice.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/lattice.hpp"
#include "compiler/parallel.hpp"
#include "compiler/world.hpp"
#include "passes/walk/route.hpp"
#include "passes/walk/walk.hpp"

namespace strate {

/// Where a player enters a strate and where he leaves it: landings, or at the ends of the stack the
/// origin rooms. Floor points, world metres.
struct WalkEnds {
  Vec3 arrival, departure;
};

/// By the first connection of each boundary, in the order of `def.passages`.
WalkEnds walk_ends(const WorldDef& def, std::size_t strate);

/// A standing sample for a planned floor point: the nearest within `kFloorReachM`.
inline constexpr double kFloorReachM = 1.0;

/// Each is explained by its row of walk_figure_rows(). What asks for a way is absent if there is
/// none.
struct WalkFigures {
  double air_fraction = 0;             ///< air samples of all samples
  double component_count = 0;          ///< bodies of fitting samples
  double main_component_fraction = 0;  ///< fitting samples in the arrival's body, of all that fit
  double reachable_fit_m3 = 0;  ///< fitting samples straight over floor reached from the arrival
  double floor_m2 = 0;          ///< standing samples, of the whole strate
  std::optional<double> walk_length_m;  ///< shortest way from arrival to departure
  std::optional<double> tortuosity;     ///< that, by the straight distance
  std::optional<double> verticality;    ///< Σ|Δz| of that way, by its length
  double headroom_mean_m = 0;      ///< over reached floor; free height within the player's girth
  double headroom_p95_m = 0;       ///< 95 % of it has at most this
  double narrow_gap_fraction = 0;  ///< reached floor in no disc of free air 1.5 capsules wide
  double steep_floor_fraction =
      0;                          ///< ground that carries the capsule but is too steep to stand on
  double openness_m = 0;          ///< mean free sight over reached floor, 64 directions, ≤ 64 m
  double dead_ends_per_100m = 0;  ///< of the ways of reached floor (ways.hpp)
  double loops_per_100m = 0;
  std::optional<double> agent_distance_m;  ///< way of a depth-first agent to the departure
  std::optional<double> passage_length_m;  ///< set by who knows the passages, not by measure_walk
  /// No figure: reached floor whose free height ends at the top of the lattice, not at rock.
  double headroom_cut_fraction = 0;
};

/// Fitting samples of a slab straight over floor that is reached on foot from a node. [Units: m³]
double reachable_fit_m3(const WalkWorld& walk, std::size_t slab, NodeId from,
                        const Executor& executor);

/// One measured figure: what is written, printed and explained of it comes from its row. The name
/// ends with the unit.
template <class Measured>
struct FigureRow {
  std::string_view name;
  std::string_view doc;
  std::optional<double> (*of)(const Measured&);
};

/// Of a strate or a window, and of the way through the whole stack, in the order of reports.
std::span<const FigureRow<WalkFigures>> walk_figure_rows();
std::span<const FigureRow<RouteFigures>> descent_figure_rows();

struct NamedFigure {
  std::string_view name;
  double value = 0;
};

/// Those that are there, in the order of the rows.
template <class Measured>
std::vector<NamedFigure> named_figures(std::span<const FigureRow<Measured>> rows,
                                       const Measured& measured) {
  std::vector<NamedFigure> all;
  for (const FigureRow<Measured>& row : rows)
    if (const std::optional<double> value = row.of(measured)) all.push_back({row.name, *value});
  return all;
}

/// Measures slab `index` of `walk`, made from `lattice`.
WalkFigures measure_walk(const WalkWorld& walk, std::size_t index, const Lattice& lattice,
                         const WalkEnds& ends, const Executor& executor);

}  // namespace strate
