// What this tool calls itself.
#pragma once

#include <string>

namespace strate::cli {

/// "stratec 0.1.0 (world function 1)".
std::string version_text();

/// "0.1.0".
std::string version_number();

/// The day of this version as manual pages state it, "2026-11-30"; it changes with the number.
std::string version_date();

}  // namespace strate::cli
