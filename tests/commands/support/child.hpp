// The program itself in a process of its own. What it says on stderr is read as it comes.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <vector>

namespace strate::test {

inline double seconds_since(std::chrono::steady_clock::time_point t) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
}

class Child {
 public:
  explicit Child(const std::vector<std::string>& arguments) {
    static const std::string program = STRATEC_BINARY_DIR "/stratec";
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    int ends[2], started[2];
    REQUIRE(::pipe(ends) == 0);
    REQUIRE(::pipe2(started, O_CLOEXEC) == 0);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
      ::dup2(ends[1], STDERR_FILENO);
      ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
      ::close(ends[0]);
      ::close(ends[1]);
      ::execv(program.c_str(), argv.data());
      ::_exit(127);
    }
    ::close(ends[1]);
    ::close(started[1]);
    from_ = ends[0];
    // Until it is the program, the handlers are those of this one.
    char none;
    REQUIRE(::read(started[0], &none, 1) == 0);
    ::close(started[0]);
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
  /// Waits until it handles a signal; false if it ends before that.
  bool handles(int number) const {
    const std::string path = "/proc/" + std::to_string(pid_) + "/status";
    for (;; ::usleep(1000)) {
      std::ifstream status(path);
      std::string line;
      while (std::getline(status, line) && !line.starts_with("SigCgt:")) continue;
      if (line.empty()) return false;
      if (std::stoull(line.substr(7), nullptr, 16) >> (number - 1) & 1) return true;
    }
  }

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
