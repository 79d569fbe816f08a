// A real process that is told to end, at every stage of a cook: it ends soon, and leaves no trace.
#include "compiler/file_system.hpp"
#include "tests/commands/support/child.hpp"
#include "tests/support/staged_sample.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;

namespace {

const std::string kTiny = STRATEC_SOURCE_DIR "/tests/data/tiny/tiny.season.json";
constexpr std::size_t kSize = 1000;
constexpr double kSoonS = 2;

struct Moment {
  const char* said;  ///< the signal comes after this was said
  int pause_ms;
  int signal, code;
};

constexpr Moment kMoments[] = {
    {"stratec: plan\n", 0, SIGINT, 130},         {"stratec: plan\n", 700, SIGTERM, 143},
    {"stratec: sample\n", 50, SIGINT, 130},      {"stratec: walk\n", 50, SIGTERM, 143},
    {"stratec: field: grid\n", 10, SIGINT, 130}, {"stratec: hall: mesh\n", 30, SIGTERM, 143},
};

/// Names in a folder, to see what is left behind.
std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  const auto list = posix_file_system().list(folder);
  REQUIRE(list);
  for (const FolderEntry& e : *list) names.push_back(e.name);
  return names;
}

void interrupt(const testing::TemporaryFolder& folder, const Moment& m) {
  INFO(m.said << " + " << m.pause_ms << " ms, signal " << m.signal);
  test::Child child({"cook", kTiny, "-o", folder.at("out"), "--skip", "audit"});
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
  SECTION("where there was no output there is none, nor anything beside it") {
    for (const Moment& m : {kMoments[0], kMoments[3], kMoments[4]}) {
      interrupt(folder, m);
      CHECK(names_in(folder.path()) == std::vector<std::string>{});
    }
  }
  SECTION("an output that was there stays whole") {
    REQUIRE(testing::publish(posix_file_system(), folder.at("out"), 7, kSize));
    for (const Moment& m : {kMoments[1], kMoments[2], kMoments[5]}) {
      interrupt(folder, m);
      CHECK(testing::state_of(posix_file_system(), folder.at("out"), kSize) == "7");
      CHECK(names_in(folder.path()) == std::vector<std::string>{"out"});
    }
  }
}

TEST_CASE("signal: a command that collects no files ends at once") {
  test::Child child({"digest", kTiny, "--window=-30,-30,-60,30,30,0"});
  REQUIRE(child.handles(SIGTERM));
  ::usleep(50'000);
  const auto start = std::chrono::steady_clock::now();
  child.signal(SIGTERM);
  CHECK(child.end() == 143);
  CHECK(test::seconds_since(start) < kSoonS);
}
