// stratec audit: the laws of a season or manifest on its final density, and its baseline.
#include <ostream>

#include "cli/audit_text.hpp"
#include "cli/baseline_text.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/stop.hpp"
#include "cli/version.hpp"
#include "cli/world_input.hpp"
#include "compiler/file_system.hpp"
#include "compiler/utf8.hpp"
#include "formats/documents/documents.hpp"
#include "formats/documents/library.hpp"
#include "formats/files/audit_json.hpp"
#include "formats/files/writable.hpp"
#include "passes/baseline.hpp"
#include "passes/laws/law.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"WORLD", "", "PATH",
     "a season (or a strate or recipe alone), an output folder or its manifest", "", false, true},
    {"LAW", "", "LAW", "laws to run; all if none is named; none with --baseline, which needs all",
     "", true},
    kSeedOption,
    {"--no-prune", "", "", "evaluate every operator everywhere; the bits never differ"},
    {"--max-findings", "", "N", "findings kept of each law, worst first", "100"},
    {"--allow-not-proven", "", "", "a law that could not be proven here is no failure"},
    {"--baseline", "", "FILE",
     "an expect.json, compared with all laws: figures beyond what it allows, and verdicts that got "
     "worse, exit 1"},
    {"--update-baseline", "", "", "write the figures into the baseline; what it allows stays"},
    kTimeBudgetOption,
    kMemoryBudgetOption,
};

constexpr std::string_view kExamples[] = {
    "stratec audit seasons/first-steps/first-steps.season.json",
    "stratec audit out/first-steps seal connectivity --json",
    "stratec audit out/first-steps --baseline out/expect.json --update-baseline",
    "stratec audit out/first-steps --baseline out/expect.json",
};

constexpr std::size_t kExpectLimit = 16u << 20;
constexpr std::string_view kExpectNote =
    "Written by `stratec audit --update-baseline`. Edit only `allow`: how far a figure may move "
    "[down, up] before CI fails; null lets it move freely.";

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

/// The baseline of a run.
struct Baseline {
  std::string file;  ///< as given; empty: none
  bool update = false;
  std::optional<Expect> expect;  ///< none: there is no file yet
};

/// What cannot be asked together.
std::optional<Error> misuse(const Options& options) {
  const bool update = options.has("--update-baseline"), has = options.has("--baseline");
  if (update && !has)
    return Error{"usage.missing", "--update-baseline needs --baseline FILE", {}, {}};
  if (has && options.has("LAW"))
    return Error{"usage.baseline_laws",
                 "a baseline has the figures of all laws: name none with --baseline",
                 {},
                 {}};
  if (update && options.has("--seed"))
    return Error{
        "usage.seed", "a baseline is of the season as written, not of another seed", {}, {}};
  if (update && options.text("--baseline").ends_with(".jsonc"))
    return Error{"usage.baseline_comments",
                 "an update would lose the comments of a .jsonc file",
                 {},
                 {"call it expect.json and write a \"note\""}};
  return std::nullopt;
}

/// Whether a baseline can be written when all is measured.
Result<Done> check_new_baseline(FileSystem& files, const std::string& file) {
  if (Result<Done> r = check_output_file(files, file); !r) return r;
  const std::string folder = parent_path(file);
  if (!exists(files, folder))
    return Error{"path.not_found",
                 "there is no folder '" + folder + "' for the baseline",
                 {},
                 {"make it first: a baseline lies beside its season"}};
  return check_writable(files, file, folder);
}

/// Reads the file that --baseline names. An exit code if it is no baseline.
std::optional<int> read_baseline(const Options& options, Io& io, Session& session, Baseline& out) {
  out.file = options.text("--baseline");
  out.update = options.has("--update-baseline");
  if (out.update) {
    session.outputs = {out.file};
    if (const Result<Done> r = check_new_baseline(io.files, out.file); !r)
      return report(io, session, r.error());
  }
  if (out.file.empty() || (out.update && !exists(io.files, out.file))) return std::nullopt;
  Result<std::string> bytes = read_input(io.files, out.file, kExpectLimit);
  if (!bytes && bytes.error().code == "path.not_found")
    return report(io, session,
                  {"path.not_found",
                   "there is no baseline '" + out.file + "'",
                   {},
                   {"--update-baseline writes one"}});
  if (!bytes) return report(io, session, bytes.error());
  const std::uint32_t document = session.sources.add(out.file, std::move(*bytes));
  out.expect.emplace();
  read_expect(session.sources, document, out.file.ends_with(".jsonc"), *out.expect, session.diags);
  return print_findings(io, session);
}

/// "katabasis" of "../katabasis/katabasis.season.json".
std::string season_name(const std::string& path) {
  const std::string name = file_name(path);
  return name.substr(0, name.find('.'));
}

/// An error if the baseline is another season's.
std::optional<Error> other_season(const Baseline& baseline, const std::string& name) {
  if (!baseline.expect || season_name(baseline.expect->season) == name) return std::nullopt;
  return Error{"expect.other_season",
               "this is the baseline of " + baseline.expect->season + ", not of " + name,
               baseline.expect->season_source,
               {}};
}

