// Every example of every --help, run as it stands in a folder where what it names is small.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "tests/commands/support/run.hpp"

using namespace strate;
using test::run;
namespace fs = std::filesystem;

namespace {

const std::string kSource = STRATEC_SOURCE_DIR;
const fs::path kPlace = fs::path(STRATEC_BINARY_DIR) / "commands" / "examples";

/// Leaves the current folder as it was.
class Inside {
 public:
  explicit Inside(const fs::path& folder) : before_(fs::current_path()) {
    fs::current_path(folder);
  }
  ~Inside() { fs::current_path(before_); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  fs::path before_;
};

std::string bytes_of(const std::string& path) {
  const auto text = read_file(posix_file_system(), path, 1u << 20);
  REQUIRE(text);
  return *text;
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  INFO(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// seasons/first-steps as examples name it. By default a stand-in with two of its slots and
/// the small strates of the tiny season, only as grids. STRATEC_SOAK=1: the shipped season
/// itself.
void prepare() {
  fs::remove_all(kPlace);
  fs::create_directories(kPlace / "seasons");
  const fs::path season = kPlace / "seasons/first-steps";
  fs::copy(kSource + "/seasons/first-steps", season, fs::copy_options::recursive);
  if (std::getenv("STRATEC_SOAK") != nullptr) return;
  const auto put = [&](const std::string& name, const std::string& text) {
    REQUIRE(write_file(posix_file_system(), (season / name).string(), text));
  };
  const std::string tiny = kSource + "/tests/data/tiny/strates/";
  put("strates/burrows.strate.json", bytes_of(tiny + "field.strate.json"));
  // As deep as the windows that examples name.
  put("strates/choir.strate.json",
      with(bytes_of(tiny + "hall.strate.json"), "\"height_m\": 16", "\"height_m\": 40"));
  std::string text = bytes_of((season / "first-steps.season.json").string());
  text = with(text, "[-48, -48, 48, 48]", "[-32, -12, 12, 29]");
  text = with(text, "{ \"id\": \"meadow\", \"strate\": \"strates/meadow.strate.json\" },", "");
  fs::remove(season / "strates/meadow.strate.json");
  text = with(text, "[\"vdb\", \"obj\", \"png\"]", "[\"vdb\"]");
  put("first-steps.season.json", with(text, "\"views\": 2", "\"views\": 0"));
  // Shorter lines are laid out otherwise, and `fmt --check` is an example too.
  REQUIRE(run({"fmt", (season / "first-steps.season.json").string(), "-q"}).code == 0);
}

/// The arguments of an example. What a shell would do with its output is left out.
std::vector<std::string> arguments_of(std::string_view example) {
  std::vector<std::string> all = test::words(std::string(example.substr(0, example.find(" > "))));
  REQUIRE(all.front() == "stratec");
  all.erase(all.begin());
  return all;
}

/// A run of the whole chain takes seconds: beside the first of a command, those are for the soak.
bool runs_here(const cli::Command& command, std::string_view example) {
  constexpr std::string_view kWholeChain[] = {"cook", "audit", "measure", "render", "export"};
  const bool whole_chain = std::ranges::find(kWholeChain, command.name) != std::end(kWholeChain);
  return !whole_chain || example == command.examples.front() ||
         std::getenv("STRATEC_SOAK") != nullptr;
}

}  // namespace

TEST_CASE("examples: every example of every command runs and exits 0") {
  prepare();
  const Inside inside(kPlace);
  // The cook first: others name what it makes.
  std::vector<cli::Command> all(cli::commands().begin(), cli::commands().end());
  std::stable_partition(all.begin(), all.end(),
                        [](const cli::Command& c) { return c.name == "cook"; });
  std::set<std::string_view> ran;
  std::size_t examples = 0, left = 0;
  for (const cli::Command& c : all)
    for (const std::string_view example : c.examples) {
      ++examples;
      if (!runs_here(c, example)) {
        ++left;
        continue;
      }
      const test::Ran r = run(arguments_of(example));
      INFO(example << "\n" << r.err << r.out.substr(0, 2000));
      CHECK(r.code == 0);
      CHECK_FALSE((r.out + r.err).empty());
      ran.insert(c.name);
    }
  CHECK(ran.size() == cli::commands().size());
  CHECK(examples >= 2 * cli::commands().size());
  CHECK(left <= 8);  // of cook, audit, measure, render and export
}

TEST_CASE("examples: the names that they use are those of the shipped season") {
  for (const cli::Command& c : cli::commands())
    for (const std::string_view example : c.examples)
      for (const std::string& word : arguments_of(example)) {
        if (!word.starts_with("seasons/")) continue;
        INFO(example);
        CHECK(fs::exists(kSource + "/" + word));
      }
}
