#include "formats/documents/library.hpp"

#include <algorithm>
#include <utility>

#include "compiler/utf8.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {
namespace {

constexpr std::string_view kMarker = "stratec-root";

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

bool Library::find_root(const std::string& path) {
  given_folder_ = parent_path(path);
  const Result<std::string> folder = files_.canonical(given_folder_);
  if (!folder) {
    report_unreadable(folder.error(), path, options_.max_bytes, {});
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

/// The document that a value was written in; null if no document of ours holds it.
const Document* Library::writer_of(SourceRef value) const {
  for (const auto& [path, document] : documents_)
    if (document && document->id == value.document) return document.get();
  return nullptr;
}

const Document* Library::open_from(const Document& from, const json::Node& path,
                                   DocumentKind kind) {
  NodeReader reader(diags_);
  if (!reader.is(path, json::Kind::string, "a path")) return nullptr;
  const Document* writer = writer_of(path.source);
  const std::optional<std::string> inside =
      place_in(folder_of(writer ? writer->path : from.path), path.text, path.source);
  return inside ? read(*inside, kind, path.source) : nullptr;
}

bool Library::check_name(const std::string& path, DocumentKind kind, SourceRef at) {
  if (is_named_as(path, kind)) return true;
  const std::string word(document_word(kind));
  Error e{"path.wrong_kind", in_quotes(file_name(path)) + " is not the name of a " + word, at, {}};
  if (!at.known()) note_document_beside(path, e);
  e.notes.push_back("a " + word + " is called x." + word + ".json or x." + word + ".jsonc");
  diags_.add(std::move(e));
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
    report_unreadable(bytes.error(), path, options_.max_bytes, at);
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
  out.insert(out.end(), other_files_.begin(), other_files_.end());
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace strate
