#include "cli/place_options.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/json.hpp"

namespace strate::cli {

namespace {

std::string millions(double samples) { return json::number_text(std::floor(samples / 1e6)); }

std::string gigabytes(double bytes) {
  return json::number_text(std::ceil(bytes / 1e8) / 10) + " GB";
}

double samples_along(const Window& w, std::size_t axis, Um voxel_um) {
  return static_cast<double>(w.hi[axis] - w.lo[axis]) / static_cast<double>(voxel_um);
}

/// What fits: a cube, and a square of the window's own height where that is not the limit.
std::vector<std::string> what_fits(double most, double height, Um voxel_um,
                                   const std::string& what) {
  const double voxel_m = metres(voxel_um);
  const double cube = std::floor(std::cbrt(most) * voxel_m + 1e-9);
  std::vector<std::string> notes{
      "one " + what + " takes at most " + millions(most) + " million samples (about " +
      gigabytes(static_cast<double>(kMostWindowBytes)) + "), such as a cube of " +
      json::number_text(cube) + " m at " + json::number_text(voxel_m) + " m"};
  const double side = std::floor(std::sqrt(most / height) * voxel_m);
  if (side >= 1)
    notes.push_back("with this height the window may be " + json::number_text(side) + " m square");
  return notes;
}

}  // namespace

Result<std::size_t> strate_named(const WorldDef& world, const std::string& id) {
  std::vector<std::string> ids;
  std::string all = "strates:";
  for (std::size_t i = 0; i < world.strates.size(); ++i) {
    if (world.strates[i].id == id) return i;
    ids.push_back(world.strates[i].id);
    all += " " + ids.back();
  }
  Error e{"usage.unknown_strate", "no strate '" + id + "'", {}, {}};
  if (const std::string near = nearest_name(id, ids); !near.empty())
    e.notes.push_back("did you mean '" + near + "'?");
  e.notes.push_back(std::move(all));
  return e;
}

Result<Done> check_window_size(const Window& window, Um voxel_um, int bytes_per_sample,
                               const std::string& what) {
  // Doubles: a window across the world has more samples than 64 bits count.
  const double most = static_cast<double>(kMostWindowBytes) / static_cast<double>(bytes_per_sample);
  const double height = samples_along(window, 2, voxel_um);
  const double samples =
      samples_along(window, 0, voxel_um) * samples_along(window, 1, voxel_um) * height;
  if (samples <= most) return Done{};
  return Error{"usage.window_too_large",
               "a window of " + size_text(window) + " has " + millions(samples) +
                   " million samples and takes about " + gigabytes(samples * bytes_per_sample) +
                   " of memory",
               {},
               what_fits(most, height, voxel_um, what)};
}

std::string size_text(const Window& window) {
  std::string text;
  for (std::size_t axis = 0; axis < 3; ++axis)
    text += (axis == 0 ? "" : " x ") + json::number_text(metres(window.hi[axis] - window.lo[axis]));
  return text + " m";
}

Result<Window> window_in(const Window& window, const StrateWorld& strate) {
  Window inside = window;
  inside.lo[2] = std::max(window.lo[2], strate.bottom_um);
  inside.hi[2] = std::min(window.hi[2], strate.top_um);
  if (inside.lo[2] < inside.hi[2]) return inside;
  return Error{"usage.window_misses",
               "the window does not meet the heights of '" + strate.id + "'",
               {},
               {"it lies from " + json::number_text(metres(strate.bottom_um)) + " to " +
                json::number_text(metres(strate.top_um)) + " m"}};
}

std::string window_text(const Window& window) {
  std::string text;
  for (const auto& corner : {window.lo, window.hi})
    for (const Um um : corner) text += (text.empty() ? "" : ",") + json::number_text(metres(um));
  return text;
}

std::string taken_window_text(const Options& options, const Window& window) {
  const std::string text = "window " + window_text(window) + " m";
  return options.has("--window") ? text : text + ", all that is baked: --window takes less";
}

void write_window(json::Writer& out, const Window& window) {
  out.begin_row();
  for (const auto& corner : {window.lo, window.hi})
    for (const Um um : corner) out.value(metres(um));
  out.end_array();
}

}  // namespace strate::cli
