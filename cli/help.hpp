// Help texts, made from the tables of commands.
#pragma once

#include <string>

#include "cli/command.hpp"

namespace strate::cli {

/// What `stratec --help` prints: every command with its summary.
std::string program_help();

/// What `stratec COMMAND --help` prints: usage, options, common options, examples.
std::string command_help(const Command& command);

/// "usage: stratec cook SEASON [OPTION]…".
std::string usage_text(const Command& command);

}  // namespace strate::cli
