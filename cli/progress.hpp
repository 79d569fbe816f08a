// What a long run says on stderr: a bar that redraws itself on a terminal, plain lines elsewhere.
// On a terminal it also counts the pieces of the loop at work.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "cli/command.hpp"
#include "compiler/parallel.hpp"

namespace strate::cli {

class Progress {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = Clock::time_point (*)();
  /// Between two drawings of one step.
  static constexpr std::chrono::milliseconds kRedraw{500};

  /// Silent with --quiet. `steps`: how many begin() calls are expected.
  Progress(Io& io, const Options& options, std::size_t steps, Now now = Clock::now);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The next step starts; the last one ends, and with --verbose its seconds are printed.
  void begin(std::string_view what);
  /// All steps are done.
  void finish();
  double seconds() const;

  /// `inner`, which must outlive it, with the bodies of its loops counted for the bar. Without a
  /// terminal, with --quiet or --json: `inner` itself.
  const Executor& counted(const Executor& inner);
  /// Body `done` of `total` has ended; from any thread. Draws at most every kRedraw.
  void count(std::size_t done, std::size_t total);

 private:
  void end_step();
  void draw();

  Io& io_;
  bool quiet_, verbose_, counts_;
  Now now_;
  std::size_t steps_, done_ = 0;
  std::string what_;
  Clock::time_point start_, step_start_;
  std::size_t part_ = 0, parts_ = 0;  ///< of the loop at work; 0: not told
  std::unique_ptr<Executor> counting_;
  std::mutex drawing_;
  std::atomic<Clock::rep> next_{0};  ///< no drawing before
};

}  // namespace strate::cli
