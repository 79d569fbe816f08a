// A1: whatever path a document names, nothing outside the season's root is opened.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/json.hpp"
#include "tests/commands/support/run.hpp"
#include "tests/support/recording_files.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;
using strate::testing::RecordingFiles;
using strate::testing::TemporaryFolder;

namespace {

const std::string kStrate = R"({ "$schema": "strate-1.json", "archetype": "flat_plain" })";
const std::string kRecipe =
    R"({ "$schema": "recipe-1.json", "stack": [ { "id": "SECRET", "op": "solid" } ] })";

FileSystem& files() { return posix_file_system(); }

/// Where a document may name another one.
enum class From { slot, recipe, use };

/// A season in a root, a secret beside the root, and every kind of link and device between them.
class Site {
 public:
  Site() {
    for (const char* f : {"outside/deep", "root/strates", "root/empty.strate.json",
                          "root/empty.recipe.json", "root-two"})
      REQUIRE(make_folders(files(), at(f)));
    const std::string secret = kStrate + " SECRET";
    for (const char* f : {"x.strate.json", "outside/x.strate.json", "outside/deep/x.strate.json",
                          "root-two/x.strate.json"})
      put(f, secret);
    for (const char* f : {"x.recipe.json", "outside/x.recipe.json", "outside/deep/x.recipe.json",
                          "root-two/x.recipe.json"})
      put(f, kRecipe);
    for (const char* kind : {".strate.json", ".recipe.json"}) {
      const std::string k = kind;
      link("../outside/x" + k, "root/link" + k);
      link(at("outside/x" + k), "root/absolute" + k);
      link("loop" + k, "root/loop" + k);
      link("strates/a..b" + k, "root/inner" + k);
      link("nowhere", "root/dangling" + k);
      link("/dev/zero", "root/zero" + k);
      link("link" + k, "root/twice" + k);
      REQUIRE(::mkfifo(at("root/pipe" + k).c_str(), 0600) == 0);
    }
    link("../outside", "root/folder");
    link("..", "root/up");
    link("strates", "root/same");
    link("ring-b", "root/ring-a");
    link("ring-a", "root/ring-b");
    put("root/strates/a..b.strate.json", kStrate);
    put("root/strates/a..b.recipe.json", kRecipe);
    put("root/stratec-root", "");
  }

  std::string at(const std::string& name) const { return folder_.at(name); }
  void put(const std::string& name, const std::string& text) const {
    REQUIRE(write_file(files(), at(name), text));
  }

  /// The whole season with `path` as the name of a strate, a recipe or a recipe used by one.
  void write_season(From from, const std::string& path) const {
    const std::string named = json::quoted(path);
    const std::string strate = from == From::slot ? named : "\"strates/own.strate.json\"";
    const std::string recipe = from == From::recipe ? named : "\"own.recipe.json\"";
    put("root/s.season.json",
        R"({ "$schema": "season-1.json", "seed": "1", "slots": [ { "id": "a", "strate": )" +
            strate + " } ] }");
    put("root/strates/own.strate.json",
        R"({ "$schema": "strate-1.json", "recipe": )" + recipe + " }");
    put("root/strates/own.recipe.json",
        R"({ "$schema": "recipe-1.json", "stack": [ { "id": "rock", "op": "solid" }, { "id": "u", "use": )" +
            named + R"(, "combine": "subtract" } ] })");
  }

