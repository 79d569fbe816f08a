// Commands as data: an option table and a function. Parsing arguments does no work.
#pragma once

#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/result.hpp"

namespace strate {

class FileSystem;

namespace cli {

/// Exit codes of the contract (design 01).
enum Exit : int {
  kFine = 0,
  kLawFailed = 1,
  kBadInput = 2,
  kNotVerified = 3,
  kMachine = 4,
  kBug = 70,
};

/// What an exit code says, for help texts and manual pages.
struct ExitMeaning {
  int code;
  std::string_view doc;
};
std::span<const ExitMeaning> exit_meanings();

/// One option of a command. A positional has no dashes in its name. Shells complete by these rows
/// (cli/completion.hpp): a value called DIR is a folder, FILE or PATH a file, and the positionals
/// SEASON, STRATE, RECIPE, WORLD and OUT are completed by what they hold.
struct OptionSpec {
  std::string_view name;        ///< "--out" or "SEASON"
  std::string_view short_name;  ///< "-o"; empty: none
  std::string_view value;       ///< what it takes, "DIR"; empty: a flag
  std::string_view doc;
  std::string_view fallback = "";  ///< its value when not given
  bool repeatable = false;
  bool required = false;
  /// Every value that it takes; checked before the command runs. Null: the command judges.
  std::span<const std::string_view> (*choices)() = nullptr;
};

/// The options of one run, as given.
class Options {
 public:
  std::string command;  ///< whose options: "cook"

  bool has(std::string_view name) const { return !list(name).empty(); }
  /// The last value given, else the fallback, else empty.
  std::string text(std::string_view name) const;
  std::vector<std::string> list(std::string_view name) const;
  void set(std::string name, std::vector<std::string> values, std::string fallback);

 private:
  struct Given {
    std::string name;
    std::vector<std::string> values;
    std::string fallback;
  };
  std::vector<Given> given_;
};

/// The outside world of a run, so that commands are tested in memory.
struct Io {
  FileSystem& files;
  std::ostream& out;
  std::ostream& err;
  bool terminal = false;   ///< err is a terminal on which a line can be drawn again
  bool color = false;      ///< of what is written to err
  bool color_out = false;  ///< of what is written to out
};

/// One row of commands.def.
struct Command {
  std::string_view name;
  std::string_view summary;                    ///< one line for the list of commands
  std::span<const OptionSpec> options;         ///< beside the common ones
  std::span<const std::string_view> examples;  ///< at least two; tests run them
  int (*run)(const Options& options, Io& io) = nullptr;
};

/// Every shipped command, in the order of the help.
std::span<const Command> commands();

/// Options that every command takes, beside --help.
std::span<const OptionSpec> common_options();

/// Parses `arguments` (without the program's name) and runs the command. Prints usage errors
/// itself.
int run(const std::vector<std::string>& arguments, Io& io);

/// Error text of option values, with what is allowed; printed by `fail`.
int fail(Io& io, const Error& error, int exit_code);

}  // namespace cli
}  // namespace strate
