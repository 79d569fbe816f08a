// How loops run on several threads. The executor is injected: the world library needs no TBB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace strate {

/// Runs body(i, worker) for i in [0, n), each exactly once, on up to workers() threads at a time;
/// worker < workers() names the arena the body may use. Bodies write disjoint slots: the order of
/// execution is unspecified. Returns when all are done. Bodies never throw.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual unsigned workers() const = 0;
  virtual void for_each(std::size_t n,
                        const std::function<void(std::size_t i, unsigned worker)>& body) const = 0;
};

/// On the calling thread, in index order.
const Executor& serial_executor();

/// `std::thread`s with an atomic counter: for runtimes and for thread sanitizer.
std::unique_ptr<Executor> make_thread_executor(unsigned workers);

/// oneTBB in an arena of `workers` threads (0: one per core); libraries that loop by oneTBB have as
/// many, from the last call on. Not in the world library.
std::unique_ptr<Executor> make_tbb_executor(unsigned workers);

/// Runs `work`, and every oneTBB loop that libraries begin in it, on the calling thread alone:
/// their results may depend on the count. Not in the world library.
void on_one_thread(const std::function<void()>& work);

/// `inner`, which must outlive it, with its bodies started in an order given by `seed` (0:
/// reversed): to prove that order does not matter.
std::unique_ptr<Executor> make_ordered_executor(const Executor& inner, std::uint64_t seed);

/// The same over serial_executor().
std::unique_ptr<Executor> make_shuffled_executor(std::uint64_t seed);

/// Thrown by the executor below, on the thread that called it. The one exception of the house: it
/// passes through every function, none of which catches it, and frees what they hold.
struct Stopped {};

/// `inner`, which must outlive it, asked by `stop` (from any thread) before every body. Once that
/// says true, no further body runs and for_each throws Stopped.
std::unique_ptr<Executor> make_stopping_executor(const Executor& inner, std::function<bool()> stop);

}  // namespace strate
