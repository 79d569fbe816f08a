#include "cli/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cfenv>
#include <csignal>
#include <ctime>
#include <exception>
#include <fstream>
#include <limits>
#include <new>
#include <ostream>
#include <string_view>
#include <system_error>

namespace strate::cli {

namespace {

volatile std::sig_atomic_t draws_a_bar = 0;

/// What a SignalsHeld and the handler share: lock-free, so that the handler may use it.
std::atomic<bool> held{false};
std::atomic<int> first_signal{0};
sem_t wakes;

void say(std::string_view text) {
  if (draws_a_bar != 0) (void)!::write(STDERR_FILENO, "\n", 1);
  (void)!::write(STDERR_FILENO, text.data(), text.size());
}

/// Async-signal-safe: no lock, no allocation.
extern "C" void end_interrupted(int signal) {
  const int error = errno;
  if (!held.load()) {
    say("stratec: interrupted; outputs are as they were\n");
    ::_exit(128 + signal);
  }
  int none = 0;
  if (first_signal.compare_exchange_strong(none, signal)) (void)::sem_post(&wakes);
  errno = error;
}

/// A signal that the parent ignores (nohup) stays ignored.
void end_on(int signal) {
  if (std::signal(signal, end_interrupted) == SIG_IGN) std::signal(signal, SIG_IGN);
}

/// Closed ones read nothing and refuse every write.
void take_standard_streams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
    if (::fcntl(fd, F_GETFD) < 0) (void)::open("/dev/null", O_RDONLY);
}

constexpr const char* kNoMemory =
    "stratec: error[io.out_of_memory]: the machine has no more memory for this run\n";
constexpr const char* kNoThread = "stratec: error[io.no_thread]: no more threads\n";

/// What no frame can catch: thrown in a thread of a library, or where there is no memory left for
/// the exception itself (then there is none). Allocates nothing.
[[noreturn]] void end_uncaught() {
  if (!std::current_exception()) end_process(4, kNoMemory);
  try {
    std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    end_process(4, kNoMemory);
  } catch (const std::system_error&) {
    end_process(4, kNoThread);
  } catch (const std::exception& e) {
    if (std::string_view(e.what()).find("pthread") != std::string_view::npos)
      end_process(4, kNoThread);
    say("stratec: error[bug.exception]: ");
    say(e.what());
  } catch (...) {
    say("stratec: error[bug.exception]: an unknown exception");
  }
  end_process(70, "\n  please report it with the command\n");
}

}  // namespace

int prepare_process(std::ostream& err) {
  take_standard_streams();
  std::set_terminate(end_uncaught);
  draws_a_bar = ::isatty(STDERR_FILENO);
  end_on(SIGINT);
  end_on(SIGTERM);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is an error of the write
  std::fesetenv(FE_DFL_ENV);
  volatile double tiny = std::numeric_limits<double>::min();
  volatile double one = 1.0, third = 3.0;
  const volatile double half = tiny / 2.0;
  const volatile double down = -(one / third), up = one / third;
  if (half > 0.0 && down == -up) return 0;
  err << "stratec: error[machine.rounding]: this process flushes denormals or does not round to "
         "nearest, and that could not be reset\n";
  return 4;
}

SignalsHeld::SignalsHeld() {
  first_signal = 0;
  (void)::sem_init(&wakes, 0, 0);
  held = true;
}

SignalsHeld::~SignalsHeld() { held = false; }

void SignalsHeld::wait(std::chrono::milliseconds most) {
  timespec until{};
  (void)::clock_gettime(CLOCK_REALTIME, &until);
  const long ns = until.tv_nsec + static_cast<long>(most.count() % 1000) * 1'000'000;
  until.tv_sec += static_cast<std::time_t>(most.count() / 1000) + ns / 1'000'000'000;
  until.tv_nsec = ns % 1'000'000'000;
  (void)::sem_timedwait(&wakes, &until);
}

void SignalsHeld::wake() { (void)::sem_post(&wakes); }

int SignalsHeld::signal() const { return first_signal; }

std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0, resident = 0;
  if (!(file >> all >> resident)) return 0;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

bool reader_is_gone(int fd) {
  pollfd one{fd, POLLOUT, 0};
  return ::poll(&one, 1, 0) > 0 && (one.revents & POLLERR) != 0;
}

void end_by_closed_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  sigset_t pipe;
  (void)::sigemptyset(&pipe);
  (void)::sigaddset(&pipe, SIGPIPE);
  (void)::pthread_sigmask(SIG_UNBLOCK, &pipe, nullptr);
  (void)::raise(SIGPIPE);
  ::_exit(128 + SIGPIPE);
}

void end_process(int exit_code, const char* text) {
  say(text);
  ::_exit(exit_code);
}

}  // namespace strate::cli
