// An independent, brute-force reading of 10 C 1–5 and 8: every rule straight from its words, one
// sample at a time. Shares nothing with passes/walk but the Lattice.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "compiler/lattice.hpp"
#include "compiler/world.hpp"

namespace strate::slow {

class Walk {
 public:
  Walk(const Lattice& lattice, const IndexBox& core, const Player& player);

  const IndexBox& core() const { return core_; }

  /// Rule 1; nothing where the window ends too near.
  std::optional<bool> fits(Coord p);
  /// Rule 1 for a move to one of eight neighbours; both ends fit.
  bool swept(Coord p, Coord q) const;
  /// Rule 2: the closed floor of `column` as seen from height k, in 1/256 voxel; nothing if none.
  std::optional<std::int64_t> floor(std::int64_t k, std::int64_t x, std::int64_t y);
  /// Rules 3 and 4. False where the window ends too near.
  bool standing(Coord p);
  /// Rule 5. Both stand, in neighbouring columns.
  bool move(Coord p, Coord q);
  /// Where such moves lead from p, which stands.
  std::vector<Coord> moves(Coord p);

  /// All standing samples of the core in (y, x, z).
  std::vector<Coord> all_standing();
  /// Component of every fitting sample of the core, as the first sample (z, y, x) of its component.
  std::map<Coord, Coord> fit_components();
  /// Component of every standing sample, as its first one in (y, x, z).
  std::map<Coord, Coord> walk_components();

  /// Least distance from the capsule's axis at p to rock, at most `most`. [Units: m]
  double clearance(Coord p, double most) const;

  /// Every solid sample and crossing at most `reach` voxels to the sides of p and between the
  /// middle and the upper end of the capsule's axis, seen from above. [Units: voxels, relative to
  /// p]
  void rock_around_waist(Coord p, std::int64_t reach,
                         const std::function<void(double x, double y)>& f) const;

 private:
  template <class F>
  void rock_near(Coord p, std::int64_t side, std::int64_t down, std::int64_t up, F&& f) const;
  std::optional<std::int64_t> raw_floor(std::int64_t k, std::int64_t x, std::int64_t y) const;
  bool walkable(Coord p);
  bool step(Coord low, Coord high);

  /// A sample and the crossings on the three edges that start there; 0: none.
  struct Cell {
    bool solid = false;
    std::array<std::uint8_t, 3> t{};
    bool empty() const { return !solid && (t[0] | t[1] | t[2]) == 0; }
  };
  const Cell& cell(Coord c) const { return cells_[index(c)]; }

  /// A floor that was not asked for yet, and one that is not there.
  static constexpr std::int32_t kUnasked = std::numeric_limits<std::int32_t>::min();
  static constexpr std::int32_t kNone = kUnasked + 1;

  IndexBox window_, core_;
  double voxel_;
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> before_;  ///< cells that are not empty before each, in order
  std::int64_t radius_, axis_, climb_, rest_, rise_, span_, stride_;
  double tan2_;
  /// Answers given before, by sample of the window.
  std::vector<std::optional<std::optional<bool>>> fits_;
  std::vector<std::int32_t> raw_, floors_;
  std::vector<std::optional<bool>> standing_;
  std::size_t index(Coord c) const {
    const Coord size = window_.size(), in = c - window_.lo;
    return static_cast<std::size_t>((in.z * size.y + in.y) * size.x + in.x);
  }
};

}  // namespace strate::slow
