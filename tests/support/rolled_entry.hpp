// Entries with drawn parameters, from the tables of the catalog: for tests over every operator and
// over random recipes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "compiler/hash.hpp"
#include "tests/support/stack_sample.hpp"

namespace strate::sample {

/// Draws of one test case.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(mix64(seed)) {}
  double unit() { return strate::unit(state_ = mix64(state_ + kSaltStep)); }
  double between(double lo, double hi) { return lo + unit() * (hi - lo); }

 private:
  std::uint64_t state_;
};

/// A value within the table's range, away from sizes that would make a test slow or empty.
inline double rolled(const FieldSpec& spec, Dice& dice) {
  const double standard = spec.lo.value_or(std::clamp(6.0, spec.min, spec.max));
  const double lo = std::max(spec.min, standard * 0.5), hi = std::min(spec.max, standard * 1.5);
  return dice.between(lo, std::max(lo, hi));
}

inline void roll_curve(Entry& entry, const FieldSpec& spec, Dice& dice) {
  const double a = rolled(spec, dice), b = rolled(spec, dice);
  const char* field = spec.drive == Drive::per_column ? "spine_m"
                      : spec.drive == Drive::per_site ? "draw"
                      : dice.unit() < 0.5             ? "height_m"
                                                      : "rock_m";
  const double span = spec.drive == Drive::per_site ? 1 : 40;
  entry.by(std::string(spec.name), field, {{0, a, a}, {span, b, b}});
}

/// What a roll draws: nothing where there is a default, numbers, or curves where they are allowed.
enum class Roll { defaults, numbers, more_numbers, curves };

inline void roll_param(Entry& entry, const FieldSpec& spec, Roll roll, Dice& dice) {
  const std::string name(spec.name);
  if (name == "scale") return;  // a shape was made for its own
  switch (spec.kind) {
    case FieldKind::point3:
      if (name == "size_m" || name == "radii_m")
        entry.point(name, {dice.between(3, 9), dice.between(2, 7), dice.between(1, 6)});
      else
        entry.point(name, {dice.between(-8, 8), dice.between(-8, 8), dice.between(12, 40)});
      return;
    case FieldKind::name:
      entry.named(name, "graph");
      return;
    case FieldKind::file:
      entry.file(spec);
      return;
    case FieldKind::point2:
      if (name == "size_m") entry.point(name, {dice.between(20, 70), dice.between(15, 90)});
      return;
    case FieldKind::flag:
    case FieldKind::placed:
    case FieldKind::interval:
      return;
    default:
      break;
  }
  if (spec.lo && roll == Roll::defaults) return;
  if (roll == Roll::curves && spec.drive != Drive::fixed) return roll_curve(entry, spec, dice);
  const double v = rolled(spec, dice);
  if (spec.kind == FieldKind::integer) {
    entry.set(name, std::floor(v));
  } else if (spec.kind == FieldKind::pair) {
    entry.set(name, v * 0.75, v);
  } else {
    entry.set(name, v);
  }
}

inline Entry rolled_entry(std::string id, const OperatorRow& row, Roll roll, Dice& dice) {
  Entry entry(std::move(id), std::string(row.id));
  for (const FieldSpec& spec : row.params) roll_param(entry, spec, roll, dice);
  return entry;
}

}  // namespace strate::sample
