#include "passes/density/simd.hpp"

#include <catch2/catch.hpp>

#include "passes/density/kernels.hpp"

using namespace strate;

TEST_CASE("simd: names and levels go both ways") {
  for (const SimdLevel level :
       {SimdLevel::scalar, SimdLevel::sse4, SimdLevel::avx2, SimdLevel::avx512})
    CHECK(parse_simd(simd_name(level)) == level);
  CHECK_FALSE(parse_simd("avx"));
  CHECK_FALSE(parse_simd(""));
}

TEST_CASE("simd: levels ascend and the highest is in force until another is set") {
  const std::vector<SimdLevel> levels = simd_levels();
  REQUIRE_FALSE(levels.empty());
  for (std::size_t i = 1; i < levels.size(); ++i) CHECK(levels[i - 1] < levels[i]);
  const SimdLevel before = simd_level();
  CHECK(before == levels.back());
  for (const SimdLevel level : levels) {
    CHECK(set_simd_level(level));
    CHECK(simd_level() == level);
    CHECK(&kernels() == &kernels(level));
  }
  set_simd_level(before);
}

#if defined(__x86_64__)
TEST_CASE("simd: the scalar level is always there") {
  CHECK(simd_levels().front() == SimdLevel::scalar);
}
#endif
