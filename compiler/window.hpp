// Windows of the world as people write them, and the lattice samples they mean (02 §1).
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "compiler/geometry.hpp"
#include "compiler/result.hpp"
#include "compiler/units.hpp"

namespace strate {

/// Half-open box in world axes. [Units: µm]
struct Window {
  std::array<Um, 3> lo{}, hi{};
  friend bool operator==(const Window&, const Window&) = default;
};

/// `text` without blanks at its ends: between the commas of a list some may stand.
std::string_view without_blanks(std::string_view text);

/// A decimal number of metres with at most six decimals, exactly; within ±kWorldLimitM.
std::optional<Um> parse_metres(std::string_view text);

/// "x0,y0,z0,x1,y1,z1" in metres, each min below its max. Codes "usage.window…".
Result<Window> parse_window(std::string_view text);

/// The lattice points min ≤ p < max.
IndexBox samples_of(const Window& window, Um voxel_um);

/// The window of whole voxels that holds exactly the samples of `box`.
Window window_of(const IndexBox& box, Um voxel_um);

}  // namespace strate
