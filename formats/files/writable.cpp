#include "formats/files/writable.hpp"

namespace strate {
namespace {

/// "cannot lock /a/b: permission denied" → "permission denied".
std::string reason_of(const Error& error) {
  const std::size_t colon = error.text.rfind(": ");
  return colon == std::string::npos ? error.text : error.text.substr(colon + 2);
}

Error refusal(const std::string& output, const std::string& at, const Error& why) {
  return {why.code, "cannot write " + output + ": " + at + ": " + reason_of(why), {}, {}};
}

}  // namespace

Result<Done> check_writable(FileSystem& files, const std::string& output,
                            const std::string& folder) {
  std::string at = folder;
  for (;;) {
    const Result<FileStatus> status = files.status(at);
    if (!status) return refusal(output, at, status.error());
    if (status->kind == FileKind::file || status->kind == FileKind::other)
      return refusal(output, at, {"io.not_a_folder", "this is not a folder", {}, {}});
    const std::string above = parent_path(at);
    if (status->kind != FileKind::absent || above == at) break;
    at = above;
  }
  // A file made there and taken away again; one that another run holds was made there too.
  const Result<std::unique_ptr<FileLock>> probe = files.lock(join_path(at, ".stratec-probe"));
  if (probe || probe.error().code == "io.busy") return Done{};
  return refusal(output, at, probe.error());
}

}  // namespace strate
