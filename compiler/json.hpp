// The lossless JSON reader (08: positions, comments, duplicates, limits) and the canonical writer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostic.hpp"
#include "compiler/result.hpp"
#include "compiler/source_set.hpp"

namespace strate::json {

enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

struct Member;

/// One value. `text` is the decoded string, or the raw token of a number.
struct Node {
  Kind kind = Kind::null;
  bool flag = false;
  SourceRef source;  ///< the value's own bytes
  std::string text;
  std::vector<Node> items;      ///< array
  std::vector<Member> members;  ///< object, in order as written

  const Node* find(std::string_view key) const;
  const Member* find_member(std::string_view key) const;
};

struct Member {
  std::string key;
  SourceRef key_source;
  Node value;
};

struct Limits {
  std::size_t bytes = 16u << 20;
  std::size_t nodes = 1u << 20;
  int depth = 64;
};

/// Parses strict JSON (RFC 8259), or JSONC (comments and trailing commas) if `jsonc`. No recursion
/// deeper than `limits.depth`. Every fault found is reported; false if there was one. Duplicate
/// keys, bad UTF-8, UTF-16, byte order marks, NaN, numbers beyond double and lone surrogates are
/// faults with codes of their own ("json.…").
bool parse(const SourceSet& sources, std::uint32_t document, bool jsonc, const Limits& limits,
           Node& root, Diagnostics& diags);

/// The value of a number token by from_chars; the token was already checked by the parser.
double number_value(std::string_view token);

/// JSON pointer (RFC 6901) of the innermost value or key of `root` that covers `offset`.
std::string pointer_at(const Node& root, std::uint32_t offset);

/// Shortest round-trip decimal in fixed notation; −0 prints as 0. NaN and Inf are a bug of ours.
std::string number_text(double v);

/// Canonical writer (04 §3): UTF-8, LF, two spaces, one key a line, arrays of numbers on one line.
/// Keys come out in the order they are written. Use: begin_object(); key("a"); value(1.5); …
class Writer {
 public:
  Writer& begin_object();
  Writer& end_object();
  Writer& begin_array();  ///< one item a line
  Writer& begin_row();    ///< an array on one line
  Writer& end_array();
  Writer& key(std::string_view name);
  Writer& value(double v);
  Writer& value(std::int64_t v);
  Writer& value(std::uint64_t v);
  Writer& value(int v) { return value(static_cast<std::int64_t>(v)); }
  Writer& value(bool v);
  Writer& value(std::string_view v);
  Writer& value(const char* v) { return value(std::string_view(v)); }
  /// Text that is canonical JSON already (indented from column 0): re-indented to this depth.
  Writer& raw(std::string_view canonical);
  /// The document so far, with a trailing newline once the outermost value has ended.
  const std::string& text() const { return out_; }

 private:
  struct Level {
    bool object, row, any;
  };
  void before_item();
  void newline();
  std::string out_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

/// `text` as a JSON string with its quotes; control characters escaped.
std::string quoted(std::string_view text);

}  // namespace strate::json
