// Completion scripts for shells, made from the table of commands: names of commands and options,
// values where an option has choices, files by their ending, folders.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/command.hpp"

namespace strate::cli {

/// What stands behind an option or a positional, for a shell.
struct Completion {
  enum class Kind { nothing, choices, files, folders };
  Kind kind = Kind::nothing;
  std::span<const std::string_view> words;  ///< choices, or endings of files (none: every file)
};

/// By the row's choices, else its name (SEASON, STRATE, RECIPE, WORLD, OUT), else what its value is
/// called (DIR, FILE, PATH).
Completion completion_of(const OptionSpec& option);

/// The script for bash, zsh or fish; empty for another shell.
std::string completion_script(std::string_view shell, std::span<const Command> commands,
                              std::span<const OptionSpec> common);

/// The shells, in the order of the help.
std::span<const std::string_view> completion_shells();

// One function a shell.
std::string bash_completion(std::span<const Command> commands, std::span<const OptionSpec> common);
std::string zsh_completion(std::span<const Command> commands, std::span<const OptionSpec> common);
std::string fish_completion(std::span<const Command> commands, std::span<const OptionSpec> common);

/// `text` in single quotes, as bash and zsh read it.
std::string shell_quoted(std::string_view text);

/// Words with spaces between them.
std::string spaced(std::span<const std::string_view> words);

}  // namespace strate::cli
