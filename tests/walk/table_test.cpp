// Every row of the table of 10 C. At the shipped size each case is judged by brute force too.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "tests/walk/support/walk_table.hpp"

namespace strate {
namespace {

bool soak() { return std::getenv("STRATEC_SOAK") != nullptr; }

}  // namespace

TEST_CASE("table: every row of 10 C holds at 0.125 m") {
  run_table(125'000, soak() ? 200 : 12, soak() ? 40 : 12);
}

TEST_CASE("table: every row of 10 C holds at 0.1 m") {
  run_table(100'000, soak() ? 60 : 4, soak() ? 12 : 0);
}

TEST_CASE("table: every row of 10 C holds at 0.0625 m") {
  run_table(62'500, soak() ? 30 : 2, soak() ? 2 : 0);
}

}  // namespace strate
