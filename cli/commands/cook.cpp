// stratec cook: the whole chain, from a season to a verified output folder.
#include <fmt/format.h>

#include <ostream>

#include "cli/audit_text.hpp"
#include "cli/progress.hpp"
#include "cli/session.hpp"
#include "cli/version.hpp"
#include "compiler/json.hpp"
#include "compiler/utf8.hpp"
#include "passes/emit.hpp"
#include "passes/laws/law.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"SEASON", "", "FILE", "a *.season.json or .jsonc", "", false, true},
    {"--out", "-o", "DIR", "output folder, exchanged whole", "out"},
    kSeedOption,
    {"--no-prune", "", "", "evaluate every operator everywhere; the bits never differ"},
    {"--skip", "", "PASS", "audit: cook without laws; `verify` refuses the result unless asked"},
};

constexpr std::string_view kExamples[] = {
    "stratec cook seasons/first-steps/first-steps.season.json -o out/first-steps",
    "stratec cook seasons/first-steps/first-steps.season.json -o out/other --seed 7 --threads 2",
};

/// Groups of files that emit reports for one strate, and for the stack.
constexpr std::size_t kEmitStepsPerStrate = 3, kEmitStepsOfStack = 3;

std::string tool_text() { return "stratec " + version_number(); }

/// Writes what a failed cook leaves to OUT.failed. The verdict decides the exit code.
int leave_failure(Io& io, const Session& session, const Cook& cook, const std::string& out) {
  // The verdicts are on stdout already: with --json a second document would spoil them.
  const auto refuse = [&](const Error& e) { return fail(io, e, exit_code_of(e)); };
  const std::string folder = out + ".failed";
  Result<std::unique_ptr<Staging>> staging = Staging::open(io.files, folder);
  if (!staging) return refuse(staging.error());
  if (Result<Done> r = emit_failure(cook, session.sources, **staging); !r) return refuse(r.error());
  if (Result<Done> r = (*staging)->publish(tool_text()); !r) return refuse(r.error());
  io.err << "stratec: a law failed; " << utf8::printable(out)
         << " is as it was, the witnesses are in " << utf8::printable(folder) << "\n";
  return kLawFailed;
}

void print_result(const Options& options, Io& io, const Session& session, const Cook& cook,
                  const Staging& staging, double seconds) {
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
    io.out << out.end_object().text();
    return;
  }
  io.out << audit_text(cook, session.sources, false);
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

int run_cook(const Options& options, Io& io) {
  Session session;
  if (const std::optional<int> code = start(options, io, session)) return *code;
  if (options.has("--skip") && options.text("--skip") != "audit")
    return fail(
        io, {"usage.bad_value", "--skip takes audit, not '" + options.text("--skip") + "'", {}, {}},
        kBadInput);
  if (const std::optional<int> code = load(options.text("SEASON"), options, io, session))
    return *code;
  std::string out = options.text("--out");
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();  // OUT.failed is beside it
  Result<std::unique_ptr<Staging>> staging = Staging::open(io.files, out);
  if (!staging) return report(io, session, staging.error());
  Cook cook{session.season, {session.catalog, *session.executor}};
  cook.options.prune = !options.has("--no-prune");
  cook.options.audit = !options.has("--skip");
  cook.options.version = version_number();
  Progress progress(io, options,
                    shipped_passes().size() + kEmitStepsOfStack +
                        kEmitStepsPerStrate * session.season.strates.size());
  const auto begin = [&](std::string_view what) { progress.begin(what); };
  if (const Result<Done> r =
          run_passes(cook, [&](const PassRow& pass, std::size_t) { begin(pass.id); });
      !r) {
    progress.finish();
    return report(io, session, r.error());
  }
  if (!all_laws_hold(cook.reports)) {
    progress.finish();
    print_verdicts(options, io, session, cook);
    return leave_failure(io, session, cook, out);
  }
  Result<Done> done = emit(cook, session.sources, **staging, begin);
  if (done) {
    begin("publish");
    done = (*staging)->publish(tool_text());
  }
  progress.finish();
  if (!done) return report(io, session, done.error());
  print_result(options, io, session, cook, **staging, progress.seconds());
  return kFine;
}

}  // namespace

Command command_cook() {
  return {"cook", "the whole chain: a season to a hashed manifest, grids, meshes, pictures, proofs",
          kOptions, kExamples, run_cook};
}

}  // namespace strate::cli
