// The rules of floating point that all bits are made by: round to nearest, denormals kept. A
// process that embeds the library may run under others (fast math in one of its libraries is
// enough), so the doors of the library set these and put the caller's back.
#pragma once

#include <cfenv>
#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace strate {

/// While it lives, this thread rounds to nearest and keeps denormals. Costs one read of a register
/// where that is so already.
class PlainFloats {
 public:
#if defined(__x86_64__)
  PlainFloats() : before_(_mm_getcsr()) {
    if ((before_ & kRules) != 0) _mm_setcsr(before_ & ~kRules);
  }
  ~PlainFloats() {
    if ((before_ & kRules) != 0) _mm_setcsr((_mm_getcsr() & ~kRules) | (before_ & kRules));
  }

 private:
  /// Flush to zero, rounding control, denormals are zero.
  static constexpr unsigned kRules = 0x8000u | 0x6000u | 0x0040u;
  unsigned before_;
#elif defined(__aarch64__)
  PlainFloats() : before_(control()) {
    if ((before_ & kRules) != 0) set_control(before_ & ~kRules);
  }
  ~PlainFloats() {
    if ((before_ & kRules) != 0) set_control(before_);
  }

 private:
  /// Flush to zero of doubles and of halves, rounding mode.
  static constexpr std::uint64_t kRules = 0x3ull << 22 | 0x1ull << 24 | 0x1ull << 19;
  static std::uint64_t control() {
    std::uint64_t v;
    asm volatile("mrs %0, fpcr" : "=r"(v));
    return v;
  }
  static void set_control(std::uint64_t v) { asm volatile("msr fpcr, %0" : : "r"(v)); }
  std::uint64_t before_;
#else
  PlainFloats() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~PlainFloats() { std::fesetenv(&before_); }

 private:
  std::fenv_t before_;
#endif

 public:
  PlainFloats(const PlainFloats&) = delete;
  PlainFloats& operator=(const PlainFloats&) = delete;
};

}  // namespace strate
