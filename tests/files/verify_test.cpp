#include "formats/files/verify.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <set>

#include "compiler/memory_file_system.hpp"
#include "formats/files/hash_file.hpp"
#include "tests/support/staged_sample.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

/// "code file, code file"
std::string found(FileSystem& files, const std::string& path, const VerifyOptions& options = {}) {
  std::string text;
  for (const Problem& p : verify(files, path, catalog(), options).problems)
    text += (text.empty() ? "" : ", ") + p.code + " " + p.file;
  return text;
}

MemoryFileSystem& fresh(MemoryFileSystem& files) {
  REQUIRE(publish(files, "/out", 1, 900));
  return files;
}

void flip(MemoryFileSystem& files, const std::string& path, std::size_t at, int bit) {
  std::string bytes = *read_file(files, path, 1u << 24);
  bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
  files.put(path, bytes);
}

/// A file of `size` bytes that exists only while it is read; notes the largest piece asked for.
class EndlessReader final : public FileReader {
 public:
  EndlessReader(std::uint64_t size, std::size_t& largest) : left_(size), largest_(largest) {}
  Result<std::size_t> read(void* data, std::size_t size) override {
    largest_ = std::max(largest_, size);
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(size, left_));
    std::memset(data, 42, n);
    left_ -= n;
    return n;
  }

 private:
  std::uint64_t left_;
  std::size_t& largest_;
};

class HugeFile final : public FileSystem {
 public:
  HugeFile(FileSystem& files, std::string path, std::uint64_t size)
      : files_(files), path_(std::move(path)), size_(size) {}
  std::size_t largest = 0;

  Result<std::unique_ptr<FileReader>> open(const std::string& p) override { return files_.open(p); }
  Result<FileStatus> status(const std::string& p) override { return files_.status(p); }
  Result<std::string> canonical(const std::string& p) override { return files_.canonical(p); }
  Result<std::vector<FolderEntry>> list(const std::string& p) override { return files_.list(p); }
  Result<std::unique_ptr<FileReader>> open_inside(const std::string& r,
                                                  const std::string& p) override {
    if (join_path(r, p) != path_) return files_.open_inside(r, p);
    return std::unique_ptr<FileReader>(std::make_unique<EndlessReader>(size_, largest));
  }
  Result<std::unique_ptr<FileWriter>> create(const std::string& p) override {
    return files_.create(p);
  }
  Result<Done> sync_file(const std::string& p) override { return files_.sync_file(p); }
  Result<Done> sync_folder(const std::string& p) override { return files_.sync_folder(p); }
  Result<Done> make_folder(const std::string& p) override { return files_.make_folder(p); }
  Result<Done> remove_file(const std::string& p) override { return files_.remove_file(p); }
  Result<Done> remove_folder(const std::string& p) override { return files_.remove_folder(p); }
  Result<Done> rename(const std::string& a, const std::string& b) override {
    return files_.rename(a, b);
  }
  Result<Done> exchange(const std::string& a, const std::string& b) override {
    return files_.exchange(a, b);
  }
  Result<Done> link(const std::string& a, const std::string& b) override {
    return files_.link(a, b);
  }
  Result<std::unique_ptr<FileLock>> lock(const std::string& p) override { return files_.lock(p); }

 private:
  FileSystem& files_;
  std::string path_;
  std::uint64_t size_;
};

long peak_kib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

