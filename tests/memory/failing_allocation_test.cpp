// W3: whichever allocation of a cook fails, it ends with exit 4, and its output is the old one.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "compiler/file_system.hpp"
#include "tests/commands/support/cell_season.hpp"
#include "tests/commands/support/run.hpp"
#include "tests/memory/support/failing_new.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;

namespace {

/// No exit code of ours: an exception came out.
constexpr int kThrown = 99;

/// What a cook whose allocation number k fails ends with, in a process of its own: nothing that an
/// earlier one left half done helps or hinders it. k = 0: none fails, and `made` says how many were
/// made.
int cook(const std::string& season, const std::string& out, long k, long* made = nullptr) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    (void)std::freopen("/dev/null", "w", stderr);
    const std::vector<std::string> arguments{"cook",  season, "-o",        out, "--skip",
                                             "audit", "-q",   "--threads", "1"};
    std::ostringstream said, errors;
    cli::Io io{posix_file_system(), said, errors};
    fail_allocation(k);
    int code = kThrown;
    try {
      code = cli::run(arguments, io);
    } catch (...) {
    }
    const long count = allocations_made();
    fail_allocation(0);
    (void)!::write(ends[1], &count, sizeof count);
    ::_exit(code);
  }
  ::close(ends[1]);
  long count = 0;
  (void)!::read(ends[0], &count, sizeof count);
  ::close(ends[0]);
  if (made) *made = count;
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

std::string manifest_in(const std::string& folder) {
  const auto text = read_file(posix_file_system(), folder + "/season_manifest.json", 1u << 24);
  REQUIRE(text);
  return *text;
}

}  // namespace

TEST_CASE("memory: whichever allocation fails, a cook exits 4 and its output is as it was") {
  const testing::TemporaryFolder folder;
  const std::string old = test::write_cell(posix_file_system(), folder.at("old"), "43");
  const std::string next = test::write_cell(posix_file_system(), folder.at("next"), "44");
  const std::string out = folder.at("out");
  long all = 0;
  REQUIRE(cook(old, out, 0, &all) == 0);
  REQUIRE(all > 1000);
  const std::string manifest = manifest_in(out);
  const double step = std::getenv("STRATEC_SOAK") ? 1.05 : 1.25;
  int failed = 0;
  for (double at = 1; at < static_cast<double>(all); at = at * step + 1) {
    const long k = static_cast<long>(at);
    const int code = cook(next, out, k);
    INFO("allocation " << k << " of about " << all);
    CHECK(code == 4);
    REQUIRE(manifest_in(out) == manifest);
    ++failed;
  }
  CHECK(failed > 15);
  REQUIRE(cook(next, out, 0) == 0);
  CHECK(manifest_in(out) != manifest);
  CHECK(test::run({"verify", out, "--allow-not-audited"}).code == 0);
}
