// stratec fmt: the canonical form of authored documents, and the merge of three versions of one.
#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/output_file.hpp"
#include "cli/session.hpp"
#include "cli/version.hpp"
#include "compiler/file_system.hpp"
#include "compiler/json.hpp"
#include "compiler/utf8.hpp"
#include "formats/documents/format.hpp"
#include "formats/documents/merge.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"FILE", "", "FILE", "*.season, *.strate, *.recipe (.json or .jsonc); with --merge three files",
     "", true, true},
    {"--check", "", "", "write nothing; name the files that would change, exit 1 if there are any"},
    {"--stdout", "", "", "print the document instead of writing it"},
    {"--merge", "", "",
     "FILE is BASE OURS THEIRS: merge by id and key into OURS, as git's merge driver; exit 1 if "
     "both sides changed the same"},
    {"--path", "", "PATH", "with --merge: what messages call the document (git's %P)"},
};

constexpr std::string_view kExamples[] = {
    "stratec fmt --check seasons/first-steps/first-steps.season.json",
    "stratec fmt --stdout seasons/first-steps/strates/choir.strate.json",
};

constexpr std::size_t kMostBytes = 16u << 20;
constexpr std::string_view kKinds[] = {".season.json", ".strate.json", ".recipe.json",
                                       ".biome.json"};

/// Exit code of `--check` that found, and of a merge that could not: as a difference (01).
constexpr int kDiffers = kLawFailed;

struct Document {
  std::string path, text;
  std::uint32_t id = 0;  ///< in the session's sources
  bool changed = false;
};

Error path_error(const char* code, std::string text, std::vector<std::string> notes = {}) {
  return {code, std::move(text), {}, std::move(notes)};
}

bool is_document(std::string_view path) {
  if (path.ends_with('c')) path.remove_suffix(1);
  return std::any_of(std::begin(kKinds), std::end(kKinds),
                     [&](std::string_view kind) { return path.ends_with(kind); });
}

/// The bytes of a document that may be replaced.
Result<std::string> read_document(FileSystem& files, const std::string& path) {
  if (!is_document(path))
    return path_error(
        "path.wrong_kind", "'" + path + "' is not the name of a document",
        {"fmt knows x.season.json, x.strate.json, x.recipe.json, x.biome.json, and .jsonc"});
  const Result<FileStatus> status = files.status(path);
  if (!status) return status.error();
  if (status->kind == FileKind::absent)
    return path_error("path.not_found", "there is no file '" + path + "'");
  if (status->kind == FileKind::symlink)
    return path_error("path.symlink", "'" + path + "' is a symbolic link",
                      {"name the file that it points to: a link is never replaced"});
  if (status->kind != FileKind::file)
    return path_error("path.not_a_file", "'" + path + "' is not a regular file");
  return read_input(files, path, kMostBytes);
}

/// Reads and lays out; all faults of all files are in the session's diagnostics.
std::vector<Document> lay_out(const std::vector<std::string>& paths, Io& io, Session& session) {
  std::vector<Document> out;
  for (const std::string& path : paths) {
    const auto twice = [&](const Document& d) { return d.path == path; };
    if (std::any_of(out.begin(), out.end(), twice)) continue;
    Result<std::string> bytes = read_document(io.files, path);
    if (!bytes) {
      session.diags.add(bytes.error());
      continue;
    }
    Document d{path, {}, session.sources.add(path, std::move(*bytes))};
    if (!format_document(session.sources, d.id, path.ends_with('c'), session.catalog, d.text,
                         session.diags))
      continue;
    d.changed = d.text != session.sources[d.id].text;
    out.push_back(std::move(d));
  }
  return out;
}

/// Prints the findings; an exit code if one is an error.
std::optional<int> stop_on_errors(Io& io, const Session& session) {
  const std::optional<int> code = print_findings(io, session);
  for (const Diagnostic& d : session.diags.all())
    if (d.what.code.starts_with("bug.")) return kBug;
  return code;
}

json::Writer begin_json(const Session& session) {
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value(session.command);
  return out;
}

void print_files(const Options& options, Io& io, const Session& session,
                 const std::vector<Document>& documents) {
  const bool check = options.has("--check");
  if (session.json) {
    json::Writer out = begin_json(session);
    out.key("files").begin_array();
    for (const Document& d : documents)
      out.begin_object()
          .key("file")
          .value(utf8::printable(d.path))
          .key("changed")
          .value(d.changed)
          .end_object();
    io.out << out.end_array().end_object().text();
    return;
  }
  for (const Document& d : documents) {
    const std::string name = utf8::printable(d.path);
    if (check && d.changed) io.out << name << "\n";
    if (!check && d.changed && !options.has("--quiet")) io.err << "laid out " << name << "\n";
    if (!d.changed && options.has("--verbose")) io.err << name << " is as it should be\n";
  }
  const auto changes = [](const Document& d) { return d.changed; };
  if (!options.has("--quiet") && std::none_of(documents.begin(), documents.end(), changes))
    io.err << "nothing to change\n";
}

