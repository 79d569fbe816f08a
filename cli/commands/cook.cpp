// stratec cook: the whole chain, from a season to a verified output folder.
#include <fmt/format.h>

#include <ostream>

#include "cli/audit_text.hpp"
#include "cli/progress.hpp"
#include "cli/session.hpp"
#include "cli/stop.hpp"
#include "cli/version.hpp"
#include "compiler/file_system.hpp"
#include "compiler/json.hpp"
#include "compiler/utf8.hpp"
#include "formats/files/writable.hpp"
#include "passes/emit.hpp"
#include "passes/laws/law.hpp"
#include "passes/self_check.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"SEASON", "", "FILE", "a *.season.json or .jsonc; a strate or recipe alone is one too", "",
     false, true},
    {"--out", "-o", "DIR", "output folder, exchanged whole", "out"},
    kSeedOption,
    {"--no-prune", "", "", "evaluate every operator everywhere; the bits never differ"},
    {"--skip", "", "PASS", "audit: cook without laws; `verify` refuses the result unless asked"},
    {"--self-check", "", "",
     "run every pass again on other threads, order and SIMD level; exit 70 "
     "names what differs"},
    kTimeBudgetOption,
    kMemoryBudgetOption,
};

constexpr std::string_view kExamples[] = {
    "stratec cook seasons/first-steps/first-steps.season.json -o out/first-steps",
    "stratec cook seasons/first-steps/first-steps.season.json -o out/other --seed 7 --threads 2",
    "stratec cook seasons/first-steps/first-steps.season.json -o out/checked --self-check",
};

/// Groups of files that emit reports for one strate, and for the stack.
constexpr std::size_t kEmitStepsPerStrate = 3, kEmitStepsOfStack = 3;

std::string tool_text() { return "stratec " + version_number(); }

/// The second run of --self-check, and what it runs on.
struct Rerun {
  Rerun(unsigned threads, SimdLevel level, const StopWatch& watch)
      : pool(make_thread_executor(threads)),
        reversed(make_ordered_executor(*pool, 0)),
        executor(make_stopping_executor(*reversed, [&watch] { return watch.stopped(); })),
        check({*executor, level},
              fmt::format("{} threads, reversed tiles, {}", threads, simd_name(level))) {}
  std::unique_ptr<Executor> pool, reversed, executor;
  SelfCheck check;
};

/// Writes what a failed cook leaves to OUT.failed. The verdict decides the exit code.
int leave_failure(Io& io, const Session& session, const Cook& cook, const std::string& out,
                  StopWatch& watch) {
  // The verdicts are on stdout already: with --json a second document would spoil them.
  const auto refuse = [&](const Error& e) { return fail(io, e, exit_code_of(e)); };
  const std::string folder = out + ".failed";
  Result<std::unique_ptr<Staging>> staging = Staging::open(io.files, folder);
  if (!staging) return refuse(staging.error());
  if (Result<Done> r = emit_failure(cook, session.sources, **staging); !r) return refuse(r.error());
  watch.publish();
  if (Result<Done> r = (*staging)->publish(tool_text()); !r) return refuse(r.error());
  io.err << "stratec: a law failed; " << utf8::printable(out)
         << " is as it was, the witnesses are in " << utf8::printable(folder) << "\n";
  return kLawFailed;
}

void print_result(const Options& options, Io& io, const Session& session, const Cook& cook,
                  const Staging& staging, const Rerun* rerun, double seconds) {
  std::uint64_t bytes = 0, samples = 0, tiles = 0, sampled = 0, surface = 0;
  for (const Artifact& a : staging.artifacts()) bytes += a.size;
  for (const SampledStrate& s : cook.sampled) {
    samples += s.digest.samples;
    tiles += s.stats.tiles, sampled += s.stats.sampled, surface += s.stats.surface;
  }
  const std::string content = hex(hashes_of(manifest_of(cook), session.catalog).content);
  if (options.has("--json")) {
    json::Writer out;
    out.begin_object().key("tool").value("stratec").key("version").value(version_number());
    out.key("command").value("cook").key("name").value(cook.season.name);
    out.key("content_hash").value(content).key("bytes").value(bytes);
    out.key("files").value(static_cast<std::uint64_t>(staging.artifacts().size()));
    out.key("samples").value(samples).key("tiles").value(tiles);
    out.key("tiles_sampled").value(sampled).key("tiles_with_surface").value(surface);
    if (rerun) {
      out.key("self_check").begin_object().key("how").value(rerun->check.how());
      out.key("parts").value(static_cast<std::uint64_t>(rerun->check.parts())).end_object();
    }
    io.out << out.end_object().text();
    return;
  }
  io.out << audit_text(cook, session.sources, false);
  if (rerun)
    io.out << fmt::format("self-check: the same {} hashes on {}\n", rerun->check.parts(),
                          rerun->check.how());
  io.out << fmt::format(
      "sampled {:.1f} % of {} tiles, {:.1f} % hold a surface ({:.2f} sampled for each)\n",
      100.0 * static_cast<double>(sampled) / static_cast<double>(tiles), tiles,
      100.0 * static_cast<double>(surface) / static_cast<double>(tiles),
      surface == 0 ? 0.0 : static_cast<double>(sampled) / static_cast<double>(surface));
  io.out << fmt::format("cooked {} in {:.1f} s: {} files, {:.1f} MB, {:.0f} Mvoxel, content {}\n",
                        utf8::printable(cook.season.name), seconds, staging.artifacts().size() + 1,
                        static_cast<double>(bytes) / 1e6, static_cast<double>(samples) / 1e6,
                        content);
}

