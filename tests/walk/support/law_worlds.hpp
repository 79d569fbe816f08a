// Random small worlds for the laws of walking: two halls over each other and a passage between
// them, edited until something may be wrong. And the bench that walks them, fast and slowly.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "passes/laws/law.hpp"
#include "passes/walk/walk.hpp"
#include "tests/walk/support/slow_laws.hpp"

namespace strate::scene {

/// A world, the square of it that is walked, and how many strates from the top. [Units: m]
struct SmallWorld {
  WorldDef def;
  double lo_x = 0, lo_y = 0, hi_x = 0, hi_y = 0;
  std::size_t walked = 2;
};

/// Floors, roofs, rock and surroundings of both landings changed.
SmallWorld landing_world(std::uint64_t seed);
/// Low slabs with upright sides on the upper landing, on a lattice of 0.0625 m.
SmallWorld fine_landing_world(std::uint64_t seed);
/// A tube of 13 … 16° with what may befall it.
SmallWorld passage_world(std::uint64_t seed);
/// Walls with doors, steps, cracks and low roofs across the halls; the tube blocked or not.
SmallWorld hall_world(std::uint64_t seed);

/// Two regions of halls on floors that differ by little or much, with seams as planned, with doors,
/// without, and with walls.
SmallWorld region_world(std::uint64_t seed);

/// Samples the strates in one piece and walks them, for the laws and for those who check them.
class WalkedWorld {
 public:
  explicit WalkedWorld(const SmallWorld& small);

  std::vector<LawReport> run(std::string_view law);
  slow::Stack& slow() { return *slow_; }
  const WorldDef& def() const { return world_->def(); }

 private:
  std::unique_ptr<World> world_;
  Season season_;
  Lattice lattice_;
  std::vector<LawStrate> strates_;
  std::unique_ptr<WalkWorld> walk_;
  std::unique_ptr<slow::Stack> slow_;
  std::vector<Scratch> scratch_;
};

}  // namespace strate::scene