int run_format(const Options& options, Io& io, Session& session) {
  const bool check = options.has("--check"), print = options.has("--stdout");
  const std::vector<Document> documents = lay_out(options.list("FILE"), io, session);
  if (const std::optional<int> code = stop_on_errors(io, session)) return *code;
  if (print) {
    io.out << documents.front().text;
    return kFine;
  }
  for (const Document& d : documents) {
    if (check || !d.changed) continue;
    if (const Result<Done> done = write_file(io.files, d.path, d.text); !done)
      return report(io, session, done.error());
  }
  print_files(options, io, session, documents);
  const bool differs =
      std::any_of(documents.begin(), documents.end(), [](const Document& d) { return d.changed; });
  return check && differs ? kDiffers : kFine;
}

/// Adds the three versions to the sources; faults are in the session's diagnostics.
MergeSides read_sides(const std::vector<std::string>& files, const std::string& name, Io& io,
                      Session& session) {
  std::uint32_t ids[3] = {};
  constexpr std::string_view kSides[] = {"base", "ours", "theirs"};
  for (std::size_t i = 0; i < 3; ++i) {
    Result<std::string> bytes = read_input(io.files, files[i], kMostBytes);
    if (!bytes) {
      session.diags.add(bytes.error());
      continue;
    }
    ids[i] = session.sources.add(name + " (" + std::string(kSides[i]) + ")", std::move(*bytes));
  }
  return {ids[0], ids[1], ids[2]};
}

void print_merged(Io& io, const Session& session, const MergedDocument& merged) {
  io.err << print(session.diags, session.sources, io.color);
  if (!session.json) return;
  json::Writer out = begin_json(session);
  out.key("conflicts").value(static_cast<std::uint64_t>(merged.conflicts)).key("diagnostics");
  write_json(out, session.diags, session.sources);
  io.out << out.end_object().text();
}

int run_merge(const Options& options, Io& io, Session& session) {
  const std::vector<std::string> files = options.list("FILE");
  const std::string& ours = files[1];
  const std::string name = options.has("--path") ? options.text("--path") : ours;
  if (!options.has("--stdout"))
    if (const Result<Done> r = check_output_file(io.files, ours); !r)
      return report(io, session, r.error());
  const MergeSides sides = read_sides(files, name, io, session);
  MergedDocument merged;
  if (session.diags.has_errors() ||
      !merge_documents(session.sources, sides, session.catalog, merged, session.diags))
    return stop_on_errors(io, session).value_or(kBadInput);
  if (options.has("--stdout")) {
    io.out << merged.text;
  } else if (merged.text != session.sources[sides.ours].text) {
    if (const Result<Done> done = write_file(io.files, ours, merged.text); !done)
      return report(io, session, done.error());
  }
  print_merged(io, session, merged);
  return merged.conflicts > 0 ? kDiffers : kFine;
}

/// Options that do not go together.
std::optional<Error> contradiction(const Options& options) {
  const std::size_t files = options.list("FILE").size();
  const auto usage = [](std::string text, std::string note) {
    return Error{"usage.bad_combination", std::move(text), {}, {std::move(note)}};
  };
  const bool merge = options.has("--merge"), print = options.has("--stdout");
  if (merge && files != 3)
    return usage("--merge takes three files, not " + std::to_string(files), "BASE OURS THEIRS");
  if (merge && options.has("--check"))
    return usage("--check does not go with --merge", "--merge --stdout writes nothing");
  if (!merge && options.has("--path"))
    return usage("--path goes with --merge only", "elsewhere a document is called by its file");
  if (print && options.has("--check"))
    return usage("--check does not go with --stdout", "--check prints names only");
  if (print && options.has("--json"))
    return usage("--json does not go with --stdout", "stdout holds one document");
  if (print && !merge && files != 1)
    return usage("--stdout takes one file, not " + std::to_string(files),
                 "two documents in a row would be none");
  return std::nullopt;
}

int run_fmt(const Options& options, Io& io) {
  Session session;
  if (const std::optional<int> code = start(options, io, session)) return *code;
  if (const std::optional<Error> e = contradiction(options)) return fail(io, *e, kBadInput);
  return options.has("--merge") ? run_merge(options, io, session)
                                : run_format(options, io, session);
}

}  // namespace

Command command_fmt() {
  return {"fmt", "lay documents out in canonical form, or merge three versions of one", kOptions,
          kExamples, run_fmt};
}

}  // namespace strate::cli
