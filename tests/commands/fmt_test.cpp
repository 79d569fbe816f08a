// stratec fmt: what it writes, says and answers.
#include <catch2/catch.hpp>

#include "compiler/json.hpp"
#include "compiler/memory_file_system.hpp"
#include "tests/commands/support/run.hpp"

using namespace strate;
using test::run;

namespace {

const std::string kTidy = "{\n  \"$schema\": \"season-1.json\",\n  \"seed\": \"1\"\n}\n";
const std::string kUntidy = "{\"$schema\":\"season-1.json\",\"seed\":\"1\"}";
const std::string kBroken = "{\n  \"$schema\": \"season-1.json\"\n  \"seed\": 1,\n}\n";

std::string content(FileSystem& files, const std::string& path) {
  Result<std::string> bytes = read_file(files, path, 1u << 20);
  return bytes ? *bytes : "(" + bytes.error().code + ")";
}

bool is_json(const std::string& text) {
  SourceSet sources;
  Diagnostics diags;
  json::Node root;
  return json::parse(sources, sources.add("x", text), false, {}, root, diags);
}

}  // namespace

TEST_CASE("fmt command: it writes what changes and opens no other file for writing") {
  MemoryFileSystem memory;
  memory.put("/a.season.json", kUntidy);
  memory.put("/b.season.json", kTidy);
  std::vector<std::string> steps;
  FaultyFileSystem watched(memory, [&](std::string_view step, std::size_t) -> const char* {
    steps.emplace_back(step);
    return nullptr;
  });
  const test::Ran one = run({"fmt", "/b.season.json"}, watched);
  CHECK(one.code == 0);
  CHECK(one.err == "nothing to change\n");
  for (const std::string& step : steps)
    CHECK((step == "status" || step == "open" || step == "read" || step == "close"));
  const test::Ran both =
      run({"fmt", "/a.season.json", "/b.season.json", "/a.season.json"}, watched);
  CHECK(both.code == 0);
  CHECK(both.out.empty());
  CHECK(both.err == "laid out /a.season.json\n");
  CHECK(content(memory, "/a.season.json") == kTidy);
  CHECK(run({"fmt", "-q", "/a.season.json"}, memory).err.empty());
}

TEST_CASE("fmt command: --check names what would change, exits 1 and writes nothing") {
  MemoryFileSystem memory;
  memory.put("/a.season.json", kUntidy);
  memory.put("/b.season.json", kTidy);
  memory.put("/c.strate.jsonc", "{} // x");
  const test::Ran r =
      run({"fmt", "--check", "/a.season.json", "/b.season.json", "/c.strate.jsonc"}, memory);
  CHECK(r.code == 1);
  CHECK(r.out == "/a.season.json\n/c.strate.jsonc\n");
  CHECK(content(memory, "/a.season.json") == kUntidy);
  CHECK(run({"fmt", "--check", "/b.season.json"}, memory).code == 0);
}

TEST_CASE("fmt command: --stdout prints one document and leaves the file") {
  MemoryFileSystem memory;
  memory.put("/a.season.json", kUntidy);
  const test::Ran r = run({"fmt", "--stdout", "/a.season.json"}, memory);
  CHECK(r.code == 0);
  CHECK(r.out == kTidy);
  CHECK(content(memory, "/a.season.json") == kUntidy);
}

TEST_CASE("fmt command: one broken document, and nothing at all is written") {
  MemoryFileSystem memory;
  memory.put("/a.season.json", kUntidy);
  memory.put("/bad.season.json", kBroken);
  const test::Ran r =
      run({"fmt", "/a.season.json", "/bad.season.json", "/none.strate.json"}, memory);
  CHECK(r.code == 2);
  CHECK(r.err.find("/bad.season.json:3:3: error[json.missing_comma]") != std::string::npos);
  CHECK(r.err.find("/bad.season.json:3:12: error[json.trailing_comma]") != std::string::npos);
  CHECK(r.err.find("error[path.not_found]: there is no file '/none.strate.json'") !=
        std::string::npos);
  CHECK(content(memory, "/a.season.json") == kUntidy);
  CHECK(content(memory, "/bad.season.json") == kBroken);
}

TEST_CASE("fmt command: only documents, and no symbolic links") {
  MemoryFileSystem memory;
  memory.put("/real.season.json", kUntidy);
  memory.put_symlink("/link.season.json", "/real.season.json");
  memory.put("/package.json", "{}");
  CHECK(run({"fmt", "/link.season.json"}, memory).err.find("path.symlink") != std::string::npos);
  const test::Ran r = run({"fmt", "/package.json"}, memory);
  CHECK(r.code == 2);
  CHECK(r.err.find("fmt knows x.season.json") != std::string::npos);
  CHECK(content(memory, "/package.json") == "{}");
  CHECK(content(memory, "/real.season.json") == kUntidy);
}

