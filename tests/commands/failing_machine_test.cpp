// W: a machine that fails in the middle of a cook: exit 4, and the last output is as it was.
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "compiler/memory_file_system.hpp"
#include "formats/documents/documents.hpp"
#include "passes/emit.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/commands/support/cell_season.hpp"
#include "tests/commands/support/run.hpp"
#include "tests/commands/support/shell.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;
using strate::testing::TemporaryFolder;
using test::sh;

namespace {

using Tree = std::map<std::string, std::string>;

const std::string kProgram = STRATEC_BINARY_DIR "/stratec";

FileSystem& disk() { return posix_file_system(); }

/// The products of a cook of the cell, ready to be written again and again.
struct Products {
  MemoryFileSystem files;
  SourceSet sources;
  Catalog catalog = shipped_catalog();
  std::unique_ptr<Executor> executor = make_thread_executor(1);
  std::unique_ptr<Cook> cook;

  explicit Products(const std::string& seed) {
    const std::string path = test::write_cell(files, "/s", seed);
    Season season;
    Diagnostics diags;
    const bool loaded = load_season(path, files, catalog, {}, sources, season, diags);
    INFO(print(diags, sources));
    REQUIRE(loaded);
    cook = std::make_unique<Cook>(Cook{std::move(season), {catalog, *executor}});
    cook->options.audit = false;
    cook->options.version = "0.1.0";
    REQUIRE(run_passes(*cook, [](const PassRow&, std::size_t) {}));
  }

  Result<Done> write(FileSystem& to) const {
    Result<std::unique_ptr<Staging>> staging = Staging::open(to, "/out");
    if (!staging) return staging.error();
    // Emitting takes the surfaces: the next write needs them again.
    SampledStrate& cell = cook->sampled.at(0);
    const DensityGrid grid = cell.grid;
    const std::vector<StrateMesh> meshes = cell.meshes;
    Result<Done> r = emit(*cook, sources, **staging, [](std::string_view) {});
    cell.grid = grid;
    cell.meshes = meshes;
    if (!r) return r;
    return (*staging)->publish("stratec 0.1.0");
  }
};

/// A copy of what a file system in memory holds under /out.
void put_tree(MemoryFileSystem& files, const Tree& tree) {
  for (const auto& [name, bytes] : tree) files.put("/out/" + name, bytes);
}

std::string cook_line(const std::string& season, const std::string& out) {
  return kProgram + " cook " + season + " -o " + out + " --skip audit -q --threads 1";
}

/// A season and the output of another seed that a failing run must leave alone.
struct Site {
  TemporaryFolder folder;
  std::string season, out = folder.at("work/out");
  Tree before;

