// A document as it was written: values with the comments and blank lines around them. What `fmt`
// lays out and merges. Internal to formats/documents.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostic.hpp"
#include "compiler/hash.hpp"
#include "compiler/json.hpp"
#include "compiler/source_set.hpp"

namespace strate::layout {

/// `text` is a part of the source, without the white space behind it.
struct Comment {
  std::string_view text;
  bool line = false;          ///< "// …": ends its line
  bool breaks = false;        ///< a new line follows
  bool blank_before = false;  ///< a blank line stands before it
};

/// The comments of one value, by the place where they stand.
struct Comments {
  std::vector<Comment> before;  ///< in front of the key, or of the value if it has none
  std::vector<Comment> inside;  ///< between key and value, all on one line
  std::vector<Comment> after;   ///< behind it, on the line on which it ends
  std::vector<Comment> open;    ///< behind its opening bracket, on that line
  std::vector<Comment> end;     ///< before its closing bracket
};

struct Clash;

/// One value: an item of an array, a member of an object, or the document. All text is that of the
/// SourceSet, which outlives it.
struct Cell {
  const json::Node* node = nullptr;   ///< as parsed; null for what a merge made
  const std::string* name = nullptr;  ///< the key, decoded; null: an item
  std::string_view key;               ///< the key as written, with its quotes
  std::string_view text;              ///< a scalar as written
  json::Kind kind = json::Kind::null;
  bool blank_before = false;           ///< a blank line stands before it and its comments
  bool blank_inside = false;           ///< one stands between its comments and it
  bool entry = false;                  ///< an object of a list that opens with its identity
  std::size_t width = 0;               ///< on one line; see format_measure.hpp
  SourceRef place;                     ///< of the key, or of the value if it has none
  std::vector<Cell> cells;             ///< items or members
  std::shared_ptr<Comments> comments;  ///< null: none
  std::shared_ptr<Clash> clash;        ///< set: stands for what two sides contradict in
  Hash128 meaning;                     ///< of the value alone; the order of keys does not count
  Hash128 content;                     ///< of the value as written, with all that stands inside
  Hash128 whole;                       ///< the same with key and comments

  bool is_object() const { return kind == json::Kind::object; }
  bool is_array() const { return kind == json::Kind::array; }
  bool is_scalar() const { return !is_object() && !is_array(); }
  bool is_named(std::string_view word) const { return name && *name == word; }
};

/// What each side of a merge has in one place; either may be empty.
struct Clash {
  std::vector<Cell> ours, theirs;
  std::size_t index = 0;  ///< of the conflict
};

/// A document. Its cells point into its tree and into the SourceSet.
struct Text {
  std::unique_ptr<json::Node> tree;
  Cell root;
  std::vector<Comment> tail;  ///< comments on the lines behind the root
};

/// The member of that name, or null.
const Cell* find_member(const Cell& object, std::string_view name);

/// Parses and keeps everything. False if there was an error; no document may be added to `sources`
/// before the last use of `out`. Time and memory are linear in the text.
bool read_text(const SourceSet& sources, std::uint32_t document, bool jsonc, Text& out,
               Diagnostics& diags);

/// Works out the hashes of a cell whose inner cells have theirs.
void seal(Cell& cell);

}  // namespace strate::layout
