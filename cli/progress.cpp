#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace strate::cli {

namespace {

constexpr int kBarWidth = 24;

double since(std::chrono::steady_clock::time_point t) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
}

}  // namespace

Progress::Progress(Io& io, const Options& options, std::size_t steps)
    : io_(io),
      quiet_(options.has("--quiet")),
      verbose_(options.has("--verbose")),
      steps_(std::max<std::size_t>(steps, 1)),
      start_(Clock::now()),
      step_start_(start_) {}

Progress::~Progress() { finish(); }

void Progress::begin(std::string_view what) {
  end_step();
  what_ = what;
  step_start_ = Clock::now();
  if (quiet_) return;
  if (io_.terminal)
    draw();
  else
    io_.err << "stratec: " << what_ << std::endl;
}

void Progress::end_step() {
  if (what_.empty()) return;
  ++done_;
  if (quiet_ || !verbose_) return;
  if (io_.terminal) io_.err << "\r\033[K";
  io_.err << fmt::format("stratec: {}: {:.2f} s\n", what_, since(step_start_));
}

void Progress::draw() {
  const double share = std::min(1.0, static_cast<double>(done_) / static_cast<double>(steps_));
  const int full = static_cast<int>(share * kBarWidth);
  const double elapsed = seconds();
  std::string eta;
  if (done_ > 0 && share < 1.0)
    eta = fmt::format("  about {:.0f} s left", elapsed / share - elapsed);
  io_.err << fmt::format("\r\033[K[{}{}] {:.0f} s{}  {}", std::string(full, '='),
                         std::string(kBarWidth - full, ' '), elapsed, eta, what_)
          << std::flush;
}

void Progress::finish() {
  end_step();
  what_.clear();
  if (!quiet_ && io_.terminal) io_.err << "\r\033[K" << std::flush;
}

double Progress::seconds() const { return since(start_); }

}  // namespace strate::cli
