// stratec audit: the laws of a season or manifest on its final density.
#include <ostream>

#include "cli/audit_text.hpp"
#include "cli/progress.hpp"
#include "cli/world_input.hpp"
#include "passes/laws/law.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"WORLD", "", "PATH", "a season, an output folder or its manifest", "", false, true},
    {"LAW", "", "LAW", "laws to run; all if none is named", "", true},
    kSeedOption,
    {"--no-prune", "", "", "evaluate every operator everywhere; the bits never differ"},
    {"--max-findings", "", "N", "findings kept of each law, worst first", "100"},
    {"--allow-not-proven", "", "", "a law that could not be proven here is no failure"},
};

constexpr std::string_view kExamples[] = {
    "stratec audit seasons/first-steps/first-steps.season.json",
    "stratec audit out/first-steps seal connectivity --json",
};

/// An error for the first name that is no law.
std::optional<Error> unknown_law(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const LawRow& row : shipped_laws()) known.emplace_back(row.id);
  for (const std::string& name : names) {
    if (find_law(shipped_laws(), name) != nullptr) continue;
    Error e{"usage.unknown_law", "no law '" + name + "'", {}, {}};
    if (const std::string near = nearest_name(name, known); !near.empty())
      e.notes.push_back("did you mean '" + near + "'?");
    std::string all = "laws:";
    for (const std::string& k : known) all += " " + k;
    e.notes.push_back(all);
    return e;
  }
  return std::nullopt;
}

bool passes(const std::vector<LawReport>& reports, bool allow_not_proven) {
  for (const LawReport& r : reports) {
    if (r.verdict == Verdict::fails) return false;
    if (r.verdict == Verdict::not_proven && !allow_not_proven) return false;
  }
  return true;
}

void print_result(const Options& options, Io& io, const Session& session, const Cook& cook) {
  if (!options.has("--json")) {
    io.out << audit_text(cook, session.sources, io.color);
    return;
  }
  io.out << audit_document(cook, session.sources, options.command);
}

int run_audit(const Options& options, Io& io) {
  Session session;
  if (const std::optional<int> code = start(options, io, session)) return *code;
  const std::vector<std::string> laws = options.list("LAW");
  if (const std::optional<Error> e = unknown_law(laws)) return fail(io, *e, kBadInput);
  const Result<std::int64_t> findings =
      whole_number("--max-findings", options.text("--max-findings"), 1, 1'000'000);
  if (!findings) return fail(io, findings.error(), kBadInput);
  Progress progress(io, options, shipped_passes().size());
  int exit = kFine;
  std::optional<World> world = open_world(options.text("WORLD"), options, io, session, exit);
  if (!world) return exit;
  Cook cook{session.season, {session.catalog, *session.executor}};
  cook.world.emplace(std::move(*world));
  cook.options.prune = !options.has("--no-prune");
  cook.options.laws = laws;
  cook.options.products = false;
  cook.options.max_findings = static_cast<std::size_t>(*findings);
  const Result<Done> done =
      run_passes(cook, [&](const PassRow& pass, std::size_t) { progress.begin(pass.id); });
  progress.finish();
  if (!done) return report(io, session, done.error());
  print_result(options, io, session, cook);
  return passes(cook.reports, options.has("--allow-not-proven")) ? kFine : kLawFailed;
}

}  // namespace

Command command_audit() {
  return {"audit", "check the laws on the final density, with margins and blame", kOptions,
          kExamples, run_audit};
}

}  // namespace strate::cli
