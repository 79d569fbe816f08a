// The instruction set that density kernels run on. Every level computes the same bits.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace strate {

enum class SimdLevel { scalar, neon, sse4, avx2, avx512 };

std::string_view simd_name(SimdLevel level);
std::optional<SimdLevel> parse_simd(std::string_view name);

/// Levels that this machine and this build can run, lowest first.
std::vector<SimdLevel> simd_levels();

/// Makes every kernel run at `level` from now on; false if it is not among simd_levels().
/// Call it before threads evaluate. The default is the highest.
bool set_simd_level(SimdLevel level);
SimdLevel simd_level();

}  // namespace strate
