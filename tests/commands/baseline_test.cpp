// audit --baseline as a user sees it: written, kept, broken, written again.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "compiler/file_system.hpp"
#include "tests/commands/support/run.hpp"

using namespace strate;
using test::run;

namespace {

const std::string kScratch = STRATEC_BINARY_DIR "/commands/baseline";
const std::string kSolo = kScratch + "/solo.season.json";
/// One strate in a small window: an audit of it takes a second.
const std::string kSeason = R"({ "$schema": "season-1.json", "seed": "43",
  "bake": { "window_m": [-12, -12, 12, 12], "views": 0 },
  "slots": [{ "id": "hall", "strate": "hall.strate.json" }] })";

FileSystem& files() { return posix_file_system(); }

std::string text_of(const std::string& path) {
  const auto text = read_file(files(), path, 1u << 24);
  REQUIRE(text);
  return *text;
}

nlohmann::ordered_json json_of(const std::string& path) {
  return nlohmann::ordered_json::parse(text_of(path));
}

void put(const std::string& path, const nlohmann::ordered_json& json) {
  REQUIRE(write_file(files(), path, json.dump(2)));
}

/// The baseline of the season, written once by the tool.
const std::string& written() {
  static const std::string path = [] {
    REQUIRE(remove_tree(files(), kScratch));
    REQUIRE(make_folders(files(), kScratch));
    const std::string hall = STRATEC_SOURCE_DIR "/tests/data/tiny/strates/hall.strate.json";
    REQUIRE(write_file(files(), kScratch + "/hall.strate.json", text_of(hall)));
    REQUIRE(write_file(files(), kSolo, kSeason));
    const std::string file = kScratch + "/expect.json";
    const test::Ran r = run({"audit", kSolo, "-q", "--baseline", file, "--update-baseline"});
    INFO(r.err << r.out);
    REQUIRE(r.code == 0);
    return file;
  }();
  return path;
}

/// A changed copy of it.
template <class Change>
std::string changed(const std::string& name, Change&& change) {
  nlohmann::ordered_json json = json_of(written());
  change(json);
  const std::string path = kScratch + "/" + name;
  put(path, json);
  return path;
}

test::Ran audit(const std::string& baseline, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"audit", kSolo, "-q", "--baseline", baseline};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments);
}

}  // namespace

TEST_CASE("baseline: the first update writes every figure, the season's path and what to edit") {
  const nlohmann::ordered_json json = json_of(written());
  CHECK(json["$schema"] == "expect-1.json");
  CHECK(json["note"].get<std::string>().find("Edit only `allow`") != std::string::npos);
  CHECK(json["season"] == "solo.season.json");
  CHECK(json["content_hash"].get<std::string>().size() == 32);
  CHECK(json["step_m"] == 0.125);
  CHECK(json["window_m"] == nlohmann::ordered_json::array({-12, -12, 12, 12}));
  CHECK(json["allow"].empty());
  CHECK(json["descent"].empty());  // one strate has no way down
  CHECK(json["laws"]["seal"] == "holds");
  CHECK(json["stack"].dump() == "{\"band_m\":2}");  // what only the descent says stands there
  REQUIRE(json["strates"].size() == 1);
  const auto& hall = json["strates"]["hall"];
  CHECK(hall.contains("air_fraction"));
  CHECK(hall.contains("thinnest_seal_m"));
  CHECK_FALSE(hall.contains("triangles"));
}

TEST_CASE("baseline: a regression exits 1 with the figure, in the table and in JSON") {
  const std::string path = changed("beyond.json", [](auto& json) {
    auto& hall = json["strates"]["hall"];
    hall["air_fraction"] = hall["air_fraction"].template get<double>() + 0.25;
    hall["floor_m2"] = hall["floor_m2"].template get<double>() + 0.5;
    json["allow"]["air_fraction"] = {-0.2, 0.2};
    json["allow"]["floor_m2"] = {-0.5, 0};
    json["content_hash"] = std::string(32, '0');
  });
  const test::Ran text = audit(path);
  CHECK(text.code == 1);
  CHECK(text.out.find("another world, content 0000") != std::string::npos);
  CHECK(text.out.find("BEYOND") != std::string::npos);
  CHECK(text.out.find("-0.25") != std::string::npos);
  CHECK(text.out.find("-0.2 … +0.2") != std::string::npos);
  CHECK(text.out.find("the baseline is not kept") != std::string::npos);
  const test::Ran json = audit(path, {"--json"});
  CHECK(json.code == 1);
  const auto document = nlohmann::json::parse(json.out);
  CHECK(document["command"] == "audit");
  CHECK(document["laws"].size() > 5);
  const auto& report = document["baseline"];
  CHECK(report["verdict"] == "fails");
  CHECK(report["same_world"] == false);
  CHECK(report["summary"]["beyond"] == 1);
  CHECK(report["summary"]["within"] == 1);
  for (const auto& f : report["figures"])
    if (f["shift"] == "beyond") {
      CHECK(f["where"] == "hall");
      CHECK(f["figure"] == "air_fraction");
      CHECK(f["moved"] == -0.25);
      CHECK(f["down"] == -0.2);
    }
}

