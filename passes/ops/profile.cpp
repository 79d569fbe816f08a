#include "passes/ops/profile.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"
#include "passes/density/interval.hpp"

namespace strate {
namespace {

/// A bed rises over this share of its half period, then is flat.
constexpr double kBedRise = 0.4;
/// The least share of the depth that a bed takes.
constexpr double kLeastBed = 0.15;
constexpr double kShelfTop = 0.8;

/// 0 below 0, 1 above 1.
double step(double s) {
  const double c = std::clamp(s, 0.0, 1.0);
  return c * c * c * (c * (c * 6 - 15) + 10);
}

/// From −1 to 1 as s goes from 0 to 1.
double swing(double s) { return 2 * (s * s * (3 - 2 * s)) - 1; }

double saw(double t, double a) {
  if (t < a) return swing((t + a) / (2 * a));
  return t < 1 - a ? -swing((t - a) / (1 - 2 * a)) : swing((t - 1 + a) / (2 * a));
}

/// |2t − 1| smoothed at the crest, straight into the groove.
double rib(double t) {
  const double s = (2 * t - 1) * (2 * t - 1);
  return 2 * (s * (1 - 0.25 * s) / 0.75) - 1;
}

double shelf(double t, double from) {
  return t < kShelfTop ? step((t - from) / (kShelfTop - from)) : step((1 - t) / (1 - kShelfTop));
}

}  // namespace

Profile::Profile(Shape shape, double width, std::uint64_t salt)
    : shape_(shape), width_(width), salt_(salt) {
  constexpr double kSteepest = 15.0 / 8;  // of the quintic
  switch (shape) {
    case Shape::riser: {
      // Where the riser is as steep as 1: 30·s²·(1 − s)² = width.
      const double turn = width * std::sqrt(1 - 4 * std::sqrt(width / 30)) / 2;
      turns_[0] = 0.5 - turn, turns_[1] = turns_[2] = 0.5 + turn;
      slope_ = {-1, kSteepest / width - 1};
      break;
    }
    case Shape::saw:
      turns_[0] = width, turns_[1] = turns_[2] = 1 - width;
      slope_ = {-1.5 / (0.5 - width), 1.5 / width};
      break;
    case Shape::beds:
      turns_[0] = 0.25, turns_[1] = 0.5, turns_[2] = 0.75;
      slope_ = magnitude(2 / kBedRise);
      break;
    case Shape::rib:
      turns_[0] = turns_[1] = 0.5, turns_[2] = 0;
      slope_ = magnitude(5.81);
      break;
    case Shape::shelf:
      turns_[0] = width, turns_[1] = kShelfTop, turns_[2] = 0;
      slope_ = {-kSteepest / (1 - kShelfTop), kSteepest / (kShelfTop - width)};
      break;
  }
}

/// Half periods in turn soft and hard.
double Profile::bed(double u) const {
  const double half = std::floor(2 * u), v = 2 * u - half;
  const auto index = static_cast<std::int64_t>(half);
  const double share = kLeastBed + (1 - kLeastBed) * unit(draw_at(salt_, 0, 0, index, 0, 0));
  const double rise = std::min(1.0, std::min(v, 1 - v) / kBedRise);
  return (index & 1 ? -share : share) * rise;
}

double Profile::at(double u) const {
  if (shape_ == Shape::beds) return bed(u);
  const double t = u - std::floor(u);
  switch (shape_) {
    case Shape::riser:
      return step((t - 0.5) / width_ + 0.5) - t;
    case Shape::saw:
      return saw(t, width_);
    case Shape::rib:
      return rib(t);
    default:
      return shelf(t, width_);
  }
}

Interval Profile::over(Interval u) const {
  constexpr int kPeriodsMost = 3;
  const double first = std::floor(u.lo);
  const int periods = static_cast<int>(std::min(std::floor(u.hi) - first, 8.0));
  if (periods >= kPeriodsMost) return {shape_ == Shape::shelf ? 0.0 : -1.0, 1};
  const double a = at(u.lo), b = at(u.hi);
  Interval v{std::min(a, b), std::max(a, b)};
  for (int p = 0; p <= periods; ++p)
    for (double turn : {turns_[0], turns_[1], turns_[2], 1.0}) {
      const double place = first + p + turn;
      if (place < u.lo || place > u.hi) continue;
      const double y = at(place);
      v = hull(v, {y, y});
    }
  return v;
}

}  // namespace strate
