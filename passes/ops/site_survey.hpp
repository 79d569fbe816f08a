// Where sites of modifiers may stand: a jittered lattice in x and y, decided from hashes and from
// the native density of the stack above alone (`passage_m` reads as far), so that every window,
// worker and order decides the same.
//
// A cell has kSpotRows rows of kRowSpots hashed spots within 0.4·spacing of its middle along either
// axis (a few operators keep closer); the first where the operator can stand is its site, and stays
// it whatever `sites` says of it. A row is surveyed as one block, kSurveyStepM apart in height, and
// only if no spot of the rows before it served; surfaces that matter are then looked at closely.
#pragma once

#include <cstdint>

#include "passes/density/compile.hpp"

namespace strate {

inline constexpr double kSiteJitter = 0.4;  ///< of the spacing

/// A stretch of air on one vertical, between the rock below and the rock above. [Units: m]
struct Gap {
  double floor = 0, ceiling = 0;
  double height() const { return ceiling - floor; }
};

/// The air of one vertical, lowest first. What is thinner than the survey's step may be missed.
struct Gaps {
  static constexpr int kMost = 8;
  int count = 0;
  Gap at[kMost];
  const Gap* begin() const { return at; }
  const Gap* end() const { return at + count; }
};
inline constexpr double kSurveyStepM = 1.5;

/// What the stack above looks like where sites may stand, and the draws of one cell.
class Survey {
 public:
  struct Setting {
    std::uint64_t seed = 0, address = 0;
    FieldId rock_above = kNoField;
    double spacing = 40;
    double jitter = kSiteJitter;  ///< of the spacing, at most that
  };
  static constexpr int kSpotRows = 4, kRowSpots = 8;

  Survey(const Setting& setting, StackContext& context, std::int64_t i, std::int64_t j)
      : setting_(setting), context_(context), i_(i), j_(j) {}

  StackContext& context() { return context_; }
  const StrateFrame& frame() const { return context_.frame(); }
  const Setting& setting() const { return setting_; }
  Vec3 middle() const;  ///< of the cell; z 0

  /// Goes to the next spot (to the first at first); false when there is none.
  bool next();
  /// On the plan grid; z 0.
  Vec3 spot() const { return {x_[at_], y_, 0}; }
  /// The air over the spot.
  const Gaps& here() const { return gaps_[at_]; }
  /// One of its gaps at least `least` high, its ends looked at closely; false if there is none.
  bool pick_gap(double least, Gap& out);

  /// In [0, 1), by salt: the same at every spot of the cell, or this spot's own.
  double pick(std::uint64_t salt) const { return drawn(salt, 0); }
  double pick_here(std::uint64_t salt) const { return drawn(salt, 1 + spot_); }
  double pick_of(std::uint64_t salt, std::int64_t k) const { return drawn(salt, 1 + k); }
  /// The number of the site that `draw` means.
  double number() const { return drawn(1, 0); }

  /// The air over every column of nx · ny ≤ kBlockMax each, ascending, between two heights: x
  /// fastest. What is open at the window's ends ends there.
  void columns(const double* x, int nx, const double* y, int ny, Interval z, double step,
               Gaps* out);
  /// The air of one vertical, from the lower band to the upper one.
  Gaps gaps(double x, double y) { return gaps(x, y, content(), kSurveyStepM); }
  Gaps gaps(double x, double y, Interval z, double step);
  /// The surface next to a height that a survey told, to a few centimetres.
  double floor_near(double x, double y, double z) { return surface_near(x, y, z, true); }
  double ceiling_near(double x, double y, double z) { return surface_near(x, y, z, false); }
  /// Air all over a disc, at every height between two.
  bool open_around(Vec3 p, double radius, Interval z);
  /// The largest radius up to `radius` that is so, in steps of a quarter; 0 if `least` is not.
  double open_radius(Vec3 p, double radius, double least, Interval z);
  /// Metres into the rock, negative in air, at most the cap.
  double rock(Vec3 p);
  /// Inside the bands.
  Interval content() const { return {frame().content_bottom_m, frame().content_top_m}; }

 private:
  double drawn(std::uint64_t salt, std::int64_t k) const;
  double place(std::int64_t cell, std::uint64_t salt, std::int64_t k) const;
  void survey_row();
  double surface_near(double x, double y, double z, bool floor);

  const Setting& setting_;
  StackContext& context_;
  std::int64_t i_, j_;
  int spot_ = -1;         ///< in the order of draws
  int at_ = 0;            ///< its place in the row, by x
  int order_[kRowSpots];  ///< places of the row's spots
  double y_ = 0, x_[kRowSpots];
  Gaps gaps_[kRowSpots];
};

/// First salt that operators draw by.
inline constexpr std::uint64_t kFirstSiteSalt = 16;
/// What a player needs to stand. [Units: m]
inline constexpr double kStandM = 2;

}  // namespace strate
