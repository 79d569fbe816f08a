#include "passes/pictures/tone.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace strate {

namespace {

/// a^(1/5) for a in (0, 2] by Newton's iteration.
double fifth_root(double a) {
  double x = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double x4 = x * x * x * x;
    x = x - (x * x4 - a) / (5.0 * x4);
  }
  return x;
}

/// IEC 61966-2-1 with x^2.4 = x² · (x²)^(1/5).
double decode(double v) {
  if (v <= 0.04045) return v / 12.92;
  const double x = (v + 0.055) / 1.055;
  return x * x * fifth_root(x * x);
}

struct Tables {
  std::array<float, 256> linear{};
  std::array<float, 256> upper{};          ///< a byte's largest linear value
  std::array<std::uint8_t, 1025> start{};  ///< byte of linear i / 1024
};

Tables make_tables() {
  Tables t;
  for (int i = 0; i < 256; ++i) {
    t.linear[static_cast<std::size_t>(i)] = static_cast<float>(decode(i / 255.0));
    t.upper[static_cast<std::size_t>(i)] = static_cast<float>(decode((i + 0.5) / 255.0));
  }
  t.upper[255] = 2.0f;
  std::uint8_t b = 0;
  for (int i = 0; i <= 1024; ++i) {
    while (static_cast<float>(i) / 1024.0f > t.upper[b]) ++b;
    t.start[static_cast<std::size_t>(i)] = b;
  }
  return t;
}

const Tables& tables() {
  static const Tables t = make_tables();
  return t;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Rational fit of a film's shoulder (after Narkowicz 2015, "ACES filmic tone mapping curve").
float film(float x) {
  const float y = x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f);
  return std::clamp(y, 0.0f, 1.0f);
}

}  // namespace

Rgb linear_of(std::uint8_t r, std::uint8_t g, std::uint8_t b) {
  const auto& linear = tables().linear;
  return {linear[r], linear[g], linear[b]};
}

Rgb linear_of(std::string_view hex) {
  std::array<std::uint8_t, 3> byte{128, 128, 128};
  if (hex.size() == 7 && hex[0] == '#')
    for (std::size_t i = 0; i < 3; ++i) {
      const int hi = hex_digit(hex[1 + 2 * i]), lo = hex_digit(hex[2 + 2 * i]);
      if (hi >= 0 && lo >= 0) byte[i] = static_cast<std::uint8_t>(hi * 16 + lo);
    }
  return linear_of(byte[0], byte[1], byte[2]);
}

std::uint8_t srgb_byte(float linear) {
  const float v = std::clamp(linear, 0.0f, 1.0f);
  const Tables& t = tables();
  std::uint8_t b = t.start[static_cast<std::size_t>(v * 1024.0f)];
  while (v > t.upper[b]) ++b;
  return b;
}

std::uint8_t srgb_byte(float linear, float threshold) {
  const float v = std::clamp(linear, 0.0f, 1.0f);
  const auto& t = tables().linear;
  std::uint8_t b = srgb_byte(v);
  if (v < t[b]) --b;
  if (b == 255) return b;
  return static_cast<std::uint8_t>(b + ((v - t[b]) > threshold * (t[b + 1u] - t[b]) ? 1 : 0));
}

Rgb filmic(Rgb c) { return {film(c.r), film(c.g), film(c.b)}; }

float fog_left(float x) {
  // e⁻ˣ = (e^(−x/8))⁸, the inner one by its series.
  const float y = std::min(x, 16.0f) * 0.125f;
  const float inner = 1.0f / (1.0f + y * (1.0f + y * (0.5f + y * (1.0f / 6.0f + y / 24.0f))));
  const float two = inner * inner, four = two * two;
  return four * four;
}

}  // namespace strate
