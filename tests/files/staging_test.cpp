#include "formats/files/staging.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <thread>

#include "compiler/memory_file_system.hpp"
#include "tests/support/staged_sample.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

template <class T>
std::string code(const Result<T>& result) {
  return result ? "fine" : result.error().code;
}

std::string names(FileSystem& files, const std::string& folder) {
  std::string text;
  const Result<std::vector<FolderEntry>> listed = files.list(folder);
  for (const FolderEntry& e : *listed) text += e.name + " ";
  return text;
}

}  // namespace

TEST_CASE("staging: a published folder is whole, listed and alone") {
  const TemporaryFolder folder;
  FileSystem& files = posix_file_system();
  REQUIRE(publish(files, folder.at("deep/er/out"), 1, 5000));
  CHECK(state_of(files, folder.at("deep/er/out"), 5000) == "1");
  CHECK(names(files, folder.at("deep/er")) == "out ");
  REQUIRE(publish(files, folder.at("deep/er/out/"), 2, 5000));
  CHECK(state_of(files, folder.at("deep/er/out"), 5000) == "2");
  CHECK(names(files, folder.at("deep/er")) == "out ");
}

TEST_CASE("staging: the same content gives the same bytes in artifacts.json, whatever the order") {
  MemoryFileSystem files;
  REQUIRE(publish(files, "/a", 3, 100));
  {
    auto staging = Staging::open(files, "/b");
    REQUIRE((*staging)->add("empty.bin", "", "bake", {}));
    REQUIRE((*staging)->add("ossuary/density.vdb", body(3, 100), "bake", {"sample.season.json"}));
    REQUIRE((*staging)->add("ossuary/deep/mesh.obj", body(-3, 50), "bake", {}));
    REQUIRE((*staging)->add("same.txt", body(0, 100), "report", {"sample.season.json"}));
    REQUIRE(
        (*staging)->add("season_manifest.json", manifest_of(3), "emit", {"sample.season.json"}));
    REQUIRE((*staging)->publish("stratec 0.1.0"));
  }
  CHECK(*read_file(files, "/a/artifacts.json", 1u << 20) ==
        *read_file(files, "/b/artifacts.json", 1u << 20));
}

TEST_CASE("staging: unchanged files stay the same files with their times") {
  const TemporaryFolder folder;
  FileSystem& files = posix_file_system();
  const std::string out = folder.at("out");
  const auto status = [&](const char* name) { return *files.status(join_path(out, name)); };
  REQUIRE(publish(files, out, 1, 3000));
  const FileStatus same = status("same.txt"), density = status("ossuary/density.vdb");
  auto staging = Staging::open(files, out);
  REQUIRE(fill(files, **staging, 2, 3000));
  CHECK((*staging)->kept() == 2);  // same.txt and empty.bin
  REQUIRE((*staging)->publish("stratec 0.1.0"));
  CHECK(status("same.txt").identity == same.identity);
  CHECK(status("same.txt").modified_ns == same.modified_ns);
  CHECK(status("ossuary/density.vdb").identity != density.identity);
}

TEST_CASE("staging: a file damaged on the disk is not kept, whatever the list says") {
  MemoryFileSystem files;
  REQUIRE(publish(files, "/out", 1, 300));
  std::string damaged = body(0, 300);
  damaged[7] ^= 1;
  files.put("/out/same.txt", damaged);
  REQUIRE(publish(files, "/out", 2, 300));
  CHECK(state_of(files, "/out", 300) == "2");
}

TEST_CASE("staging: files that other libraries write are adopted, or kept if equal") {
  const TemporaryFolder folder;
  FileSystem& files = posix_file_system();
  std::uint64_t identity = 0;
  for (int run = 0; run < 2; ++run) {
    auto staging = Staging::open(files, folder.at("out"));
    REQUIRE((*staging)->add("season_manifest.json", manifest_of(1), "emit", {}));
    const Result<std::string> place = (*staging)->place("slot/density.vdb");
    REQUIRE(place);
    REQUIRE(write_new_file(files, *place, body(5, 3'000'000)));
    REQUIRE((*staging)->adopt("slot/density.vdb", "bake", {"a", "b"}));
    CHECK((*staging)->kept() == static_cast<std::size_t>(2 * run));
    REQUIRE((*staging)->publish("stratec 0.1.0"));
    CHECK(verify(files, folder.at("out"), catalog()).problems.empty());
    const std::uint64_t now = files.status(folder.at("out/slot/density.vdb"))->identity;
    if (run == 1) CHECK(now == identity);
    identity = now;
  }
}

