// Options that name a part of a world: --strate, and how large a --window may be.
#pragma once

#include <cstdint>
#include <string>

#include "cli/session.hpp"
#include "compiler/world.hpp"

namespace strate::cli {

/// Memory that one window may take, and bytes of a sample where the window is full of surface: of
/// what is sampled, and where an OBJ is read back too. 7 GB are a cube of 128 m at 1/8 m.
inline constexpr std::int64_t kMostWindowBytes = std::int64_t{7} << 30;
inline constexpr int kSampledBytes = 7, kRereadBytes = 21;

/// Index of the strate of that id: "usage.unknown_strate" with the nearest and all names.
Result<std::size_t> strate_named(const WorldDef& world, const std::string& id);

/// Refuses a window that is too large, with an estimate of its memory and the largest that fits:
/// "usage.window_too_large". `what` is what takes it: "measure".
Result<Done> check_window_size(const Window& window, Um voxel_um, int bytes_per_sample,
                               const std::string& what);

/// "68 x 68 x 18 m" of a window.
std::string size_text(const Window& window);

/// The part of the window at a strate's heights: "usage.window_misses" if there is none.
Result<Window> window_in(const Window& window, const StrateWorld& strate);

/// "-34,-34,-18,34,34,0" as --window takes it.
std::string window_text(const Window& window);

/// "window -34,…,0 m", and where none was given that it is all that is baked.
std::string taken_window_text(const Options& options, const Window& window);

/// Writes the six numbers in metres.
void write_window(json::Writer& out, const Window& window);

}  // namespace strate::cli
