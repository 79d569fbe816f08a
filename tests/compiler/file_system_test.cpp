#include "compiler/file_system.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <set>

#include "compiler/memory_file_system.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;
using strate::testing::TemporaryFolder;

namespace {

std::string content(FileSystem& files, const std::string& path) {
  const Result<std::string> bytes = read_file(files, path, 1u << 20);
  return bytes ? *bytes : bytes.error().code;
}

template <class T>
std::string code(const Result<T>& result) {
  return result ? "fine" : result.error().code;
}

/// The same laws for the machine's files and for those in memory; what one folder holds at the end.
std::string check_laws(FileSystem& files, const std::string& root) {
  const auto at = [&](const char* name) { return join_path(root, name); };
  REQUIRE(make_folders(files, at("a/b")));
  REQUIRE(make_folders(files, at("a/b")));
  REQUIRE(write_file(files, at("a/one"), "first"));
  REQUIRE(write_file(files, at("a/one"), "second"));
  CHECK(content(files, at("a/one")) == "second");
  CHECK(code(read_file(files, at("a/one"), 5)) == "io.too_large");
  CHECK(code(read_file(files, at("a/one"), 6)) == "fine");
  CHECK(code(read_file(files, at("a/none"), 6)) == "io.not_found");
  CHECK(code(read_file(files, at("a/b"), 6)) == "io.not_a_file");
  CHECK(code(files.create(at("a/one"))) == "io.exists");
  CHECK(code(files.create(at("none/one"))) == "io.not_found");
  CHECK(code(files.make_folder(at("a"))) == "io.exists");
  CHECK(code(files.remove_folder(at("a"))) == "io.not_empty");
  CHECK(code(write_file(files, at("a/b"), "x")) == "io.not_a_file");
  CHECK(code(make_folders(files, at("a/one/two"))) == "io.not_a_folder");

  REQUIRE(files.link(at("a/one"), at("a/two")));
  CHECK(files.status(at("a/one"))->identity == files.status(at("a/two"))->identity);
  REQUIRE(write_file(files, at("a/two"), "third"));
  CHECK(content(files, at("a/one")) == "second");

  REQUIRE(make_folders(files, at("c")));
  REQUIRE(write_file(files, at("c/three"), "3"));
  REQUIRE(files.exchange(at("a"), at("c")));
  CHECK(content(files, at("a/three")) == "3");
  CHECK(content(files, at("c/two")) == "third");
  CHECK(code(files.rename(at("a"), at("c"))) == "io.not_empty");

  const Result<std::vector<FolderEntry>> listed = files.list(at("c"));
  REQUIRE(listed);
  std::string names;
  for (const FolderEntry& e : *listed) names += e.name + " ";
  CHECK(names == "b one two ");

  REQUIRE(remove_tree(files, at("c")));
  REQUIRE(remove_tree(files, at("c")));
  CHECK(!exists(files, at("c")));
  CHECK(files.status(at("c/deep/er"))->kind == FileKind::absent);
  return names;
}

/// What taking it a third time gives.
std::string check_locks(FileSystem& files, const std::string& path) {
  {
    const Result<std::unique_ptr<FileLock>> first = files.lock(path);
    REQUIRE(first);
    CHECK(code(files.lock(path)) == "io.busy");
  }
  CHECK(!exists(files, path));
  return code(files.lock(path));
}

}  // namespace

TEST_CASE("files: the machine's and those in memory follow the same laws") {
  const TemporaryFolder folder;
  MemoryFileSystem memory;
  CHECK(check_laws(posix_file_system(), folder.path()) == check_laws(memory, "/"));
}

TEST_CASE("files: a lock is held once, leaves no file and can be taken again") {
  const TemporaryFolder folder;
  CHECK(check_locks(posix_file_system(), folder.at("lock")) == "fine");
  MemoryFileSystem memory;
  CHECK(check_locks(memory, "/lock") == "fine");
}

TEST_CASE("files: a lock file that a killed process left is taken over") {
  const TemporaryFolder folder;
  FileSystem& files = posix_file_system();
  REQUIRE(write_new_file(files, folder.at("lock"), ""));
  CHECK(files.lock(folder.at("lock")));
  CHECK(!exists(files, folder.at("lock")));
}

TEST_CASE("files: a pipe or device is refused without waiting") {
  const TemporaryFolder folder;
  FileSystem& files = posix_file_system();
  REQUIRE(::mkfifo(folder.at("pipe").c_str(), 0600) == 0);
  CHECK(code(read_file(files, folder.at("pipe"), 10)) == "io.not_a_file");
  CHECK(code(read_file(files, "/dev/zero", 10)) == "io.not_a_file");
  CHECK(code(write_file(files, "/dev/full", "x")) == "io.not_a_file");
  CHECK(code(write_file(files, folder.at("pipe"), "x")) == "io.not_a_file");
}

