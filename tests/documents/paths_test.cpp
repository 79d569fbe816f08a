// Which files a season can reach, and how large they may be.
#include <catch2/catch.hpp>

#include "tests/documents/support/load.hpp"

using namespace strate;
using test::Loaded;

namespace {

const std::string kStrate = "{ \"$schema\": \"strate-1.json\", \"archetype\": \"flat_plain\" }";

std::string season_of(const std::string& path) {
  return "{ \"$schema\": \"season-1.json\", \"seed\": \"1\", \"slots\": [ { \"id\": \"a\", "
         "\"strate\": " +
         json::quoted(path) + " } ] }";
}

Loaded load(MemoryFileSystem& memory, const std::string& path, const LoadOptions& options = {}) {
  Loaded out;
  out.fine =
      load_season(path, memory, test::test_catalog(), options, out.sources, out.season, out.diags);
  return out;
}

}  // namespace

TEST_CASE("paths: hostile ones are refused by name, and none of them is opened") {
  const std::vector<std::string> hostile{"/x.strate.json",
                                         "../x.strate.json",
                                         "../../x.strate.json",
                                         "a/../../x.strate.json",
                                         "./../x.strate.json",
                                         "a/b/../../../x.strate.json",
                                         "..",
                                         "../",
                                         "a/..",
                                         "",
                                         ".",
                                         "./",
                                         "//x.strate.json",
                                         "..\\x.strate.json",
                                         "a\\..\\..\\x.strate.json",
                                         "C:\\x.strate.json",
                                         "C:/x.strate.json",
                                         "\\\\host\\x.strate.json",
                                         "file:///x.strate.json",
                                         "http://x/x.strate.json",
                                         "x.strate.json:stream",
                                         std::string("x\0.strate.json", 14),
                                         "x\n.strate.json",
                                         "x\x1b.strate.json",
                                         "~/x.strate.json",
                                         "$HOME/x.strate.json",
                                         "%2e%2e/x.strate.json",
                                         "..%2fx.strate.json",
                                         "....//x.strate.json",
                                         "..;/x.strate.json",
                                         "x.strate.json\x7f",
                                         "/dev/zero",
                                         "/proc/self/environ.strate.json",
                                         "../w/../x.strate.json",
                                         "a/./../../x.strate.json",
                                         "..//x.strate.json",
                                         "./.././../x.strate.json",
                                         "x",
                                         "x.json",
                                         "x.recipe.json",
                                         ".strate.json/..",
                                         "../w2/x.strate.json",
                                         std::string(9000, 'a') + ".strate.json",
                                         "link.strate.json",
                                         "folder/x.strate.json"};
  REQUIRE(hostile.size() >= 40);
  for (const std::string& path : hostile) {
    MemoryFileSystem memory;
    memory.put("/x.strate.json", kStrate);
    memory.put("/w2/x.strate.json", kStrate);
    memory.put("/w/s.season.json", season_of(path));
    memory.put_symlink("/w/link.strate.json", "/x.strate.json");
    memory.put_symlink("/w/folder", "/w2");
    const Loaded out = load(memory, "/w/s.season.json");
    CHECK_FALSE(out.fine);
    INFO(path << "\n" << out.printed());
    REQUIRE(out.diags.all().size() == 1);
    CHECK(out.codes()[0].starts_with("path."));
    CHECK(out.sources.size() == test::test_catalog().archetypes.size() + 1);
  }
}

TEST_CASE("paths: fine ones are opened") {
  for (const char* path :
       {"a..b.strate.json", "./b.strate.json", "c/../b.strate.json", "c/d.strate.json",
        "..e.strate.json", "c//d.strate.json", "f g.strate.json", "\xc3\xa9.strate.json"}) {
    MemoryFileSystem memory;
    memory.put("/w/s.season.json", season_of(path));
    for (const char* name : {"a..b", "b", "c/d", "..e", "f g", "\xc3\xa9"})
      memory.put("/w/" + std::string(name) + ".strate.json", kStrate);
    const Loaded out = load(memory, "/w/s.season.json");
    INFO(path << out.printed());
    CHECK(out.fine);
  }
}

