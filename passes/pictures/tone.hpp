// Colours of pictures: linear light inside, sRGB in files. No libm: the same bytes everywhere.
#pragma once

#include <cstdint>
#include <string_view>

namespace strate {

/// Linear light, or a factor on it; 1 is the white of the screen.
struct Rgb {
  float r = 0, g = 0, b = 0;
};

inline Rgb operator+(Rgb a, Rgb b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
inline Rgb operator*(Rgb a, Rgb b) { return {a.r * b.r, a.g * b.g, a.b * b.b}; }
inline Rgb operator*(Rgb a, float s) { return {a.r * s, a.g * s, a.b * s}; }
inline Rgb mix(Rgb a, Rgb b, float t) { return a * (1.0f - t) + b * t; }
inline float luminance(Rgb c) { return 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b; }

/// "#rrggbb" as linear light; mid grey for anything else (documents are checked when they are
/// read).
Rgb linear_of(std::string_view hex);
/// Linear light of an sRGB byte triple.
Rgb linear_of(std::uint8_t r, std::uint8_t g, std::uint8_t b);
/// sRGB byte of linear light, clamped to 0 … 1.
std::uint8_t srgb_byte(float linear);

/// The byte below or above, whichever `threshold` (0 … 1) picks: gradients dithered by an ordered
/// pattern show no bands.
std::uint8_t srgb_byte(float linear, float threshold);

/// Filmic curve: a soft toe, a long shoulder; 0 stays 0, bright light goes to 1.
Rgb filmic(Rgb c);

/// Share of light that is left after `x` reaches of fog: smooth, monotone, 1 at 0, close to e⁻ˣ.
float fog_left(float x);

}  // namespace strate
