// A2: symbolic links in and around an output folder are never written through.
#include <unistd.h>

#include <catch2/catch.hpp>

#include "tests/support/recording_files.hpp"
#include "tests/support/staged_sample.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

constexpr std::size_t kSize = 300;

FileSystem& files() { return posix_file_system(); }

template <class T>
std::string code(const Result<T>& result) {
  return result ? "fine" : result.error().code;
}

/// An output "out" of version 1 beside a folder "outside" of somebody else.
class Place {
 public:
  Place() {
    REQUIRE(publish(files(), at("out"), 1, kSize));
    REQUIRE(make_folders(files(), at("outside/ossuary/deep")));
    // The very bytes that the next run writes: the strongest invitation to keep this file.
    for (const char* f : {"outside/same.txt", "outside/ossuary/density.vdb"})
      REQUIRE(write_file(files(), at(f), body(f[8] == 's' ? 0 : 2, kSize)));
    REQUIRE(write_file(files(), at("outside/ossuary/deep/mesh.obj"), body(-2, kSize / 2)));
    REQUIRE(write_file(files(), at("outside/artifacts.json"), "years of work"));
    before_ = outside();
  }
  std::string at(const std::string& name) const { return folder_.at(name); }
  void link(const std::string& target, const std::string& name) const {
    REQUIRE(remove_tree(files(), at(name)));
    REQUIRE(::symlink(target.c_str(), at(name).c_str()) == 0);
  }
  /// Names, kinds, bytes, times and identities of all that is outside.
  std::string outside() const {
    std::string text;
    const auto tree = walk_tree(files(), at("outside"));
    for (const FolderEntry& e : *tree) {
      const FileStatus s = *files().status(at("outside/" + e.name));
      text += e.name + " " + std::to_string(s.modified_ns) + " " + std::to_string(s.identity) +
              " " + *read_file(files(), at("outside/" + e.name), 1u << 20) + "\n";
    }
    return text;
  }
  bool untouched() const { return outside() == before_; }

 private:
  TemporaryFolder folder_;
  std::string before_;
};

}  // namespace

TEST_CASE("staging: an output that is a link is refused, whatever it points to") {
  for (const char* target : {"outside", "out-two", "nowhere", "link"}) {
    const Place place;
    REQUIRE(publish(files(), place.at("out-two"), 1, kSize));
    place.link(target, "link");
    RecordingFiles recording(files());
    INFO(target);
    CHECK(code(publish(recording, place.at("link"), 2, kSize)) == "output.symlink");
    CHECK(code(publish(recording, place.at("link/"), 2, kSize)) == "output.symlink");
    CHECK(recording.opened.empty());
    CHECK(place.untouched());
    CHECK(state_of(files(), place.at("out-two"), kSize) == "1");
  }
}

TEST_CASE("staging: a file or folder of the last output that became a link stops the run") {
  for (const auto& [name, target] :
       {std::pair{"same.txt", "../outside/same.txt"},
        std::pair{"artifacts.json", "../outside/artifacts.json"},
        std::pair{"season_manifest.json", "../outside/same.txt"},
        std::pair{"ossuary", "../outside/ossuary"},
        std::pair{"ossuary/deep", "../../outside/ossuary/deep"},
        std::pair{"ossuary/density.vdb", "../../outside/ossuary/density.vdb"},
        std::pair{"empty.bin", "/dev/full"}, std::pair{"empty.bin", "empty.bin"}}) {
    const Place place;
    place.link(target, "out/" + std::string(name));
    RecordingFiles recording(files());
    INFO(name << " to " << target);
    CHECK(code(publish(recording, place.at("out"), 2, kSize)) == "output.not_ours");
    for (const std::string& opened : recording.opened) {
      INFO(opened);
      CHECK(opened.starts_with(*files().canonical(place.at("out")) + "/"));
    }
    CHECK(place.untouched());
    CHECK(files().list(place.at(""))->size() == 2);
  }
}

TEST_CASE("staging: links that appear during the run are not written through") {
  for (const auto& [name, target] :
       {std::pair{"out/same.txt", "../outside/same.txt"},
        std::pair{"out/ossuary/density.vdb", "../../outside/ossuary/density.vdb"},
        std::pair{"out/ossuary", "../outside/ossuary"}, std::pair{"out", "outside"}}) {
    const Place place;
    INFO(name);
    {
      auto staging = Staging::open(files(), place.at("out"));
      REQUIRE(staging);
      place.link(target, name);
      REQUIRE(fill(files(), **staging, 2, kSize));
      CHECK_FALSE((*staging)->publish("stratec 0.1.0"));
    }
    CHECK(place.untouched());
  }
}

TEST_CASE("staging: links where the hidden folders and the lock belong are refused and stay") {
  for (const char* hidden : {".out.stratec-new", ".out.stratec-old"}) {
    const Place place;
    place.link("outside", hidden);
    INFO(hidden);
    CHECK(code(publish(files(), place.at("out"), 2, kSize)) == "output.in_the_way");
    CHECK(state_of(files(), place.at("out"), kSize) == "1");
    CHECK(place.untouched());
    CHECK(files().status(place.at(hidden))->kind == FileKind::symlink);
  }
  const Place place;
  place.link("outside/same.txt", ".out.stratec-lock");
  CHECK(code(publish(files(), place.at("out"), 2, kSize)) == "path.symlink");
  CHECK(state_of(files(), place.at("out"), kSize) == "1");
  CHECK(place.untouched());
}

TEST_CASE("staging: what holds more than files, or no output, is not taken for what a run left") {
  const Place place;
  REQUIRE(make_folders(files(), place.at(".out.stratec-new")));
  place.link("../outside", ".out.stratec-new/mine");
  CHECK(code(publish(files(), place.at("out"), 2, kSize)) == "output.in_the_way");
  CHECK(place.untouched());
  // With no output there, a folder of the old one's name comes back only if it is one.
  REQUIRE(make_folders(files(), place.at(".fresh.stratec-old")));
  REQUIRE(write_file(files(), place.at(".fresh.stratec-old/mine"), "mine"));
  CHECK(code(publish(files(), place.at("fresh"), 2, kSize)) == "output.not_ours");
  CHECK(exists(files(), place.at(".fresh.stratec-old/mine")));
}

TEST_CASE("staging: a parent that is a link is the caller's own choice and is used as named") {
  const Place place;
  REQUIRE(make_folders(files(), place.at("real")));
  place.link("real", "parent");
  REQUIRE(publish(files(), place.at("parent/world"), 2, kSize));
  CHECK(state_of(files(), place.at("real/world"), kSize) == "2");
  CHECK(files().list(place.at("real"))->size() == 1);
  CHECK(place.untouched());
}

TEST_CASE("verify: no file outside the folder is opened, and a link is named as such") {
  const Place place;
  place.link("../outside/same.txt", "out/same.txt");
  place.link("../outside/ossuary", "out/ossuary");
  RecordingFiles recording(files());
  std::string found;
  for (const Problem& p : verify(recording, place.at("out"), catalog()).problems)
    found += p.code + " " + p.file + "; ";
  CHECK(found ==
        "verify.extra ossuary; verify.missing ossuary/deep/mesh.obj; "
        "verify.missing ossuary/density.vdb; verify.not_a_file same.txt; ");
  for (const std::string& opened : recording.opened)
    CHECK(opened.starts_with(*files().canonical(place.at("out")) + "/"));
  place.link("out", "link");
  CHECK_FALSE(verify(files(), place.at("link"), catalog()).problems.empty());
}