TEST_CASE("paths: the root is the nearest folder upward with a stratec-root file") {
  MemoryFileSystem memory;
  memory.put("/w/lib/x.strate.json", kStrate);
  memory.put("/w/a/b/s.season.json", season_of("../../lib/x.strate.json"));
  CHECK(load(memory, "/w/a/b/s.season.json").codes() ==
        std::vector<std::string>{"path.outside_root"});
  memory.put("/w/stratec-root", "");
  const Loaded out = load(memory, "/w/a/b/s.season.json");
  CHECK(out.fine);
  CHECK(out.season.inputs == std::vector<std::string>{"a/b/s.season.json", "lib/x.strate.json"});
  CHECK(out.season.strates[0].file == "lib/x.strate.json");
  CHECK(out.sources[out.sources.size() - 1].name == "/w/lib/x.strate.json");
  memory.put("/w/a/stratec-root", "");
  CHECK(load(memory, "/w/a/b/s.season.json").codes() ==
        std::vector<std::string>{"path.outside_root"});
}

TEST_CASE("paths: a document too large is refused before it is held") {
  MemoryFileSystem memory;
  memory.put("/w/s.season.json", season_of("x.strate.json"));
  memory.put("/w/x.strate.json", kStrate + std::string(4096, ' '));
  LoadOptions options;
  options.max_bytes = 1024;
  CHECK(load(memory, "/w/s.season.json", options).codes() ==
        std::vector<std::string>{"path.too_large"});
  options.max_bytes = 8192;
  CHECK(load(memory, "/w/s.season.json", options).fine);
}

TEST_CASE("paths: a season that is not there says so") {
  MemoryFileSystem memory;
  memory.put("/w/x", "");
  Loaded out = load(memory, "/w/s.season.json");
  CHECK_FALSE(out.fine);
  CHECK(out.printed() == "error[path.not_found]: there is no file '/w/s.season.json'\n");
  out = load(memory, "/gone/s.season.json");
  CHECK(out.codes() == std::vector<std::string>{"path.not_found"});
  memory.put("/w/s.json", "{}");
  CHECK(load(memory, "/w/s.json").codes() == std::vector<std::string>{"path.wrong_kind"});
}

TEST_CASE("paths: a failing disk is reported as itself, where the file is named") {
  MemoryFileSystem memory;
  memory.put("/w/s.season.json", season_of("x.strate.json"));
  memory.put("/w/x.strate.json", kStrate);
  std::size_t steps = 0;
  {
    FaultyFileSystem counting(memory, [](std::string_view, std::size_t) { return nullptr; });
    Loaded out;
    REQUIRE(load_season("/w/s.season.json", counting, test::test_catalog(), {}, out.sources,
                        out.season, out.diags));
    steps = counting.steps();
  }
  REQUIRE(steps > 4);
  std::size_t refused = 0;
  for (std::size_t k = 0; k < steps; ++k) {
    FaultyFileSystem failing(memory, [&](std::string_view step, std::size_t index) -> const char* {
      return index == k && step != "status" ? "io.device" : nullptr;
    });
    Loaded out;
    const bool fine = load_season("/w/s.season.json", failing, test::test_catalog(), {},
                                  out.sources, out.season, out.diags);
    CHECK(fine == !out.diags.has_errors());
    if (fine) continue;
    ++refused;
    CHECK(out.codes() == std::vector<std::string>{"io.device"});
  }
  CHECK(refused >= 4);
}

TEST_CASE("paths: a file that fills two slots is read once and judged once") {
  MemoryFileSystem memory;
  memory.put("/w/s.season.json",
             "{ \"$schema\": \"season-1.json\", \"seed\": \"1\", \"slots\": [ "
             "{ \"id\": \"a\", \"strate\": \"x.strate.json\" }, { \"id\": \"b\", \"strate\": "
             "\"./x.strate.json\" } ] }");
  memory.put("/w/x.strate.json",
             "{ \"$schema\": \"strate-1.json\", \"archetype\": \"flat_plain\", \"heigt_m\": 3 }");
  const Loaded out = load(memory, "/w/s.season.json");
  CHECK(out.codes() == std::vector<std::string>{"key.unknown"});
  CHECK(out.season.inputs.size() == 2);
}