TEST_CASE("files: nothing outside the root is opened") {
  const TemporaryFolder folder;
  FileSystem& files = posix_file_system();
  REQUIRE(make_folders(files, folder.at("root/sub")));
  REQUIRE(write_file(files, folder.at("secret"), "secret"));
  REQUIRE(write_file(files, folder.at("root/sub/a..b"), "fine"));
  REQUIRE(::symlink("../secret", folder.at("root/link").c_str()) == 0);
  REQUIRE(::symlink("..", folder.at("root/up").c_str()) == 0);
  REQUIRE(::symlink("sub", folder.at("root/inner").c_str()) == 0);
  const std::string root = folder.at("root");
  const auto opened = [&](const std::string& path) {
    return code(read_inside(files, root, path, 99));
  };
  CHECK(opened("sub/a..b") == "fine");
  CHECK(opened("link") == "path.symlink");
  CHECK(opened("up/secret") == "path.symlink");
  CHECK(opened("inner/a..b") == "path.symlink");
  CHECK(opened("../secret") == "path.outside_root");
  CHECK(opened("sub/../../secret") == "path.outside_root");
  CHECK(opened("/etc/passwd") == "path.outside_root");
  CHECK(opened("sub//a..b") == "path.outside_root");
  CHECK(opened("sub/./a..b") == "path.outside_root");
  CHECK(opened("") == "path.outside_root");
  CHECK(opened("sub") == "io.not_a_file");
  CHECK(opened("none") == "io.not_found");
  // The root itself may be reached through a link: it is where the run was started.
  REQUIRE(::symlink("root", folder.at("entrance").c_str()) == 0);
  CHECK(code(read_inside(files, folder.at("entrance"), "sub/a..b", 99)) == "fine");
}

TEST_CASE("files: paths of documents have one normal form or a reason for refusal") {
  const auto joined = [](std::string_view folder, std::string_view path) {
    const Result<std::string> r = join_inside(folder, path);
    return r ? *r : r.error().code;
  };
  CHECK(joined("", "a.json") == "a.json");
  CHECK(joined("strates", "../recipes/x.json") == "recipes/x.json");
  CHECK(joined("a/b", "./c//d/../e.json") == "a/b/c/e.json");
  CHECK(joined("", "a..b") == "a..b");
  CHECK(joined("", "...") == "...");
  CHECK(joined("", "ünï/cödé.json") == "ünï/cödé.json");
  const std::pair<const char*, const char*> hostile[] = {
      {"", "path.empty"},
      {".", "path.empty"},
      {"a/..", "path.empty"},
      {"..", "path.outside_root"},
      {"../x", "path.outside_root"},
      {"a/../../x", "path.outside_root"},
      {"./../x", "path.outside_root"},
      {"a/b/../../../x", "path.outside_root"},
      {"/x", "path.absolute"},
      {"//x", "path.absolute"},
      {"/../x", "path.absolute"},
      {"a\\..\\x", "path.bad_character"},
      {"..\\x", "path.bad_character"},
      {"C:/x", "path.bad_character"},
      {"file:x", "path.bad_character"},
      {"a\nb", "path.bad_character"},
      {"a\x7f", "path.bad_character"},
      {"\xc0\xae\xc0\xae/x", "path.bad_character"},
      {"\xff", "path.bad_character"},
      {"\xed\xa0\x80", "path.bad_character"}};
  for (const auto& [path, expected] : hostile) {
    INFO(path);
    CHECK(joined("", path) == expected);
  }
  CHECK(joined("", std::string_view("a\0b", 3)) == "path.bad_character");
  CHECK(joined("", std::string(5000, 'a')) == "path.too_long");
}

TEST_CASE("files: a failing write, sync, close or rename leaves the old file and nothing else") {
  for (const char* step : {"create", "write", "sync", "close", "rename", "sync_folder", "lock"}) {
    MemoryFileSystem memory;
    memory.put("/f", "old");
    FaultyFileSystem faulty(
        memory, [&](std::string_view s, std::size_t) { return s == step ? "io.device" : nullptr; });
    INFO(step);
    CHECK(code(write_file(faulty, "/f", "new content")) == "io.device");
    CHECK(content(memory, "/f") == (std::string(step) == "sync_folder" ? "new content" : "old"));
    CHECK(memory.list("/")->size() == 1);
  }
}

TEST_CASE(
    "files: after a power cut at any step a written file is old or new, and new once promised") {
  std::set<std::string> seen;
  for (std::size_t dead = 0; dead < 16; ++dead)
    for (std::uint64_t seed = 0; seed < 64; ++seed) {
      MemoryFileSystem memory;
      memory.put("/f", "old content");
      FaultyFileSystem faulty(memory, [&](std::string_view, std::size_t index) {
        return index >= dead ? "io.device" : nullptr;
      });
      const Result<Done> done = write_file(faulty, "/f", "the new content");
      memory.lose_power(seed);
      const std::string now = content(memory, "/f");
      INFO("dead at " << dead << ", seed " << seed << ": " << now);
      REQUIRE((now == "the new content" || (!done && now == "old content")));
      seen.insert(now);
    }
  CHECK(seen.size() == 2);
}

TEST_CASE("files: the power cut of the tests does lose what was not synced") {
  std::set<std::string> seen;
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    MemoryFileSystem memory;
    auto writer = memory.create("/f");
    REQUIRE((*writer)->write("content"));
    memory.lose_power(seed);
    seen.insert(content(memory, "/f"));
  }
  CHECK(seen.contains("io.not_found"));
  CHECK(seen.contains(""));
  CHECK(seen.contains("content"));
  CHECK(seen.contains(std::string(7, '\0')));
}
