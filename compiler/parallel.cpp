#include "compiler/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "compiler/hash.hpp"

namespace strate {

namespace {

using Body = std::function<void(std::size_t, unsigned)>;

class SerialExecutor final : public Executor {
 public:
  unsigned workers() const override { return 1; }
  void for_each(std::size_t n, const Body& body) const override {
    for (std::size_t i = 0; i < n; ++i) body(i, 0);
  }
};

class ThreadExecutor final : public Executor {
 public:
  explicit ThreadExecutor(unsigned workers) : workers_(std::max(1u, workers)) {}
  unsigned workers() const override { return workers_; }
  void for_each(std::size_t n, const Body& body) const override {
    std::atomic<std::size_t> next{0};
    const auto work = [&](unsigned worker) {
      for (std::size_t i = next.fetch_add(1); i < n; i = next.fetch_add(1)) body(i, worker);
    };
    std::vector<std::thread> threads;
    const auto helpers = static_cast<unsigned>(std::min<std::size_t>(workers_, n));
    for (unsigned w = 1; w < helpers; ++w) threads.emplace_back(work, w);
    work(0);
    for (std::thread& t : threads) t.join();
  }

 private:
  unsigned workers_;
};

class OrderedExecutor final : public Executor {
 public:
  OrderedExecutor(const Executor& inner, std::uint64_t seed) : inner_(inner), seed_(seed) {}
  unsigned workers() const override { return inner_.workers(); }
  void for_each(std::size_t n, const Body& body) const override {
    const std::vector<std::size_t> o = order(n);
    inner_.for_each(n, [&](std::size_t i, unsigned worker) { body(o[i], worker); });
  }

 private:
  std::vector<std::size_t> order(std::size_t n) const {
    std::vector<std::size_t> o(n);
    std::iota(o.begin(), o.end(), std::size_t{0});
    if (seed_ == 0) {
      std::reverse(o.begin(), o.end());
      return o;
    }
    for (std::size_t i = n; i > 1; --i) std::swap(o[i - 1], o[draw(seed_, 0, i) % i]);
    return o;
  }
  const Executor& inner_;
  std::uint64_t seed_;
};

class StoppingExecutor final : public Executor {
 public:
  StoppingExecutor(const Executor& inner, std::function<bool()> stop)
      : inner_(inner), stop_(std::move(stop)) {}
  unsigned workers() const override { return inner_.workers(); }
  void for_each(std::size_t n, const Body& body) const override {
    std::atomic<bool> left_out{false};
    inner_.for_each(n, [&](std::size_t i, unsigned worker) {
      if (stop_())
        left_out.store(true, std::memory_order_relaxed);
      else
        body(i, worker);
    });
    if (left_out.load(std::memory_order_relaxed) || stop_()) throw Stopped{};
  }

 private:
  const Executor& inner_;
  std::function<bool()> stop_;
};

}  // namespace

const Executor& serial_executor() {
  static const SerialExecutor executor;
  return executor;
}

std::unique_ptr<Executor> make_thread_executor(unsigned workers) {
  return std::make_unique<ThreadExecutor>(workers);
}

std::unique_ptr<Executor> make_ordered_executor(const Executor& inner, std::uint64_t seed) {
  return std::make_unique<OrderedExecutor>(inner, seed);
}

std::unique_ptr<Executor> make_shuffled_executor(std::uint64_t seed) {
  return make_ordered_executor(serial_executor(), seed);
}

std::unique_ptr<Executor> make_stopping_executor(const Executor& inner,
                                                 std::function<bool()> stop) {
  return std::make_unique<StoppingExecutor>(inner, std::move(stop));
}

}  // namespace strate
