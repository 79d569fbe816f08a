#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace strate::cli {

namespace {

constexpr int kBarWidth = 24;

double seconds_of(Progress::Clock::duration d) { return std::chrono::duration<double>(d).count(); }

class CountingExecutor final : public Executor {
 public:
  CountingExecutor(const Executor& inner, Progress& progress)
      : inner_(inner), progress_(progress) {}
  unsigned workers() const override { return inner_.workers(); }
  void for_each(std::size_t n,
                const std::function<void(std::size_t, unsigned)>& body) const override {
    std::atomic<std::size_t> done{0};
    inner_.for_each(n, [&](std::size_t i, unsigned worker) {
      body(i, worker);
      progress_.count(done.fetch_add(1, std::memory_order_relaxed) + 1, n);
    });
  }

 private:
  const Executor& inner_;
  Progress& progress_;
};

}  // namespace

Progress::Progress(Io& io, const Options& options, std::size_t steps, Now now)
    : io_(io),
      quiet_(options.has("--quiet")),
      verbose_(options.has("--verbose")),
      counts_(io.terminal && !quiet_ && !options.has("--json")),
      now_(now),
      steps_(std::max<std::size_t>(steps, 1)),
      start_(now()),
      step_start_(start_) {}

Progress::~Progress() { finish(); }

void Progress::begin(std::string_view what) {
  const std::lock_guard guard(drawing_);
  end_step();
  what_ = what;
  step_start_ = now_();
  part_ = parts_ = 0;
  next_ = (step_start_ + kRedraw).time_since_epoch().count();
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
  io_.err << fmt::format("stratec: {}: {:.2f} s\n", what_, seconds_of(now_() - step_start_));
}

void Progress::draw() {
  const double share = std::min(1.0, static_cast<double>(done_) / static_cast<double>(steps_));
  const int full = static_cast<int>(share * kBarWidth);
  const double elapsed = seconds();
  std::string eta;
  if (done_ > 0 && share < 1.0)
    eta = fmt::format("  about {:.0f} s left", elapsed / share - elapsed);
  const std::string parts = parts_ == 0 ? "" : fmt::format("  {} of {}", part_, parts_);
  io_.err << fmt::format("\r\033[K[{}{}] {:.0f} s{}  {}{}", std::string(full, '='),
                         std::string(kBarWidth - full, ' '), elapsed, eta, what_, parts)
          << std::flush;
}

void Progress::finish() {
  const std::lock_guard guard(drawing_);
  end_step();
  what_.clear();
  if (!quiet_ && io_.terminal) io_.err << "\r\033[K" << std::flush;
}

double Progress::seconds() const { return seconds_of(now_() - start_); }

const Executor& Progress::counted(const Executor& inner) {
  if (!counts_) return inner;
  counting_ = std::make_unique<CountingExecutor>(inner, *this);
  return *counting_;
}

void Progress::count(std::size_t done, std::size_t total) {
  const Clock::time_point now = now_();
  if (!counts_ || now.time_since_epoch().count() < next_.load(std::memory_order_relaxed)) return;
  const std::unique_lock guard(drawing_, std::try_to_lock);
  if (!guard.owns_lock() || what_.empty()) return;
  if (now.time_since_epoch().count() < next_.load(std::memory_order_relaxed)) return;
  next_ = (now + kRedraw).time_since_epoch().count();
  part_ = done, parts_ = total;
  draw();
}

}  // namespace strate::cli
