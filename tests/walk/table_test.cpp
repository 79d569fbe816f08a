// Every row of the table of 10 C. At the shipped size each case is judged by brute force too.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "tests/walk/support/walk_table.hpp"

namespace strate {
namespace {

bool soak() { return std::getenv("STRATEC_SOAK") != nullptr; }

/// Values of all rows.
constexpr int kValues = 61;

}  // namespace

TEST_CASE("table: every row of 10 C holds at 0.125 m") {
  const int turns = soak() ? 72 : 12, slow_turns = soak() ? 24 : 12;
  const TableTally t = run_table(125'000, turns, slow_turns);
  CHECK(t.cases == kValues * turns);
  CHECK(t.right == t.cases);
  CHECK(t.slow_cases == kValues * slow_turns);
  CHECK(t.slow_right == t.slow_cases);
}

TEST_CASE("table: every row of 10 C holds at 0.1 m") {
  const int turns = soak() ? 24 : 4, slow_turns = soak() ? 6 : 0;
  const TableTally t = run_table(100'000, turns, slow_turns);
  CHECK(t.cases == kValues * turns);
  CHECK(t.right == t.cases);
  CHECK(t.slow_cases == kValues * slow_turns);
  CHECK(t.slow_right == t.slow_cases);
}

TEST_CASE("table: every row of 10 C holds at 0.0625 m") {
  const int turns = soak() ? 10 : 2, slow_turns = soak() ? 2 : 0;
  const TableTally t = run_table(62'500, turns, slow_turns);
  CHECK(t.cases == kValues * turns);
  CHECK(t.right == t.cases);
  CHECK(t.slow_cases == kValues * slow_turns);
  CHECK(t.slow_right == t.slow_cases);
}

}  // namespace strate
