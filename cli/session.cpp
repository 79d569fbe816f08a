#include "cli/session.hpp"

#include <charconv>
#include <ostream>

#include "cli/stop.hpp"
#include "cli/version.hpp"
#include "compiler/file_system.hpp"
#include "formats/documents/documents.hpp"
#include "passes/cook.hpp"
#include "passes/density/simd.hpp"
#include "passes/laws/law.hpp"
#include "passes/memory.hpp"
#include "passes/ops/catalog.hpp"

namespace strate::cli {

namespace {

constexpr int kMaxThreads = 256;

/// Selects the level of --simd; an error where it is unknown or absent on this machine.
std::optional<Error> select_simd(const std::string& name) {
  if (name == "best") return std::nullopt;
  std::string present;
  for (const SimdLevel level : simd_levels()) present += " " + std::string(simd_name(level));
  const std::optional<SimdLevel> level = parse_simd(name);
  if (!level)
    return Error{"usage.bad_value",
                 "--simd does not know '" + name + "'",
                 {},
                 {"scalar, neon, sse4, avx2, avx512 or best; here:" + present}};
  if (!set_simd_level(*level))
    return Error{
        "usage.absent_simd", "this machine or build has no " + name, {}, {"here:" + present}};
  return std::nullopt;
}

/// What is wrong with a season that was read, short of evaluating density: bounds alone are asked,
/// and only with a memory budget.
void check_whole(Session& session) {
  for (const Error& e : check_law_bands(shipped_laws(), session.season.laws)) session.diags.add(e);
  if (const Result<Done> fits = check_bake_size(session.season); !fits)
    session.diags.add(fits.error());
  if (const Result<Done> fits = check_plan_size(session.season); !fits)
    session.diags.add(fits.error());
  if (session.diags.has_errors()) return;
  CookOptions options{session.catalog, *session.executor};
  options.memory_bytes = session.memory_bytes;
  if (const Result<Done> fits = check_plan_memory(session.season, options); !fits)
    session.diags.add(fits.error());
}

void write_findings(Io& io, const Session& session, const Diagnostics& findings) {
  if (!session.json) return;
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value(session.command).key("diagnostics");
  write_json(out, findings, session.sources);
  io.out << out.end_object().text();
}

}  // namespace

Result<std::int64_t> whole_number(const std::string& option, const std::string& text,
                                  std::int64_t lo, std::int64_t hi) {
  std::int64_t v = 0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, v);
  if (fault != std::errc() || stop != end || v < lo || v > hi)
    return Error{"usage.bad_value",
                 option + " takes a whole number from " + std::to_string(lo) + " to " +
                     std::to_string(hi) + ", not '" + text + "'",
                 {},
                 {}};
  return v;
}

std::optional<int> start(const Options& options, Io& io, Session& session, const StopWatch* watch) {
  const Result<std::int64_t> threads =
      whole_number("--threads", options.text("--threads"), 0, kMaxThreads);
  if (!threads) return fail(io, threads.error(), kBadInput);
  if (const std::optional<Error> e = select_simd(options.text("--simd")))
    return fail(io, *e, kBadInput);
  session.command = options.command;
  session.json = options.has("--json");
  session.threads = make_tbb_executor(static_cast<unsigned>(*threads));
  session.executor =
      make_stopping_executor(*session.threads, [watch] { return watch && watch->stopped(); });
  if (watch) session.memory_bytes = watch->budgets().memory_bytes.value_or(0);
  session.catalog = shipped_catalog();
  return std::nullopt;
}

bool is_season_name(std::string_view path) {
  return path.ends_with(".season.json") || path.ends_with(".season.jsonc");
}

std::vector<std::string> notes_of_seasons_in(FileSystem& files, const std::string& folder) {
  constexpr std::size_t kMostNamed = 3;
  std::vector<std::string> notes;
  if (is_season_name(folder)) return notes;
  const Result<std::vector<FolderEntry>> entries = files.list(folder);
  if (!entries) return notes;
  for (const FolderEntry& e : *entries) {
    if (is_season_name(e.name) && e.kind == FileKind::file && notes.size() < kMostNamed)
      notes.push_back("a season in it: " + join_path(folder, e.name));
  }
  return notes;
}

std::optional<int> load(const std::string& path, const Options& options, Io& io, Session& session) {
  LoadOptions load_options;
  if (options.has("--seed")) {
    std::uint64_t seed = 0;
    if (!parse_seed(options.text("--seed"), seed))
      return fail(io,
                  {"usage.bad_value",
                   "--seed takes a whole number below 2^64, decimal or 0x hex, not '" +
                       options.text("--seed") + "'",
                   {},
                   {}},
                  kBadInput);
    load_options.seed = seed;
  }
  if (std::vector<std::string> notes = notes_of_seasons_in(io.files, path); !notes.empty()) {
    session.diags.add({"path.not_a_file", "'" + path + "' is a folder, not a season", {}, notes});
    return print_findings(io, session);
  }
  const bool good = load_world(path, io.files, session.catalog, load_options, session.sources,
                               session.season, session.diags);
  if (good) check_whole(session);
  return print_findings(io, session);
}

std::optional<int> print_findings(Io& io, const Session& session) {
  io.err << print(session.diags, session.sources, io.color);
  if (!session.diags.has_errors()) return std::nullopt;
  write_findings(io, session, session.diags);
  for (const Diagnostic& d : session.diags.all())
    if (d.severity == Severity::error && exit_code_of(d.what) != kMachine) return kBadInput;
  return kMachine;
}

int exit_code_of(const Error& error) {
  const std::string_view code = error.code;
  if (code.starts_with("plan.")) return kLawFailed;
  if (code.starts_with("io.") || code.starts_with("budget.") || code == "output.busy")
    return kMachine;
  if (code.starts_with("manifest.") || code.starts_with("artifacts.") ||
      code.starts_with("verify."))
    return kNotVerified;
  if (code.starts_with("bug.")) return kBug;
  return kBadInput;
}

int report(Io& io, const Session& session, const Error& error) {
  Diagnostics one;
  one.add(error);
  if (error.source.known())
    io.err << print(one, session.sources, io.color);
  else
    fail(io, error, 0);
  write_findings(io, session, one);
  return exit_code_of(error);
}

}  // namespace strate::cli
