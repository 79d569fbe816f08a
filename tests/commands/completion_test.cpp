// The scripts are asked what a user would ask with the tab key.
#include "cli/completion.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "compiler/memory_file_system.hpp"
#include "tests/commands/support/run.hpp"
#include "tests/commands/support/shell.hpp"

using namespace strate;
using test::run;

namespace {

const std::string kScratch = STRATEC_BINARY_DIR "/commands/completion";
FileSystem& files() { return posix_file_system(); }

/// The script of a shell as a file.
std::string script(const std::string& shell) {
  MemoryFileSystem empty;
  const test::Ran r = run({"completion", shell}, empty);
  REQUIRE(r.code == 0);
  REQUIRE(make_folders(files(), kScratch));
  const std::string path = kScratch + "/stratec." + shell;
  REQUIRE(write_file(files(), path, r.out));
  return path;
}

/// A folder with one of everything that a positional may name.
const std::string& place() {
  static const std::string folder = [] {
    const std::string path = kScratch + "/place";
    REQUIRE(remove_tree(files(), path));
    REQUIRE(make_folders(files(), path + "/folder"));
    for (const char* name : {"a b.season.json", "c.season.jsonc", "d.strate.json", "e.txt"})
      REQUIRE(write_file(files(), path + "/" + name, ""));
    return path;
  }();
  return folder;
}

/// What bash offers for the last of the words, sorted. `words` as a bash array's.
std::vector<std::string> bash_offers(const std::string& words) {
  static const std::string path = script("bash");
  const test::Shelled r = test::sh(
      "cd '" + place() + "' && bash -c 'source " + path + "; COMP_WORDS=(stratec " + words +
      "); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _stratec; printf \"%s\\n\" \"${COMPREPLY[@]}\"'");
  REQUIRE(r.code == 0);
  std::vector<std::string> offers = test::lines(r.out);
  std::sort(offers.begin(), offers.end());
  return offers;
}

/// The same of fish, without the descriptions.
std::vector<std::string> fish_offers(const std::string& line) {
  static const std::string path = script("fish");
  const test::Shelled r =
      test::sh("cd '" + place() + "' && HOME='" + kScratch + "' fish --no-config -c 'source " +
               path + "; complete -C \"stratec " + line + "\"'");
  INFO(r.out);
  REQUIRE(r.code == 0);
  std::vector<std::string> offers;
  for (const std::string& l : test::lines(r.out)) offers.push_back(l.substr(0, l.find('\t')));
  std::sort(offers.begin(), offers.end());
  return offers;
}

using Offers = std::vector<std::string>;

}  // namespace

TEST_CASE("completion: bash parses the script") {
  const test::Shelled r = test::sh("bash -n " + script("bash"));
  INFO(r.out);
  CHECK(r.code == 0);
  CHECK(r.out.empty());
}

TEST_CASE("completion: bash offers commands, options, values, endings and folders") {
  CHECK(bash_offers("coo") == Offers{"cook"});
  CHECK(bash_offers("--ver") == Offers{"--version"});
  CHECK(bash_offers("help dige") == Offers{"digest"});
  CHECK(bash_offers("cook --si") == Offers{"--simd"});
  CHECK(bash_offers("cook --simd avx") == Offers{"avx2", "avx512"});
  CHECK(bash_offers("cook --simd = avx") == Offers{"avx2", "avx512"});
  CHECK(bash_offers("cook --color \"\"") == Offers{"always", "auto", "never"});
  CHECK(bash_offers("docs --format ma") == Offers{"man", "markdown"});
  CHECK(bash_offers("docs tunnel") == Offers{"tunnel_network", "tunnels"});
  CHECK(bash_offers("completion \"\"") == Offers{"bash", "fish", "zsh"});
  CHECK(bash_offers("check \"\"") == Offers{"a b.season.json", "c.season.jsonc", "folder"});
  CHECK(bash_offers("expand d") == Offers{"d.strate.json"});
  CHECK(bash_offers("cook -o \"\"") == Offers{"folder"});
  CHECK(bash_offers("cook --seed \"\"") == Offers{""});
}

TEST_CASE("completion: bash knows every command and every option of it") {
  std::string all;
  for (const cli::Command& c : cli::commands()) {
    all += std::string(c.name) + "\n";
    const Offers offers = bash_offers(std::string(c.name) + " --");
    INFO(c.name);
    for (const std::span<const cli::OptionSpec>& table : {c.options, cli::common_options()})
      for (const cli::OptionSpec& o : table) {
        if (!o.name.starts_with("-")) continue;
        INFO(o.name);
        CHECK(std::count(offers.begin(), offers.end(), o.name) == 1);
      }
  }
  const Offers names = bash_offers("\"\"");
  CHECK(names.size() == cli::commands().size() + 3);
}

TEST_CASE("completion: zsh parses the script, and loads it") {
  const std::string path = script("zsh");
  if (!test::installed("zsh")) {
    WARN("zsh is not installed: its script is not tried");
    return;
  }
  const test::Shelled parsed = test::sh("zsh -f -n " + path);
  INFO(parsed.out);
  CHECK(parsed.code == 0);
  const test::Shelled loaded = test::sh("zsh -f -c 'autoload -U compinit; compinit -D -u; source " +
                                        path + "; print -r -- ${_comps[stratec]}'");
  CHECK(loaded.out == "_stratec\n");
}

TEST_CASE("completion: fish offers commands, options, values and endings") {
  const std::string path = script("fish");
  if (!test::installed("fish")) {
    WARN("fish is not installed: its script is not tried");
    return;
  }
  CHECK(test::sh("fish --no-execute " + path).code == 0);
  CHECK(fish_offers("coo") == Offers{"cook"});
  CHECK(fish_offers("cook --si") == Offers{"--simd"});
  CHECK(fish_offers("cook --simd avx") == Offers{"avx2", "avx512"});
  CHECK(fish_offers("docs --format ma") == Offers{"man", "markdown"});
  CHECK(fish_offers("check ") == Offers{"a b.season.json", "c.season.jsonc", "folder/"});
  CHECK(fish_offers("completion ") == Offers{"bash", "fish", "zsh"});
}

TEST_CASE("completion: an option that tables do not have yet is completed, quotes and all") {
  static constexpr std::string_view kWords[] = {"one", "two"};
  constexpr cli::OptionSpec kOptions[] = {
      {"--odd", "-x", "WORD", "it's [odd]: \\ a `value`", "", false, false,
       [] { return std::span<const std::string_view>(kWords); }}};
  constexpr std::string_view kExamples[] = {"stratec odd --odd one"};
  const cli::Command odd{"odd", "it's odd", kOptions, kExamples, nullptr};
  REQUIRE(make_folders(files(), kScratch));
  for (const std::string_view shell : cli::completion_shells()) {
    const std::string name(shell);
    const std::string path = kScratch + "/odd." + name;
    const std::string text = cli::completion_script(shell, {&odd, 1}, {});
    REQUIRE(write_file(files(), path, text));
    CHECK(text.find("one two") != std::string::npos);
    if (!test::installed(name)) continue;
    const test::Shelled r = test::sh(name + " -n " + path);
    INFO(name << ": " << r.out << text);
    CHECK(r.code == 0);
  }
}

TEST_CASE("completion: a shell that is nearly right is named, and --json carries the script") {
  CHECK(run({"completion", "fih"}).err.find("did you mean 'fish'?") != std::string::npos);
  const auto doc = nlohmann::json::parse(run({"completion", "zsh", "--json"}).out);
  CHECK(doc["script"] == run({"completion", "zsh"}).out);
}
