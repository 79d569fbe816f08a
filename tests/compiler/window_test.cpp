#include "compiler/window.hpp"

#include <catch2/catch.hpp>

using namespace strate;

TEST_CASE("window: metres are read exactly, with at most six decimals") {
  CHECK(parse_metres("0") == Um{0});
  CHECK(parse_metres("-0") == Um{0});
  CHECK(parse_metres("1.5") == Um{1'500'000});
  CHECK(parse_metres("-0.000001") == Um{-1});
  CHECK(parse_metres("0.1") == Um{100'000});
  CHECK(parse_metres("10000000") == Um{10'000'000'000'000});
  for (const char* bad : {"", "-", ".5", "1.", "1.0000001", "1e3", "+1", " 1", "1 ", "0x1", "nan",
                          "10000000.000001", "99999999999999999999", "1,5", "--1"}) {
    INFO(bad);
    CHECK(!parse_metres(bad));
  }
}

TEST_CASE("window: the samples are the lattice points min <= p < max") {
  const Result<Window> window = parse_window("-0.3,0,0.125,0.25,0.126,0.5");
  REQUIRE(window);
  const IndexBox box = samples_of(*window, 125'000);
  CHECK(box.lo == Coord{-2, 0, 1});
  CHECK(box.hi == Coord{2, 2, 4});
  CHECK(samples_of(window_of(box, 125'000), 125'000) == box);
}

TEST_CASE("window: a malformed window is refused by name") {
  const auto code = [](const char* text) {
    const Result<Window> window = parse_window(text);
    return window ? std::string("fine") : window.error().code;
  };
  CHECK(code("0,0,0,1,1,1") == "fine");
  CHECK(code("0, 0, 0, 1 ,1, 1 ") == "fine");
  CHECK(code("0,0,0,1,1,1 1") == "usage.window_number");
  CHECK(code("0,0,0,1,1") == "usage.window");
  CHECK(code("0,0,0,1,1,1,1") == "usage.window");
  CHECK(code("") == "usage.window");
  CHECK(code("0,0,0,1,1,x") == "usage.window_number");
  CHECK(code("0,0,0,1,,1") == "usage.window_number");
  CHECK(code("0,0,0,1,1,0") == "usage.window_empty");
  CHECK(code("2,0,0,1,1,1") == "usage.window_empty");
}
