// The executors that wrap another: a given order, and an end on demand.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <vector>

#include "compiler/parallel.hpp"

using namespace strate;

namespace {

std::vector<std::size_t> order_of(const Executor& executor, std::size_t n) {
  std::vector<std::size_t> seen;
  executor.for_each(n, [&](std::size_t i, unsigned) { seen.push_back(i); });
  return seen;
}

}  // namespace

TEST_CASE("executor: an ordered one runs each body once, reversed or shuffled") {
  const auto reversed = make_ordered_executor(serial_executor(), 0);
  CHECK(order_of(*reversed, 5) == std::vector<std::size_t>{4, 3, 2, 1, 0});
  std::vector<std::size_t> drawn = order_of(*make_ordered_executor(serial_executor(), 7), 100);
  CHECK_FALSE(std::is_sorted(drawn.begin(), drawn.end()));
  CHECK(drawn == order_of(*make_shuffled_executor(7), 100));
  std::sort(drawn.begin(), drawn.end());
  for (std::size_t i = 0; i < drawn.size(); ++i) CHECK(drawn[i] == i);
}

TEST_CASE("executor: an ordered one keeps the workers of the one below") {
  const auto pool = make_thread_executor(3);
  const auto ordered = make_ordered_executor(*pool, 1);
  CHECK(ordered->workers() == 3);
  std::vector<std::atomic<int>> runs(1000);
  std::atomic<bool> strange{false};
  ordered->for_each(runs.size(), [&](std::size_t i, unsigned worker) {
    ++runs[i];
    if (worker >= 3) strange = true;
  });
  CHECK_FALSE(strange);
  CHECK(std::all_of(runs.begin(), runs.end(), [](const auto& n) { return n == 1; }));
}

TEST_CASE("executor: once told to stop, no body begins and the caller gets Stopped") {
  const auto pool = make_thread_executor(4);
  const auto tbb = make_tbb_executor(2);
  for (const Executor* inner :
       std::vector<const Executor*>{&serial_executor(), pool.get(), tbb.get()}) {
    std::atomic<int> begun{0};
    const auto stopping = make_stopping_executor(*inner, [&] { return begun >= 10; });
    CHECK(stopping->workers() == inner->workers());
    CHECK_THROWS_AS(stopping->for_each(10'000, [&](std::size_t, unsigned) { ++begun; }), Stopped);
    CHECK(begun >= 10);
    CHECK(begun < 10 + static_cast<int>(inner->workers()));
    begun = 0;
    CHECK_NOTHROW(stopping->for_each(9, [&](std::size_t, unsigned) { ++begun; }));
    CHECK(begun == 9);
  }
}
