// Where a natural bridge may hang: over a drop between two floors that face each other, as short as
// can be. Sought on a coarse map of a patch of the cell, then looked at closely. [Units: m]
#pragma once

#include <optional>

#include "passes/ops/site_survey.hpp"

namespace strate {

/// A deck's line; it lies on floors at both ends.
struct Deck {
  Vec3 left, right;
  Vec3 middle() const { return (left + right) * 0.5; }
  double length() const;  ///< in plan
};

/// What a deck needs.
struct DeckRule {
  double longest = 40;  ///< from end to end
  double thickness = 1.5;
};
/// Headroom over a deck, and air under its middle.
inline constexpr double kDeckHeadM = 2.2, kDeckDropM = 2.5;
/// Rise over run of a deck's line at most: with its camber a walk stays under 30°.
inline constexpr double kDeckSteepest = 0.4;
/// How far a deck goes on over the floor beyond an edge.
inline constexpr double kDeckLandM = 1.25;

class DeckSearch {
 public:
  /// Takes memory of the context's temporary arena.
  DeckSearch(Survey& survey, const DeckRule& rule);
  /// The next deck; none when the cell has no more, or too many were looked at in vain.
  std::optional<Deck> next();

 private:
  /// A column of the map, and a floor there.
  struct End {
    int x = 0, y = 0;
    double floor = 0;
  };
  bool next_patch();
  std::optional<Deck> over(int x, int y);
  bool goes_on(int x, int y, double floor, double step) const;
  bool march(int x, int y, int dx, int dy, const Gap& from, End& end) const;
  std::optional<Deck> look_closely(Vec3 drop, End left, End right);
  bool settle(Vec3 drop, Vec3& end);
  bool stands(double x, double y, double near, double off, double& floor);
  bool open(Vec3 p, double down, double up);
  bool clear(const Deck& deck);
  const Gaps& at(int x, int y) const;
  Vec3 place(const End& end);

  Survey& survey_;
  DeckRule rule_;
  int patch_ = 0, column_, looks_ = 0;
  double pitch_, highest_ = 0;  ///< highest floor of the patch that one can stand on
  double *x_, *y_;
  Gaps* map_;
};

}  // namespace strate
