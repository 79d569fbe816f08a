// The process around a run: signals and standard streams, each tried in a child.
#include "cli/process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <sstream>

using namespace strate;

namespace {

/// The child's exit code; −1 if a signal ended it.
template <class Body>
int child_exit(Body body) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) ::_exit(body());
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int prepared() {
  std::ostringstream err;
  return cli::prepare_process(err);
}

}  // namespace

TEST_CASE("process: SIGINT exits 130 and SIGTERM 143") {
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}})
    CHECK(child_exit([signal = signal] {
            std::signal(signal, SIG_DFL);
            if (prepared() != 0) return 1;
            ::close(STDERR_FILENO);
            ::raise(signal);
            return 2;
          }) == code);
}

TEST_CASE("process: a signal that the parent ignores stays ignored") {
  CHECK(child_exit([] {
          std::signal(SIGINT, SIG_IGN);
          if (prepared() != 0) return 1;
          ::raise(SIGINT);
          return 7;
        }) == 7);
}

TEST_CASE("process: a file opened after a closed standard output does not become it") {
  CHECK(child_exit([] {
          ::close(STDOUT_FILENO);
          if (prepared() != 0) return 1;
          const int fd = ::open("/dev/null", O_WRONLY);
          const bool refused = ::write(STDOUT_FILENO, "x", 1) < 0;
          return fd > STDERR_FILENO && refused ? 9 : 2;
        }) == 9);
}
