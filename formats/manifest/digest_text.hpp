// The JSON keys of a density digest, one text for `stratec digest` and for runtimes.
#pragma once

#include <string>

#include "compiler/hash.hpp"
#include "compiler/json.hpp"
#include "compiler/window.hpp"

namespace strate {

/// Writes "digest", "samples", "window_m", "step_m" into the object that is open.
void write_digest(json::Writer& out, const DensityDigest& digest, const Window& window, Um step_um);

/// An object of these four keys alone.
std::string digest_json(const DensityDigest& digest, const Window& window, Um step_um);

}  // namespace strate
