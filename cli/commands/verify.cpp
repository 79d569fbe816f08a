// stratec verify: the fail-closed check of a manifest and its artifacts.
#include "formats/files/verify.hpp"

#include <ostream>

#include "cli/session.hpp"
#include "cli/version.hpp"
#include "compiler/file_system.hpp"
#include "compiler/json.hpp"
#include "compiler/utf8.hpp"
#include "formats/manifest/manifest.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"OUT", "", "PATH", "an output folder, or its season_manifest.json", "", false, true},
    {"--manifest-only", "", "",
     "check the manifest and the world assets it names, no other file beside it"},
    {"--allow-not-audited", "", "", "accept a world cooked with --skip audit"},
};

constexpr std::string_view kExamples[] = {
    "stratec verify out/first-steps",
    "stratec verify --manifest-only out/first-steps/season_manifest.json",
};

std::string as_json(const Verification& v) {
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value("verify").key("files").value(v.files).key("bytes").value(v.bytes);
  out.key("problems").begin_array();
  for (const Problem& p : v.problems) {
    out.begin_object().key("code").value(p.code).key("file").value(utf8::printable(p.file));
    out.key("text").value(utf8::printable(p.text)).end_object();
  }
  return out.end_array().end_object().text();
}

int exit_of(const Verification& v) {
  int code = kFine;
  for (const Problem& p : v.problems) {
    if (!p.code.starts_with("io.")) return kNotVerified;
    code = kMachine;
  }
  return code;
}

/// There is nothing to verify: a slip of the command line, not a world that fails. A manifest that
/// an existing folder lacks is one that fails.
std::optional<Error> nothing_at(FileSystem& files, const std::string& path) {
  const Result<FileStatus> status = files.status(path);
  if (!status || status->kind != FileKind::absent) return std::nullopt;
  if (file_name(path) == kManifestFile && exists(files, parent_path(path))) return std::nullopt;
  return Error{"path.not_found",
               "there is no folder '" + path + "'",
               {},
               {"OUT is a folder that `stratec cook` wrote, or the season_manifest.json in one"}};
}

int run_verify(const Options& options, Io& io) {
  Session session;
  if (const std::optional<int> code = start(options, io, session)) return *code;
  if (const std::optional<Error> e = nothing_at(io.files, options.text("OUT")))
    return report(io, session, *e);
  VerifyOptions how;
  how.manifest_only = options.has("--manifest-only");
  how.allow_not_audited = options.has("--allow-not-audited");
  const Verification v = verify(io.files, options.text("OUT"), session.catalog, how);
  for (const Problem& p : v.problems)
    io.err << utf8::printable(p.file) << ": error[" << p.code << "]: " << utf8::printable(p.text)
           << "\n";
  if (options.has("--json"))
    io.out << as_json(v);
  else if (v.problems.empty())
    io.out << "verified: " << v.files << " files, " << v.bytes << " bytes\n";
  return exit_of(v);
}

}  // namespace

Command command_verify() {
  return {"verify", "check a manifest and its artifacts; fails closed", kOptions, kExamples,
          run_verify};
}

}  // namespace strate::cli
