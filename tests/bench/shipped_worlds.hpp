// The shipped archetypes with their defaults, as worlds of one strate of 64 m.
#pragma once

#include <string>
#include <vector>

#include "passes/density/world.hpp"
#include "passes/sample.hpp"

namespace strate::bench {

/// Ids of the archetypes that ship, in order.
std::vector<std::string> archetype_ids();

/// Compiled once and kept.
const World& archetype_world(const std::string& id);

/// 64 × 64 × 64 m around the spine, its whole interval in z.
SampleRequest archetype_request(const World& world);

}  // namespace strate::bench
