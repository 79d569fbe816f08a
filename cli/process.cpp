#include "cli/process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cfenv>
#include <csignal>
#include <limits>
#include <ostream>
#include <string_view>

namespace strate::cli {

namespace {

volatile std::sig_atomic_t draws_a_bar = 0;

/// Async-signal-safe: no lock, no allocation.
extern "C" void end_interrupted(int signal) {
  constexpr std::string_view kText = "\nstratec: interrupted; outputs are as they were\n";
  const std::string_view text = kText.substr(draws_a_bar != 0 ? 0 : 1);
  (void)!::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(128 + signal);
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

}  // namespace

int prepare_process(std::ostream& err) {
  take_standard_streams();
  draws_a_bar = ::isatty(STDERR_FILENO);
  end_on(SIGINT);
  end_on(SIGTERM);
  std::signal(SIGPIPE, SIG_IGN);
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

}  // namespace strate::cli
