// --time-budget and --memory-budget: what does not fit is refused or ended with exit 4, and leaves
// no trace.
#include <cmath>
#include <nlohmann/json.hpp>

#include "compiler/file_system.hpp"
#include "tests/commands/support/child.hpp"
#include "tests/commands/support/run.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;
using test::run;

namespace {

const std::string kTiny = STRATEC_SOURCE_DIR "/tests/data/tiny/tiny.season.json";

std::size_t entries_in(const std::string& folder) {
  const auto list = posix_file_system().list(folder);
  REQUIRE(list);
  return list->size();
}

/// The bytes that `key` stands before: "may take 812.5 MB".
long bytes_after(const std::string& text, const std::string& key) {
  const std::size_t at = text.find(key);
  REQUIRE(at != std::string::npos);
  return std::lround(1e6 * std::stod(text.substr(at + key.size())));
}

}  // namespace

TEST_CASE("budget: values are checked before any file is read, with what is allowed") {
  for (const char* bad : {"0", "-1", "1e3x", "nan", "inf", "1 s", ""}) {
    const test::Ran r = run({"cook", "no/such.season.json", std::string("--time-budget=") + bad});
    INFO(bad << ": " << r.err);
    CHECK(r.code == 2);
  }
  CHECK(run({"cook", "no/such.season.json", "--time-budget", "soon"})
            .err.find("--time-budget takes seconds") != std::string::npos);
  for (const char* bad : {"0", "2T", "1.5G", "G", "-1M", "99999999999999999999", "2g", "4 G"}) {
    const test::Ran r = run({"cook", "no/such.season.json", std::string("--memory-budget=") + bad});
    INFO(bad << ": " << r.err);
    CHECK(r.code == 2);
    CHECK(r.err.find("--memory-budget takes a whole number of bytes") != std::string::npos);
  }
  CHECK(run({"cook", "no/such.season.json", "--memory-budget", "512M"}).err.find("usage.") ==
        std::string::npos);
}

TEST_CASE("budget: a run that is not done in time exits 4 within two seconds and leaves nothing") {
  for (const double budget : {0.05, 1.5}) {
    const testing::TemporaryFolder folder;
    const auto start = std::chrono::steady_clock::now();
    test::Child child(
        {"cook", kTiny, "-o", folder.at("out"), "--time-budget", std::to_string(budget)});
    const int code = child.end();
    INFO(child.err());
    CHECK(code == 4);
    CHECK(test::seconds_since(start) < budget + 2);
    CHECK(child.err().find("error[budget.time]") != std::string::npos);
    CHECK(entries_in(folder.path()) == 0);
  }
}

TEST_CASE("budget: with --json a run that is not done in time is one document of diagnostics") {
  const testing::TemporaryFolder folder;
  const test::Ran r =
      run({"cook", kTiny, "-o", folder.at("out"), "-q", "--json", "--time-budget", "0.05"});
  CHECK(r.code == 4);
  const auto doc = nlohmann::json::parse(r.out);
  CHECK(doc["command"] == "cook");
  CHECK(doc["diagnostics"][0]["code"] == "budget.time");
}

TEST_CASE(
    "budget: memory is refused before sampling, with the estimate; what is accepted keeps to it") {
  const testing::TemporaryFolder folder;
  // In processes of their own: what earlier tests hold would count.
  test::Child plan({"cook", kTiny, "-o", folder.at("out"), "--memory-budget", "160M"});
  const int plan_code = plan.end();
  INFO(plan.err());
  CHECK(plan_code == 4);
  CHECK(plan.err().find("error[budget.memory]: planning may take ") != std::string::npos);
  CHECK(plan.err().find("stratec: plan\n") == std::string::npos);
  CHECK(entries_in(folder.path()) == 0);

  const long least = bytes_after(plan.err(), "planning may take ");
  test::Child window(
      {"cook", kTiny, "-o", folder.at("out"), "--memory-budget", std::to_string(least)});
  const int window_code = window.end();
  INFO(window.err());
  CHECK(window_code == 4);
  CHECK(window.err().find("error[budget.memory]: this window may take ") != std::string::npos);
  CHECK(window.err().find("tiny.season.json:") != std::string::npos);
  const bool tells = window.err().find("bake.window_m may be ") != std::string::npos ||
                     window.err().find("no window fits") != std::string::npos;
  CHECK(tells);
  CHECK(window.err().find("stratec: sample\n") == std::string::npos);
  CHECK(entries_in(folder.path()) == 0);

  const long enough = bytes_after(window.err(), "this window may take ");
  test::Child child({"cook", kTiny, "-o", folder.at("out"), "-q", "--skip", "audit",
                     "--memory-budget", std::to_string(enough)});
  const int code = child.end();
  INFO(child.err());
  CHECK(code == 0);
  CHECK(static_cast<double>(child.peak_bytes()) < 1.1 * static_cast<double>(enough));
  CHECK(static_cast<double>(child.peak_bytes()) > 0.4 * static_cast<double>(enough));
}
