// The reference says what the tables say, in every form.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/operator_examples.hpp"
#include "cli/reference.hpp"
#include "compiler/memory_file_system.hpp"
#include "formats/documents/settings.hpp"
#include "formats/recipe/builtin_fields.hpp"
#include "formats/recipe/words.hpp"
#include "passes/ops/catalog.hpp"
#include "passes/walk/measure.hpp"
#include "tests/commands/support/run.hpp"
#include "tests/commands/support/shell.hpp"

using namespace strate;
using test::run;

namespace {

const std::string kScratch = STRATEC_BINARY_DIR "/commands";

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string docs(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "docs");
  MemoryFileSystem empty;
  const test::Ran r = run(arguments, empty);
  INFO(r.err);
  REQUIRE(r.code == 0);
  CHECK(r.err.empty());
  return r.out;
}

}  // namespace

TEST_CASE("docs: every operator with every parameter, its range and its default") {
  const std::string all = docs({"operators"});
  std::size_t parameters = 0;
  for (const OperatorRow& op : shipped_catalog().operators) {
    const std::string one = docs({std::string(op.id)});
    INFO(op.id);
    CHECK(holds(all, "### " + std::string(op.id) + "\n"));
    CHECK(holds(one, "\n### " + std::string(op.id) + "\n\n" + cli::sentence(op.doc)));
    for (const FieldSpec& spec : op.params) {
      INFO(spec.name);
      CHECK(holds(one, "| `" + std::string(spec.name) + "` |"));
      CHECK(holds(all, std::string(spec.doc)));
      ++parameters;
    }
  }
  CHECK(parameters > 40);
  CHECK(holds(docs({"tunnels"}),
              "| `radius_m` | two numbers [low, high] or one; 1 to 6 m, default 2.2 | fields, once "
              "at each site | of the tunnel at each room; it tapers from one to the other |"));
  CHECK(holds(docs({"tunnels"}), "| `joins` | the id of an entry, required | nothing |"));
}

TEST_CASE("docs: archetypes, fields, document keys, laws and commands, each from its table") {
  for (const ArchetypeRow& a : shipped_catalog().archetypes)
    CHECK(holds(docs({std::string(a.id)}), std::string(a.recipe_json)));
  for (const BuiltinField& f : builtin_fields())
    CHECK(holds(docs({"fields"}), "### " + std::string(f.name) + "\n\n" + cli::sentence(f.doc)));
  for (const SettingSpec& s : strate_settings())
    CHECK(holds(docs({"strate"}), "| `" + std::string(s.name) + "` | "));
  CHECK(holds(docs({"season"}), "| `bake.window_m` | [x0, y0, x1, y1] in metres, default ["));
  for (const LawRow& law : shipped_laws())
    for (const LawFigure& f : law.figures) {
      INFO(law.id << " " << f.name);
      CHECK(holds(docs({std::string(law.id)}), "| `" + std::string(f.name) + "` | "));
    }
  CHECK(holds(docs({"passage"}), "| `grade_deg` | at most 15 deg | steepest 2 m"));
  for (const cli::Command& c : cli::commands()) {
    const std::string text = docs({std::string(c.name)});
    INFO(c.name);
    for (const cli::OptionSpec& o : c.options) CHECK(holds(text, o.name));
    for (const std::string_view e : c.examples) CHECK(holds(text, e));
  }
  CHECK(holds(docs({"commands"}), " 3 verification failed;"));
}

TEST_CASE("docs: every measured figure has its unit and its sentence") {
  const std::string text = docs({"figures"});
  for (const auto& row : walk_figure_rows()) {
    INFO(row.name);
    CHECK(holds(text, "| `" + std::string(row.name) + "` | "));
    CHECK(holds(text, " | " + std::string(row.doc) + " |\n"));
  }
  CHECK(walk_figure_rows().size() > 15);
  CHECK(holds(text, "| `floor_m2` | in m² | floor that"));
  CHECK(holds(text, "| `dead_ends_per_100m` | in per 100 m |") == false);
  CHECK(holds(text, "| `dead_ends_per_100m` | per 100 m |"));
  CHECK(holds(text, "| `narrow_gap_fraction` | a fraction |"));
  CHECK(holds(text, "| `lowest_headroom_m` | in m | "));
}

TEST_CASE("docs: a row that the shipped tables do not have is documented, with its bar escaped") {
  constexpr FieldSpec kParams[] = {{.name = "depth_of_lie_m",
                                    .min = 1,
                                    .max = 2,
                                    .lo = 1.5,
                                    .drive = Drive::per_point,
                                    .doc = "true | false"}};
  Catalog catalog = shipped_catalog();
  OperatorRow row;
  row.id = "liar";
  row.doc = "says what is not";
  row.params = kParams;
  catalog.operators.push_back(row);
  const auto topics =
      cli::chosen_topics(cli::reference(catalog, shipped_laws(), cli::commands()), "liar");
  REQUIRE(topics.size() == 1);
  CHECK(holds(cli::as_markdown(topics),
              "| `depth_of_lie_m` | 1 to 2 m, default 1.5 | any field | true \\| false |"));
  CHECK(holds(cli::as_man(topics, "liar"), ".B \"depth_of_lie_m\"\ntrue | false\n"));
}

