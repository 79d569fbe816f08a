// Floats are compared as bits.
#pragma once

#include <bit>
#include <cstdint>

namespace strate::sample {

inline std::uint32_t bits(float v) { return std::bit_cast<std::uint32_t>(v); }

}  // namespace strate::sample
