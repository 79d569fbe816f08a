#include "tests/ops/support/counted_new.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> allocations{0};

constexpr std::size_t kPlain = alignof(std::max_align_t);

void* counted(std::size_t size, std::size_t align) noexcept {
  ++allocations;
  // aligned_alloc wants a multiple of the alignment.
  void* p = std::aligned_alloc(align, (size + align - 1) / align * align);
  if (!p) std::abort();
  return p;
}

}  // namespace

long allocation_count() { return allocations; }

void* operator new(std::size_t size) { return counted(size, kPlain); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return counted(size, kPlain);
}
void* operator new(std::size_t size, std::align_val_t align) {
  return counted(size, static_cast<std::size_t>(align));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