TEST_CASE("docs: a name that is nearly right is answered with the right one") {
  CHECK(holds(run({"docs", "tunels"}).err, "did you mean 'tunnels'?"));
  CHECK(holds(run({"docs", "opertors"}).err, "did you mean 'operators'?"));
  CHECK(run({"docs", "diagnostics"}).code == 2);
  CHECK(holds(run({"docs", "--format", "markdwn"}).err, "did you mean 'markdown'?"));
  CHECK(holds(run({"docs", "laws", "--json", "--format", "man"}).err, "usage.bad_combination"));
}

TEST_CASE("docs: --json holds an entry for each row of each table") {
  const auto topics = nlohmann::json::parse(docs({"--json"}))["topics"];
  std::map<std::string, std::size_t> entries;
  for (const auto& topic : topics) entries[topic["id"]] = topic["entries"].size();
  CHECK(entries["operators"] == shipped_catalog().operators.size());
  CHECK(entries["archetypes"] == shipped_catalog().archetypes.size());
  CHECK(entries["fields"] == builtin_fields().size());
  CHECK(entries["documents"] == 7);
  CHECK(entries["entries"] == entry_words().size());
  CHECK(entries["values"] == 8);
  CHECK(entries["laws"] == shipped_laws().size());
  CHECK(entries["commands"] == cli::commands().size());
  CHECK(entries["figures"] == 2);
  CHECK(entries.size() == 9);
}

TEST_CASE("docs: manual pages are ASCII, and no line of text begins like a request") {
  const std::set<std::string> requests{".TH", ".SH", ".SS", ".PP", ".TP", ".B",
                                       ".br", ".RS", ".RE", ".nf", ".fi"};
  std::size_t texts = 0;
  for (const std::string& line : test::lines(docs({"--format", "man"}))) {
    INFO(line);
    for (const char c : line) CHECK((c >= ' ' && c <= '~'));
    if (line.starts_with("."))
      CHECK(requests.contains(line.substr(0, line.find(' '))));
    else
      ++texts;
    CHECK_FALSE(line.starts_with("'"));
  }
  CHECK(texts > 300);
  CHECK(docs({"cook", "--format", "man"}).starts_with(".TH \"STRATEC\\-COOK\" 1 "));
  CHECK(docs({"laws", "--format", "man"}).starts_with(".TH \"STRATEC\\-LAWS\" 7 "));
}

TEST_CASE("docs: manual pages have nothing that mandoc warns of") {
  if (!test::installed("mandoc")) {
    WARN("mandoc is not installed: the pages are not linted");
    return;
  }
  REQUIRE(make_folders(posix_file_system(), kScratch));
  std::vector<std::vector<std::string>> pages{{}, {"rooms"}, {"strate"}, {"cook"}};
  for (const char* topic : {"operators", "entries", "values", "archetypes", "fields", "documents",
                            "laws", "figures", "commands"})
    pages.push_back({topic});
  for (std::vector<std::string> page : pages) {
    page.insert(page.end(), {"--format", "man"});
    const std::string path = kScratch + "/page.man";
    REQUIRE(write_file(posix_file_system(), path, docs(page)));
    const test::Shelled lint = test::sh("mandoc -T lint -W style '" + path + "'");
    INFO(page.front() << ": " << lint.out);
    CHECK(lint.code == 0);
    CHECK(lint.out.empty());
  }
}

TEST_CASE("docs: every operator shows an example, formatted as `stratec fmt` would") {
  MemoryFileSystem files;
  std::size_t shown = 0;
  for (const OperatorRow& op : shipped_catalog().operators) {
    INFO(op.id);
    const cli::OperatorExample* example = cli::example_of(op.id);
    REQUIRE(example != nullptr);
    CHECK(holds(docs({std::string(op.id)}), "\n```\n" + std::string(example->recipe) + "```\n"));
    const std::string path = "/" + std::string(op.id) + ".recipe.json";
    files.put(path, std::string(example->recipe));
    CHECK(run({"fmt", "--check", path}, files).code == 0);
    ++shown;
  }
  CHECK(shown == cli::operator_examples().size());
}

TEST_CASE("docs: --pictures draws the operators asked for and links them") {
  const std::string folder = kScratch + "/docs-pictures";
  std::filesystem::remove_all(folder);
  const test::Ran r = run({"docs", "box", "--pictures", folder, "-q"});
  INFO(r.err);
  REQUIRE(r.code == 0);
  CHECK(holds(r.out, "![box](" + folder + "/box.png)"));
  const auto bytes = read_file(posix_file_system(), folder + "/box.png", 1u << 22);
  REQUIRE(bytes);
  CHECK(bytes->size() > 20000);
  std::size_t others = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    others += entry.path().filename() != "box.png";
  CHECK(others == 0);
  CHECK(run({"docs", "laws", "--pictures", folder}).code == 2);
  CHECK(run({"docs", "box", "--format", "man", "--pictures", folder}).code == 2);
}
