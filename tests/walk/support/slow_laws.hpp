// An independent, brute-force reading of the laws of walking (03 §3): landing, passage,
// connectivity. Straight from samples, crossings, the plan and slow_walk's moves, one probe at a
// time. Shares nothing with passes/walk and passes/laws; what a plan may open is asked of
// passes/density/tube.hpp, which defines it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/lattice.hpp"
#include "passes/density/world.hpp"
#include "tests/walk/support/slow_walk.hpp"

namespace strate::slow {

/// What a law comes to.
struct Ruling {
  std::set<std::string> faults;           ///< finding codes without the law's name; none: it holds
  std::map<std::string, double> figures;  ///< the worst of each figure
  std::string doubt;                      ///< why a verdict may go either way; else empty
};

/// A set of samples of a box.
class Marks {
 public:
  explicit Marks(const IndexBox& box) : box_(box), marks_(box.count()) {}
  /// True if `c` lies in the box and was not marked before.
  bool mark(Coord c) {
    if (!box_.contains(c) || marks_[index(c)]) return false;
    return marks_[index(c)] = true;
  }
  bool has(Coord c) const { return box_.contains(c) && marks_[index(c)]; }

 private:
  std::size_t index(Coord c) const {
    const Coord size = box_.size(), in = c - box_.lo;
    return static_cast<std::size_t>((in.z * size.y + in.y) * size.x + in.x);
  }
  IndexBox box_;
  std::vector<bool> marks_;
};

/// One lattice through a whole stack, and the walk over it.
class Stack {
 public:
  /// `core` is what is walked: every strate's samples. The lattice exceeds it on z.
  Stack(const World& world, const Lattice& lattice, const IndexBox& core);

  const WorldDef& def() const { return world_.def(); }
  const IndexBox& core() const { return walk_.core(); }
  double voxel() const { return voxel_; }
  bool solid(Coord c) const { return lattice_.solid(c); }
  bool in_lattice(Coord c) const { return lattice_.window().contains(c); }
  Walk& walk() { return walk_; }

  /// One floor of a column. [Units: m]
  struct Floor {
    double height = 0, rock = 0, air = 0;
  };
  /// The floor nearest to `z`, at most `reach` away; ties to the lower.
  std::optional<Floor> floor_near(std::int64_t x, std::int64_t y, double z, double reach) const;

  /// A standing sample's floor point. [Units: m]
  Vec3 foot(Coord p);
  /// The standing sample whose foot is nearest to a place.
  std::optional<Coord> stand_near(Vec3 place, double reach);
  const std::vector<Coord>& moves(Coord p);
  /// Standing samples of the core that lie in a strate, in (y, x, z).
  std::vector<Coord> stands(std::size_t strate);
  /// All that is reached on foot from p, itself included, through samples that `allowed` admits.
  std::vector<Coord> reached(
      Coord p, const std::function<bool(Coord)>& allowed = [](Coord) { return true; });

  /// Samples in which the capsule gets about from `start`, floating: up, down and to eight sides.
  /// The last body is kept.
  const Marks& body(Coord start);

  bool in_strate(Coord p, std::size_t strate) const;
  /// Rock in the world without passages and edits.
  bool native(Coord c) const;
  double native_density(Vec3 at) const;

 private:
  const World& world_;
  const Lattice& lattice_;
  double voxel_;
  Walk walk_;
  std::map<Coord, std::vector<Coord>> moves_;
  std::optional<Marks> body_;
  mutable Scratch scratch_;
};

/// Every landing of one strate.
Ruling landing(Stack& stack, std::size_t strate);
/// One passage; its path must be straight as seen from above.
Ruling passage(Stack& stack, const Passage& passage);
/// One strate's way from arrival to departure and its bodies of fits.
Ruling crossing(Stack& stack, std::size_t strate);
/// Every seam of a strate with regions: part of the same law.
Ruling seams(Stack& stack, std::size_t strate);
/// From the first strate's origin room to the last one's.
Ruling descent(Stack& stack);

}  // namespace strate::slow
