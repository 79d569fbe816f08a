#include "cli/stop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ostream>

#include "cli/session.hpp"
#include "compiler/file_system.hpp"
#include "compiler/parallel.hpp"
#include "passes/memory.hpp"

namespace strate::cli {

namespace {

constexpr double kMostSeconds = 365.0 * 86400;
constexpr std::chrono::milliseconds kLook{25};  ///< between two looks at the memory
constexpr std::chrono::milliseconds kForEver{3'600'000};
constexpr int kRemovals = 3;  ///< tries: what still runs may be writing its last file

Result<std::optional<double>> parse_seconds(const std::string& text) {
  if (text.empty() || text == "none") return std::optional<double>{};
  double v = 0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, v, std::chars_format::fixed);
  if (fault == std::errc() && stop == end && v > 0 && v <= kMostSeconds)
    return std::optional<double>{v};
  return Error{
      "usage.bad_value",
      "--time-budget takes seconds, more than 0 and at most 31536000, or none, not '" + text + "'",
      {},
      {}};
}

Result<std::optional<std::uint64_t>> parse_size(const std::string& text) {
  if (text.empty() || text == "none") return std::optional<std::uint64_t>{};
  constexpr std::uint64_t kMost = std::uint64_t{1} << 50;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string unit = text.substr(digits);
  const int shift = unit.empty() ? 0 : unit == "K" ? 10 : unit == "M" ? 20 : unit == "G" ? 30 : -1;
  std::uint64_t v = 0;
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + digits, v);
  if (digits > 0 && shift >= 0 && fault == std::errc() && v > 0 && v <= kMost >> shift)
    return std::optional<std::uint64_t>{v << shift};
  return Error{"usage.bad_value",
               "--memory-budget takes a whole number of bytes, with K, M or G for powers of 1024, "
               "or none, not '" +
                   text + "'",
               {},
               {"for example 512M or 2G"}};
}

}  // namespace

Result<Budgets> parse_budgets(const Options& options) {
  const auto seconds = parse_seconds(options.text("--time-budget"));
  if (!seconds) return seconds.error();
  const auto bytes = parse_size(options.text("--memory-budget"));
  if (!bytes) return bytes.error();
  return Budgets{*seconds, *bytes};
}

StopWatch::StopWatch(const Budgets& budgets, FileSystem& files)
    : budgets_(budgets),
      files_(files),
      start_(std::chrono::steady_clock::now()),
      thread_([this] { watch(); }) {}

StopWatch::~StopWatch() {
  {
    const std::lock_guard guard(mutex_);
    done_ = true;
  }
  ended_.notify_all();
  signals_.wake();
  thread_.join();
}

void StopWatch::check() const {
  if (stopped()) throw Stopped{};
}

void StopWatch::leaves_no(std::vector<std::string> paths) {
  const std::lock_guard guard(mutex_);
  traces_ = std::move(paths);
}

void StopWatch::publish() {
  const std::lock_guard guard(mutex_);
  check();
  publishing_ = true;
}

StopWatch::Reason StopWatch::due() const {
  if (signals_.signal() != 0) return Reason::signal;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  if (budgets_.seconds && elapsed.count() >= *budgets_.seconds) return Reason::time;
  if (budgets_.memory_bytes && resident_ > *budgets_.memory_bytes) return Reason::memory;
  return Reason::none;
}

std::chrono::milliseconds StopWatch::until_next_look() const {
  std::chrono::milliseconds most = budgets_.memory_bytes ? kLook : kForEver;
  if (!budgets_.seconds) return most;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  const double left_ms = (*budgets_.seconds - elapsed.count()) * 1000;
  const double ms = std::clamp(left_ms + 1, 1.0, static_cast<double>(most.count()));
  return std::chrono::milliseconds(static_cast<std::int64_t>(ms));
}

void StopWatch::watch() {
  Reason reason = Reason::none;
  while (reason == Reason::none) {
    signals_.wait(until_next_look());
    if (budgets_.memory_bytes) resident_ = resident_bytes();
    reason = due();
    const std::lock_guard guard(mutex_);
    if (done_) return;
  }
  std::unique_lock lock(mutex_);
  if (done_ || publishing_) return;
  reason_ = reason;
  if (!ended_.wait_for(lock, kGrace, [this] { return done_; })) end_hard();
}

/// With the mutex held: nothing is published any more.
void StopWatch::end_hard() {
  for (const std::string& path : traces_)
    for (int i = 0; i < kRemovals && exists(files_, path); ++i) (void)remove_tree(files_, path);
  const std::optional<Error> e = error();
  const std::string text = e ? "stratec: error[" + e->code + "]: " + e->text + "\n"
                             : "stratec: interrupted; outputs are as they were\n";
  end_process(exit_code(), text.c_str());
}

std::optional<Error> StopWatch::error() const {
  switch (reason_.load()) {
    case Reason::time:
      return Error{"budget.time",
                   fmt::format("the run was not done after {} s", *budgets_.seconds),
                   {},
                   {"outputs are as they were; give more with --time-budget SECONDS"}};
    case Reason::memory:
      return Error{
          "budget.memory",
          "the run holds " + over_budget(resident_, *budgets_.memory_bytes) + " of --memory-budget",
          {},
          {"outputs are as they were"}};
    case Reason::none:
    case Reason::signal:
      break;
  }
  return std::nullopt;
}

int StopWatch::exit_code() const {
  if (error()) return kMachine;
  return interrupted() ? 128 + signals_.signal() : kFine;
}

int run_stoppable(const Options& options, Io& io,
                  int (*body)(const Options& options, Io& io, StopWatch& watch)) {
  const Result<Budgets> budgets = parse_budgets(options);
  if (!budgets) return fail(io, budgets.error(), kBadInput);
  StopWatch watch(*budgets, io.files);
  try {
    const int code = body(options, io, watch);
    if (!watch.interrupted()) return code;
    io.err << "stratec: interrupted while it ended; outputs are whole\n";
    return watch.exit_code();
  } catch (const Stopped&) {
    if (io.terminal) io.err << "\r\033[K";
    if (const std::optional<Error> e = watch.error()) {
      Session plain;
      plain.command = options.command;
      plain.json = options.has("--json");
      return report(io, plain, *e);
    }
    io.err << "stratec: interrupted; outputs are as they were\n";
    return watch.exit_code();
  }
}

}  // namespace strate::cli
