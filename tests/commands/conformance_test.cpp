// Every row of commands.def keeps the contract of design 01 and 08.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "cli/command.hpp"
#include "compiler/memory_file_system.hpp"
#include "tests/commands/support/run.hpp"

using namespace strate;
using test::run;

namespace {

/// The command with a value for everything that it requires.
std::vector<std::string> least_arguments(const cli::Command& c) {
  std::vector<std::string> all{std::string(c.name)};
  for (const cli::OptionSpec& o : c.options) {
    if (!o.required) continue;
    if (o.name.starts_with("-")) all.emplace_back(o.name);
    if (o.choices != nullptr)
      all.emplace_back(o.choices().front());
    else
      all.emplace_back(o.name.starts_with("-") ? "0,0,0" : "x.season.json");
  }
  return all;
}

}  // namespace

TEST_CASE("commands: names are unique and each has a summary and two examples of its own") {
  std::set<std::string_view> names;
  for (const cli::Command& c : cli::commands()) {
    INFO(c.name);
    CHECK(names.insert(c.name).second);
    CHECK_FALSE(c.summary.empty());
    REQUIRE(c.examples.size() >= 2);
    for (const std::string_view e : c.examples)
      CHECK(std::string(e).starts_with("stratec " + std::string(c.name) + " "));
  }
  CHECK(names.size() >= 7);
}

TEST_CASE("commands: --help names every option and example on stdout and touches no file") {
  MemoryFileSystem empty;
  for (const cli::Command& c : cli::commands()) {
    INFO(c.name);
    const test::Ran r = run({std::string(c.name), "--help"}, empty);
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    for (const cli::OptionSpec& o : c.options) CHECK(r.out.find(o.name) != std::string::npos);
    for (const cli::OptionSpec& o : cli::common_options())
      CHECK(r.out.find(o.name) != std::string::npos);
    for (const std::string_view e : c.examples) CHECK(r.out.find(e) != std::string::npos);
  }
  CHECK(run({"--help"}, empty).out.find("cook") != std::string::npos);
}

TEST_CASE("commands: an option that is nearly right is named, on stderr, with exit 2") {
  for (const cli::Command& c : cli::commands()) {
    INFO(c.name);
    const test::Ran r = run({std::string(c.name), "--thread", "2", "x"});
    CHECK(r.code == 2);
    CHECK(r.out.empty());
    CHECK(r.err.find("did you mean '--threads'?") != std::string::npos);
  }
}

TEST_CASE("commands: a required argument that is missing is named with exit 2") {
  std::size_t tried = 0;
  for (const cli::Command& c : cli::commands()) {
    const auto required = [](const cli::OptionSpec& o) { return o.required; };
    if (std::none_of(c.options.begin(), c.options.end(), required)) continue;
    INFO(c.name);
    const test::Ran r = run({std::string(c.name)});
    CHECK(r.code == 2);
    CHECK(r.err.find("usage.missing") != std::string::npos);
    ++tried;
  }
  CHECK(tried >= 7);
}

TEST_CASE("commands: an unknown command is answered with the nearest one") {
  const test::Ran r = run({"cok", "x"});
  CHECK(r.code == 2);
  CHECK(r.err.find("did you mean 'cook'?") != std::string::npos);
  CHECK(run({}).code == 2);
}

TEST_CASE("commands: values of common options are checked before any file is read") {
  MemoryFileSystem empty;
  for (const cli::Command& c : cli::commands()) {
    INFO(c.name);
    const std::vector<std::string> good = least_arguments(c);
    const auto with = [&](const char* option, const char* value) {
      std::vector<std::string> all = good;
      all.insert(all.end(), {option, value});
      return run(all, empty).err;
    };
    CHECK(with("--threads", "-1").find("--threads takes") != std::string::npos);
    CHECK(with("--simd", "mmx").find("--simd does not know") != std::string::npos);
    CHECK(with("--color", "pink").find("--color takes") != std::string::npos);
  }
}

TEST_CASE("commands: a season that is not there is an input or machine error, never a crash") {
  for (const char* name : {"check", "cook", "audit", "digest"}) {
    const test::Ran r = run({name, "no/such/place.season.json", "-q"});
    INFO(name << r.err);
    CHECK((r.code == 2 || r.code == 4));
    CHECK_FALSE(r.err.empty());
  }
}
