// The table of 10 C on lattices that no season uses by default: minutes of work, so hidden. The
// soak runs it by its tag: test_walk "[soak]".
#include <catch2/catch.hpp>

#include "tests/walk/support/walk_table.hpp"

namespace strate {

TEST_CASE("table: every row of 10 C holds at sizes between", "[.soak]") {
  for (const Um voxel : {120'000, 112'500, 93'750, 80'000, 70'000}) {
    const TableTally t = run_table(voxel, 40, 2);
    CHECK(t.cases > 0);
    CHECK(t.right == t.cases);
    CHECK(t.slow_cases > 0);
    CHECK(t.slow_right == t.slow_cases);
  }
}

}  // namespace strate