TEST_CASE("verify: a fresh folder has no problem, by its name or by its manifest's") {
  MemoryFileSystem files;
  fresh(files);
  CHECK(found(files, "/out").empty());
  CHECK(found(files, "/out/season_manifest.json").empty());
  const Verification v = verify(files, "/out", catalog());
  CHECK(v.files == 6);
  CHECK(v.bytes > 10'000);
}

TEST_CASE("verify: a byte flipped at 100 seeded places of any file names the file") {
  MemoryFileSystem files;
  fresh(files);
  std::size_t tried = 0;
  const Result<std::vector<FolderEntry>> tree = walk_tree(files, "/out");
  for (const FolderEntry& entry : *tree) {
    const std::string path = "/out/" + entry.name;
    const std::size_t size = files.status(path)->size;
    for (std::uint64_t i = 0; size > 0 && i < 100; ++i, ++tried) {
      const std::size_t at = draw(3, string_hash(entry.name), i) % size;
      flip(files, path, at, static_cast<int>(i % 8));
      const Verification v = verify(files, "/out", catalog());
      INFO(entry.name << " byte " << at);
      REQUIRE(std::any_of(v.problems.begin(), v.problems.end(),
                          [&](const Problem& p) { return p.file == entry.name; }));
      for (const Problem& p : v.problems) REQUIRE(p.file == entry.name);
      flip(files, path, at, static_cast<int>(i % 8));
    }
  }
  CHECK(tried == 500);  // five files that are not empty, both JSON files among them
  CHECK(found(files, "/out").empty());
}

TEST_CASE("verify: missing, extra, shorter, longer and replaced files have codes of their own") {
  const auto after = [](auto change) {
    MemoryFileSystem files;
    fresh(files);
    change(files);
    return found(files, "/out");
  };
  CHECK(after([](MemoryFileSystem& f) { REQUIRE(f.remove_file("/out/same.txt")); }) ==
        "verify.missing same.txt");
  CHECK(after([](MemoryFileSystem& f) { f.put("/out/ossuary/more.txt", "x"); }) ==
        "verify.extra ossuary/more.txt");
  CHECK(after([](MemoryFileSystem& f) { REQUIRE(f.make_folder("/out/hollow")); }) ==
        "verify.extra hollow");
  CHECK(after([](MemoryFileSystem& f) { f.put("/out/same.txt", body(0, 900).substr(1)); }) ==
        "verify.size same.txt");
  CHECK(after([](MemoryFileSystem& f) { f.put("/out/empty.bin", "x"); }) ==
        "verify.size empty.bin");
  CHECK(after([](MemoryFileSystem& f) {
          f.put("/out/same.txt", std::string(body(0, 900).size(), 'x'));
        }) == "verify.changed same.txt");
  CHECK(after([](MemoryFileSystem& f) {
          REQUIRE(f.remove_file("/out/same.txt"));
          f.put_symlink("/out/same.txt", "/elsewhere");
        }) == "verify.not_a_file same.txt");
  CHECK(after([](MemoryFileSystem& f) { REQUIRE(f.remove_file("/out/artifacts.json")); }) ==
        "artifacts.missing artifacts.json");
  CHECK(after([](MemoryFileSystem& f) { REQUIRE(f.remove_file("/out/season_manifest.json")); }) ==
        "manifest.missing season_manifest.json, verify.missing season_manifest.json");
  CHECK(after([](MemoryFileSystem& f) { f.put("/out/season_manifest.json", manifest_of(2)); }) ==
        "verify.changed season_manifest.json, verify.manifest_hash season_manifest.json");
  MemoryFileSystem empty;
  CHECK(found(empty, "/none") ==
        "artifacts.missing artifacts.json, manifest.missing season_manifest.json");
}

TEST_CASE("verify: a list of another cook does not pass for this one") {
  MemoryFileSystem files;
  fresh(files);
  REQUIRE(publish(files, "/two", 2, 900));
  files.put("/out/artifacts.json", *read_file(files, "/two/artifacts.json", 1u << 20));
  CHECK(found(files, "/out") ==
        "verify.changed ossuary/deep/mesh.obj, verify.changed ossuary/density.vdb, "
        "verify.changed season_manifest.json, verify.manifest_hash season_manifest.json");
}

TEST_CASE("verify: a world cooked without audits is refused unless asked") {
  MemoryFileSystem files;
  auto staging = Staging::open(files, "/out");
  Manifest m = sample::manifest();
  m.review.audited = false;
  REQUIRE((*staging)->add("season_manifest.json", write_manifest(m, catalog()), "emit", {}));
  REQUIRE((*staging)->publish("stratec 0.1.0"));
  CHECK(found(files, "/out") == "verify.not_audited season_manifest.json");
  VerifyOptions allow;
  allow.allow_not_audited = true;
  CHECK(found(files, "/out", allow).empty());
}

TEST_CASE("verify: a manifest alone is checked where that is asked for") {
  MemoryFileSystem files;
  files.put("/m/old.season_manifest.json", manifest_of(4));
  VerifyOptions alone;
  alone.manifest_only = true;
  CHECK(found(files, "/m/old.season_manifest.json", alone).empty());
  CHECK(found(files, "/m/old.season_manifest.json") == "artifacts.missing artifacts.json");
  flip(files, "/m/old.season_manifest.json", 3000, 0);
  CHECK(found(files, "/m/old.season_manifest.json", alone).starts_with("manifest."));
}

TEST_CASE("verify: a file that cannot be read is a problem, never a pass") {
  MemoryFileSystem files;
  fresh(files);
  std::size_t reads = 0;
  {
    FaultyFileSystem counting(files,
                              [](std::string_view, std::size_t) -> const char* { return nullptr; });
    REQUIRE(found(counting, "/out").empty());
    reads = counting.steps();
  }
  REQUIRE(reads > 10);
  for (std::size_t k = 0; k < reads; ++k) {
    FaultyFileSystem faulty(files, [&](std::string_view step, std::size_t index) -> const char* {
      return index == k && step != "status" ? "io.device" : nullptr;
    });
    const std::string problems = found(faulty, "/out");
    INFO("step " << k);
    if (k > 0) CHECK(problems.find("io.device") != std::string::npos);
  }
}

TEST_CASE("verify: memory does not grow with the size of files") {
  const std::uint64_t size = (std::getenv("STRATEC_SOAK") ? 4096ull : 512ull) << 20;
  MemoryFileSystem files;
  files.put("/out/season_manifest.json", manifest_of(1));
  files.put("/out/huge.vdb", "");
  HugeFile huge(files, "/out/huge.vdb", size);
  const FileDigest digest = *digest_file(huge, "/out", "huge.vdb");
  ArtifactList list;
  list.manifest = xxh3_128(manifest_of(1));
  list.files = {{"huge.vdb", digest.size, digest.hash, "bake", {}},
                {"season_manifest.json", manifest_of(1).size(), list.manifest, "emit", {}}};
  files.put("/out/artifacts.json", write_artifacts(list));
  const long before = peak_kib();
  const Verification v = verify(huge, "/out", catalog());
  CHECK(v.problems.empty());
  CHECK(v.bytes > size);
  CHECK(huge.largest <= (1u << 20));
  CHECK(peak_kib() - before < 16 * 1024);
}
