// stratec cook --self-check, as a user sees it; the faults that it names are planted in
// tests/passes/self_check_test.cpp.

#include <catch2/catch.hpp>

#include "passes/density/simd.hpp"
#include "tests/commands/support/tiny_world.hpp"

using namespace strate;
using test::run;

namespace {

/// What a manifest says of the world; the rest says how it was cooked.
nlohmann::json world_in(const std::string& folder) {
  return nlohmann::json::parse(test::bytes_of(folder + "/season_manifest.json")).at("world");
}

}  // namespace

TEST_CASE("cook: --self-check runs every pass twice, says how, and changes no byte") {
  const std::string out = test::scratch().at("checked");
  const SimdLevel before = simd_level();
  const test::Ran r = run({"cook", test::kTinySeason, "--skip", "audit", "--threads", "2", "-o",
                           out, "--self-check", "--json"});
  INFO(r.err);
  REQUIRE(r.code == 0);
  const auto doc = nlohmann::json::parse(r.out);
  CHECK(doc["self_check"]["parts"].get<int>() > 5000);
  const std::string how = doc["self_check"]["how"];
  CHECK(how.find("3 threads, reversed tiles, ") == 0);
  if (simd_levels().size() > 1)
    CHECK(how.find(std::string(simd_name(before))) == std::string::npos);
  CHECK(r.err.find("stratec: self-check: sample\n") != std::string::npos);
  CHECK(world_in(out) == world_in(test::cooked_tiny()));
  for (const char* file : {"/field/density.vdb", "/field/mesh.obj", "/hall/measure.json"})
    CHECK((test::bytes_of(out + file) == test::bytes_of(test::cooked_tiny() + file)));
  CHECK(simd_level() == before);
}
