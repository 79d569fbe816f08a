// The first law over the whole product: no thread count, instruction set or pruning moves a byte of
// what a cook writes.
#include <catch2/catch.hpp>
#include <map>

#include "passes/density/simd.hpp"
#include "tests/commands/support/tiny_world.hpp"

using namespace strate;
using test::cooked_tiny;
using test::kTinySeason;

namespace {

const std::string kOut = STRATEC_BINARY_DIR "/determinism";

/// Every file below the folder with its bytes.
std::map<std::string, std::string> tree(const std::string& folder) {
  std::map<std::string, std::string> files;
  const auto list = walk_tree(posix_file_system(), folder);
  REQUIRE(list);
  for (const FolderEntry& e : *list) {
    const auto bytes = read_file(posix_file_system(), join_path(folder, e.name), 1u << 30);
    REQUIRE(bytes);
    files[e.name] = *bytes;
  }
  return files;
}

/// Cooks over what was cooked before.
std::map<std::string, std::string> cook(const std::vector<std::string>& how) {
  static const std::string out = test::copied_tiny("again");
  std::vector<std::string> arguments{"cook", kTinySeason, "-o", out, "-q"};
  arguments.insert(arguments.end(), how.begin(), how.end());
  const test::Ran r = test::run(arguments);
  INFO(r.err << r.out);
  REQUIRE(r.code == 0);
  return tree(out);
}

/// Names of files that one of them lacks or has with other bytes.
std::vector<std::string> differences(std::map<std::string, std::string> a,
                                     const std::map<std::string, std::string>& b) {
  std::vector<std::string> names;
  for (const auto& [name, bytes] : b)
    if (const auto it = a.find(name); it == a.end() || it->second != bytes) names.push_back(name);
  for (const auto& [name, bytes] : a)
    if (!b.contains(name)) names.push_back(name);
  return names;
}

}  // namespace

TEST_CASE("cook: again, and with other threads, levels or no pruning, moves no byte of any file") {
  // Cooked by another process on every core at the best level.
  const auto reference = tree(cooked_tiny());
  REQUIRE(reference.size() >= 10);
  auto other = reference;
  other["season_manifest.json"] += ' ';
  CHECK(differences(reference, other) == std::vector<std::string>{"season_manifest.json"});
  // Every other level on 1, 7 or 2 threads in turn, the last without pruning; all of each, and
  // other compilers, in the soak.
  std::vector<SimdLevel> others;
  for (const SimdLevel level : simd_levels())
    if (level != simd_level()) others.push_back(level);
  if (others.empty()) others.push_back(simd_level());
  constexpr const char* kThreads[] = {"1", "7", "2"};
  for (std::size_t i = 0; i < others.size(); ++i) {
    std::vector<std::string> how{"--simd", std::string(simd_name(others[i])), "--threads",
                                 kThreads[i % 3]};
    if (i + 1 == others.size()) how.push_back("--no-prune");
    INFO(how[1] << " on " << how[3]);
    CHECK(differences(reference, cook(how)) == std::vector<std::string>{});
  }
}

TEST_CASE("cook: a level that this machine lacks is refused with exit 2, never replaced") {
  const auto present = simd_levels();
  for (const SimdLevel level :
       {SimdLevel::scalar, SimdLevel::sse4, SimdLevel::avx2, SimdLevel::avx512}) {
    if (std::find(present.begin(), present.end(), level) != present.end()) continue;
    const std::string name(simd_name(level));
    WARN(name << " is absent here: skipped, and refused as it must be");
    CHECK(test::run({"cook", kTinySeason, "--simd", name, "-o", kOut + "/absent"}).code == 2);
  }
  CHECK(test::run({"cook", kTinySeason, "--simd", "avx9", "-o", kOut + "/absent"}).code == 2);
  CHECK_FALSE(exists(posix_file_system(), kOut + "/absent"));
}