TEST_CASE("fmt command: a full disk leaves the document whole and exits 4") {
  for (const char* fails : {"create", "write", "sync", "close", "rename", "lock"}) {
    MemoryFileSystem memory;
    memory.put("/a.season.json", kUntidy);
    FaultyFileSystem files(memory, [&](std::string_view step, std::size_t) -> const char* {
      return step == fails ? "io.disk_full" : nullptr;
    });
    const test::Ran r = run({"fmt", "/a.season.json"}, files);
    INFO(fails << ": " << r.err);
    CHECK(r.code == 4);
    CHECK(content(memory, "/a.season.json") == kUntidy);
  }
}

TEST_CASE("fmt command: options that contradict each other are refused") {
  MemoryFileSystem memory;
  memory.put("/a.season.json", kUntidy);
  const std::string a = "/a.season.json";
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--check", "--stdout"},
                                               {"--stdout", a},
                                               {"--stdout", "--json"},
                                               {"--path", "x"},
                                               {"--merge"},
                                               {"--merge", a},
                                               {"--merge", a, a, "--check"}}) {
    std::vector<std::string> all{"fmt", a};
    all.insert(all.end(), more.begin(), more.end());
    const test::Ran r = run(all, memory);
    INFO(more[0] << r.err);
    CHECK(r.code == 2);
    CHECK(r.err.find("usage.bad_combination") != std::string::npos);
  }
  CHECK(content(memory, a) == kUntidy);
}

TEST_CASE("fmt command: --json says of every file whether it changed, in one document") {
  MemoryFileSystem memory;
  memory.put("/a.season.json", kUntidy);
  memory.put("/bad.season.json", kBroken);
  const test::Ran r = run({"fmt", "--check", "--json", "/a.season.json"}, memory);
  CHECK(r.code == 1);
  CHECK(is_json(r.out));
  CHECK(r.out.find("\"changed\": true") != std::string::npos);
  const test::Ran bad = run({"fmt", "--json", "/bad.season.json"}, memory);
  CHECK(bad.code == 2);
  CHECK(is_json(bad.out));
  CHECK(bad.out.find("json.missing_comma") != std::string::npos);
}

TEST_CASE("fmt command: --merge writes what both sides did into OURS") {
  MemoryFileSystem memory;
  memory.put("/O", "{\"a\":1,\"b\":1}");
  memory.put("/A", "{\"a\":2,\"b\":1}");
  memory.put("/B", "{\"a\":1,\"b\":2 /* two */}");
  const test::Ran r = run({"fmt", "--merge", "/O", "/A", "/B"}, memory);
  CHECK(r.code == 0);
  CHECK(r.out + r.err == "");
  CHECK(content(memory, "/A") == "{\n  \"a\": 2,\n  \"b\": 2  /* two */\n}\n");
  CHECK(content(memory, "/O") == "{\"a\":1,\"b\":1}");
}

TEST_CASE("fmt command: --merge marks a contradiction in OURS, names both lines and exits 1") {
  MemoryFileSystem memory;
  memory.put("/O", "{\"a\":1}");
  memory.put("/A", "{\"a\":2}");
  memory.put("/B", "{\"a\":3}");
  const std::vector<std::string> words{"fmt",    "--merge",        "/O", "/A", "/B",
                                       "--path", "s/x.season.json"};
  std::vector<std::string> dry = words;
  dry.emplace_back("--stdout");
  const std::string marked =
      "{\n<<<<<<< ours\n  \"a\": 2\n=======\n  \"a\": 3\n>>>>>>> theirs\n}\n";
  CHECK(run(dry, memory).out == marked);
  CHECK(content(memory, "/A") == "{\"a\":2}");
  const test::Ran r = run(words, memory);
  CHECK(r.code == 1);
  CHECK(r.err.find("s/x.season.json (ours):1:2: error[merge.conflict]: a: both sides") !=
        std::string::npos);
  CHECK(r.err.find("theirs, line 1: {\"a\":3}") != std::string::npos);
  CHECK(content(memory, "/A") == marked);
}

TEST_CASE("fmt command: --merge leaves OURS as it is when a side cannot be read") {
  MemoryFileSystem memory;
  memory.put("/O", "");
  memory.put("/A", "{\"a\":2}");
  memory.put("/B", "{\"a\":3");
  const test::Ran r = run({"fmt", "--merge", "/O", "/A", "/B", "--json"}, memory);
  CHECK(r.code == 2);
  CHECK(is_json(r.out));
  CHECK(r.err.find("/A (theirs):1:1: error[json.unclosed]") != std::string::npos);
  CHECK(content(memory, "/A") == "{\"a\":2}");
  CHECK(run({"fmt", "--merge", "/none", "/A", "/B"}, memory).code == 2);
}
