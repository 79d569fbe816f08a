// What init writes: whole or not at all, free of errors, and the same schemas as the tool's own.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/init_files.hpp"
#include "compiler/memory_file_system.hpp"
#include "formats/documents/schema.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/commands/support/run.hpp"

using namespace strate;
using test::run;

namespace {

const std::string kSource = STRATEC_SOURCE_DIR;

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string bytes_of(FileSystem& files, const std::string& path) {
  const auto text = read_file(files, path, 1u << 24);
  INFO(path);
  REQUIRE(text);
  return *text;
}

std::vector<std::string> names_in(FileSystem& files, const std::string& folder) {
  const auto list = files.list(folder);
  REQUIRE(list);
  std::vector<std::string> names;
  for (const FolderEntry& e : *list) names.push_back(e.name);
  return names;
}

nlohmann::json parsed(FileSystem& files, const std::string& path) {
  return nlohmann::json::parse(bytes_of(files, path), nullptr, true, path.ends_with("c"));
}

}  // namespace

TEST_CASE("init: the season is called <folder>.season.json, is strict JSON and has no error") {
  MemoryFileSystem files;
  const test::Ran made = run({"init", "/w/deep-well"}, files);
  INFO(made.err);
  REQUIRE(made.code == 0);
  CHECK(holds(made.out, "/w/deep-well/deep-well.season.json\n"));
  CHECK(holds(made.err, "next: stratec cook /w/deep-well/deep-well.season.json"));
  const test::Ran checked = run({"check", "/w/deep-well/deep-well.season.json"}, files);
  CHECK(checked.code == 0);
  CHECK(checked.err.empty());
  CHECK(checked.out.starts_with("deep-well: 3 strates, "));
  CHECK(parsed(files, "/w/deep-well/deep-well.season.json")["title"] == "Deep well");
  CHECK(names_in(files, "/w") == std::vector<std::string>{"deep-well"});
}

TEST_CASE("init: what .gitattributes says of the merge driver is what README says") {
  MemoryFileSystem files;
  REQUIRE(run({"init", "/w/deep-well"}, files).code == 0);
  std::istringstream attributes(bytes_of(files, "/w/deep-well/.gitattributes"));
  const std::string readme = bytes_of(posix_file_system(), kSource + "/README.md");
  std::size_t lines = 0;
  for (std::string line; std::getline(attributes, line);) {
    const std::size_t at = line.find("git config ");
    if (at == std::string::npos) continue;
    INFO(line);
    CHECK(holds(readme, "\n" + line.substr(at) + "\n"));
    ++lines;
  }
  CHECK(lines == 2);
}

TEST_CASE("init: every document is laid out as fmt lays it out") {
  MemoryFileSystem files;
  REQUIRE(run({"init", "/w/x"}, files).code == 0);
  std::vector<std::string> check{"fmt", "--check", "/w/x/x.season.json"};
  for (const std::string& name : names_in(files, "/w/x/strates"))
    check.push_back("/w/x/strates/" + name);
  CHECK(check.size() == 6);
  const test::Ran r = run(check, files);
  INFO(r.out << r.err);
  CHECK(r.code == 0);
}

TEST_CASE("init: its passages can be planned for its seed and for the largest") {
  MemoryFileSystem files;
  REQUIRE(run({"init", "/w/x"}, files).code == 0);
  for (const char* seed : {"1", "0xffffffffffffffff"}) {
    const test::Ran r =
        run({"digest", "/w/x/x.season.json", "--window", "0,0,-8,2,2,-6", "--seed", seed}, files);
    INFO(seed << r.err);
    CHECK(r.code == 0);
  }
}

TEST_CASE("init: documents name schemas that lie beside them, the same as the repository's") {
  MemoryFileSystem files;
  REQUIRE(run({"init", "/w/x"}, files).code == 0);
  for (const std::string_view kind : schema_kinds()) {
    const std::string name = std::string(kind) + ".json";
    const std::string text = bytes_of(files, "/w/x/schemas/" + name);
    CHECK((text == bytes_of(posix_file_system(), kSource + "/schemas/" + name)));
  }
  CHECK(parsed(files, "/w/x/x.season.json")["$schema"] == "schemas/season-1.json");
  for (const std::string& name : names_in(files, "/w/x/strates")) {
    CHECK(parsed(files, "/w/x/strates/" + name)["$schema"] == "../schemas/strate-1.json");
    CHECK(holds(bytes_of(files, "/w/x/strates/" + name), "// "));
  }
}

TEST_CASE("init: the editor's settings map every kind of document to a schema that is there") {
  MemoryFileSystem files;
  REQUIRE(run({"init", "/w/x"}, files).code == 0);
  const nlohmann::json settings = nlohmann::json::parse(
      bytes_of(files, "/w/x/.vscode/settings.json"), nullptr, true, /*ignore_comments=*/true);
  std::set<std::string> mapped;
  for (const auto& rule : settings["json.schemas"]) {
    const std::string url = rule["url"];
    REQUIRE(url.starts_with("./schemas/"));
    CHECK(exists(files, "/w/x/" + url.substr(2)));
    for (const std::string pattern : rule["fileMatch"]) {
      const std::string kind = pattern.substr(pattern.starts_with("*.") ? 2 : 0);
      CHECK(url == "./schemas/" + kind.substr(0, kind.find('.')) + "-1.json");
      CHECK(holds(bytes_of(files, "/w/x/.gitattributes"), "\n" + pattern + " text eol=lf"));
    }
    mapped.insert(url);
  }
  // Every kind but the one that others refer to.
  CHECK(mapped.size() + 1 == schema_kinds().size());
}

