// Colour and redrawing by stream and environment (design 08).
#include "cli/terminal.hpp"

#include <catch2/catch.hpp>

using namespace strate;
using cli::look_of;

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
