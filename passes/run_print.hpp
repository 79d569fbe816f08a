// What a run made, as hashes stage by stage: two runs are compared without holding both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "passes/cook.hpp"

namespace strate {

/// One tile, row, figure or report.
struct PrintPart {
  std::uint64_t hash = 0;
  Coord tile;             ///< lattice index / 32, where the stage has tiles
  std::string name = {};  ///< where it has figures: "walk_length_m"
  friend bool operator==(const PrintPart&, const PrintPart&) = default;
};

/// One product of a pass.
struct StagePrint {
  std::string pass;       ///< of passes.def: "sample"
  std::string product;    ///< "grid"
  std::string strate;     ///< empty: the whole stack
  std::size_t index = 0;  ///< of the strate
  bool tiled = false;
  std::vector<PrintPart> parts;
};

/// Products that are there, in running order.
using RunPrint = std::vector<StagePrint>;

/// Of everything that the cook holds so far.
RunPrint print_of(const Cook& cook);

/// The first product that two runs made differently.
struct PrintDifference {
  StagePrint stage;  ///< of the first run; of the other where the first did not get there
  std::optional<PrintPart> part;  ///< none: one of them has less
};
std::optional<PrintDifference> first_difference(const RunPrint& one, const RunPrint& other);

}  // namespace strate
