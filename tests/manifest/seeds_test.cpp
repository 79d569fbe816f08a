// The seeds of the fuzzer are what the writer writes today; STRATEC_REGOLD=1 renews them. Those of
// real seasons change with every archetype: they need only be read.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "compiler/file_system.hpp"
#include "tests/support/loaded_season.hpp"
#include "tests/support/manifest_sample.hpp"

using namespace strate;

namespace {

/// Of a real season as resolved: every shipped archetype that it uses.
std::string season_text(const std::string& path) {
  const Catalog catalog = shipped_catalog();
  const Season season = testing::loaded_season(path);
  Manifest m;
  m.version = "0.1.0";
  m.world = season.world;
  m.review.name = season.name;
  for (const StrateSettings& s : season.strates) m.review.strates.push_back(review_of(s));
  const Result<std::string> text = write_checked_manifest(m, catalog);
  if (!text) FAIL(text.error().code + ": " + text.error().text);
  return *text;
}

/// The stored seed; STRATEC_REGOLD=1 writes it first.
std::string seed(const std::string& name, const std::string& bytes) {
  FileSystem& files = posix_file_system();
  const std::string path = join_path(STRATEC_SOURCE_DIR "/tests/fuzz/seeds/manifest", name);
  if (std::getenv("STRATEC_REGOLD") != nullptr) REQUIRE(write_file(files, path, bytes));
  const Result<std::string> stored = read_file(files, path, 1u << 24);
  REQUIRE(stored);
  return *stored;
}

std::string fault_of(const std::string& manifest) {
  const Result<Manifest> read = read_manifest(manifest, shipped_catalog());
  return read ? "" : read.error().code + ": " + read.error().text;
}

}  // namespace

TEST_CASE("fuzz: the seeds are manifests of today") {
  Manifest empty;
  empty.version = "0.1.0";
  const std::string none = write_manifest(empty, sample::catalog());
  CHECK(seed("no-strate.json", none) == none);
  const std::string all = write_manifest(sample::manifest(), sample::catalog());
  CHECK(seed("sample.json", all) == all);
  const std::string root = STRATEC_SOURCE_DIR "/";
  const std::string tiny = season_text(root + "tests/data/tiny/tiny.season.json");
  CHECK(fault_of(seed("tiny.json", tiny)) == "");
  const std::string steps = season_text(root + "seasons/first-steps/first-steps.season.json");
  CHECK(fault_of(seed("first-steps.json", steps)) == "");
}
