// The chain up to the walk, without files and laws: what `measure` and `render` ask of a world.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "passes/cook.hpp"

namespace strate {

/// Told of each part before it runs.
using ToWalkProgress = std::function<void(std::string_view what)>;

/// Parts of run_to_walk, for a progress bar.
inline constexpr std::size_t kToWalkParts = 3;

/// Plans where there is no world yet, samples every strate, walks. Of `surfaces` (indices of
/// strates) the step-1 mesh is kept, nothing else that only files need is made: walk, descent and
/// figures are those of a cook. Errors as run_passes.
Result<Done> run_to_walk(Cook& cook, std::span<const std::size_t> surfaces,
                         const ToWalkProgress& progress);

}  // namespace strate
