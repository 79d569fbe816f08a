#include "formats/documents/library.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "compiler/utf8.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {
namespace {

constexpr std::string_view kMarker = "stratec-root";
/// Folder entries that are looked at to find a file that has moved.
constexpr std::size_t kMostLooked = 4000;

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

/// Faults that leave no doubt about what the document says.
bool is_harmless(const std::string& code) {
  constexpr std::string_view kHarmless[] = {"json.comment", "json.duplicate_key",
                                            "json.trailing_comma", "json.byte_order_mark"};
  return std::find(std::begin(kHarmless), std::end(kHarmless), code) != std::end(kHarmless);
}

}  // namespace

std::string_view document_word(DocumentKind kind) {
  constexpr std::string_view kWords[] = {"season", "strate", "recipe", "biome"};
  return kWords[static_cast<std::size_t>(kind)];
}

bool is_named_as(std::string_view path, DocumentKind kind) {
  const std::string suffix = "." + std::string(document_word(kind)) + ".json";
  return path.ends_with(suffix) || path.ends_with(suffix + "c");
}

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

bool Library::find_root(const std::string& path) {
  given_folder_ = parent_path(path);
  const Result<std::string> folder = files_.canonical(given_folder_);
  if (!folder) {
    report_unreadable(folder.error(), path, {});
    return false;
  }
  root_ = *folder;
  for (std::string up = *folder;; up = parent_path(up)) {
    const Result<FileStatus> marker = files_.status(join_path(up, kMarker));
    if (marker && marker->kind == FileKind::file) {
      root_ = up;
      marked_root_ = true;
      break;
    }
    if (up == "/" || up == "." || up.empty()) break;
  }
  const std::size_t skip = root_ == "/" ? 1 : root_.size() + 1;
  first_folder_ = folder->size() > skip ? folder->substr(skip) : std::string();
  return true;
}

const Document* Library::open(const std::string& path, DocumentKind kind) {
  if (!find_root(path)) return nullptr;
  const std::string name = file_name(path);
  if (utf8::printable(name) != name) {
    // It becomes the season's name, which stands in every output.
    diags_.error("path.bad_character",
                 in_quotes(utf8::printable(name)) + " holds control characters or bad UTF-8", {});
    return nullptr;
  }
  if (name.starts_with('.')) {
    diags_.error("path.wrong_kind", in_quotes(name) + " leaves nothing for a name", {});
    return nullptr;
  }
  return read(first_folder_.empty() ? name : join_path(first_folder_, name), kind, {});
}

/// The document that a value of `from` was written in.
const Document& Library::writer_of(const Document& from, const json::Node& value) const {
  if (value.source.document == from.id) return from;
  for (const auto& [path, document] : documents_)
    if (document && document->id == value.source.document) return *document;
  return from;
}

const Document* Library::open_from(const Document& from, const json::Node& path,
                                   DocumentKind kind) {
  const std::string folder = folder_of(writer_of(from, path).path);
  NodeReader reader(diags_);
  std::string written;
  if (!reader.is(path, json::Kind::string, "a path")) return nullptr;
  written = path.text;
  Result<std::string> inside = join_inside(folder, written);
  if (!inside) {
    Error e = std::move(inside.error());
    if (e.code == "path.outside_root") e.text = in_quotes(written) + " is outside the season root";
    const std::string right = find_elsewhere(file_name(written));
    if (!right.empty()) e.notes.push_back("did you mean '" + relative_path(folder, right) + "'?");
    report_path(std::move(e), path);
    return nullptr;
  }
  return read(*inside, kind, path.source);
}

void Library::report_path(Error error, const json::Node& at) {
  error.source = at.source;
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

void Library::report_unreadable(const Error& why, const std::string& path, SourceRef at) {
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
    }
  } else if (why.code == "path.symlink") {
    e.text = shown + " is, or lies behind, a symbolic link";
    e.notes.push_back("documents are never read through symbolic links");
  } else if (why.code == "io.too_large") {
    e.code = "path.too_large";
    e.text = shown + " holds more than " + std::to_string(options_.max_bytes) + " bytes";
  } else if (why.code == "io.not_a_file") {
    e.code = "path.not_a_file";
    e.text = shown + " is not a regular file";
  } else {
    e.text = shown + ": " + why.text;
  }
  diags_.add(std::move(e));
}

