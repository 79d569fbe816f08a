// Colour and redrawing by stream and environment (design 08).
#include "cli/terminal.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "cli/progress.hpp"
#include "compiler/memory_file_system.hpp"

using namespace strate;
using cli::look_of;

namespace {

/// A clock that the test moves.
cli::Progress::Clock::time_point clock_at;
cli::Progress::Clock::time_point fake_now() { return clock_at; }

/// What a loop of 100 bodies of 10 ms writes while a step runs, and whether it is counted at all.
struct Counted {
  std::string text;
  bool wrapped = false;
};
Counted looped(bool terminal, const std::string& option) {
  MemoryFileSystem files;
  std::ostringstream out, err;
  cli::Io io{files, out, err, terminal};
  cli::Options options;
  if (!option.empty()) options.set(option, {"true"}, "");
  cli::Progress progress(io, options, 2, fake_now);
  progress.begin("sample");
  const std::string before = err.str();
  const Executor& executor = progress.counted(serial_executor());
  int bodies = 0;
  executor.for_each(100, [&](std::size_t, unsigned) {
    clock_at += std::chrono::milliseconds(10);
    ++bodies;
  });
  CHECK(bodies == 100);
  CHECK(out.str().empty());
  return {err.str().substr(before.size()), &executor != &serial_executor()};
}

}  // namespace

TEST_CASE("terminal: each stream is coloured if it is a terminal") {
  const cli::Look both = look_of({true, true, nullptr, nullptr, "xterm"});
  CHECK((both.color_out && both.color_err && both.redraws));
  const cli::Look piped = look_of({false, true, nullptr, nullptr, "xterm"});
  CHECK((!piped.color_out && piped.color_err && piped.redraws));
  const cli::Look none = look_of({false, false, nullptr, nullptr, nullptr});
  CHECK((!none.color_out && !none.color_err && !none.redraws));
}

TEST_CASE("terminal: NO_COLOR takes colour away unless it is empty, and leaves the bar") {
  const cli::Look off = look_of({true, true, "1", nullptr, "xterm"});
  CHECK((!off.color_out && !off.color_err && off.redraws));
  CHECK(look_of({true, true, "", nullptr, "xterm"}).color_out);
}

TEST_CASE("terminal: CLICOLOR_FORCE colours a pipe unless it is 0, and NO_COLOR wins over it") {
  CHECK(look_of({false, false, nullptr, "1", nullptr}).color_out);
  CHECK(look_of({false, false, nullptr, "1", nullptr}).color_err);
  CHECK_FALSE(look_of({false, false, nullptr, "0", nullptr}).color_out);
  CHECK_FALSE(look_of({false, false, nullptr, "", nullptr}).color_out);
  CHECK_FALSE(look_of({false, false, "1", "1", nullptr}).color_out);
}

TEST_CASE("terminal: TERM=dumb gets neither colour nor a bar") {
  const cli::Look dumb = look_of({true, true, nullptr, "1", "dumb"});
  CHECK((!dumb.color_out && !dumb.color_err && !dumb.redraws));
}

TEST_CASE("terminal: a step tells how much of its loop is done, at most twice a second") {
  const Counted counted = looped(true, "");
  CHECK(counted.wrapped);
  CHECK(counted.text ==
        "\r\033[K[                        ] 0 s  sample  50 of 100"
        "\r\033[K[                        ] 1 s  sample  100 of 100");
}

TEST_CASE("terminal: nothing is counted in a pipe, with --quiet or with --json") {
  for (const auto& [terminal, option] : std::vector<std::pair<bool, std::string>>{
           {false, ""}, {true, "--quiet"}, {true, "--json"}}) {
    const Counted counted = looped(terminal, option);
    INFO(option);
    CHECK_FALSE(counted.wrapped);
    CHECK(counted.text.empty());
  }
}
