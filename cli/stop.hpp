// Runs that end early and leave everything whole: SIGINT, SIGTERM, a time budget, a memory budget.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/command.hpp"
#include "cli/process.hpp"
#include "compiler/result.hpp"

namespace strate::cli {

/// What a run may take.
struct Budgets {
  std::optional<double> seconds;              ///< none: no end
  std::optional<std::uint64_t> memory_bytes;  ///< resident, of the whole process
};

/// The budgets of --time-budget and --memory-budget, or "usage.bad_value".
Result<Budgets> parse_budgets(const Options& options);

/// Watches one run from a thread of its own. What the run does asks stopped() and unwinds when that
/// says true; a run that has not unwound kGrace later is ended where it stands, its traces removed.
class StopWatch {
 public:
  /// After a request to stop, until the process is ended where it stands: with the removal of what
  /// was collected that stays below the two seconds of the contract.
  static constexpr std::chrono::milliseconds kGrace{1300};

  StopWatch(const Budgets& budgets, FileSystem& files);
  ~StopWatch();
  StopWatch(const StopWatch&) = delete;
  StopWatch& operator=(const StopWatch&) = delete;

  const Budgets& budgets() const { return budgets_; }

  /// Asked before every piece of work, from any thread.
  bool stopped() const { return reason_.load(std::memory_order_relaxed) != Reason::none; }
  /// Throws Stopped if stopped().
  void check() const;
  /// What must be gone if the run ends early: a folder that files are collected in, its lock.
  void leaves_no(std::vector<std::string> paths);
  /// Throws Stopped if stopped(); from now on nothing stops the run: its output is being exchanged.
  void publish();

  /// Why the run stopped, as an error whose exit code is exit_code(); of a signal: no error.
  std::optional<Error> error() const;
  /// A signal came, perhaps too late to stop anything.
  bool interrupted() const { return signals_.signal() != 0; }
  /// 130 or 143 after a signal, 4 after a budget, else 0.
  int exit_code() const;

 private:
  enum class Reason { none, signal, time, memory };

  void watch();
  Reason due() const;
  std::chrono::milliseconds until_next_look() const;
  void end_hard();

  const Budgets budgets_;
  FileSystem& files_;
  const std::chrono::steady_clock::time_point start_;
  SignalsHeld signals_;
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  std::vector<std::string> traces_;
  bool publishing_ = false, done_ = false;
  std::atomic<Reason> reason_{Reason::none};
  std::atomic<std::uint64_t> resident_{0};
  std::thread thread_;
};

/// Runs a command's body under the budgets of its options. A body that stops is answered with the
/// reason and its exit code.
int run_stoppable(const Options& options, Io& io,
                  int (*body)(const Options& options, Io& io, StopWatch& watch));

}  // namespace strate::cli
