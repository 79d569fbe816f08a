// Every folder of tests/golden/diagnostics holds broken documents and the whole text that is
// printed about them. After a change of wording: STRATEC_REGOLD=1 test_documents "[golden]", then
// review.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/documents/support/load.hpp"

using namespace strate;
namespace fs = std::filesystem;

namespace {

const std::string kGolden = std::string(STRATEC_SOURCE_DIR) + "/tests/golden/diagnostics";

std::vector<std::string> cases() {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(kGolden))
    if (entry.is_directory()) out.push_back(entry.path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

/// The document that a case is about: named in main.txt, else its season, else bad.strate.json.
std::string main_document(const std::string& folder) {
  std::string named = test::read_text(folder + "/main.txt");
  if (!named.empty() && named.back() == '\n') named.pop_back();
  if (!named.empty()) return named;
  return fs::exists(folder + "/bad.season.json") ? "bad.season.json" : "bad.strate.json";
}

}  // namespace

TEST_CASE("diagnostics: what is printed about broken documents is as reviewed", "[golden]") {
  const bool write = std::getenv("STRATEC_REGOLD") != nullptr;
  const std::vector<std::string> all = cases();
  REQUIRE(all.size() >= 60);
  for (const std::string& name : all) {
    const std::string folder = kGolden + "/" + name, expected = folder + "/expected.txt";
    const test::Loaded loaded = test::load_in(folder, main_document(folder));
    const std::string text = loaded.printed();
    if (write) std::ofstream(expected, std::ios::binary) << text;
    INFO(name);
    CHECK_FALSE(loaded.diags.all().empty());
    CHECK(loaded.fine == !loaded.diags.has_errors());
    CHECK(text == test::read_text(expected));
  }
}

TEST_CASE("diagnostics: every error of the cases has a place, and nothing hostile is printed") {
  for (const std::string& name : cases()) {
    const std::string folder = kGolden + "/" + name;
    const test::Loaded loaded = test::load_in(folder, main_document(folder));
    INFO(name);
    for (const Diagnostic& d : loaded.diags.all()) CHECK(d.what.source.known());
    CHECK_FALSE(test::drives_terminal(loaded.printed()));
  }
}
