#include "cli/output_file.hpp"

#include <optional>

#include "formats/files/artifacts.hpp"

namespace strate::cli {

namespace {

Error output_error(std::string code, std::string text, std::string note) {
  return {"output." + std::move(code), std::move(text), {}, {std::move(note)}};
}

/// The cooked folder that a folder is, or lies in; the folder may be absent.
std::optional<std::string> cooked_around(FileSystem& files, std::string folder) {
  while (!exists(files, folder) && parent_path(folder) != folder) folder = parent_path(folder);
  const Result<std::string> real = files.canonical(folder);
  for (std::string up = real ? *real : folder;; up = parent_path(up)) {
    const Result<FileStatus> list = files.status(join_path(up, kArtifactsFile));
    if (list && list->kind == FileKind::file) return up;
    if (parent_path(up) == up) return std::nullopt;
  }
}

/// What stands at a path, links followed; nothing if that is not known.
std::optional<FileStatus> real_status(FileSystem& files, const std::string& path) {
  const Result<std::string> real = files.canonical(path);
  if (!real) return std::nullopt;
  const Result<FileStatus> status = files.status(*real);
  if (!status || status->kind != FileKind::file) return std::nullopt;
  return *status;
}

}  // namespace

Result<Done> check_output_file(FileSystem& files, const std::string& path) {
  const Result<FileStatus> status = files.status(path);
  if (!status) return status.error();
  if (status->kind == FileKind::symlink)
    return output_error("symlink", "'" + path + "' is a symbolic link",
                        "name the file that it points to: a link is never replaced");
  if (status->kind != FileKind::absent && status->kind != FileKind::file)
    return output_error("not_a_file", "'" + path + "' is there and is not a regular file",
                        "name a file that is absent, or a regular one to replace");
  if (const std::optional<std::string> cooked = cooked_around(files, parent_path(path)))
    return output_error("cooked", "'" + path + "' would lie in the cooked folder " + *cooked,
                        "its artifacts.json lists all it holds: write elsewhere");
  return Done{};
}

Result<Done> check_output_files(FileSystem& files, std::span<const std::string> paths) {
  for (const std::string& path : paths)
    if (Result<Done> r = check_output_file(files, path); !r) return r;
  return Done{};
}

Result<Done> check_not_read(FileSystem& files, std::span<const std::string> outputs,
                            std::span<const std::string> inputs) {
  for (const std::string& output : outputs) {
    const std::optional<FileStatus> there = real_status(files, output);
    if (!there) continue;
    for (const std::string& input : inputs) {
      const std::optional<FileStatus> read = real_status(files, input);
      if (read && read->identity == there->identity)
        return output_error("input", "'" + output + "' is an input of this run",
                            "it was read as " + input + ": name another file to write");
    }
  }
  return Done{};
}

Result<std::string> read_input(FileSystem& files, const std::string& path, std::size_t limit) {
  Result<std::string> bytes = read_file(files, path, limit);
  if (bytes) return bytes;
  const std::string& code = bytes.error().code;
  const auto bad = [&](const char* what, std::string text) {
    return Error{what, std::move(text), {}, {}};
  };
  if (code == "io.not_found" || code == "io.not_a_folder")
    return bad("path.not_found", "there is no file '" + path + "'");
  if (code == "io.not_a_file")
    return bad("path.not_a_file", "'" + path + "' is not a regular file");
  if (code == "io.too_large")
    return bad("path.too_large",
               "'" + path + "' holds more than " + std::to_string(limit) + " bytes");
  return bytes;
}

}  // namespace strate::cli
