// Components of where the capsule fits (10 C8): runs and labels in each tile, joined over faces.
//
// A row of a tile falls into runs that +x moves join; runs of a tile are united into local labels,
// labels of the grid over the tiles' faces. Rock thins out what fits: a gap between two runs needs
// a crossing nearer than R, and every fitting sample keeps those at a distance, so runs live on
// walls and a checkerboard of rock holds none at all. The number of labels needs no cap.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "passes/walk/fit_grid.hpp"
#include "passes/walk/walk.hpp"

namespace strate {

/// Sides of the window's known part that a component touches.
enum OpenSide : std::uint8_t { kOpenAround = 1, kOpenBelow = 2, kOpenAbove = 4 };

struct FitBody {
  std::uint64_t samples = 0;
  Coord first;
  std::uint8_t open = 0;  ///< OpenSide
};

/// Samples [begin, end) of a row.
struct FitRun {
  std::uint8_t begin = 0, end = 0;
  std::uint16_t label = 0;
};

/// Runs of one tile; null for a tile that is empty, or full and wholly inside (one label).
struct TileRuns {
  std::vector<FitRun> runs;
  std::array<std::uint16_t, kRows + 1> first{};
  std::uint32_t labels = 0;
};

class FitComponents {
 public:
  FitComponents() = default;
  /// Components of the grid's samples inside `core`.
  FitComponents(const FitGrid& grid, const IndexBox& core, const Executor& executor);

  /// Largest first; ties by the first sample.
  const std::vector<FitBody>& bodies() const { return bodies_; }
  /// kNoComponent where nothing fits or outside the core.
  ComponentId at(const FitGrid& grid, Coord p) const;
  std::uint64_t samples() const;
  std::size_t bytes() const;

 private:
  struct Joiner;
  IndexBox core_;
  std::vector<std::unique_ptr<TileRuns>> runs_;
  std::vector<std::uint32_t> base_;     ///< first label of a tile among all
  std::vector<ComponentId> component_;  ///< by label
  std::vector<FitBody> bodies_;
};

}  // namespace strate
