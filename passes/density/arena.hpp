// Bump memory of one worker: grows to a high-water mark, then allocates no more.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace strate {

/// 64-byte aligned memory, given back in the reverse order of taking by returning to a mark.
/// Pointers stay valid until then. Not for several threads.
class Arena {
 public:
  struct Mark {
    std::size_t chunk = 0, used = 0;
  };

  Arena() = default;
  /// Chunks of `chunk` bytes where that is enough.
  explicit Arena(std::size_t chunk) : chunk_bytes_(chunk) {}

  Mark mark() const { return {chunk_, used_}; }
  void release(Mark m) { chunk_ = m.chunk, used_ = m.used; }

  /// `count` uninitialised Ts (trivial types only).
  template <class T>
  T* take(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    return static_cast<T*>(bytes(count * sizeof(T)));
  }

  /// Bytes held, for tests of the high-water mark.
  std::size_t held() const {
    std::size_t total = 0;
    for (const Chunk& c : chunks_) total += c.size;
    return total;
  }

 private:
  static constexpr std::size_t kAlign = 64;
  struct Free {
    void operator()(std::byte* p) const { ::operator delete[](p, std::align_val_t(kAlign)); }
  };
  struct Chunk {
    std::unique_ptr<std::byte[], Free> memory;
    std::size_t size = 0;
  };

  void* bytes(std::size_t n) {
    n = (n + kAlign - 1) / kAlign * kAlign;
    while (chunk_ < chunks_.size() && used_ + n > chunks_[chunk_].size) ++chunk_, used_ = 0;
    if (chunk_ == chunks_.size()) add_chunk(n);
    std::byte* p = chunks_[chunk_].memory.get() + used_;
    used_ += n;
    return p;
  }
  void add_chunk(std::size_t n) {
    const std::size_t size = n > chunk_bytes_ ? n : chunk_bytes_;
    void* p = ::operator new[](size, std::align_val_t(kAlign));
    chunks_.push_back({std::unique_ptr<std::byte[], Free>(static_cast<std::byte*>(p)), size});
  }

  std::vector<Chunk> chunks_;
  std::size_t chunk_bytes_ = 1u << 20, chunk_ = 0, used_ = 0;
};

/// Gives back what was taken in its lifetime.
class ArenaScope {
 public:
  explicit ArenaScope(Arena& arena) : arena_(arena), mark_(arena.mark()) {}
  ~ArenaScope() { arena_.release(mark_); }
  ArenaScope(const ArenaScope&) = delete;
  ArenaScope& operator=(const ArenaScope&) = delete;

 private:
  Arena& arena_;
  Arena::Mark mark_;
};

}  // namespace strate
