// What planning knows of one strate: its lattice without passages over the planning disc, and where
// a player walks on it.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "compiler/lattice.hpp"
#include "compiler/parallel.hpp"
#include "passes/density/world.hpp"
#include "passes/walk/walk.hpp"

namespace strate {

/// Signs and crossings of `window` under `layers`: proven boxes are not sampled.
Lattice sample_lattice(const World& world, const IndexBox& window, const Layers& layers,
                       const Executor& executor);

/// Samples with lo ≤ position < hi. [Units: m]
IndexBox samples_between(Vec3 lo, Vec3 hi, Um voxel_um);

/// A place to stand: the floor under a node.
struct Footing {
  Vec3 floor;       ///< world metres, on the plan grid
  double flat = 0;  ///< share of the disc's columns that stand level with it
};

class Survey {
 public:
  /// Samples and walks strate `index` within `radius_m` of the spine (a square). `world` holds no
  /// passages yet; its seals and edge count.
  Survey(const World& world, int index, double radius_m, const Executor& executor);

  int index() const { return index_; }
  const StrateWorld& strate() const { return strate_; }
  const WalkWorld& walk() const { return walk_; }
  const Lattice& lattice() const { return lattice_; }
  double bottom_m() const { return metres(strate_.bottom_um); }
  /// True if anything stands at all.
  bool walkable() const { return !walk_.walk_components().empty(); }

  /// What counts as the main component: by default the largest; of a strate of regions every
  /// component that its open seams and doors join to it (seams.hpp).
  bool is_main(ComponentId component) const {
    return component < main_.size() && main_[component] != 0;
  }
  /// `main`: of every component of the walk.
  void set_main(std::vector<std::uint8_t> main) { main_ = std::move(main); }

  /// True if the node at `p` stands in the main component.
  bool main_at(Coord p) const;
  /// Component of the node at `p`; kNoComponent if none stands there.
  ComponentId component_at(Coord p) const;
  /// Rock at a place; places outside the surveyed window count as rock.
  bool rock_at(Vec3 p) const;

  /// Nodes of the main component in the column of a sample, ascending in height: [first, last).
  struct Column {
    NodeId first = 0, last = 0;
  };
  Column column(std::int64_t x, std::int64_t y) const;

  /// Share of the columns within `radius_m` of `floor` in which the main component stands at most
  /// `level_m` above or below it.
  double flat_share(Vec3 floor, double radius_m, double level_m) const;
  /// The same of one component.
  double flat_share(Vec3 floor, double radius_m, double level_m, ComponentId component) const;

  /// What makes a footing better than another. Ties go to the nearest one, then to the lowest.
  enum class Order : std::uint8_t {
    flattest,  ///< in steps of an eighth
    nearest,   ///< then the flattest
    highest,   ///< in steps of a metre, then the flattest
    lowest,    ///< likewise
  };

  /// The best footing within `search_m` of (x, y). Its disc of `radius_m` keeps `below_m` and
  /// `above_m` of room inside the bands. False if none is at least `least_flat` flat.
  struct Wanted {
    double search_m = 2.5, radius_m = 2.25;
    double below_m = 0.75, above_m = 4;
    double least_flat = 0.75;
    Order order = Order::flattest;
    Interval heights{-1e9, 1e9};   ///< between which floors are looked for, world
    std::vector<Vec3> avoid = {};  ///< places that failed, 2 m around them
  };
  bool find_footing(double x, double y, const Wanted& wanted, Footing& out) const;

 private:
  StrateWorld strate_;
  int index_;
  Um voxel_um_;
  Lattice lattice_;
  template <class Counts>
  double share_of(Vec3 floor, double radius_m, double level_m, Counts&& counts) const;

  WalkWorld walk_;
  std::vector<std::uint8_t> main_;  ///< by component
};

}  // namespace strate
