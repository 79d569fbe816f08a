#include "passes/plan/turns.hpp"

#include <cmath>

namespace strate {

Vec3 turn_vector(double turns) {
  const double quarters = (turns - std::floor(turns)) * 4;
  const double whole = std::floor(quarters);
  const double a = (quarters - whole) * 1.5707963267948966, a2 = a * a;
  // Taylor series to a¹³ and a¹⁴, then normalised.
  double s = 1, c = 1;
  for (int n = 12; n >= 2; n -= 2) s = 1 - a2 * s / (n * (n + 1));
  for (int n = 13; n >= 1; n -= 2) c = 1 - a2 * c / (n * (n + 1));
  s *= a;
  const double scale = std::sqrt(s * s + c * c);
  const Vec3 v{c / scale, s / scale, 0};
  switch (static_cast<int>(whole) & 3) {
    case 1:
      return {-v.y, v.x, 0};
    case 2:
      return {-v.x, -v.y, 0};
    case 3:
      return {v.y, -v.x, 0};
    default:
      return v;
  }
}

}  // namespace strate
