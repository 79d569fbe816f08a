#include "compiler/file_system.hpp"

#include <algorithm>
#include <utility>

#include "compiler/utf8.hpp"

namespace strate {
namespace {

constexpr std::size_t kPathLimit = 1024;

Error path_error(const char* code, std::string text) { return {code, std::move(text), {}, {}}; }

/// What has the name of a temporary file or folder and cannot be ours.
Error in_the_way(const std::string& path) {
  return {"output.in_the_way",
          path + " is in the way: this tool never made it",
          {},
          {"it is never removed: move it elsewhere"}};
}

Result<std::string> read_all(FileReader& reader, const std::string& path, std::size_t limit) {
  std::string bytes;
  std::size_t step = 64u << 10;
  for (;;) {
    const std::size_t old = bytes.size();
    if (old > limit)
      return Error{
          "io.too_large", path + " holds more than " + std::to_string(limit) + " bytes", {}, {}};
    bytes.resize(old + std::min(step, limit + 1 - old));
    Result<std::size_t> got = reader.read(bytes.data() + old, bytes.size() - old);
    if (!got) return got.error();
    bytes.resize(old + *got);
    if (*got == 0) return bytes;
    step *= 2;
  }
}

bool has_bad_character(std::string_view path) {
  const auto bad = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f || c == '\\' || c == ':';
  };
  return std::any_of(path.begin(), path.end(), bad) || utf8::first_fault(path) != path.size();
}

std::vector<std::string> components(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    parts.emplace_back(path.substr(0, slash));
    path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
  }
  return parts;
}

Result<Done> walk_into(FileSystem& files, const std::string& folder, const std::string& prefix,
                       std::vector<FolderEntry>& out) {
  Result<std::vector<FolderEntry>> entries = files.list(folder);
  if (!entries) return entries.error();
  if (entries->empty() && !prefix.empty()) out.push_back({prefix, FileKind::folder});
  for (const FolderEntry& entry : *entries) {
    const std::string name = prefix.empty() ? entry.name : prefix + "/" + entry.name;
    if (entry.kind != FileKind::folder) {
      out.push_back({name, entry.kind});
    } else if (Result<Done> r = walk_into(files, join_path(folder, entry.name), name, out); !r) {
      return r;
    }
  }
  return Done{};
}

}  // namespace

Result<std::string> read_file(FileSystem& files, const std::string& path, std::size_t limit) {
  Result<std::unique_ptr<FileReader>> reader = files.open(path);
  if (!reader) return reader.error();
  return read_all(**reader, path, limit);
}

Result<std::string> read_inside(FileSystem& files, const std::string& root,
                                const std::string& relative, std::size_t limit) {
  Result<std::unique_ptr<FileReader>> reader = files.open_inside(root, relative);
  if (!reader) return reader.error();
  return read_all(**reader, relative, limit);
}

bool exists(FileSystem& files, const std::string& path) {
  const Result<FileStatus> status = files.status(path);
  return status && status->kind != FileKind::absent;
}

Result<Done> write_new_file(FileSystem& files, const std::string& path, std::string_view bytes) {
  Result<std::unique_ptr<FileWriter>> writer = files.create(path);
  if (!writer) return writer.error();
  if (Result<Done> r = (*writer)->write(bytes); !r) return r;
  if (Result<Done> r = (*writer)->sync(); !r) return r;
  return (*writer)->close();
}

Result<Done> remove_leftover(FileSystem& files, const std::string& path) {
  const Result<FileStatus> status = files.status(path);
  if (!status) return status.error();
  if (status->kind == FileKind::absent) return Done{};
  if (status->kind == FileKind::file) return files.remove_file(path);
  return in_the_way(path);
}

Result<Done> remove_leftover_folder(FileSystem& files, const std::string& path) {
  const Result<FileStatus> status = files.status(path);
  if (!status) return status.error();
  if (status->kind == FileKind::absent) return Done{};
  if (status->kind != FileKind::folder) return in_the_way(path);
  const Result<std::vector<FolderEntry>> entries = walk_tree(files, path);
  if (!entries) return entries.error();
  for (const FolderEntry& entry : *entries)
    if (entry.kind != FileKind::file && entry.kind != FileKind::folder)
      return in_the_way(join_path(path, entry.name));
  return remove_tree(files, path);
}