/// The season's path as a new baseline writes it.
std::string season_path(const std::string& world, const std::string& file, const std::string& name,
                        Io& io) {
  if (is_manifest(world)) return name + ".season.json";
  const Result<std::string> from = io.files.canonical(parent_path(file));
  const Result<std::string> to = io.files.canonical(parent_path(world));
  if (!from || !to) return file_name(world);
  return relative_path(*from, join_path(*to, file_name(world)));
}

void print_result(const Options& options, Io& io, const Session& session, const Cook& cook,
                  const Baseline& baseline, const std::optional<BaselineReport>& compared) {
  if (!options.has("--json")) {
    io.out << audit_text(cook, session.sources, io.color_out);
    if (compared) io.out << baseline_text(*compared, baseline.file, io.color_out, !baseline.update);
    return;
  }
  if (!compared) {
    io.out << audit_document(cook, session.sources, options.command);
    return;
  }
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value(options.command);
  write_audit(out, cook.reports, session.sources, cook.def().voxel_um);
  write_baseline(out, *compared, baseline.file);
  io.out << out.end_object().text();
}

/// Writes what was measured, with all that people wrote. A file that says it already stays.
int update(const Options& options, Io& io, Session& session, const Baseline& baseline,
           Expect measured) {
  measured.note = kExpectNote;
  if (baseline.expect) {
    measured.schema = baseline.expect->schema;
    measured.note = baseline.expect->note;
    measured.season = baseline.expect->season;
    measured.allow = baseline.expect->allow;
  } else {
    measured.season = season_path(options.text("WORLD"), baseline.file, session.season.name, io);
  }
  session.diags = {};
  session.json = false;  // the verdicts are on stdout already
  if (!check_allowances(measured.allow, measured, session.diags))
    return *print_findings(io, session);
  const std::string text = write_expect(measured);
  const Result<std::string> there = read_file(io.files, baseline.file, kExpectLimit);
  const bool fresh = !there || *there != text;
  if (fresh) {
    const Result<Done> done = write_file(io.files, baseline.file, text);
    if (!done) return report(io, session, done.error());
  }
  io.err << "stratec: the baseline " << utf8::printable(baseline.file)
         << (fresh ? " is written anew\n" : " says so already\n");
  return kFine;
}

/// The verdict of the run, and what follows for its baseline.
int conclude(const Options& options, Io& io, Session& session, const Cook& cook,
             const Baseline& baseline) {
  const bool hold = passes(cook.reports, options.has("--allow-not-proven"));
  std::optional<BaselineReport> compared;
  std::optional<Expect> measured;
  if (!baseline.file.empty()) measured = expect_of(cook);
  if (baseline.expect) compared = compare(*baseline.expect, *measured);
  print_result(options, io, session, cook, baseline, compared);
  if (!hold && baseline.update) io.err << "stratec: a law failed; the baseline is as it was\n";
  if (!hold) return kLawFailed;
  if (baseline.update) return update(options, io, session, baseline, std::move(*measured));
  return compared && compared->regressed() ? kLawFailed : kFine;
}

int run_audit(const Options& options, Io& io, StopWatch& watch) {
  Session session;
  if (const std::optional<int> code = start(options, io, session, &watch)) return *code;
  const std::vector<std::string> laws = options.list("LAW");
  if (const std::optional<Error> e = unknown_law(laws)) return fail(io, *e, kBadInput);
  if (const std::optional<Error> e = misuse(options)) return fail(io, *e, kBadInput);
  const Result<std::int64_t> findings =
      whole_number("--max-findings", options.text("--max-findings"), 1, 1'000'000);
  if (!findings) return fail(io, findings.error(), kBadInput);
  Baseline baseline;
  if (const std::optional<int> code = read_baseline(options, io, session, baseline)) return *code;
  const std::string given = options.text("WORLD");
  if (!is_manifest(given))
    if (const std::optional<Error> e = other_season(baseline, season_name(given)))
      return report(io, session, *e);
  Progress progress(io, options, shipped_passes().size());
  int exit = kFine;
  std::optional<World> world = open_world(given, options, io, session, exit);
  if (!world) return exit;
  if (const std::optional<Error> e = other_season(baseline, session.season.name))
    return report(io, session, *e);
  Cook cook{session.season, {session.catalog, progress.counted(*session.executor)}};
  cook.world.emplace(std::move(*world));
  cook.options.prune = !options.has("--no-prune");
  cook.options.laws = laws;
  cook.options.products = false;
  cook.options.max_findings = static_cast<std::size_t>(*findings);
  cook.options.memory_bytes = session.memory_bytes;
  const Result<Done> done = run_passes(cook, [&](const PassRow& pass, std::size_t) {
    watch.check();
    progress.begin(pass.id);
  });
  progress.finish();
  if (!done) return report(io, session, done.error());
  return conclude(options, io, session, cook, baseline);
}

int run_audit_stoppable(const Options& options, Io& io) {
  return run_stoppable(options, io, run_audit);
}

}  // namespace

Command command_audit() {
  return {"audit", "check the laws on the final density, with margins and blame", kOptions,
          kExamples, run_audit_stoppable};
}

}  // namespace strate::cli
