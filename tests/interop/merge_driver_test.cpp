// `stratec fmt --merge` as merge driver of a real git (11 §9): what git alone conflicts in merges,
// and what then contradicts itself is named by `check` with both lines.
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/commands/support/run.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace strate;

namespace {

const std::string kTool = STRATEC_BINARY_DIR "/stratec";

struct Shell {
  int code = 0;
  std::string text;  ///< of stdout and stderr
};

Shell shell(const std::string& command) {
  FILE* pipe = popen(("{ " + command + "; } 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  Shell out;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe))
    out.text.append(buffer, n);
  const int status = pclose(pipe);
  out.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return out;
}

const std::string kSeason = R"({
  "$schema": "season-1.json",
  "seed": "7",
  "slots": [
    { "id": "upper", "strate": "cave.strate.json" },
    { "id": "lower", "strate": "cave.strate.json" }
  ]
}
)";

std::string object(const std::string& members) {
  return members.empty() ? "{}" : "{ " + members + " }";
}

/// The strate that both designers work on, in canonical form.
std::string cave(const std::string& rooms, const std::string& tunnels, const std::string& roughness,
                 const std::string& added) {
  return R"({
  "$schema": "strate-1.json",
  "archetype": "tunnel_network",
  "set": {
    "rooms": )" +
         object(rooms) + R"(,
    "tunnels": )" +
         object(tunnels) + R"(,
    "roughness": )" +
         object(roughness) + R"(
  },
  "add": [
    { "id": "shelf", "op": "roughness", "amount_m": 0.05, "scale_m": 3 })" +
         added + R"(
  ]
}
)";
}

/// A repository with one commit on main. Nothing of the user's git takes part.
class Repository {
 public:
  explicit Repository(const std::string& base) {
    git("init -q -b main");
    put("x.season.json", kSeason);
    put("cave.strate.json", base);
    git("add . && " + program() + "commit -q -m base");
  }

  std::string at(const std::string& name) const { return folder_.at(name); }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(at(name), std::ios::binary) << text;
  }
  std::string text(const std::string& name) const {
    std::ifstream in(at(name), std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }

  Shell try_git(const std::string& words) const { return shell(program() + words); }
  void git(const std::string& words) const {
    const Shell done = try_git(words);
    INFO(words << "\n" << done.text);
    REQUIRE(done.code == 0);
  }
  void branch(const std::string& name, const std::string& file, const std::string& text) const {
    git("checkout -q -b " + name + " main");
    put(file, text);
    git("commit -q -a -m " + name);
  }
  /// What README says that a team sets up.
  void use_driver() const {
    put(".git/info/attributes", "*.strate.json merge=stratec\n*.season.json merge=stratec\n");
    git("config merge.stratec.name 'by id and key'");
    git("config merge.stratec.driver '\"" + kTool + "\" fmt --merge %O %A %B --path %P'");
  }

 private:
  std::string program() const {
    return "GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
           "GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b git -C '" +
           folder_.path() + "' ";
  }

  testing::TemporaryFolder folder_;
};

/// Whether the tests below can run; says so if not.
bool has_git() {
  if (shell("git --version").code == 0) return true;
  WARN("skipped: git is not installed, so its merge driver was not tried");
  return false;
}

test::Ran checked(const Repository& repository) {
  return test::run({"check", repository.at("x.season.json")});
}

const std::string kBase = cave(R"("radius_m": [4, 9])", R"("wander_m": 4)", R"("scale_m": 4)", "");

}  // namespace

TEST_CASE("merge driver: two designers' edits of one season merge where git alone conflicts") {
  if (!has_git()) return;
  REQUIRE(std::filesystem::exists(kTool));
  const Repository repository(kBase);
  repository.branch(
      "one", "cave.strate.json",
      cave(R"("radius_m": [5, 9])", R"("wander_m": 4)", R"("scale_m": 4)",
           ",\n    { \"id\": \"grain\", \"op\": \"roughness\", \"amount_m\": 0.02 }"));
  repository.branch(
      "two", "cave.strate.json",
      cave(R"("radius_m": [4, 9], "squash": 0.8)", R"("wander_m": 6)", R"("scale_m": 4)",
           ",\n    { \"id\": \"crust\", \"op\": \"roughness\", \"amount_m\": 0.03 }"));
  const Shell alone = repository.try_git("merge one -m merged");
  INFO(alone.text);
  CHECK(alone.code == 1);
  CHECK(alone.text.find("CONFLICT") != std::string::npos);
  repository.git("merge --abort");

  repository.use_driver();
  const Shell driven = repository.try_git("merge one -m merged");
  INFO(driven.text);
  REQUIRE(driven.code == 0);
  CHECK(driven.text.find("merge.same_place") != std::string::npos);
  CHECK(repository.try_git("status --porcelain").text.empty());
  CHECK(repository.text("cave.strate.json") ==
        cave(R"("radius_m": [5, 9], "squash": 0.8)", R"("wander_m": 6)", R"("scale_m": 4)",
             ",\n    { \"id\": \"crust\", \"op\": \"roughness\", \"amount_m\": 0.03 },\n"
             "    { \"id\": \"grain\", \"op\": \"roughness\", \"amount_m\": 0.02 }"));
  const test::Ran check = checked(repository);
  INFO(check.err);
  CHECK(check.code == 0);
}