Result<Done> write_file(FileSystem& files, const std::string& path, std::string_view bytes) {
  Result<FileStatus> status = files.status(path);
  if (!status) return status.error();
  if (status->kind != FileKind::absent && status->kind != FileKind::file)
    return Error{"io.not_a_file", path + " is not a regular file", {}, {}};
  const std::string parent = parent_path(path);
  const std::string temporary =
      join_path(parent, std::string(".").append(file_name(path)).append(".part"));
  Result<std::unique_ptr<FileLock>> lock = files.lock(temporary + ".lock");
  if (!lock) return lock.error();
  if (Result<Done> r = remove_leftover(files, temporary); !r) return r;
  Result<Done> done = write_new_file(files, temporary, bytes);
  if (done) done = files.rename(temporary, path);
  if (!done) {
    (void)files.remove_file(temporary);
    return done;
  }
  return files.sync_folder(parent);
}

Result<Done> make_folders(FileSystem& files, const std::string& path, bool durable) {
  Result<FileStatus> status = files.status(path);
  if (!status) return status.error();
  if (status->kind == FileKind::folder) return Done{};
  if (status->kind == FileKind::symlink) {
    // A link to a folder serves as one: listing it proves what it is.
    if (Result<std::vector<FolderEntry>> listed = files.list(path); listed) return Done{};
  }
  if (status->kind != FileKind::absent)
    return Error{"io.not_a_folder", path + " is not a folder", {}, {}};
  if (file_name(path) == "..")
    return Error{"path.not_found", "there is no folder " + parent_path(path), {}, {}};
  const std::string parent = parent_path(path);
  if (parent != path)
    if (Result<Done> r = make_folders(files, parent, durable); !r) return r;
  Result<Done> made = files.make_folder(path);
  // Another worker may have made it meanwhile.
  if (!made && made.error().code != "io.exists") return made;
  return durable ? files.sync_folder(parent) : Result<Done>(Done{});
}

Result<Done> remove_tree(FileSystem& files, const std::string& path) {
  Result<FileStatus> status = files.status(path);
  if (!status) return status.error();
  if (status->kind == FileKind::absent) return Done{};
  if (status->kind != FileKind::folder) return files.remove_file(path);
  Result<std::vector<FolderEntry>> entries = files.list(path);
  if (!entries) return entries.error();
  for (const FolderEntry& entry : *entries)
    if (Result<Done> r = remove_tree(files, join_path(path, entry.name)); !r) return r;
  return files.remove_folder(path);
}

Result<std::vector<FolderEntry>> walk_tree(FileSystem& files, const std::string& folder) {
  std::vector<FolderEntry> out;
  if (Result<Done> r = walk_into(files, folder, "", out); !r) return r.error();
  std::sort(out.begin(), out.end(),
            [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
  return out;
}

std::string join_path(std::string_view folder, std::string_view name) {
  if (folder.empty() || folder == ".") return std::string(name);
  std::string path(folder);
  if (path.back() != '/') path += '/';
  return path += name;
}

std::string parent_path(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return std::string(path.substr(0, slash == 0 ? 1 : slash));
}

std::string file_name(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return std::string(path.substr(path.rfind('/') + 1));
}

Result<std::string> join_inside(std::string_view folder, std::string_view path) {
  const std::string shown(path);
  if (path.empty()) return path_error("path.empty", "a path is empty");
  if (path.size() > kPathLimit) return path_error("path.too_long", "a path is too long");
  if (has_bad_character(path))
    return path_error("path.bad_character",
                      "a path may not hold a backslash, a colon, a control character or bad UTF-8");
  if (path.front() == '/') return path_error("path.absolute", "\"" + shown + "\" is absolute");
  std::vector<std::string> parts = components(folder);
  for (std::string& part : components(path)) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(std::move(part));
    } else if (parts.empty()) {
      return path_error("path.outside_root", "\"" + shown + "\" leaves the root");
    } else {
      parts.pop_back();
    }
  }
  std::string joined;
  for (const std::string& part : parts) joined += (joined.empty() ? "" : "/") + part;
  if (joined.empty()) return path_error("path.empty", "\"" + shown + "\" names the root itself");
  return joined;
}

}  // namespace strate