TEST_CASE("init: .gitattributes asks for a merge driver that the command line has") {
  MemoryFileSystem files;
  REQUIRE(run({"init", "/w/x"}, files).code == 0);
  const std::string text = bytes_of(files, "/w/x/.gitattributes");
  CHECK(holds(text, "*.strate.jsonc text eol=lf merge=stratec\n"));
  CHECK(holds(text, "merge.stratec.driver \"stratec fmt --merge %O %A %B --path %P\""));
  std::size_t found = 0;
  for (const cli::Command& c : cli::commands())
    if (c.name == "fmt")
      for (const cli::OptionSpec& o : c.options) found += o.name == "--merge" ? 1 : 0;
  CHECK(found == 1);
}

TEST_CASE("init: a seed is written as given, and one that is none is refused") {
  MemoryFileSystem files;
  REQUIRE(run({"init", "/w/x", "--seed", "0x2a"}, files).code == 0);
  CHECK(parsed(files, "/w/x/x.season.json")["seed"] == "0x2a");
  CHECK(run({"init", "/w/y", "--seed", "-1"}, files).code == 2);
  CHECK_FALSE(exists(files, "/w/y"));
}

TEST_CASE("init: --json is one document that lists the files") {
  MemoryFileSystem files;
  const test::Ran r = run({"init", "/w/x", "--json"}, files);
  const auto doc = nlohmann::json::parse(r.out);
  CHECK(doc["season"] == "/w/x/x.season.json");
  for (const auto& name : doc["files"]) CHECK(exists(files, "/w/x/" + name.get<std::string>()));
  CHECK(doc["files"].size() == cli::init_files("x", "1", shipped_catalog()).size());
}

TEST_CASE("init: what is there is never written over") {
  MemoryFileSystem files;
  files.put("/w/x/photo.txt", "sea");
  files.put("/w/file", "sea");
  const test::Ran full = run({"init", "/w/x"}, files);
  CHECK(full.code == 2);
  CHECK(holds(full.err, "init.not_empty"));
  CHECK(holds(full.err, "photo.txt"));
  CHECK(names_in(files, "/w/x") == std::vector<std::string>{"photo.txt"});
  CHECK(holds(run({"init", "/w/file"}, files).err, "init.not_a_folder"));
  CHECK(bytes_of(files, "/w/file") == "sea");
  files.put_symlink("/w/link", "/w/x");
  CHECK(holds(run({"init", "/w/link"}, files).err, "init.not_a_folder"));
}

TEST_CASE("init: an empty folder is taken") {
  MemoryFileSystem files;
  REQUIRE(make_folders(files, "/w/x"));
  CHECK(run({"init", "/w/x/"}, files).code == 0);
  CHECK(exists(files, "/w/x/x.season.json"));
}

TEST_CASE(
    "init: a folder whose name cannot name a season is refused, with the name that is meant") {
  MemoryFileSystem files;
  for (const auto& [name, meant] :
       {std::pair{"My World", "my-world"}, std::pair{"deep_well", "deep-well"},
        std::pair{"a--b", "a-b"}, std::pair{"x.", "x"}, std::pair{"Caf\xc3\xa9s", "caf-s"}}) {
    const test::Ran r = run({"init", std::string("/w/") + name}, files);
    INFO(r.err);
    CHECK(r.code == 2);
    CHECK(holds(r.err, "init.bad_name"));
    CHECK(holds(r.err, "did you mean '" + std::string(meant) + "'?"));
  }
  for (const char* name : {".", "..", "/", "-", "1st", "\033[31m"}) {
    const test::Ran r = run({"init", "--", name}, files);
    INFO(r.err);
    CHECK(r.code == 2);
    CHECK_FALSE(holds(r.err, "\033"));
  }
  CHECK_FALSE(exists(files, "/w"));
}

TEST_CASE("init: whatever step fails, the folder is absent or whole, and a second run succeeds") {
  std::size_t failed = 0;
  for (std::size_t at = 0;; ++at) {
    MemoryFileSystem memory;
    FaultyFileSystem files(memory, [&](std::string_view, std::size_t index) -> const char* {
      return index == at ? "io.no_space" : nullptr;
    });
    const test::Ran r = run({"init", "/w/x"}, files);
    if (files.steps() <= at) break;
    INFO(at << " " << r.err);
    const bool there = exists(memory, "/w/x");
    CHECK((r.code == 0 || r.code == 4));
    if (there) CHECK(run({"check", "/w/x/x.season.json"}, memory).code == 0);
    if (r.code == 0) CHECK(there);
    failed += r.code == 0 ? 0 : 1;
    if (!there) {
      CHECK(run({"init", "/w/x"}, memory).code == 0);
      CHECK(names_in(memory, "/w") == std::vector<std::string>{"x"});
    }
  }
  CHECK(failed > 30);
}
