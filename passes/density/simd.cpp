// Names of the SIMD levels and the parts of the kernels that need no lanes.
#include "passes/density/simd.hpp"

#include <array>
#include <utility>

#include "passes/density/kernels.hpp"

namespace strate {
namespace {

constexpr std::array<std::pair<SimdLevel, std::string_view>, 5> kNames{{
    {SimdLevel::scalar, "scalar"},
    {SimdLevel::neon, "neon"},
    {SimdLevel::sse4, "sse4"},
    {SimdLevel::avx2, "avx2"},
    {SimdLevel::avx512, "avx512"},
}};

}  // namespace

std::string_view simd_name(SimdLevel level) {
  for (const auto& [value, name] : kNames)
    if (value == level) return name;
  return "";
}

std::optional<SimdLevel> parse_simd(std::string_view name) {
  for (const auto& [value, known] : kNames)
    if (known == name) return value;
  return std::nullopt;
}

Polyline make_polyline(const std::vector<double>& at, const std::vector<double>& value) {
  Polyline line;
  for (std::size_t i = 0; i < at.size(); ++i) {
    line.at.push_back(static_cast<float>(at[i]));
    line.value.push_back(static_cast<float>(value[i]));
    const bool rises = i + 1 < at.size() && at[i + 1] > at[i];
    const double slope = rises ? (value[i + 1] - value[i]) / (at[i + 1] - at[i]) : 0.0;
    line.slope.push_back(static_cast<float>(slope));
  }
  return line;
}

}  // namespace strate
