// What a careless or hostile user gives: every answer is one error with the contract's exit code.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "compiler/memory_file_system.hpp"
#include "compiler/utf8.hpp"
#include "tests/commands/support/run.hpp"

using namespace strate;
using test::run;

namespace {

const std::string kSource = STRATEC_SOURCE_DIR;
const std::string kTiny = kSource + "/tests/data/tiny/tiny.season.json";

/// The tiny season in memory under /s, `name` instead of its own, `from` replaced by `to`.
MemoryFileSystem tiny(const std::string& from = "", const std::string& to = "",
                      const std::string& name = "tiny.season.json") {
  MemoryFileSystem files;
  for (const char* f :
       {"tiny.season.json", "strates/field.strate.json", "strates/hall.strate.json"}) {
    std::string text = *read_file(posix_file_system(), kSource + "/tests/data/tiny/" + f, 1 << 20);
    const std::size_t at = from.empty() ? std::string::npos : text.find(from);
    if (at != std::string::npos) text.replace(at, from.size(), to);
    files.put("/s/" + (std::string(f) == "tiny.season.json" ? name : std::string(f)), text);
  }
  return files;
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("options: what may be given once is refused when given twice") {
  for (const char* option : {"--seed", "--threads", "--simd", "--color"}) {
    const test::Ran r = run({"check", kTiny, option, "1", option, "1"});
    INFO(option << r.err);
    CHECK(r.code == 2);
    CHECK(holds(r.err, "[usage.repeated]: " + std::string(option) + " is given 2 times"));
  }
  CHECK(run({"check", kTiny, "-q", "--quiet"}).code == 0);
}

TEST_CASE("options: a flag with a value and a value that is missing are named") {
  const test::Ran flag = run({"check", kTiny, "--json=false"});
  CHECK(flag.code == 2);
  CHECK(flag.out.empty());
  CHECK(holds(flag.err, "--json takes no value"));
  CHECK(holds(run({"check", kTiny, "--seed"}).err, "--seed needs a value"));
}

TEST_CASE("options: --at takes one point, so the world may follow it") {
  CHECK(run({"query", "--at", "0,0,-5", "--at", "1,2,-5", kTiny}).code == 0);
  CHECK(holds(run({"query", kTiny, "--at", "1,2,-5", "4,5,6"}).err, "usage.extra_argument"));
}

TEST_CASE("options: -- ends the options") {
  CHECK(run({"check", "--", kTiny}).code == 0);
  CHECK(holds(run({"check", "--", "-x.season.json"}).err, "path.not_found"));
}

TEST_CASE("terminal: no argument or file name reaches it with its control characters") {
  const std::string evil = "\033[31mx\u202e";
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{evil},
                                             {"check", "--" + evil, kTiny},
                                             {"check", evil + ".season.json"},
                                             {"check", kTiny, "--seed", evil},
                                             {"check", kTiny, "--threads", evil},
                                             {"check", kTiny, "--color", evil},
                                             {"audit", kTiny, evil},
                                             {"expand", kTiny, "--slot", evil},
                                             {"digest", evil},
                                             {"digest", kTiny, "--window", evil},
                                             {"digest", kTiny, "--tile-order", evil},
                                             {"query", kTiny, "--at", evil},
                                             {"verify", evil},
                                             {"cook", kTiny, "--skip", evil}}) {
    const test::Ran r = run(arguments);
    INFO(arguments[0] << r.err);
    CHECK(r.code >= 2);
    CHECK_FALSE(holds(r.err, "\033"));
    CHECK_FALSE(holds(r.err, "\u202e"));
  }
}

TEST_CASE("terminal: verify escapes names that a folder or its list brings") {
  MemoryFileSystem files;
  files.put("/o/artifacts.json", "{}");
  files.put("/o/\033[31mx", "");
  const test::Ran r = run({"verify", "/o"}, files);
  CHECK(r.code == 3);
  CHECK_FALSE(holds(r.err, "\033"));
}

TEST_CASE("season: a name that could not stand in an output is refused") {
  MemoryFileSystem nameless = tiny("", "", ".season.json");
  CHECK(run({"check", "/s/.season.json"}, nameless).code == 2);
  for (const char* name : {"a\nb.season.json", "\xff.season.json", "\u202e.season.json"}) {
    MemoryFileSystem files = tiny("", "", name);
    const test::Ran r = run({"check", "/s/" + std::string(name), "--json"}, files);
    INFO(r.err);
    CHECK(r.code == 2);
    CHECK(holds(r.err, "path.bad_character"));
    CHECK(nlohmann::json::parse(r.out)["seasons"].size() == 1);
  }
}