  Site() {
    season = test::write_cell(disk(), folder.at("season"), "43");
    const test::Shelled r = sh(cook_line(season, out));
    INFO(r.out);
    REQUIRE(r.code == 0);
    before = test::tree_of(disk(), out);
    REQUIRE(before.size() >= 7);
    season = test::write_cell(disk(), folder.at("season"), "44");
  }
  bool untouched() const { return test::tree_of(disk(), out) == before; }
};

struct SmallDisk {
  explicit SmallDisk(std::string path) : path_(std::move(path)) {
    mounted = ::mount("tmpfs", path_.c_str(), "tmpfs", 0, "size=600k") == 0;
  }
  ~SmallDisk() {
    if (mounted) ::umount2(path_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  bool mounted = false;

 private:
  std::string path_;
};

}  // namespace

TEST_CASE("machine: whichever step of writing a cook fails, the output is old or new, and whole") {
  const Products last("43"), next("44");
  MemoryFileSystem reference;
  REQUIRE(last.write(reference));
  const Tree old_tree = test::tree_of(reference, "/out");
  std::size_t steps = 0;
  {
    FaultyFileSystem counting(reference, [](std::string_view, std::size_t) { return nullptr; });
    REQUIRE(next.write(counting));
    steps = counting.steps();
  }
  const Tree new_tree = test::tree_of(reference, "/out");
  REQUIRE(old_tree != new_tree);
  REQUIRE(steps > 80);
  std::set<std::string> failed;
  for (std::size_t k = 0; k < steps; ++k) {
    MemoryFileSystem files;
    put_tree(files, old_tree);
    std::string name;
    FaultyFileSystem faulty(files, [&](std::string_view step, std::size_t i) -> const char* {
      if (i == k) name = step;
      return i == k ? "io.disk_full" : nullptr;
    });
    const Result<Done> done = next.write(faulty);
    const Tree now = test::tree_of(files, "/out");
    INFO("step " << k << " of " << steps << ", " << name);
    if (done) {
      REQUIRE(now == new_tree);
      continue;
    }
    failed.insert(name);
    REQUIRE((now == old_tree || now == new_tree));
    REQUIRE(done.error().code == "io.disk_full");
  }
  for (const char* step : {"create", "write", "sync", "close", "make_folder", "exchange", "lock",
                           "sync_folder", "list", "status"})
    CHECK(failed.contains(step));
}

TEST_CASE("machine: files that may not grow stop a cook with exit 4, the output as it was") {
  const Site site;
  // In blocks of 512 bytes: within the first file, the second, at the first byte.
  for (const char* blocks : {"0", "40", "1200"}) {
    const test::Shelled r = sh("trap '' XFSZ; ulimit -f " + std::string(blocks) + "; " +
                               cook_line(site.season, site.out) + " 2>/dev/null");
    INFO(blocks << r.out);
    CHECK(r.code == 4);
    CHECK(site.untouched());
    CHECK(disk().list(site.folder.at("work"))->size() == 1);
  }
}

TEST_CASE("machine: wherever memory ends, no output is harmed") {
  const Site site;
  int ended = 0;
  for (const int kib : {40'000, 110'000, 130'000, 150'000, 170'000, 190'000}) {
    const test::Shelled r = sh("ulimit -c 0; ulimit -v " + std::to_string(kib) + "; " +
                               cook_line(site.season, site.out) + " 2>/dev/null");
    INFO(kib << " KiB: exit " << r.code);
    if (r.code == 0) break;
    ++ended;
    CHECK(site.untouched());
  }
  CHECK(ended >= 2);
  // The next run takes over whatever the dead ones left.
  REQUIRE(sh(cook_line(site.season, site.out)).code == 0);
  CHECK_FALSE(site.untouched());
  CHECK(disk().list(site.folder.at("work"))->size() == 1);
  CHECK(test::run({"verify", site.out, "--allow-not-audited"}).code == 0);
}

TEST_CASE("machine: a full disk stops a cook with exit 4 and is as full as before") {
  const TemporaryFolder folder;
  const std::string season = test::write_cell(disk(), folder.at("season"), "43");
  REQUIRE(disk().make_folder(folder.at("small")));
  const SmallDisk small(folder.at("small"));
  if (!small.mounted) {
    WARN("no small disk may be mounted here: skipped");
    return;
  }
  const test::Ran r =
      test::run({"cook", season, "-o", folder.at("small/out"), "--skip", "audit", "-q"});
  INFO(r.err);
  CHECK(r.code == 4);
  CHECK(r.err.find("error[io.disk_full]") != std::string::npos);
  CHECK(disk().list(folder.at("small"))->empty());
}

TEST_CASE("machine: a folder that may not be written is exit 4 before anything is computed") {
  const TemporaryFolder folder;
  const std::string season = test::write_cell(disk(), folder.at("season"), "43");
  REQUIRE(disk().make_folder(folder.at("closed")));
  REQUIRE(::chmod(folder.path().c_str(), 0755) == 0);
  REQUIRE(::chmod(folder.at("closed").c_str(), 0555) == 0);
  const bool root = ::geteuid() == 0;  // whom no permission stops
  if (root) REQUIRE(::seteuid(65534) == 0);
  std::vector<std::pair<std::string, test::Ran>> ran;
  for (const char* line :
       {"cook @ -o out --skip audit", "export @ -o deep/er/out.obj",
        "render @ --map --strate cell -o out", "render @ --section -o out.png"}) {
    std::vector<std::string> words = test::words(line);
    words[1] = season;
    const std::size_t out =
        1 + static_cast<std::size_t>(std::find(words.begin(), words.end(), "-o") - words.begin());
    words[out] = folder.at("closed/" + words[out]);
    ran.emplace_back(words[out], test::run(words));
  }
  if (root) REQUIRE(::seteuid(0) == 0);
  for (const auto& [out, r] : ran) {
    INFO(r.err);
    CHECK(r.code == 4);
    // The output by its name, and no part of the run before it.
    CHECK(r.err == "stratec: error[io.permission]: cannot write " + out + ": " +
                       folder.at("closed") + ": permission denied\n");
  }
  CHECK(disk().list(folder.at("closed"))->empty());
}

TEST_CASE("machine: output that nobody can read is an error, of a report and of a cook") {
  const Site site;
  for (const std::string& line :
       std::vector<std::string>{"check " + site.season + " --json", "check " + site.season,
                                "expand " + site.folder.at("season/strates/cell.strate.json"),
                                "verify --allow-not-audited " + site.out + " --json",
                                std::string("--version"), std::string("--help")}) {
    const test::Shelled r = sh(kProgram + " " + line + " >/dev/full");
    INFO(line << "\n" << r.out);
    CHECK(r.code == 4);
    CHECK(r.out.find("error[io.stdout]") != std::string::npos);
  }
  for (const char* out : {"/dev/full", "/dev/null", "/dev/null/out"}) {
    const test::Shelled r = sh(cook_line(site.season, out));
    INFO(out << r.out);
    CHECK((r.code == 2 || r.code == 4));
    CHECK(r.out.find("error[") != std::string::npos);
  }
  struct stat device;
  REQUIRE(::stat("/dev/full", &device) == 0);
  CHECK(S_ISCHR(device.st_mode));
}

TEST_CASE("machine: wherever memory and threads end, a run ends with exit 4 and says so") {
  const Site site;
  int ended = 0;
  for (const int kib : {140'000, 160'000, 180'000, 220'000, 260'000, 350'000}) {
    const std::string limited =
        "ulimit -c 0; ulimit -v " + std::to_string(kib) + "; exec " + kProgram;
    // A library of OpenVDB starts threads before main: what ends there is not ours.
    if (sh(limited + " --version").code != 0) continue;
    const test::Shelled r = sh(limited + " digest " + site.season + " --window -2,-2,-8,2,2,-6");
    INFO(kib << " KiB: exit " << r.code << ": " << r.out.substr(0, 300));
    if (r.code == 0) break;
    ++ended;
    CHECK(r.code == 4);
    CHECK(r.out.find("error[io.") != std::string::npos);
  }
  CHECK(ended >= 1);
}
