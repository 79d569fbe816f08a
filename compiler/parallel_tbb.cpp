// The executor that the command line uses: oneTBB, one arena of a fixed number of threads.
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

#include "compiler/parallel.hpp"

namespace strate {

namespace {

/// Lets oneTBB have so many threads, until the next call. Lifting a limit may start threads, which
/// cannot fail where nobody catches it: so the last limit is left to the end of the process.
void limit_threads(unsigned workers) {
  static std::mutex mutex;
  static tbb::global_control* limit = nullptr;
  const std::lock_guard guard(mutex);
  auto next =
      std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, workers);
  delete std::exchange(limit, next.release());
}

class TbbExecutor final : public Executor {
 public:
  explicit TbbExecutor(unsigned workers)
      : workers_(workers == 0 ? std::max(1u, std::thread::hardware_concurrency()) : workers),
        arena_(static_cast<int>(workers_)) {
    limit_threads(workers_);
  }
  unsigned workers() const override { return workers_; }
  void for_each(std::size_t n,
                const std::function<void(std::size_t, unsigned)>& body) const override {
    arena_.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, n, 1),
          [&](const tbb::blocked_range<std::size_t>& range) {
            const int slot = tbb::this_task_arena::current_thread_index();
            for (std::size_t i = range.begin(); i != range.end(); ++i)
              body(i, static_cast<unsigned>(slot));
          },
          tbb::simple_partitioner());
    });
  }

 private:
  unsigned workers_;
  mutable tbb::task_arena arena_;
};

}  // namespace

std::unique_ptr<Executor> make_tbb_executor(unsigned workers) {
  return std::make_unique<TbbExecutor>(workers);
}

void on_one_thread(const std::function<void()>& work) { tbb::task_arena(1).execute(work); }

}  // namespace strate