TEST_CASE(
    "merge driver: edits that merge but contradict each other are named by check, both lines") {
  if (!has_git()) return;
  const std::string rooms = R"("spacing_m": 32, "radius_m": [4, 9], "squash": 0.7)";
  const std::string wide = R"("radius_m": [2, 2.4])";
  const Repository repository(cave(rooms, wide, R"("amount_m": 0.3)", ""));
  repository.use_driver();
  repository.branch("narrow", "cave.strate.json",
                    cave(rooms, R"("radius_m": [1.5, 2])", R"("amount_m": 0.3)", ""));
  CHECK(checked(repository).code == 0);
  repository.branch("rough", "cave.strate.json", cave(rooms, wide, R"("amount_m": 0.8)", ""));
  CHECK(checked(repository).code == 0);
  const Shell driven = repository.try_git("merge narrow -m merged");
  INFO(driven.text);
  REQUIRE(driven.code == 0);
  const test::Ran check = checked(repository);
  INFO(check.err);
  CHECK(check.code == 2);
  CHECK(check.err.find("cave.strate.json:6:30: error[recipe.too_tight]") != std::string::npos);
  CHECK(check.err.find("roughness.amount_m = 0.8") != std::string::npos);
  CHECK(check.err.find("cave.strate.json:7)") != std::string::npos);
}

TEST_CASE(
    "merge driver: a value that both changed stays a conflict of git, with both in the file") {
  if (!has_git()) return;
  const Repository repository(kBase);
  repository.use_driver();
  repository.branch("one", "cave.strate.json",
                    cave(R"("radius_m": [5, 9])", R"("wander_m": 4)", R"("scale_m": 5)", ""));
  repository.branch("two", "cave.strate.json",
                    cave(R"("radius_m": [6, 9])", R"("wander_m": 7)", R"("scale_m": 4)", ""));
  const Shell driven = repository.try_git("merge one -m merged");
  INFO(driven.text);
  CHECK(driven.code == 1);
  CHECK(driven.text.find("cave.strate.json (ours):5:16: error[merge.conflict]") !=
        std::string::npos);
  CHECK(driven.text.find("theirs, line 5: \"rooms\": { \"radius_m\": [5, 9] },") !=
        std::string::npos);
  CHECK(repository.try_git("ls-files -u").text.find("cave.strate.json") != std::string::npos);
  const std::string text = repository.text("cave.strate.json");
  CHECK(text.find("<<<<<<< ours\n      \"radius_m\": [6, 9]\n=======\n"
                  "      \"radius_m\": [5, 9]\n>>>>>>> theirs\n") != std::string::npos);
  CHECK(text.find("\"wander_m\": 7") != std::string::npos);  // the rest is merged
  CHECK(text.find("\"scale_m\": 5") != std::string::npos);
  CHECK(checked(repository).code == 2);
}

TEST_CASE("merge driver: two seasons each get their new slot") {
  if (!has_git()) return;
  const Repository repository(kBase);
  repository.use_driver();
  const auto with_slot = [](const std::string& id) {
    std::string text = kSeason;
    const std::string last = "\"lower\", \"strate\": \"cave.strate.json\" }";
    return text.replace(
        text.find(last), last.size(),
        last + ",\n    { \"id\": \"" + id + "\", \"strate\": \"cave.strate.json\" }");
  };
  repository.branch("one", "x.season.json", with_slot("wells"));
  repository.branch("two", "x.season.json", with_slot("drift"));
  const Shell driven = repository.try_git("merge one -m merged");
  INFO(driven.text);
  REQUIRE(driven.code == 0);
  const test::Ran check = checked(repository);
  CHECK(check.code == 0);
  CHECK(check.out.find("4 strates") != std::string::npos);
}
