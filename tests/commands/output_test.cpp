// Where a run may write: never over a link, an input, a cooked folder or what is somebody's.
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "formats/files/atomic_file.hpp"
#include "tests/commands/support/cell_season.hpp"
#include "tests/commands/support/run.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;
using strate::testing::TemporaryFolder;
using test::run;

namespace {

FileSystem& files() { return posix_file_system(); }

std::string bytes_of(const std::string& path) {
  const Result<std::string> bytes = read_file(files(), path, 1 << 20);
  return bytes ? *bytes : bytes.error().code;
}

/// A season, and beside it what stands in the way of an output.
struct Place {
  TemporaryFolder folder;
  std::string season = test::write_cell(files(), folder.at("s"), "1");

  std::string at(const std::string& name) const { return folder.at(name); }
  void put(const std::string& name, const std::string& text) const {
    REQUIRE(write_file(files(), at(name), text));
  }
  void link(const std::string& target, const std::string& name) const {
    REQUIRE(::symlink(target.c_str(), at(name).c_str()) == 0);
  }
  /// The commands that write single files, with `out` as what they write.
  std::vector<std::vector<std::string>> writers(const std::string& out) const {
    return {{"export", season, "-o", out, "--format", "obj", "--window", "-1,-1,-6,1,1,-5"},
            {"export", season, "-o", out, "--format", "vdb", "--window", "-1,-1,-6,1,1,-5"},
            {"render", season, "-o", out + ".png", "--section"},
            {"audit", season, "--baseline", out, "--update-baseline"}};
  }
  /// All that is there, with its size; links and devices by name.
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    const auto list = walk_tree(files(), folder.at("."));
    REQUIRE(list);
    for (const FolderEntry& e : *list)
      out.push_back(e.name + " " + std::to_string(files().status(at(e.name))->size));
    return out;
  }
  /// Refused with exit 2 and `code` before any work, and nothing is made.
  void refused(std::vector<std::string> arguments, const std::string& code) const {
    arguments.push_back("--quiet");
    const std::vector<std::string> before = names();
    const test::Ran r = run(arguments);
    INFO(arguments[0] << ": " << r.err);
    CHECK(r.code == 2);
    CHECK(r.err.find("[" + code + "]") != std::string::npos);
    CHECK(names() == before);
  }
};

}  // namespace

TEST_CASE("outputs: a link is never replaced, nor what is no regular file") {
  const Place place;
  place.put("secret", "secret");
  place.link("secret", "x");
  place.link("secret", "x.png");
  place.link("nowhere", "y");
  place.link("nowhere", "y.png");
  for (const auto& arguments : place.writers(place.at("x")))
    place.refused(arguments, "output.symlink");
  for (const auto& arguments : place.writers(place.at("y")))
    place.refused(arguments, "output.symlink");
  CHECK(bytes_of(place.at("secret")) == "secret");
  REQUIRE(::mkfifo(place.at("pipe").c_str(), 0600) == 0);
  for (const char* f : {"pipe.png", "folder", "folder.png"})
    REQUIRE(make_folders(files(), place.at(f)));
  for (const char* name : {"pipe", "folder"})
    for (const auto& arguments : place.writers(place.at(name)))
      place.refused(arguments, "output.not_a_file");
  // The materials beside a mesh, and the pictures in a folder.
  place.link("secret", "m.mtl");
  place.refused({"export", place.season, "-o", place.at("m.obj")}, "output.symlink");
  REQUIRE(make_folders(files(), place.at("pictures")));
  place.link("../secret", "pictures/section.png");
  place.refused({"render", place.season, "-o", place.at("pictures"), "--section"},
                "output.symlink");
}

TEST_CASE("outputs: what a run reads is not written over, under none of its names") {
  const Place place;
  const std::string strate = place.at("s/strates/cell.strate.json");
  REQUIRE(files().link(strate, place.at("twin")));
  for (const std::string& out :
       {place.season, strate, place.at("s/../s/cell.season.json"), place.at("twin")})
    for (const char* format : {"obj", "vdb"})
      place.refused({"export", place.season, "-o", out, "--format", format}, "output.input");
  REQUIRE(files().link(strate, place.at("twin.png")));
  place.refused({"render", place.season, "-o", place.at("twin.png"), "--section"}, "output.input");
}

TEST_CASE("outputs: nothing is written into a cooked folder") {
  const Place place;
  REQUIRE(make_folders(files(), place.at("out/cell/deep")));
  place.put("out/artifacts.json", "{}");
  for (const char* out : {"out/x", "out/cell/x", "out/cell/deep/x", "out/cell/../x"})
    for (const auto& arguments : place.writers(place.at(out)))
      place.refused(arguments, "output.cooked");
  place.refused({"export", place.season, "-o", place.at("out/new/folder/x.obj")}, "output.cooked");
  for (const char* folder : {"out", "out/cell", "out/new"})
    place.refused({"render", place.season, "-o", place.at(folder), "--section"}, "output.cooked");
}

TEST_CASE("outputs: the folder of a new baseline is looked for before the run") {
  const Place place;
  place.refused(
      {"audit", place.season, "--baseline", place.at("none/expect.json"), "--update-baseline"},
      "path.not_found");
  CHECK(files().status(place.at("none"))->kind == FileKind::absent);
}

