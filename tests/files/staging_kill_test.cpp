#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <map>

#include "compiler/hash.hpp"
#include "compiler/memory_file_system.hpp"
#include "tests/support/staged_sample.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

constexpr std::size_t kSize = 20'000;

/// Publishes versions from `first` on until it is killed; or until its file system kills it.
[[noreturn]] void publish_for_ever(FileSystem& files, const std::string& out, int first) {
  for (int n = first;; ++n)
    if (!publish(files, out, n, kSize)) ::_exit(1);
}

void sleep_us(long us) {
  const timespec time{us / 1'000'000, us % 1'000'000 * 1000};
  ::nanosleep(&time, nullptr);
}

/// Microseconds that one publishing takes here and now. [Units: µs]
long usual_us(FileSystem& files, const std::string& out) {
  const auto start = std::chrono::steady_clock::now();
  for (int n = 1; n <= 3; ++n) REQUIRE(publish(files, out, n, kSize));
  const auto took = std::chrono::steady_clock::now() - start;
  return static_cast<long>(std::chrono::duration_cast<std::chrono::microseconds>(took).count()) / 3;
}

/// Runs `child` in a process of its own and kills it after `us` microseconds, if not negative.
template <class Child>
int run_and_kill(Child child, long us) {
  const pid_t pid = ::fork();
  if (pid == 0) child();
  REQUIRE(pid > 0);
  if (us >= 0) {
    sleep_us(us);
    ::kill(pid, SIGKILL);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return status;
}

bool killed(int status) { return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL; }

bool is_version(const std::string& state) {
  return !state.empty() && state.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

TEST_CASE("staging: killed at 200 seeded moments, the output is old, new or absent") {
  const TemporaryFolder folder;
  FileSystem& files = posix_file_system();
  const auto range = static_cast<std::uint64_t>(2 * usual_us(files, folder.at("out0")));
  int next = 10, whole = 0, advanced = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const std::string out = folder.at("out" + std::to_string(i / 50));
    const std::string before = state_of(files, out, kSize);
    const auto us = static_cast<long>(draw(1, i, 2) % range);
    const int status = run_and_kill([&] { publish_for_ever(posix_file_system(), out, next); }, us);
    REQUIRE(killed(status));
    const std::string state = state_of(files, out, kSize);
    INFO("kill " << i << " after " << us << " us: " << before << " became " << state);
    // What was once published never disappears.
    REQUIRE((is_version(state) || (state == "absent" && before == "absent")));
    whole += is_version(state);
    advanced += state != before;
    if (is_version(state)) next = std::stoi(state) + 1;
  }
  CHECK(whole >= 50);
  CHECK(advanced > 5);
  for (int k = 0; k < 4; ++k) {
    const std::string out = folder.at("out" + std::to_string(k));
    REQUIRE(publish(files, out, 1'000'000, kSize));
    CHECK(state_of(files, out, kSize) == "1000000");
  }
  CHECK(files.list(folder.path())->size() == 4);
}

TEST_CASE("staging: killed before every single step, the output is old or new") {
  const TemporaryFolder folder;
  FileSystem& files = posix_file_system();
  const std::string out = folder.at("out");
  std::map<std::string, int> states;
  REQUIRE(publish(files, out, 1, kSize));
  int version = 1;
  for (std::size_t k = 0;; ++k) {
    FaultyFileSystem dying(files, [&](std::string_view, std::size_t index) -> const char* {
      if (index == k) ::kill(::getpid(), SIGKILL);
      return nullptr;
    });
    const int next = version + 1;
    const int status = run_and_kill([&] { ::_exit(publish(dying, out, next, kSize) ? 0 : 1); }, -1);
    const std::string state = state_of(files, out, kSize);
    INFO("killed before step " << k << ": " << state);
    REQUIRE((state == std::to_string(version) || state == std::to_string(next)));
    ++states[state == std::to_string(next) ? "new" : "old"];
    version = std::stoi(state);
    if (!killed(status)) {
      REQUIRE(WIFEXITED(status));
      REQUIRE(WEXITSTATUS(status) == 0);
      REQUIRE(k > 60);
      break;
    }
  }
  CHECK(states["old"] > 40);
  CHECK(states["new"] > 5);
  CHECK(files.list(folder.path())->size() == 1);
}
