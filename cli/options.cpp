#include <algorithm>

#include "cli/command.hpp"

namespace strate::cli {

std::string Options::text(std::string_view name) const {
  for (const Given& g : given_)
    if (g.name == name) return g.values.empty() ? g.fallback : g.values.back();
  return {};
}

std::vector<std::string> Options::list(std::string_view name) const {
  for (const Given& g : given_)
    if (g.name == name) return g.values;
  return {};
}

void Options::set(std::string name, std::vector<std::string> values, std::string fallback) {
  given_.push_back({std::move(name), std::move(values), std::move(fallback)});
}

namespace {

constexpr std::string_view kSimdLevels[] = {"scalar", "neon", "sse4", "avx2", "avx512", "best"};
constexpr std::string_view kColors[] = {"auto", "always", "never"};

std::span<const std::string_view> simd_levels() { return kSimdLevels; }
std::span<const std::string_view> colors() { return kColors; }

constexpr OptionSpec kCommon[] = {
    {"--json", "", "", "one JSON document on stdout, nothing else"},
    {"--quiet", "-q", "", "no progress, errors only"},
    {"--verbose", "-v", "", "say more on stderr"},
    {"--threads", "", "N", "worker threads, 0: one per core", "0"},
    {"--simd", "", "LEVEL", "scalar, neon, sse4, avx2, avx512 or best; the bits never differ",
     "best", false, false, simd_levels},
    {"--color", "", "WHEN", "auto, always or never", "auto", false, false, colors},
};

constexpr ExitMeaning kMeanings[] = {
    {kFine, "fine"},
    {kLawFailed, "a law failed, or a passage that cannot be planned"},
    {kBadInput, "bad input or usage"},
    {kNotVerified, "verification failed"},
    {kMachine, "the machine: input and output, disk, memory or time"},
    {kBug, "a bug of the tool"},
    {130, "interrupted"},
    {141, "the reader of standard output went away, as `head` does"},
    {143, "terminated"},
};

}  // namespace

std::span<const ExitMeaning> exit_meanings() { return kMeanings; }

std::span<const OptionSpec> common_options() { return kCommon; }

}  // namespace strate::cli
