#include "compiler/angle.hpp"

#include <cmath>

namespace strate {
namespace {

constexpr double kRadian = 0.017453292519943295769;  // π/180

/// Taylor series of sine and cosine for |r| ≤ π/4; the first term left out is below 1e-15.
Turn series(double r) {
  const double q = r * r;
  double sine = 1, cosine = 1;
  for (int n = 16; n >= 2; n -= 2) {
    sine = 1 - sine * q / (n * (n + 1));
    cosine = 1 - cosine * q / (n * (n - 1));
  }
  return {cosine, sine * r};
}

/// Arc tangent for 0 ≤ t ≤ tan 22.5°, by its power series: the first term left out is below 1e-11.
double small_atan(double t) {
  const double q = t * t;
  double sum = 0;
  for (int n = 23; n >= 1; n -= 2) sum = 1.0 / n - q * sum;
  return t * sum;
}

}  // namespace

Turn turn_of(double deg) {
  const double quarters = std::floor(deg / 90 + 0.5);
  const Turn t = series((deg - 90 * quarters) * kRadian);
  const double quarter = quarters - 4 * std::floor(quarters / 4);
  if (quarter == 0) return t;
  if (quarter == 1) return {0 - t.sine, t.cosine};
  if (quarter == 2) return {0 - t.cosine, 0 - t.sine};
  return {t.sine, 0 - t.cosine};
}

double atan_deg(double slope) {
  constexpr double kTan22 = 0.41421356237309504880;
  if (!(slope < 1e12)) return 90;
  if (slope > 1 / kTan22) return 90 - small_atan(1 / slope) / kRadian;
  if (slope > kTan22)
    return 45 +
           std::copysign(small_atan(std::fabs((slope - 1) / (slope + 1))), slope - 1) / kRadian;
  return small_atan(slope) / kRadian;
}

double tan_deg(double deg) {
  const Turn t = turn_of(deg);
  return t.sine / t.cosine;
}

}  // namespace strate