/// What a cook says whose laws do not hold.
void print_verdicts(const Options& options, Io& io, const Session& session, const Cook& cook) {
  if (options.has("--json"))
    io.out << audit_document(cook, session.sources, options.command);
  else
    io.out << audit_text(cook, session.sources, false);
}

/// Every pass, and before them with --self-check every pass the other way.
Result<Done> run_all(Cook& cook, Rerun* rerun,
                     const std::function<void(std::string_view what)>& begin) {
  if (rerun)
    rerun->check.run(cook.season, cook.options,
                     [&](std::string_view pass) { begin("self-check: " + std::string(pass)); });
  const Result<Done> done =
      run_passes(cook, [&](const PassRow& pass, std::size_t) { begin(pass.id); });
  if (rerun)
    if (Result<Done> same = rerun->check.compare(cook, done); !same) return same;
  return done;
}

/// What a staging holds on disk until it is published or gone: its folder and its lock.
std::vector<std::string> traces_of(Staging& staging) {
  constexpr std::string_view kFresh = "new", kLock = "lock";
  const Result<std::string> manifest = staging.place(std::string(kManifestFile));
  if (!manifest) return {};
  const std::string folder = parent_path(*manifest);
  return {folder, folder.substr(0, folder.size() - kFresh.size()) + std::string(kLock)};
}

std::size_t step_count(const Session& session, const Rerun* rerun) {
  return shipped_passes().size() * (rerun ? 2 : 1) + kEmitStepsOfStack +
         kEmitStepsPerStrate * session.season.strates.size();
}

int run_cook(const Options& options, Io& io, StopWatch& watch) {
  Session session;
  if (const std::optional<int> code = start(options, io, session, &watch)) return *code;
  if (options.has("--skip") && options.text("--skip") != "audit")
    return fail(
        io, {"usage.bad_value", "--skip takes audit, not '" + options.text("--skip") + "'", {}, {}},
        kBadInput);
  if (const std::optional<int> code = load(options.text("SEASON"), options, io, session))
    return *code;
  std::string out = options.text("--out");
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();  // OUT.failed is beside it
  if (const Result<Done> r = check_writable(io.files, out, parent_path(out)); !r)
    return report(io, session, r.error());
  Result<std::unique_ptr<Staging>> staging = Staging::open(io.files, out);
  if (!staging) return report(io, session, staging.error());
  watch.leaves_no(traces_of(**staging));
  std::unique_ptr<Rerun> rerun;
  if (options.has("--self-check"))
    rerun = std::make_unique<Rerun>(other_threads(session.executor->workers()),
                                    other_simd(simd_level()), watch);
  Progress progress(io, options, step_count(session, rerun.get()));
  Cook cook{session.season, {session.catalog, progress.counted(*session.executor)}};
  cook.options.prune = !options.has("--no-prune");
  cook.options.audit = !options.has("--skip");
  cook.options.version = version_number();
  cook.options.memory_bytes = session.memory_bytes;
  const auto begin = [&](std::string_view what) {
    watch.check();
    progress.begin(what);
  };
  if (const Result<Done> r = run_all(cook, rerun.get(), begin); !r) {
    progress.finish();
    return report(io, session, r.error());
  }
  if (!all_laws_hold(cook.reports)) {
    progress.finish();
    print_verdicts(options, io, session, cook);
    return leave_failure(io, session, cook, out, watch);
  }
  Result<Done> done = emit(cook, session.sources, **staging, begin);
  if (done) {
    begin("publish");
    watch.publish();
    done = (*staging)->publish(tool_text());
  }
  progress.finish();
  if (!done) return report(io, session, done.error());
  print_result(options, io, session, cook, **staging, rerun.get(), progress.seconds());
  return kFine;
}

int run_cook_stoppable(const Options& options, Io& io) {
  return run_stoppable(options, io, run_cook);
}

}  // namespace

Command command_cook() {
  return {"cook", "the whole chain: a season to a hashed manifest, grids, meshes, pictures, proofs",
          kOptions, kExamples, run_cook_stoppable};
}

}  // namespace strate::cli
