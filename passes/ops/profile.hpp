// Waves of period 1 that strata, ribs and shelves are drawn with. All are 0 at whole numbers but
// `rib`.
#pragma once

#include <cstdint>

#include "compiler/geometry.hpp"

namespace strate {

class Profile {
 public:
  enum class Shape {
    riser,  ///< R(t) − t: added to t makes a flat tread, a riser of `width` about ½, a flat tread
    saw,    ///< up to 1 at `width`, down to −1 at 1 − width, up again, smoothly
    beds,   ///< half a period is a bed: soft ones go up, hard ones down, each by its own share
    rib,    ///< −1 at ½, a round crest; 1 at whole numbers, a groove
    shelf,  ///< 0 until `width`, up to 1 at 0.8, down to 0 at 1
  };
  /// `salt`: of the beds.
  Profile(Shape shape, double width, std::uint64_t salt = 0);

  double at(double u) const;
  /// Encloses `at`.
  Interval over(Interval u) const;
  /// Encloses its slopes anywhere.
  Interval slope() const { return slope_; }

 private:
  double bed(double u) const;

  Shape shape_;
  double width_;
  std::uint64_t salt_;
  double turns_[3];  ///< where a period's pieces that rise or fall meet
  Interval slope_;
};

}  // namespace strate
