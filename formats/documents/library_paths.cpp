// Library: where paths of documents lead, and what is said of those that lead nowhere.
#include <algorithm>
#include <deque>
#include <utility>

#include "compiler/utf8.hpp"
#include "formats/documents/library.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {
namespace {

/// Folder entries that are looked at to find a file that has moved.
constexpr std::size_t kMostLooked = 4000;

bool is_document(std::string_view path) {
  return path.ends_with(".json") || path.ends_with(".jsonc");
}

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    if (slash != 0) parts.push_back(path.substr(0, slash));
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return parts;
}

/// Joins and takes "x/.." and "." out; leading ".." stay.
std::string plain_join(std::string_view folder, std::string_view tail) {
  std::vector<std::string_view> parts;
  for (std::string_view text : {folder, tail})
    for (std::string_view part : split(text)) {
      if (part == ".") continue;
      if (part == ".." && !parts.empty() && parts.back() != "..")
        parts.pop_back();
      else
        parts.push_back(part);
    }
  std::string out = folder.starts_with('/') ? "/" : "";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += '/';
    out += parts[i];
  }
  return out;
}

}  // namespace

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

std::string relative_path(std::string_view folder, std::string_view to) {
  const std::vector<std::string_view> from = split(folder), parts = split(to);
  std::size_t same = 0;
  while (same < from.size() && same + 1 < parts.size() && from[same] == parts[same]) ++same;
  std::string out;
  for (std::size_t i = same; i < from.size(); ++i) out += "../";
  for (std::size_t i = same; i < parts.size(); ++i) {
    out += parts[i];
    if (i + 1 < parts.size()) out += '/';
  }
  return out;
}

std::optional<std::string> Library::place_of(const std::string& written, SourceRef at) {
  const Document* writer = writer_of(at);
  return place_in(writer ? folder_of(writer->path) : first_folder_, written, at);
}

std::optional<std::string> Library::place_in(const std::string& folder, const std::string& written,
                                             SourceRef at) {
  Result<std::string> inside = join_inside(folder, written);
  if (inside) return std::move(*inside);
  Error e = std::move(inside.error());
  if (e.code == "path.outside_root") e.text = in_quotes(written) + " is outside the season root";
  const std::string right = find_elsewhere(file_name(written));
  if (!right.empty()) e.notes.push_back("did you mean '" + relative_path(folder, right) + "'?");
  report_path(std::move(e), at);
  return std::nullopt;
}

std::optional<std::string> Library::read_file_at(const std::string& path, std::size_t limit,
                                                 SourceRef at) {
  Result<std::string> bytes = read_inside(files_, root_, path, limit);
  if (!bytes) {
    report_unreadable(bytes.error(), path, limit, at);
    return std::nullopt;
  }
  other_files_.insert(path);
  return std::move(*bytes);
}

void Library::report_path(Error error, SourceRef at) {
  error.source = at;
  if (error.code == "path.outside_root")
    error.notes.push_back(
        "root: the nearest folder upward with a stratec-root file, else the folder of the season");
  else
    error.notes.push_back("paths are relative to the file they stand in, with '/'");
  diags_.add(std::move(error));
}

std::string Library::shown_name(const std::string& path) const {
  return plain_join(given_folder_, relative_path(first_folder_, path));
}

std::string nearest_document(FileSystem& files, const std::string& path) {
  const std::string folder = parent_path(path);
  std::vector<std::string> names;
  const Result<std::vector<FolderEntry>> entries = files.list(folder);
  if (!entries) return {};
  for (const FolderEntry& e : *entries)
    for (const DocumentKind kind :
         {DocumentKind::season, DocumentKind::strate, DocumentKind::recipe})
      if (e.kind == FileKind::file && is_named_as(e.name, kind)) names.push_back(e.name);
  std::sort(names.begin(), names.end());
  const std::string near = nearest_name(file_name(path), names);
  if (near.empty()) return {};
  return path.find('/') == std::string::npos ? near : join_path(folder, near);
}

/// A file of this name anywhere under the root, else one of this kind whose name is nearly this;
/// empty if there is none.
std::string Library::find_elsewhere(const std::string& name) {
  if (name.empty() || name == "." || name == "..") return {};
  std::deque<std::string> folders{marked_root_ ? std::string() : first_folder_};
  const std::string stem = name.substr(0, name.find('.')), kind = name.substr(stem.size());
  std::vector<std::string> stems, paths;
  std::size_t looked = 0;
  while (!folders.empty() && looked < kMostLooked) {
    const std::string folder = std::move(folders.front());
    folders.pop_front();
    const auto list = files_.list(folder.empty() ? root_ : join_path(root_, folder));
    if (!list) continue;
    looked += list->size() + 1;
    for (const FolderEntry& e : *list) {
      const std::string path = folder.empty() ? e.name : join_path(folder, e.name);
      if (e.kind == FileKind::file && e.name == name) return path;
      if (e.kind == FileKind::folder) folders.push_back(path);
      if (e.kind != FileKind::file || !e.name.ends_with(kind)) continue;
      stems.push_back(e.name.substr(0, e.name.size() - kind.size()));
      paths.push_back(path);
    }
  }
  const auto near = std::find(stems.begin(), stems.end(), nearest_name(stem, stems));
  return near == stems.end() ? std::string()
                             : paths[static_cast<std::size_t>(near - stems.begin())];
}

/// Of the document that was given: what lies beside it, if that was meant.
void Library::note_document_beside(const std::string& path, Error& error) {
  const std::string near = nearest_document(files_, join_path(given_folder_, file_name(path)));
  if (!near.empty())
    error.notes.push_back("did you mean '" + utf8::printable(plain_join(near, "")) + "'?");
}

void Library::report_unreadable(const Error& why, const std::string& path, std::size_t limit,
                                SourceRef at) {
  Error e = why;
  e.source = at;
  const std::string shown = in_quotes(root_.empty() ? path : shown_name(path));
  if (why.code == "io.not_found" || why.code == "io.not_a_folder") {
    e.code = "path.not_found";
    e.text = "there is no file " + shown;
    const std::string right = at.known() ? find_elsewhere(file_name(path)) : std::string();
    if (!right.empty()) {
      const std::string from = folder_of(sources_[at.document].name);
      const std::string to = shown_name(right);
      e.notes.push_back("did you mean '" + relative_path(from, to) + "'?");
    } else if (!at.known()) {
      note_document_beside(path, e);
    }
  } else if (why.code == "path.symlink") {
    e.text = shown + " is, or lies behind, a symbolic link";
    e.notes.push_back((at.known() && !is_document(path) ? "files" : "documents") +
                      std::string(" are never read through symbolic links"));
  } else if (why.code == "io.too_large") {
    e.code = "path.too_large";
    e.text = shown + " holds more than " + std::to_string(limit) + " bytes";
  } else if (why.code == "io.not_a_file") {
    e.code = "path.not_a_file";
    e.text = shown + " is not a regular file";
  } else {
    e.text = shown + ": " + why.text;
  }
  diags_.add(std::move(e));
}

}  // namespace strate
