// What this tool calls itself.
#pragma once

#include <string>

namespace strate::cli {

/// "stratec 0.1.0 (world function 1)".
std::string version_text();

/// "0.1.0".
std::string version_number();

}  // namespace strate::cli
