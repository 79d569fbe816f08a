// Numbers of things in texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace strate {

/// "1 strate", "2 strates".
inline std::string counted(std::uint64_t n, std::string_view thing) {
  return std::to_string(n) + " " + std::string(thing) + (n == 1 ? "" : "s");
}

}  // namespace strate
