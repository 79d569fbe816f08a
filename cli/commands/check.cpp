// stratec check: parse, validate, resolve; bakes nothing.
#include <algorithm>
#include <ostream>

#include "cli/session.hpp"
#include "cli/version.hpp"
#include "compiler/counted.hpp"
#include "compiler/json.hpp"
#include "compiler/utf8.hpp"
#include "passes/density/world.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"SEASON", "", "FILE", "one or more *.season.json or .jsonc; strates or recipes alone too", "",
     true, true},
    kSeedOption,
};

constexpr std::string_view kExamples[] = {
    "stratec check seasons/first-steps/first-steps.season.json",
    "stratec check --json seasons/first-steps/first-steps.season.json",
};

void print_summary(Io& io, const Season& season) {
  io.out << utf8::printable(season.name) << ": " << counted(season.strates.size(), "strate")
         << ", ";
  std::size_t operators = 0;
  for (const StrateWorld& s : season.world.strates)
    each_recipe(s, [&](const Recipe& r) { operators += r.stack.size(); });
  io.out << counted(operators, "operator") << ", no errors\n";
}

/// Everything that can be wrong without evaluating density. An exit code if something is.
std::optional<int> check_one(const std::string& path, const Options& options, Io& io,
                             Session& session) {
  if (const std::optional<int> code = load(path, options, io, session)) return code;
  const Result<World> world = World::compile(session.season.world, session.catalog);
  if (world) return std::nullopt;
  session.diags.add(world.error());
  return report(io, session, world.error());
}

int run_check(const Options& options, Io& io) {
  int worst = kFine;
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value(options.command).key("seasons").begin_array();
  for (const std::string& path : options.list("SEASON")) {
    Session session;
    if (const std::optional<int> code = start(options, io, session)) return *code;
    session.json = false;  // findings of all seasons make one document
    const std::optional<int> code = check_one(path, options, io, session);
    worst = std::max(worst, code.value_or(kFine));
    out.begin_object().key("file").value(utf8::printable(path));
    if (!code) out.key("name").value(session.season.name);
    if (!code) out.key("strates").value(static_cast<std::uint64_t>(session.season.strates.size()));
    out.key("diagnostics");
    write_json(out, session.diags, session.sources);
    out.end_object();
    if (!code && !options.has("--json")) print_summary(io, session.season);
  }
  out.end_array().end_object();
  if (options.has("--json")) io.out << out.text();
  return worst;
}

}  // namespace

Command command_check() {
  return {"check", "parse, validate and resolve seasons; bakes nothing", kOptions, kExamples,
          run_check};
}

}  // namespace strate::cli
