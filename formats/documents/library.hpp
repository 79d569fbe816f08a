// The files of a run: found inside the root, read once, parsed, their `$schema` checked.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/diagnostic.hpp"
#include "compiler/file_system.hpp"
#include "compiler/json.hpp"
#include "compiler/source_set.hpp"
#include "formats/documents/documents.hpp"

namespace strate {

enum class DocumentKind { season, strate, recipe, biome };

/// "season", "strate", "recipe", "biome".
std::string_view document_word(DocumentKind kind);
/// True of "x.strate.json" and "x.strate.jsonc".
/// The season, strate or recipe beside `path` whose name is nearly its own; empty if there is none.
std::string nearest_document(FileSystem& files, const std::string& path);
bool is_named_as(std::string_view path, DocumentKind kind);

/// One document as parsed. Lives as long as its library.
struct Document {
  std::uint32_t id = 0;  ///< in the SourceSet
  std::string path;      ///< normal, relative to the root
  DocumentKind kind = DocumentKind::season;
  json::Node root;
  bool fine = false;  ///< false: nothing in it is judged further
};

class Library {
 public:
  Library(FileSystem& files, const LoadOptions& options, SourceSet& sources, Diagnostics& diags)
      : files_(files), options_(options), sources_(sources), diags_(diags) {}

  /// The first document, by the path that the user gave. Null if it cannot be read.
  const Document* open(const std::string& path, DocumentKind kind);
  /// One named in another document. A value that `from` inherited is relative to the document that
  /// wrote it. Null if it cannot be used; the error is reported.
  const Document* open_from(const Document& from, const json::Node& path, DocumentKind kind);

  /// A strate of nothing but `recipe` and a height, as if it were written beside it.
  const Document* strate_around(const Document& recipe, Um height_um);

  /// Where a path stands from the root that a value written at `at` names. None if it must not be
  /// opened; that is reported.
  std::optional<std::string> place_of(const std::string& written, SourceRef at);
  /// The bytes of a file that is no document. None if it cannot be read; that is reported.
  std::optional<std::string> read_file_at(const std::string& path, std::size_t limit, SourceRef at);

  /// Every file read, relative to the root, sorted.
  std::vector<std::string> inputs() const;
  /// Absolute; empty before a document was opened.
  const std::string& root_folder() const { return root_; }

 private:
  bool find_root(const std::string& path);
  const Document* read(const std::string& path, DocumentKind kind, SourceRef at);
  void parse(Document& document);
  void note_document_beside(const std::string& path, Error& error);
  bool check_name(const std::string& path, DocumentKind kind, SourceRef at);
  const Document* writer_of(SourceRef value) const;
  std::optional<std::string> place_in(const std::string& folder, const std::string& written,
                                      SourceRef at);
  std::string shown_name(const std::string& path) const;
  void report_path(Error error, SourceRef at);
  void report_unreadable(const Error& why, const std::string& path, std::size_t limit,
                         SourceRef at);
  std::string find_elsewhere(const std::string& path);

  FileSystem& files_;
  const LoadOptions& options_;
  SourceSet& sources_;
  Diagnostics& diags_;
  std::string root_;  ///< absolute
  bool marked_root_ = false;
  std::string given_folder_;  ///< the first document's folder as the user wrote it
  std::string first_folder_;  ///< the same, relative to the root
  std::map<std::string, std::unique_ptr<Document>> documents_;
  std::set<std::string> other_files_;            ///< read, and no documents
  std::vector<std::unique_ptr<Document>> made_;  ///< that no file holds
};

/// Reports a document whose `$schema` is missing or of another kind or version: "schema.…".
bool check_schema(const json::Node& root, std::uint32_t document, std::string_view kind,
                  Diagnostics& diags);

/// The folder of a file, both relative to the root; "" is the root itself.
std::string folder_of(const std::string& path);

/// `to` (a file) as a path from `folder`; both normal and relative to one root.
std::string relative_path(std::string_view folder, std::string_view to);

}  // namespace strate