TEST_CASE("json: several bad seasons make one document, each with its findings") {
  MemoryFileSystem files = tiny("\"title\"", "\"titel\"");
  const test::Ran r = run({"check", "/s/tiny.season.json", "/s/none.season.json", "--json"}, files);
  CHECK(r.code == 2);
  const auto doc = nlohmann::json::parse(r.out);
  REQUIRE(doc["seasons"].size() == 2);
  CHECK(doc["seasons"][0]["diagnostics"][0]["code"] == "key.unknown");
  CHECK(doc["seasons"][0].count("name") == 0);
  CHECK(doc["seasons"][1]["diagnostics"][0]["code"] == "path.not_found");
}

TEST_CASE("json: a command that fails on its input prints one object that names itself") {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"cook", "/none.season.json"},
                                             {"audit", "/none.season.json"},
                                             {"audit", "/none"},
                                             {"digest", "/none"},
                                             {"query", "/none", "--at", "0,0,0"},
                                             {"expand", "/none.strate.json"}}) {
    MemoryFileSystem files;
    std::vector<std::string> all = arguments;
    all.emplace_back("--json");
    const test::Ran r = run(all, files);
    INFO(arguments[0] << r.err);
    CHECK(r.code == 2);
    const auto doc = nlohmann::json::parse(r.out);
    CHECK(doc["command"] == arguments[0]);
    CHECK(doc["diagnostics"][0]["code"] == "path.not_found");
  }
}

TEST_CASE("check: a finding is printed once") {
  MemoryFileSystem files =
      tiny("\"slots\"", "\"laws\": { \"sael\": { \"x_m\": [0, 1] } },\n  \"slots\"");
  const test::Ran r = run({"check", "/s/tiny.season.json"}, files);
  CHECK(r.code == 2);
  const std::size_t first = r.err.find("error[");
  REQUIRE(first != std::string::npos);
  CHECK(r.err.find("error[", first + 1) == std::string::npos);
}

TEST_CASE("bake: a window that no run holds is refused at its place, with one that fits") {
  const auto with = [](const std::string& side) {
    return tiny("[-10, -26, 30, 12]", "[-" + side + ", -" + side + ", " + side + ", " + side + "]");
  };
  for (const char* command : {"check", "cook", "audit", "digest"}) {
    MemoryFileSystem files = with("5000");
    const test::Ran r = run({command, "/s/tiny.season.json", "-q"}, files);
    INFO(command << r.err);
    CHECK(r.code == 2);
    CHECK(holds(r.err, "tiny.season.json:6:"));
    CHECK(holds(r.err, "bake.too_large"));
    CHECK(holds(r.err, "bake.window_m may be 496 m square"));
  }
  MemoryFileSystem fits = with("248"), no_more = with("249");
  CHECK(run({"check", "/s/tiny.season.json"}, fits).code == 0);
  CHECK(run({"check", "/s/tiny.season.json"}, no_more).code == 2);
}

TEST_CASE("plan: passages that are looked for too far away are refused with what fits") {
  MemoryFileSystem files = tiny();
  std::string field = *read_file(files, "/s/strates/field.strate.json", 1 << 20);
  const auto put = [&](const std::string& from, const std::string& to) {
    REQUIRE(holds(field, from));
    field.replace(field.find(from), from.size(), to);
    files.put("/s/strates/field.strate.json", field);
  };
  put("\"height_m\": 18", "\"height_m\": 36");
  put("[16, 22]", "[16, 229]");
  CHECK(run({"check", "/s/tiny.season.json"}, files).code == 0);
  put("[16, 229]", "[16, 230]");
  const test::Ran r = run({"query", "/s/tiny.season.json", "--at", "0,0,-5"}, files);
  CHECK(r.code == 2);
  CHECK(holds(r.err, "field.strate.json:11:"));
  CHECK(holds(r.err, "bake.passages_too_far"));
  CHECK(holds(r.err, "may end at 229 m"));
}

TEST_CASE("digest: a window beyond the limit is refused before anything is sampled") {
  for (const char* window : {"--window=-9999999,-9999999,-9999999,9999999,9999999,9999999",
                             "--window=0,0,0,512.125,512,512"}) {
    const test::Ran r = run({"digest", kTiny, window});
    CHECK(r.code == 2);
    CHECK(holds(r.err, "usage.window_too_large"));
  }
}

TEST_CASE("plan: a bake that cuts the plan is refused at bake.window_m") {
  MemoryFileSystem files = tiny("[-10, -26, 30, 12]", "[-2, -2, 2, 2]");
  const test::Ran r = run({"audit", "/s/tiny.season.json", "seal", "-q"}, files);
  CHECK(r.code == 1);
  CHECK(holds(r.err, "tiny.season.json:6:"));
  CHECK(holds(r.err, "plan.window"));
}

TEST_CASE("help: `help COMMAND` is that command's help") {
  CHECK(run({"help", "cook"}).out == run({"cook", "--help"}).out);
  CHECK(run({"help", "cok"}).code == 2);
}
