// Player-fit figures of strates or of one window (03 §1–2): what `stratec measure` prints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "passes/cook.hpp"

namespace strate {

/// Bodies of fits, or stretches of floor: how many there are, and how many go on past a side of
/// the window, so that more may belong to them than was measured.
struct OpenCount {
  std::uint64_t all = 0, open = 0;
  bool main_open = false;  ///< of the one that the start belongs to
};

struct MeasuredPlace {
  std::string strate;  ///< its id; empty: a window that is not of one strate
  IndexBox window;     ///< samples measured
  std::string start;   ///< where the main component begins: "arrival", "largest floor", "none"
  std::vector<Figure> figures;
  double headroom_cut_fraction =
      0;  ///< of the reached floor: its headroom ends at the window's top
  OpenCount fits, floors;
};

/// One strate of a cook whose walk is done, over the baked window: the figures of measure.json.
MeasuredPlace measured_strate(const Cook& cook, std::size_t index);

/// One window alone (lattice indices). The world around it is sampled as far as a capsule reaches,
/// so that every sample of the window is judged; what leaves the window is open. With `strate` the
/// walk begins at its arrival if that is inside, else at the largest floor. Code:
/// "density.not_finite".
Result<MeasuredPlace> measure_window(const World& world, const IndexBox& window,
                                     std::optional<std::size_t> strate, const Executor& executor);

}  // namespace strate
