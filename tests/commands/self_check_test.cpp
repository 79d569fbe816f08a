// stratec cook --self-check, as a user sees it; the faults that it names are planted in
// tests/passes/self_check_test.cpp.
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "compiler/file_system.hpp"
#include "passes/density/simd.hpp"
#include "tests/commands/support/run.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;
using test::run;

namespace {

const std::string kTiny = STRATEC_SOURCE_DIR "/tests/data/tiny/tiny.season.json";

std::string manifest_in(const std::string& folder) {
  const auto text = read_file(posix_file_system(), folder + "/season_manifest.json", 1u << 24);
  REQUIRE(text);
  return *text;
}

}  // namespace

TEST_CASE("cook: --self-check runs every pass twice, says how, and changes no byte") {
  const testing::TemporaryFolder folder;
  const SimdLevel before = simd_level();
  const std::vector<std::string> cook{"cook", kTiny, "--skip", "audit", "--threads", "2"};
  auto plain = cook, checked = cook;
  plain.insert(plain.end(), {"-o", folder.at("plain"), "-q"});
  checked.insert(checked.end(), {"-o", folder.at("checked"), "--self-check", "--json"});
  REQUIRE(run(plain).code == 0);
  const test::Ran r = run(checked);
  INFO(r.err);
  REQUIRE(r.code == 0);
  const auto doc = nlohmann::json::parse(r.out);
  CHECK(doc["self_check"]["parts"].get<int>() > 5000);
  const std::string how = doc["self_check"]["how"];
  CHECK(how.find("3 threads, reversed tiles, ") == 0);
  if (simd_levels().size() > 1)
    CHECK(how.find(std::string(simd_name(before))) == std::string::npos);
  CHECK(r.err.find("stratec: self-check: sample\n") != std::string::npos);
  CHECK(manifest_in(folder.at("checked")) == manifest_in(folder.at("plain")));
  CHECK(simd_level() == before);
}
