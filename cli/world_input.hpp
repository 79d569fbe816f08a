// A world from what people have: a season (planned on the spot) or a manifest (as recorded).
#pragma once

#include <optional>
#include <string>

#include "cli/session.hpp"
#include "passes/density/world.hpp"

namespace strate::cli {

/// The final world of the season or manifest at `path`. Prints what is wrong; then none, and `exit`
/// is the exit code. A season fills `session.season`, a manifest only its world.
std::optional<World> open_world(const std::string& path, const Options& options, Io& io,
                                Session& session, int& exit);

/// True for an output folder or a manifest, false for a season document.
bool is_manifest(const std::string& path);

/// --window, else the baked window over the whole stack's height.
Result<Window> chosen_window(const Options& options, const Session& session, const WorldDef& world);

}  // namespace strate::cli