 private:
  void link(const std::string& target, const std::string& name) const {
    REQUIRE(::symlink(target.c_str(), at(name).c_str()) == 0);
  }
  TemporaryFolder folder_;
};

/// Paths as they stand in a document of the root's own folder; KIND becomes strate or recipe.
const std::vector<std::string> kHostile{"../x.KIND.json",
                                        "../../x.KIND.json",
                                        "../outside/x.KIND.json",
                                        "../root-two/x.KIND.json",
                                        "strates/../../x.KIND.json",
                                        "./../x.KIND.json",
                                        "strates/./../../outside/x.KIND.json",
                                        "..//x.KIND.json",
                                        "..",
                                        "../",
                                        ".",
                                        "./",
                                        "",
                                        " ",
                                        "/x.KIND.json",
                                        "//x.KIND.json",
                                        "/../x.KIND.json",
                                        "/etc/passwd",
                                        "/dev/zero",
                                        "/proc/self/environ",
                                        "ROOT/outside/x.KIND.json",
                                        "..\\x.KIND.json",
                                        "\\x.KIND.json",
                                        "\\\\host\\share\\x.KIND.json",
                                        "C:\\x.KIND.json",
                                        "C:/x.KIND.json",
                                        "C:x.KIND.json",
                                        "file:///x.KIND.json",
                                        "https://host/x.KIND.json",
                                        "x.KIND.json:stream",
                                        std::string("../x\0.KIND.json", 15),
                                        std::string("link\0.KIND.json", 15),
                                        "x\n.KIND.json",
                                        "x\x1b[31m.KIND.json",
                                        "x\x7f.KIND.json",
                                        "~/x.KIND.json",
                                        "~root/x.KIND.json",
                                        "$HOME/x.KIND.json",
                                        "%2e%2e/x.KIND.json",
                                        "..%2fx.KIND.json",
                                        "%2e%2e%2foutside%2fx.KIND.json",
                                        "....//x.KIND.json",
                                        "..;/x.KIND.json",
                                        ".../x.KIND.json",
                                        "\xe2\x80\xa5/x.KIND.json",
                                        "\xef\xbc\x8e\xef\xbc\x8e/x.KIND.json",
                                        "link.KIND.json",
                                        "absolute.KIND.json",
                                        "loop.KIND.json",
                                        "inner.KIND.json",
                                        "dangling.KIND.json",
                                        "zero.KIND.json",
                                        "twice.KIND.json",
                                        "pipe.KIND.json",
                                        "empty.KIND.json",
                                        "folder/x.KIND.json",
                                        "folder/deep/x.KIND.json",
                                        "folder/../x.KIND.json",
                                        "up/x.KIND.json",
                                        "up/outside/x.KIND.json",
                                        "same/a..b.KIND.json",
                                        "ring-a/x.KIND.json",
                                        "strates/a..b.KIND.json/x.KIND.json",
                                        "pipe.KIND.json/x.KIND.json",
                                        std::string(300, 'n') + ".KIND.json",
                                        std::string(300, 'n') + "/x.KIND.json",
                                        std::string(5000, 'n') + ".KIND.json",
                                        "NONE.KIND.json",
                                        "strates/a..b.KIND.json ",
                                        "strates/a..b.KIND.json."};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// The path for a document in `strates/` if `from` is not the season.
std::string seen_from(From from, const std::string& path) {
  const bool plain = !path.empty() && path.front() != '/' && path.front() != '.';
  return from != From::slot && plain ? "../" + path : path;
}

}  // namespace

TEST_CASE("hostile paths: none of 70 opens a file outside the root, wherever it is named") {
  REQUIRE(kHostile.size() >= 70);
  const Site site;
  const std::string root = *files().canonical(site.at("root")) + "/";
  std::size_t tried = 0;
  for (const From from : {From::slot, From::recipe, From::use})
    for (const std::string& hostile : kHostile) {
      std::string path = replaced(hostile, "KIND", from == From::slot ? "strate" : "recipe");
      path = seen_from(from, replaced(path, "ROOT", site.at("")));
      site.write_season(from, path);
      RecordingFiles recording(files());
      const test::Ran r = test::run({"check", site.at("root/s.season.json")}, recording);
      INFO(json::quoted(path) << "\n" << r.err);
      CHECK(r.code == 2);
      // A use without a slash and an ending names an archetype.
      const bool refused = r.err.find("error[path.") != std::string::npos;
      const bool unknown = r.err.find("error[recipe.unknown_archetype]") != std::string::npos;
      CHECK((refused || (from == From::use && unknown && path.find('/') == std::string::npos)));
      CHECK(r.err.find("SECRET") == std::string::npos);
      CHECK_FALSE(recording.opened.empty());
      for (const std::string& opened : recording.opened) {
        INFO(opened);
        CHECK(opened.starts_with(root));
      }
      CHECK(recording.changed.empty());
      ++tried;
    }
  CHECK(tried == 3 * kHostile.size());
}

TEST_CASE("hostile paths: names that only look dangerous are opened, inside the root") {
  const Site site;
  const std::string root = *files().canonical(site.at("root")) + "/";
  for (const std::string path :
       {"strates/a..b.strate.json", "strates//a..b.strate.json", "./strates/./a..b.strate.json",
        "empty.strate.json/../strates/a..b.strate.json", "strates/../strates/a..b.strate.json"}) {
    site.write_season(From::slot, path);
    RecordingFiles recording(files());
    const test::Ran r = test::run({"check", site.at("root/s.season.json")}, recording);
    INFO(path << "\n" << r.err);
    CHECK(r.code == 0);
    CHECK(recording.opened ==
          std::vector<std::string>{root + "s.season.json", root + "strates/a..b.strate.json"});
  }
}

TEST_CASE("hostile paths: verify opens nothing through links in the folder that it judges") {
  const Site site;
  REQUIRE(make_folders(files(), site.at("out")));
  for (const char* name : {"artifacts.json", "season_manifest.json"})
    REQUIRE(::symlink("../outside/x.strate.json", site.at("out/" + std::string(name)).c_str()) ==
            0);
  RecordingFiles recording(files());
  const test::Ran r = test::run({"verify", site.at("out")}, recording);
  INFO(r.err);
  CHECK(r.code == 3);
  CHECK(recording.opened.empty());
  CHECK(r.err.find("artifacts.json: error[verify.not_a_file]") != std::string::npos);
  CHECK(r.err.find("season_manifest.json: error[verify.not_a_file]") != std::string::npos);
}
