// A real process that is told to end, at every stage of a cook: it ends soon, and leaves no trace.
#include "compiler/file_system.hpp"
#include "tests/commands/support/child.hpp"
#include "tests/commands/support/tiny_world.hpp"
#include "tests/support/staged_sample.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;

namespace {

constexpr std::size_t kSize = 1000;
constexpr double kSoonS = 2;

struct Moment {
  const std::string& season;
  const char* said;  ///< the signal comes after this was said
  int pause_ms;
  int signal, code;
};

/// The first strate of the tiny season alone: nothing to plan.
const std::string& field_alone() {
  static const std::string season = [] {
    const std::string folder = test::scratch().at("alone");
    REQUIRE(make_folders(posix_file_system(), folder));
    const auto put = [&](const std::string& name, const std::string& text) {
      REQUIRE(write_file(posix_file_system(), folder + "/" + name, text));
    };
    put("field.strate.json",
        test::bytes_of(STRATEC_SOURCE_DIR "/tests/data/tiny/strates/field.strate.json"));
    put("alone.season.json", R"({ "$schema": "season-1.json", "seed": "43",
  "bake": { "window_m": [-34, -34, 34, 34], "views": 1 },
  "slots": [{ "id": "field", "strate": "field.strate.json" }] })");
    return folder + "/alone.season.json";
  }();
  return season;
}

std::vector<Moment> moments() {
  const std::string &tiny = test::kTinySeason, &alone = field_alone();
  return {{tiny, "stratec: plan\n", 0, SIGINT, 130},
          {tiny, "stratec: plan\n", 700, SIGTERM, 143},
          {alone, "stratec: sample\n", 50, SIGINT, 130},
          {alone, "stratec: walk\n", 50, SIGTERM, 143},
          {alone, "stratec: field: grid\n", 10, SIGINT, 130},
          {alone, "stratec: field: mesh\n", 30, SIGTERM, 143}};
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  const auto list = posix_file_system().list(folder);
  REQUIRE(list);
  for (const FolderEntry& e : *list) names.push_back(e.name);
  return names;
}

void interrupt(const testing::TemporaryFolder& folder, const Moment& m) {
  INFO(m.said << " + " << m.pause_ms << " ms, signal " << m.signal);
  test::Child child({"cook", m.season, "-o", folder.at("out"), "--skip", "audit"});
  REQUIRE(child.said(m.said));
  ::usleep(static_cast<useconds_t>(m.pause_ms) * 1000);
  const auto start = std::chrono::steady_clock::now();
  child.signal(m.signal);
  child.signal(m.signal);  // an impatient one changes nothing
  const int code = child.end();
  INFO(child.err());
  CHECK(code == m.code);
  CHECK(test::seconds_since(start) < kSoonS);
  CHECK(child.err().find("interrupted; outputs are as they were") != std::string::npos);
}

}  // namespace

TEST_CASE("signal: a cook that is told to end does so within two seconds, at any stage") {
  const testing::TemporaryFolder folder;
  const std::vector<Moment> all = moments();
  SECTION("where there was no output there is none, nor anything beside it") {
    for (const Moment& m : {all[0], all[3], all[4]}) {
      interrupt(folder, m);
      CHECK(names_in(folder.path()) == std::vector<std::string>{});
    }
  }
  SECTION("an output that was there stays whole") {
    REQUIRE(testing::publish(posix_file_system(), folder.at("out"), 7, kSize));
    for (const Moment& m : {all[1], all[2], all[5]}) {
      interrupt(folder, m);
      CHECK(testing::state_of(posix_file_system(), folder.at("out"), kSize) == "7");
      CHECK(names_in(folder.path()) == std::vector<std::string>{"out"});
    }
  }
}

TEST_CASE("signal: a command that collects no files ends at once") {
  test::Child child({"digest", test::kTinySeason, "--window=-30,-30,-60,30,30,0"});
  REQUIRE(child.handles(SIGTERM));
  ::usleep(50'000);
  const auto start = std::chrono::steady_clock::now();
  child.signal(SIGTERM);
  CHECK(child.end() == 143);
  CHECK(test::seconds_since(start) < kSoonS);
}
