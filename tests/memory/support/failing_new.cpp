#include "tests/memory/support/failing_new.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> made{0}, failing{0};

void* taken(std::size_t size, std::size_t align) {
  if (++made == failing) return nullptr;
  return std::aligned_alloc(align, (size + align - 1) / align * align);
}

void* taken_or_thrown(std::size_t size, std::size_t align) {
  void* p = taken(size, align);
  if (!p) throw std::bad_alloc();
  return p;
}

constexpr std::size_t kPlain = alignof(std::max_align_t);

}  // namespace

void fail_allocation(long k) {
  made = 0;
  failing = k;
}

long allocations_made() { return made; }

void* operator new(std::size_t size) { return taken_or_thrown(size, kPlain); }
void* operator new(std::size_t size, std::align_val_t align) {
  return taken_or_thrown(size, static_cast<std::size_t>(align));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return taken(size, kPlain); }
void* operator new(std::size_t size, std::align_val_t align, const std::nothrow_t&) noexcept {
  return taken(size, static_cast<std::size_t>(align));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
