// What a long run says on stderr: a bar that redraws itself on a terminal, plain lines elsewhere.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "cli/command.hpp"

namespace strate::cli {

class Progress {
 public:
  /// Silent with --quiet. `steps`: how many begin() calls are expected.
  Progress(Io& io, const Options& options, std::size_t steps);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The next step starts; the last one ends, and with --verbose its seconds are printed.
  void begin(std::string_view what);
  /// All steps are done.
  void finish();
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  void end_step();
  void draw();

  Io& io_;
  bool quiet_, verbose_;
  std::size_t steps_, done_ = 0;
  std::string what_;
  Clock::time_point start_, step_start_;
};

}  // namespace strate::cli
