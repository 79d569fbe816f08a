// What every command that works on a season needs: threads, SIMD level, the season, its
// diagnostics.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "compiler/diagnostic.hpp"
#include "compiler/op.hpp"
#include "compiler/parallel.hpp"
#include "compiler/season.hpp"
#include "compiler/source_set.hpp"
#include "compiler/window.hpp"

namespace strate::cli {

/// Options shared by commands that read a season.
inline constexpr OptionSpec kSeedOption{"--seed", "", "SEED",
                                        "replaces the season's seed: decimal or 0x hex"};
inline constexpr OptionSpec kWindowOption{"--window", "", "x0,y0,z0,x1,y1,z1",
                                          "metres; lattice points min <= p < max",
                                          "all that is baked"};
/// Of commands that run_stoppable (cli/stop.hpp) runs.
inline constexpr OptionSpec kTimeBudgetOption{
    "--time-budget", "", "SECONDS", "exit 4 after that long, outputs as they were", "none"};
inline constexpr OptionSpec kMemoryBudgetOption{
    "--memory-budget", "", "SIZE",
    "resident memory, as 512M or 2G; what needs more is refused, exit 4", "none"};

class StopWatch;

struct Session {
  std::string command;
  bool json = false;  ///< --json: what is wrong goes to stdout too, as one document
  Catalog catalog;
  SourceSet sources;
  Diagnostics diags;
  Season season;
  std::unique_ptr<Executor> threads;  ///< what `executor` runs on
  std::unique_ptr<Executor> executor;
  std::uint64_t memory_bytes = 0;  ///< budget; 0: none
  /// Files that the run will write, where it reads a world first: open_world refuses to read them.
  std::vector<std::string> outputs;
};

/// Applies --threads and --simd, and the budgets of `watch`, which must outlive the session: its
/// executor throws Stopped once the watch says so. An exit code if an option is wrong.
std::optional<int> start(const Options& options, Io& io, Session& session,
                         const StopWatch* watch = nullptr);

/// Reads the season at `path` (with --seed) and checks what needs no density. Prints every finding;
/// an exit code if one is an error.
std::optional<int> load(const std::string& path, const Options& options, Io& io, Session& session);

/// "x.season.json" and "x.season.jsonc".
bool is_season_name(std::string_view path);

/// Notes that name the seasons which lie in a folder, for who gave the folder itself: at most
/// three. Empty if it is no folder, or has none.
std::vector<std::string> notes_of_seasons_in(FileSystem& files, const std::string& folder);

/// Prints the session's findings, with --json as a document on stdout too. An exit code if one of
/// them is an error: 4 if all of those are the machine's, else 2.
std::optional<int> print_findings(Io& io, const Session& session);

/// The exit code that an error's code stands for: "plan." 1, "io." and "budget." 4, "manifest." 3,
/// "bug." 70, else 2.
int exit_code_of(const Error& error);

/// Prints an error that may have a place in the season's documents; returns its exit code.
int report(Io& io, const Session& session, const Error& error);

/// A whole number within [lo, hi], or an error that says so.
Result<std::int64_t> whole_number(const std::string& option, const std::string& text,
                                  std::int64_t lo, std::int64_t hi);

}  // namespace strate::cli
