// The planned openings of a strate: what seals know of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/world.hpp"

namespace strate {

/// Tubes, landings and the entry shaft that may be open in the bands of one strate.
class Openings {
 public:
  Openings(const WorldDef& def, int strate);

  /// True inside the largest space that a plan may open there.
  bool holds(Vec3 p) const;
  bool empty() const { return passages_.empty() && !entry_; }
  /// Encloses all plans that touch the strate, x and y; nothing if there are none.
  std::optional<Box3> extent() const;

 private:
  struct Planned {
    const Passage* passage;
    Box3 box;
  };
  std::vector<Planned> passages_;
  bool entry_ = false;
  double entry_radius_ = 0, entry_floor_ = 0;
};

/// A sentence naming the smallest window in whole metres where `window` does not hold the plans;
/// empty if it does.
std::string missing_window(const Openings& openings, const IndexBox& window, Um voxel_um);

}  // namespace strate