bool Library::check_name(const std::string& path, DocumentKind kind, SourceRef at) {
  if (is_named_as(path, kind)) return true;
  const std::string word(document_word(kind));
  diags_.error("path.wrong_kind", in_quotes(file_name(path)) + " is not the name of a " + word, at)
      .notes.push_back("a " + word + " is called x." + word + ".json or x." + word + ".jsonc");
  return false;
}

const Document* Library::read(const std::string& path, DocumentKind kind, SourceRef at) {
  if (!check_name(path, kind, at)) return nullptr;
  auto [slot, fresh] = documents_.try_emplace(path);
  if (!fresh) return slot->second && slot->second->fine ? slot->second.get() : nullptr;
  if (documents_.size() > options_.max_documents) {
    diags_.error("path.too_many_files", "the season names too many files", at);
    return nullptr;
  }
  Result<std::string> bytes = read_inside(files_, root_, path, options_.max_bytes);
  if (!bytes) {
    report_unreadable(bytes.error(), path, at);
    documents_.erase(slot);
    return nullptr;
  }
  slot->second = std::make_unique<Document>();
  Document& document = *slot->second;
  document.path = path;
  document.kind = kind;
  document.id = sources_.add(shown_name(path), std::move(*bytes));
  parse(document);
  return document.fine ? &document : nullptr;
}

void Library::parse(Document& document) {
  Diagnostics own;
  json::Limits limits;
  limits.bytes = options_.max_bytes;
  const bool jsonc = document.path.ends_with(".jsonc");
  document.fine = json::parse(sources_, document.id, jsonc, limits, document.root, own);
  const auto harmless = [](const Diagnostic& d) { return is_harmless(d.what.code); };
  if (!document.fine) document.fine = std::all_of(own.all().begin(), own.all().end(), harmless);
  for (const Diagnostic& d : own.all()) diags_.add(d.what);
  if (!document.fine) return;
  NodeReader reader(diags_);
  document.fine = reader.is(document.root, json::Kind::object, "an object");
  document.fine = document.fine &&
                  check_schema(document.root, document.id, document_word(document.kind), diags_);
}

const Document* Library::strate_around(const Document& recipe, Um height_um) {
  json::Writer text;
  text.begin_object().key("$schema").value("strate-1.json");
  if (const json::Node* title = recipe.root.find("title"))
    if (title->kind == json::Kind::string) text.key("title").value(title->text);
  text.key("recipe").value(file_name(recipe.path)).key("height_m").value(metres(height_um));
  text.end_object();
  made_.push_back(std::make_unique<Document>());
  Document& made = *made_.back();
  made.path = recipe.path;
  made.kind = DocumentKind::strate;
  made.id = sources_.add("a strate around " + shown_name(recipe.path), text.text());
  parse(made);
  return &made;
}

bool check_schema(const json::Node& root, std::uint32_t document, std::string_view kind,
                  Diagnostics& diags) {
  NodeReader reader(diags);
  const std::string word(kind), wanted = word + "-1.json";
  const json::Node* schema = root.find("$schema");
  const auto refuse = [&](const char* code, std::string text, SourceRef at) {
    reader.error(code, std::move(text), at)
        .notes.push_back("\"$schema\" ends in \"" + wanted + "\"; it is never opened");
    return false;
  };
  if (!schema) {
    const std::uint32_t begin = root.source.begin;
    return refuse("schema.missing", "the document needs \"$schema\"", {document, begin, begin + 1});
  }
  if (!reader.is(*schema, json::Kind::string, "a string")) return false;
  const std::string name = file_name(schema->text);
  if (name == wanted) return true;
  if (name.starts_with(word + "-") && name.ends_with(".json"))
    return refuse("schema.unknown_version",
                  in_quotes(name) + " is a version that this tool does not know", schema->source);
  const char* article = kind.starts_with('e') ? "an " : "a ";
  return refuse("schema.wrong_kind", in_quotes(name) + " is not the schema of " + article + word,
                schema->source);
}

std::vector<std::string> Library::inputs() const {
  std::vector<std::string> out;
  for (const auto& [path, document] : documents_)
    if (document) out.push_back(path);
  return out;
}

}  // namespace strate
