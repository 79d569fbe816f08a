#include "compiler/window.hpp"

#include <string>

namespace strate {
namespace {

constexpr Um kLimitUm = static_cast<Um>(kWorldLimitM) * kUmPerM;

Error window_error(const char* code, std::string text) {
  return {code,
          std::move(text),
          {},
          {"a window is x0,y0,z0,x1,y1,z1 in metres, such as -8,-8,-64,8,8,0"}};
}

/// Digits at the front of `text`, taken off it.
std::string_view take_digits(std::string_view& text) {
  std::size_t n = 0;
  while (n < text.size() && text[n] >= '0' && text[n] <= '9') ++n;
  const std::string_view digits = text.substr(0, n);
  text.remove_prefix(n);
  return digits;
}

}  // namespace

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::optional<Um> parse_metres(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::string_view whole = take_digits(text);
  std::string_view decimals;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    decimals = take_digits(text);
    if (decimals.empty()) return std::nullopt;
  }
  if (whole.empty() || whole.size() > 9 || decimals.size() > 6 || !text.empty())
    return std::nullopt;
  Um um = 0;
  for (const char c : whole) um = um * 10 + (c - '0');
  for (std::size_t i = 0; i < 6; ++i) um = um * 10 + (i < decimals.size() ? decimals[i] - '0' : 0);
  if (um > kLimitUm) return std::nullopt;
  return negative ? -um : um;
}

Result<Window> parse_window(std::string_view text) {
  std::array<Um, 6> bounds{};
  for (std::size_t i = 0; i < 6; ++i) {
    const std::size_t comma = text.find(',');
    if ((comma == std::string_view::npos) != (i == 5))
      return window_error("usage.window", "a window has six numbers");
    const std::optional<Um> um = parse_metres(without_blanks(text.substr(0, comma)));
    if (!um)
      return window_error(
          "usage.window_number",
          "'" + std::string(text.substr(0, comma)) +
              "' is not a number of metres with at most six decimals within 10 000 km");
    bounds[i] = *um;
    text.remove_prefix(i == 5 ? text.size() : comma + 1);
  }
  const Window window{{bounds[0], bounds[1], bounds[2]}, {bounds[3], bounds[4], bounds[5]}};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (window.lo[axis] >= window.hi[axis])
      return window_error("usage.window_empty",
                          std::string("the window is empty along ") + "xyz"[axis]);
  return window;
}

IndexBox samples_of(const Window& window, Um voxel_um) {
  const auto at = [&](const std::array<Um, 3>& p) {
    return Coord{ceil_div(p[0], voxel_um), ceil_div(p[1], voxel_um), ceil_div(p[2], voxel_um)};
  };
  return {at(window.lo), at(window.hi)};
}

Window window_of(const IndexBox& box, Um voxel_um) {
  return {{box.lo.x * voxel_um, box.lo.y * voxel_um, box.lo.z * voxel_um},
          {box.hi.x * voxel_um, box.hi.y * voxel_um, box.hi.z * voxel_um}};
}

}  // namespace strate