TEST_CASE("baseline: an update keeps what people wrote, and a kept baseline every byte") {
  const std::string path = changed("kept.json", [](auto& json) {
    json["$schema"] = "../schemas/expect-1.json";
    json["note"] = "Ours.";
    json["allow"]["air_fraction"] = {-0.02, nullptr};
    json["allow_fraction"]["floor_m2"] = {nullptr, 0.1};
    json["strates"]["hall"]["air_fraction"] = 0.9;
  });
  const test::Ran update = audit(path, {"--update-baseline"});
  REQUIRE(update.code == 0);
  CHECK(update.out.find("the baseline is") == std::string::npos);  // it is not judged
  CHECK(update.err.find(" is written anew") != std::string::npos);
  CHECK(audit(path, {"--update-baseline"}).err.find(" says so already") != std::string::npos);
  const nlohmann::ordered_json json = json_of(path);
  CHECK(json["$schema"] == "../schemas/expect-1.json");
  CHECK(json["note"] == "Ours.");
  CHECK(json["allow"].dump() == "{\"air_fraction\":[-0.02,null]}");
  CHECK(json["allow_fraction"].dump() == "{\"floor_m2\":[null,0.1]}");
  CHECK(json["strates"] == json_of(written())["strates"]);
  const std::string bytes = text_of(path);
  const test::Ran kept = audit(path);
  CHECK(kept.code == 0);
  CHECK(kept.out.find("the same world") != std::string::npos);
  CHECK(kept.out.find("the baseline is kept") != std::string::npos);
  CHECK(text_of(path) == bytes);
}

TEST_CASE("baseline: what cannot be asked together is refused before anything runs") {
  const auto code = [](const std::vector<std::string>& arguments, const std::string& error) {
    const test::Ran r = run(arguments);
    INFO(r.err);
    CHECK(r.out.empty());
    CHECK(r.err.find(error) != std::string::npos);
    return r.code;
  };
  CHECK(code({"audit", kSolo, "--update-baseline"}, "usage.missing") == 2);
  CHECK(code({"audit", kSolo, "seal", "--baseline", written()}, "usage.baseline_laws") == 2);
  CHECK(code({"audit", kSolo, "--baseline", written(), "--update-baseline", "--seed", "7"},
             "usage.seed") == 2);
  CHECK(code({"audit", kSolo, "--baseline", kScratch + "/none.json"}, "path.not_found") == 2);
  CHECK(code({"audit", kSolo, "--baseline", "x.jsonc", "--update-baseline"},
             "usage.baseline_comments") == 2);
  CHECK(code({"audit", kSolo, "--baseline", kScratch}, "path.not_a_file") == 2);
}

TEST_CASE("baseline: a broken one is answered with its place, and stays as it was") {
  const std::string path = changed("broken.json", [](auto& json) {
    json["allow"]["air_fracton"] = {-0.1, 0.1};
  });
  const std::string bytes = text_of(path);
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, std::vector<std::string>{"--update-baseline"}}) {
    const test::Ran r = audit(path, more);
    CHECK(r.code == 2);
    CHECK(r.err.find("expect.unknown_figure") != std::string::npos);
    CHECK(r.err.find("did you mean 'air_fraction'?") != std::string::npos);
    CHECK(text_of(path) == bytes);
  }
}

TEST_CASE("baseline: that of another season is refused") {
  const std::string path =
      changed("other.json", [](auto& json) { json["season"] = "../katabasis.season.json"; });
  const test::Ran r = audit(path);
  CHECK(r.code == 2);
  CHECK(r.err.find("expect.other_season") != std::string::npos);
}
