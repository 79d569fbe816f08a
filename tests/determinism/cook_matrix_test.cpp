// The first law over the whole product: no thread count, instruction set or pruning moves a byte of
// what a cook writes.
#include <catch2/catch.hpp>
#include <map>

#include "compiler/file_system.hpp"
#include "passes/density/simd.hpp"
#include "tests/commands/support/run.hpp"

using namespace strate;

namespace {

const std::string kTiny = STRATEC_SOURCE_DIR "/tests/data/tiny/tiny.season.json";
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

std::map<std::string, std::string> cook(const std::vector<std::string>& how) {
  const std::string out = kOut + "/cooked";
  REQUIRE(remove_tree(posix_file_system(), out));
  std::vector<std::string> arguments{"cook", kTiny, "-o", out, "-q"};
  arguments.insert(arguments.end(), how.begin(), how.end());
  const test::Ran r = test::run(arguments);
  INFO(r.err << r.out);
  REQUIRE(r.code == 0);
  return tree(out);
}

void same(const std::map<std::string, std::string>& a,
          const std::map<std::string, std::string>& b) {
  REQUIRE(a.size() == b.size());
  REQUIRE(a.size() >= 10);
  for (const auto& [name, bytes] : a) {
    INFO(name);
    REQUIRE(b.contains(name));
    CHECK((b.at(name) == bytes));
  }
}

}  // namespace

TEST_CASE("cook: threads, instruction sets and pruning move no byte of any file") {
  REQUIRE(make_folders(posix_file_system(), kOut));
  const auto reference = cook({"--threads", "1", "--simd", "scalar"});
  // Every level on 2 or 7 threads in turn; both, and other compilers, in the soak's matrix.
  bool many = true;
  for (const SimdLevel level : simd_levels()) {
    const char* threads = many ? "7" : "2";
    INFO(simd_name(level) << " on " << threads);
    same(reference, cook({"--threads", threads, "--simd", std::string(simd_name(level))}));
    many = !many;
  }
  same(reference, cook({"--no-prune"}));
}

TEST_CASE("cook: a level that this machine lacks is refused with exit 2, never replaced") {
  const auto present = simd_levels();
  for (const SimdLevel level :
       {SimdLevel::scalar, SimdLevel::sse4, SimdLevel::avx2, SimdLevel::avx512}) {
    if (std::find(present.begin(), present.end(), level) != present.end()) continue;
    const std::string name(simd_name(level));
    WARN(name << " is absent here: skipped, and refused as it must be");
    CHECK(test::run({"cook", kTiny, "--simd", name, "-o", kOut + "/absent"}).code == 2);
  }
  CHECK(test::run({"cook", kTiny, "--simd", "avx9", "-o", kOut + "/absent"}).code == 2);
  CHECK_FALSE(exists(posix_file_system(), kOut + "/absent"));
}
