// Angles without libm: the same bits on every machine (10, "Numbers"). Degrees, as authored.
#pragma once

namespace strate {

struct Turn {
  double cosine = 1, sine = 0;
};

/// Cosine and sine of an angle in degrees, within 1e-13; exact at multiples of 90°. |deg| ≤ 1e6.
Turn turn_of(double deg);

/// Arc tangent in degrees of a slope ≥ 0 (rise over run), within 1e-8°. 90 at infinity.
double atan_deg(double slope);

/// tan of an angle in degrees, 0 ≤ deg < 90.
double tan_deg(double deg);

}  // namespace strate
