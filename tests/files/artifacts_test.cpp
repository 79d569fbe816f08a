#include "formats/files/artifacts.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace strate;

namespace {

ArtifactList list_of_three() {
  ArtifactList list;
  list.tool = "stratec 0.1.0";
  list.manifest = xxh3_128("manifest");
  list.files = {{"audit.json", 12, xxh3_128("a"), "report", {"season_manifest.json"}},
                {"ossuary/density.vdb", 1ull << 40, xxh3_128("b"), "bake", {"ossuary", "plan"}},
                {"season_manifest.json", 0, xxh3_128(""), "emit", {}}};
  return list;
}

std::string code_of(const std::string& bytes) {
  const Result<ArtifactList> list = read_artifacts(bytes);
  return list ? "accepted" : list.error().code;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("artifacts: what is read back is what was written, sorted") {
  const ArtifactList list = list_of_three();
  const std::string bytes = write_artifacts(list);
  const Result<ArtifactList> back = read_artifacts(bytes);
  REQUIRE(back);
  CHECK(*back == list);
  ArtifactList shuffled = list;
  std::swap(shuffled.files[0], shuffled.files[2]);
  CHECK(write_artifacts(shuffled) == bytes);
}

TEST_CASE("artifacts: no changed byte anywhere in the list is accepted") {
  const std::string bytes = write_artifacts(list_of_three());
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = bytes;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      INFO("byte " << i << " bit " << bit);
      REQUIRE(code_of(flipped).starts_with("artifacts."));
    }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    REQUIRE(code_of(bytes.substr(0, i)).starts_with("artifacts."));
    REQUIRE(code_of(std::string(bytes).insert(i, " ")).starts_with("artifacts."));
  }
}

TEST_CASE("artifacts: wrong lists are refused by name") {
  const std::string b = write_artifacts(list_of_three());
  CHECK(code_of("") == "artifacts.truncated");
  CHECK(code_of(b.substr(0, 90)) == "artifacts.truncated");
  CHECK(code_of("{}") == "artifacts.missing_key");
  CHECK(code_of(replaced(b, "artifacts-1", "artifacts-2")) == "artifacts.schema");
  CHECK(code_of(replaced(b, "\"pass\"", "\"pazz\"")) == "artifacts.missing_key");
  CHECK(code_of(replaced(b, "\"size\": 12", "\"size\": -12")) == "artifacts.out_of_range");
  CHECK(code_of(replaced(b, "\"size\": 12", "\"size\": 13")) == "artifacts.self_hash");
  CHECK(code_of(replaced(b, "audit.json", "../dit.json")) == "artifacts.path");
  CHECK(code_of(replaced(b, "audit.json", "zudit.json")) == "artifacts.order");
  CHECK(code_of(replaced(b, "\"tool\"", "\"path\": 1, \"tool\"")) == "artifacts.unknown_key");
}
