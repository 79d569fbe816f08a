// stratec check: parse, validate, resolve; bakes nothing.
#include <ostream>

#include "cli/session.hpp"
#include "cli/version.hpp"
#include "compiler/json.hpp"
#include "passes/density/world.hpp"
#include "passes/laws/law.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"SEASON", "", "FILE", "one or more *.season.json or .jsonc", "", true, true},
    kSeedOption,
};

constexpr std::string_view kExamples[] = {
    "stratec check seasons/first-steps/first-steps.season.json",
    "stratec check --json seasons/first-steps/first-steps.season.json",
};

void print_summary(Io& io, const Season& season) {
  io.out << season.name << ": " << season.strates.size() << " strates, ";
  std::size_t operators = 0;
  for (const StrateWorld& s : season.world.strates) operators += s.recipe.stack.size();
  io.out << operators << " operators, no errors\n";
}

/// Everything that can be wrong without evaluating density. An exit code if something is.
std::optional<int> check_one(const std::string& path, const Options& options, Io& io,
                             Session& session) {
  if (const std::optional<int> code = load(path, options, io, session)) return code;
  for (const Error& e : check_law_bands(shipped_laws(), session.season.laws)) session.diags.add(e);
  const Result<World> world = World::compile(session.season.world, session.catalog);
  if (!world) session.diags.add(world.error());
  if (!session.diags.has_errors()) return std::nullopt;
  io.err << print(session.diags, session.sources, io.color);
  if (options.has("--json")) io.out << print_json(session.diags, session.sources);
  return kBadInput;
}

int run_check(const Options& options, Io& io) {
  int worst = kFine;
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value("check").key("seasons").begin_array();
  for (const std::string& path : options.list("SEASON")) {
    Session session;
    if (const std::optional<int> code = start(options, io, session)) return *code;
    if (const std::optional<int> code = check_one(path, options, io, session)) {
      worst = *code;
      continue;
    }
    if (!options.has("--json")) print_summary(io, session.season);
    out.begin_object().key("name").value(session.season.name);
    out.key("strates").value(static_cast<std::int64_t>(session.season.strates.size())).end_object();
  }
  out.end_array().end_object();
  if (options.has("--json") && worst == kFine) io.out << out.text();
  return worst;
}

}  // namespace

Command command_check() {
  return {"check", "parse, validate and resolve seasons; bakes nothing", kOptions, kExamples,
          run_check};
}

}  // namespace strate::cli