TEST_CASE("outputs: what has the name of a temporary file and is none is left alone") {
  const Place place;
  for (const char* name : {".x.obj.part", ".y.part"})
    REQUIRE(make_folders(files(), place.at(std::string(name) + "/deep")));
  place.put(".x.obj.part/deep/mine", "mine");
  place.put(".y.part/deep/mine", "mine");
  place.put(".z.part", "left by a killed run");
  const Result<AtomicFile> file = AtomicFile::open(files(), place.at("x.obj"));
  REQUIRE(!file);
  CHECK(file.error().code == "output.in_the_way");
  CHECK(file.error().text.find(".x.obj.part") != std::string::npos);
  const Result<Done> written = write_file(files(), place.at("y"), "y");
  REQUIRE(!written);
  CHECK(written.error().code == "output.in_the_way");
  CHECK(bytes_of(place.at(".x.obj.part/deep/mine")) == "mine");
  CHECK(bytes_of(place.at(".y.part/deep/mine")) == "mine");
  CHECK(write_file(files(), place.at("z"), "z"));
  CHECK_FALSE(exists(files(), place.at(".z.part")));
}

TEST_CASE("outputs: a link is not replaced by what writes files either") {
  const Place place;
  place.put("secret", "secret");
  place.link("secret", "x");
  CHECK(write_file(files(), place.at("x"), "x").error().code == "io.not_a_file");
  CHECK(AtomicFile::open(files(), place.at("x")).error().code == "io.not_a_file");
}

TEST_CASE("outputs: init makes no folder that its path only goes through") {
  const Place place;
  place.refused({"init", place.at("a/../b")}, "path.not_found");
  CHECK_FALSE(exists(files(), place.at("a")));
  // Siblings that have the name of what a killed run leaves.
  place.link("s", ".w.stratec-new");
  place.refused({"init", place.at("w")}, "output.in_the_way");
  CHECK(exists(files(), place.season));
}

TEST_CASE("inputs: no regular file, absent and too large are bad input for every command") {
  const Place place;
  REQUIRE(::mkfifo(place.at("p.season.json").c_str(), 0600) == 0);
  place.put("big.season.json", std::string((16u << 20) + 1, ' '));
  const std::string pipe = place.at("p.season.json"), big = place.at("big.season.json");
  for (const std::string& path : {pipe, big}) {
    const std::string code = path == pipe ? "path.not_a_file" : "path.too_large";
    place.refused({"fmt", path}, code);
    place.refused({"fmt", "--merge", path, place.season, place.season}, code);
    place.refused({"fmt", "--merge", "--stdout", place.season, path, place.season}, code);
    place.refused({"check", path}, code);
    place.refused({"audit", place.season, "--baseline", path}, code);
    // Read as a manifest.
    if (path == pipe) REQUIRE(::mkfifo(place.at("m.json").c_str(), 0600) == 0);
    if (path == pipe) place.refused({"digest", place.at("m.json")}, code);
  }
}

TEST_CASE("digest: a window without a sample is refused, and a bad one before planning") {
  const Place place;
  place.refused({"digest", place.season, "--window", "0.01,0.01,-5,0.02,0.02,-4"},
                "usage.empty_window");
  // A season that is not there is not looked for.
  const test::Ran r = run({"digest", place.at("none.season.json"), "--window", "1,2,3"});
  CHECK(r.code == 2);
  CHECK(r.err.find("[usage.window]") != std::string::npos);
  CHECK(r.err.find("path.not_found") == std::string::npos);
}

TEST_CASE("fmt: any number of files") {
  const Place place;
  std::vector<std::string> arguments{"fmt", "--check"};
  for (int i = 0; i < 1500; ++i) arguments.push_back(place.season);
  const test::Ran r = run(arguments);
  INFO(r.err);
  CHECK(r.err.find("needs a value") == std::string::npos);
  CHECK((r.code == 0 || r.code == 1));
}

TEST_CASE("seasons: a last slot that cannot be read says nothing of the strate above it") {
  const Place place;
  place.put("s/cell.season.json", R"({ "$schema": "season-1.json", "seed": "1", "slots": [
    { "id": "a", "strate": "strates/a.strate.json" }, { "id": "b", "strate": "strates/none.strate.json" } ] })");
  place.put(
      "s/strates/a.strate.json",
      R"({ "$schema": "strate-1.json", "archetype": "flat_plain", "passages": { "connections": 2 } })");
  const test::Ran r = run({"check", place.season});
  CHECK(r.code == 2);
  CHECK(r.err.find("path.not_found") != std::string::npos);
  CHECK(r.err.find("season.unused_setting") == std::string::npos);
}

TEST_CASE("budgets: a budget of less than a megabyte is said as it is") {
  const Place place;
  const test::Ran r =
      run({"cook", place.season, "-o", place.at("out"), "--memory-budget", "1", "--quiet"});
  INFO(r.err);
  CHECK(r.code == 4);
  CHECK(r.err.find("more than the 1 bytes") != std::string::npos);
}