TEST_CASE("staging: workers may add at the same time") {
  MemoryFileSystem files;
  auto staging = Staging::open(files, "/out");
  REQUIRE((*staging)->add("season_manifest.json", manifest_of(1), "emit", {}));
  std::vector<std::thread> workers;
  for (int w = 0; w < 8; ++w)
    workers.emplace_back([&, w] {
      for (int i = 0; i < 8; ++i)
        (void)(*staging)->add("d" + std::to_string(i) + "/f" + std::to_string(w), body(i, 50), "p",
                              {});
    });
  for (std::thread& worker : workers) worker.join();
  CHECK((*staging)->artifacts().size() == 65);
  REQUIRE((*staging)->publish("stratec 0.1.0"));
  CHECK(verify(files, "/out", catalog()).problems.empty());
}

TEST_CASE("staging: a folder that is not ours is refused and left alone") {
  MemoryFileSystem files;
  files.put("/user/thesis.txt", "years of work");
  files.put("/file", "x");
  REQUIRE(publish(files, "/mixed", 1, 100));
  files.put("/mixed/ossuary/my-notes.txt", "mine");
  REQUIRE(publish(files, "/damaged", 1, 100));
  std::string list = *read_file(files, "/damaged/artifacts.json", 1u << 20);
  list[list.size() / 2] ^= 1;
  files.put("/damaged/artifacts.json", list);
  files.put_symlink("/link", "/mixed");
  for (const char* out : {"/user", "/file", "/mixed", "/damaged"}) {
    INFO(out);
    CHECK(code(Staging::open(files, out)) == "output.not_ours");
  }
  CHECK(code(Staging::open(files, "/link")) == "output.symlink");
  for (const char* out : {"", "/", ".", "..", "/user/..", "/user/."}) {
    INFO(out);
    CHECK(code(Staging::open(files, out)) == "output.path");
  }
  CHECK(*read_file(files, "/user/thesis.txt", 99) == "years of work");
  CHECK(*read_file(files, "/mixed/ossuary/my-notes.txt", 99) == "mine");
  CHECK(names(files, "/") == "damaged file link mixed user ");
}

TEST_CASE("staging: a stranger's file that arrives during the run stops publishing") {
  MemoryFileSystem files;
  REQUIRE(publish(files, "/out", 1, 100));
  {
    auto staging = Staging::open(files, "/out");
    REQUIRE(fill(files, **staging, 2, 100));
    files.put("/out/late.txt", "mine");
    CHECK(code((*staging)->publish("stratec 0.1.0")) == "output.not_ours");
  }
  CHECK(*read_file(files, "/out/late.txt", 99) == "mine");
  CHECK(names(files, "/") == "out ");
}

TEST_CASE("staging: an empty folder is taken") {
  MemoryFileSystem files;
  REQUIRE(files.make_folder("/out"));
  REQUIRE(publish(files, "/out", 1, 100));
  CHECK(state_of(files, "/out", 100) == "1");
}

TEST_CASE("staging: two runs into one folder do not meet") {
  const TemporaryFolder folder;
  FileSystem& files = posix_file_system();
  auto first = Staging::open(files, folder.at("out"));
  REQUIRE(first);
  CHECK(code(Staging::open(files, folder.at("out"))) == "output.busy");
  CHECK(code(Staging::open(files, folder.at("other"))) == "fine");
}

TEST_CASE("staging: an abandoned run leaves nothing") {
  MemoryFileSystem files;
  REQUIRE(publish(files, "/out", 1, 100));
  {
    auto staging = Staging::open(files, "/out");
    REQUIRE(fill(files, **staging, 2, 100));
  }
  CHECK(names(files, "/") == "out ");
  CHECK(state_of(files, "/out", 100) == "1");
}

TEST_CASE("staging: no file lands outside the folder, in the list's place or twice") {
  MemoryFileSystem files;
  auto staging = Staging::open(files, "/out");
  for (const char* path :
       {"", "../x", "/x", "a/../x", "a//x", "./x", "artifacts.json", "a\\x", ".."}) {
    INFO(path);
    CHECK(code((*staging)->add(path, "x", "p", {})) == "output.path");
    CHECK(code((*staging)->place(path)) == "output.path");
  }
  REQUIRE((*staging)->add("x", "x", "p", {}));
  CHECK(!(*staging)->add("x", "y", "p", {}));
}
