// Runs a command in a process of its own, as the program does: this test program once more, with
// the hidden test case of signal_test.cpp. What the child says on stderr is read as it comes.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

namespace strate::test {

inline constexpr const char* kChildCase = "child: a command as the program runs it";
/// Said once signals are handled, before the command begins.
inline constexpr const char* kChildReady = "child: ready\n";
inline constexpr const char* kChildArguments = "STRATEC_TEST_CHILD";

inline double seconds_since(std::chrono::steady_clock::time_point t) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
}

class Child {
 public:
  explicit Child(const std::vector<std::string>& arguments) {
    std::string joined;
    for (const std::string& a : arguments) joined += a + "\n";
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
      ::setenv(kChildArguments, joined.c_str(), 1);
      ::dup2(ends[1], STDERR_FILENO);
      ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
      ::close(ends[0]);
      ::execl("/proc/self/exe", "child", kChildCase, static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::close(ends[1]);
    from_ = ends[0];
  }
  ~Child() {
    if (!ended_) {
      ::kill(pid_, SIGKILL);
      (void)end();
    }
    ::close(from_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Reads until `text` was said; false if the child ends before that.
  bool said(const std::string& text) {
    while (err_.find(text) == std::string::npos)
      if (!read_more()) return false;
    return true;
  }
  void signal(int number) const { ::kill(pid_, number); }

  /// Waits for its end: the exit code, −1 if a signal killed it.
  int end() {
    while (read_more()) continue;
    int status = 0;
    REQUIRE(::wait4(pid_, &status, 0, &usage_) == pid_);
    ended_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  const std::string& err() const { return err_; }
  /// Most memory that was resident, once it ended. [Units: bytes]
  double peak_bytes() const { return 1024.0 * static_cast<double>(usage_.ru_maxrss); }

 private:
  bool read_more() {
    char buffer[512];
    const ssize_t n = ::read(from_, buffer, sizeof buffer);
    if (n <= 0) return false;
    err_.append(buffer, static_cast<std::size_t>(n));
    return true;
  }

  pid_t pid_ = -1;
  int from_ = -1;
  bool ended_ = false;
  std::string err_;
  rusage usage_{};
};

}  // namespace strate::test
