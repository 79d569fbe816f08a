// What every command that works on a season needs: threads, SIMD level, the season, its
// diagnostics.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

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
                                          "metres; lattice points min <= p < max"};

struct Session {
  std::string command;
  bool json = false;  ///< --json: what is wrong goes to stdout too, as one document
  Catalog catalog;
  SourceSet sources;
  Diagnostics diags;
  Season season;
  std::unique_ptr<Executor> executor;
};

/// Applies --threads and --simd. An exit code if one of them is wrong.
std::optional<int> start(const Options& options, Io& io, Session& session);

/// Reads the season at `path` (with --seed) and checks what needs no density. Prints every finding;
/// an exit code if one is an error.
std::optional<int> load(const std::string& path, const Options& options, Io& io, Session& session);

/// Prints the session's findings, with --json as a document on stdout too. An exit code if one of
/// them is an error: 4 if all of those are the machine's, else 2.
std::optional<int> print_findings(Io& io, const Session& session);

/// The exit code that an error's code stands for: "plan." 1, "io." 4, "manifest." 3, else 2.
int exit_code_of(const Error& error);

/// Prints an error that may have a place in the season's documents; returns its exit code.
int report(Io& io, const Session& session, const Error& error);

/// A whole number within [lo, hi], or an error that says so.
Result<std::int64_t> whole_number(const std::string& option, const std::string& text,
                                  std::int64_t lo, std::int64_t hi);

}  // namespace strate::cli
