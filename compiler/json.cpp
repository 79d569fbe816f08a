// The lossless reader. One pass over the bytes; recursion is bounded by Limits::depth. Faults that
// leave the structure clear are reported and stepped over, the first that does not ends the
// reading.
#include "compiler/json.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "compiler/json_token.hpp"
#include "compiler/utf8.hpp"

namespace strate::json {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$' || c == '+' || c == '-' || c == '.';
}

/// Stands for itself in a string between `quote`s.
bool is_plain(char c, char quote) {
  return static_cast<unsigned char>(c) >= 0x20 && c != '\\' && c != quote;
}

/// Members past this many are looked up by hash instead of one by one.
constexpr std::size_t kFewMembers = 16;

/// A document with this many faults is not read to its end.
constexpr std::size_t kMostFaults = 500;

class Parser {
 public:
  Parser(std::string_view text, std::uint32_t document, bool jsonc, const Limits& limits,
         Diagnostics& diags)
      : text_(text), document_(document), jsonc_(jsonc), limits_(limits), diags_(diags) {}

  bool run(Node& root) {
    if (!check_encoding()) return false;
    if (skip_space() && at_end()) {
      stop("json.empty", "the document is empty", at_, at_);
      return false;
    }
    if (!stopped_ && value(root, 0) && skip_space() && !at_end() && !conflict())
      stop("json.after_end", "there is more after the end of the document", at_, at_ + 1);
    return !stopped_ && faults_ == 0;
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  bool next_is(char c) const { return !at_end() && text_[at_] == c; }

  SourceRef ref(std::size_t begin, std::size_t end) const {
    const std::size_t size = text_.size();
    return {document_, static_cast<std::uint32_t>(std::min(begin, size)),
            static_cast<std::uint32_t>(std::min(end, size))};
  }
  Error& fault(const char* code, std::string text, std::size_t begin, std::size_t end) {
    if (++faults_ == kMostFaults) {
      stopped_ = true;
      return diags_.error("json.too_many_faults", "the rest of the document was not read",
                          ref(begin, end));
    }
    return diags_.error(code, std::move(text), ref(begin, end));
  }
  bool stop(const char* code, std::string text, std::size_t begin, std::size_t end) {
    fault(code, std::move(text), begin, end);
    stopped_ = true;
    return false;
  }

  bool check_encoding();
  bool skip_space();
  bool skip_comment();
  bool value(Node& out, int depth);
  bool array(Node& out, int depth);
  bool object(Node& out, int depth);
  bool member(Node& out, int depth, std::set<std::string>& seen);
  bool key(Member& out);
  bool separator(char close, std::size_t open, bool& more);
  bool string(std::string& out, char quote);
  bool word(Node& out);
  bool unexpected(const char* wanted);
  bool at_conflict() const;
  bool conflict();
  void note_duplicate(const Node& object, const Member& member, std::set<std::string>& seen);

  std::string_view text_;
  std::uint32_t document_;
  bool jsonc_;
  const Limits& limits_;
  Diagnostics& diags_;
  std::size_t at_ = 0, nodes_ = 0, faults_ = 0;
  bool stopped_ = false;
};

bool Parser::check_encoding() {
  if (text_.size() > limits_.bytes)
    return stop("json.too_large",
                "the document has " + std::to_string(text_.size()) + " bytes; at most " +
                    std::to_string(limits_.bytes) + " are read",
                0, 0);
  const std::string_view head = text_.substr(0, 2);
  const bool marked = head == "\xff\xfe" || head == "\xfe\xff";
  const bool bare = text_.size() >= 2 && (text_[0] == '\0' || text_[1] == '\0');
  if (marked || bare)
    return stop("json.utf16", "the document is not UTF-8 (it looks like UTF-16 or UTF-32)", 0, 0);
  if (text_.starts_with("\xef\xbb\xbf")) {
    fault("json.byte_order_mark", "the document starts with a byte order mark", 0, 3)
        .notes.push_back("save it as UTF-8 without a mark");
    at_ = 3;
  }
  const std::size_t bad = utf8::first_fault(text_);
  if (bad == text_.size()) return true;
  return stop("json.bad_utf8", "these bytes are not UTF-8", bad, bad + 1);
}

/// Steps over white space and comments; false once stopped.
bool Parser::skip_space() {
  for (;;) {
    while (!at_end() && is_space(text_[at_])) ++at_;
    const std::string_view two = text_.substr(std::min(at_, text_.size()), 2);
    if (two != "//" && two != "/*") return true;
    if (!skip_comment()) return false;
  }
}

bool Parser::skip_comment() {
  const std::size_t begin = at_;
  const bool line = text_[at_ + 1] == '/';
  std::size_t end = line ? text_.find('\n', at_) : text_.find("*/", at_ + 2);
  if (!line && end == std::string_view::npos)
    return stop("json.unclosed_comment", "this comment has no end", begin, begin + 2);
  if (end == std::string_view::npos) end = text_.size();
  at_ = line ? end : end + 2;
  if (!jsonc_)
    fault("json.comment", "comments need a .jsonc file; rename it, or write a \"note\"", begin,
          begin + 2);
  return !stopped_;
}

/// Lines that a merge leaves around what both sides changed.
constexpr std::string_view kOurs = "<<<<<<<", kTheirs = ">>>>>>>";

bool Parser::at_conflict() const {
  return text_.substr(at_).starts_with(kOurs) && (at_ == 0 || text_[at_ - 1] == '\n');
}

/// At a conflict: reports all of the document, with the lines of each.
bool Parser::conflict() {
  if (!at_conflict()) return false;
  std::vector<std::string> notes;
  std::size_t line = 1, from = 0;
  for (std::size_t begin = 0; begin < text_.size(); ++line) {
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    const std::string_view text = text_.substr(begin, end - begin);
    if (text.starts_with(kOurs)) from = line;
    if (text.starts_with(kTheirs) && from > 0) {
      notes.push_back("lines " + std::to_string(from) + " to " + std::to_string(line));
      from = 0;
    }
    begin = end + 1;
  }
  if (from > 0) notes.push_back("from line " + std::to_string(from) + " on");
  notes.emplace_back("`stratec fmt --merge` as git's merge driver merges by id and key");
  stopped_ = true;
  fault("json.merge_conflict", "unresolved merge conflict", at_, at_ + kOurs.size()).notes =
      std::move(notes);
  return true;
}

bool Parser::unexpected(const char* wanted) {
  if (conflict()) return false;
  if (at_end())
    return stop("json.unclosed", std::string("the document ends where ") + wanted + " should stand",
                at_, at_);
  const utf8::Point p = utf8::decode(text_, at_);
  return stop("json.unexpected",
              std::string(wanted) + " should stand here, not '" +
                  std::string(text_.substr(at_, p.size)) + "'",
              at_, at_ + p.size);
}

bool Parser::value(Node& out, int depth) {
  out.source = ref(at_, at_);
  if (!skip_space()) return false;
  const std::size_t begin = at_;
  out.source = ref(begin, begin + 1);
  if (++nodes_ > limits_.nodes)
    return stop("json.too_many_values",
                "the document has more than " + std::to_string(limits_.nodes) + " values", begin,
                begin + 1);
  bool fine = false;
  const char c = peek();
  if (c == '{' || c == '[') {
    if (depth >= limits_.depth)
      return stop("json.too_deep",
                  "values are nested more than " + std::to_string(limits_.depth) + " deep", begin,
                  begin + 1);
    fine = c == '{' ? object(out, depth + 1) : array(out, depth + 1);
  } else if (c == '"' || c == '\'') {
    out.kind = Kind::string;
    fine = string(out.text, c);
  } else if (is_word(c)) {
    fine = word(out);
  } else {
    return unexpected("a value");
  }
  out.source = ref(begin, fine ? at_ : at_ + 1);  // what failed inside lies inside
  return fine && !stopped_;
}

/// After a value in an array or object that began at `open`: steps over ',' or the closing bracket.
bool Parser::separator(char close, std::size_t open, bool& more) {
  if (!skip_space()) return false;
  more = false;
  if (next_is(close)) {
    ++at_;
    return true;
  }
  if (at_end()) {
    return stop("json.unclosed",
                std::string("the document ends before the '") + close + "' of this " +
                    (close == '}' ? "object" : "array"),
                open, open + 1);
  }
  more = true;
  const std::size_t comma = at_;
  if (!next_is(',')) {
    const bool value_follows = next_is('"') || next_is('{') || next_is('[') || is_word(peek());
    if (!value_follows) return unexpected(close == '}' ? "',' or '}'" : "',' or ']'");
    fault("json.missing_comma", "a ',' is missing before this", at_, at_ + 1);
    return !stopped_;
  }
  ++at_;
  if (!skip_space()) return false;
  if (!next_is(close)) return true;
  more = false;
  ++at_;
  if (!jsonc_)
    fault("json.trailing_comma", "a ',' after the last one needs a .jsonc file", comma, comma + 1);
  return !stopped_;
}

bool Parser::array(Node& out, int depth) {
  out.kind = Kind::array;
  const std::size_t open = at_++;
  if (!skip_space()) return false;
  if (next_is(']')) return ++at_, true;
  for (bool more = true; more;) {
    out.items.emplace_back();
    if (!value(out.items.back(), depth) || !separator(']', open, more)) return false;
  }
  return true;
}

bool Parser::object(Node& out, int depth) {
  out.kind = Kind::object;
  const std::size_t open = at_++;
  if (!skip_space()) return false;
  if (next_is('}')) return ++at_, true;
  std::set<std::string> seen;
  for (bool more = true; more;)
    if (!member(out, depth, seen) || !separator('}', open, more)) return false;
  return true;
}

bool Parser::member(Node& out, int depth, std::set<std::string>& seen) {
  if (!skip_space()) return false;
  Member next;
  if (!key(next)) return false;
  note_duplicate(out, next, seen);
  out.members.push_back(std::move(next));
  if (!skip_space()) return false;
  if (next_is(':'))
    ++at_;
  else if (at_end() || next_is(',') || next_is('}') || next_is('='))
    return unexpected("':'");
  else
    fault("json.missing_colon", "a ':' is missing before this", at_, at_ + 1);
  return value(out.members.back().value, depth);
}

bool Parser::key(Member& out) {
  const std::size_t begin = at_;
  const char c = peek();
  if (c == '"' || c == '\'') {
    const bool fine = string(out.key, c);
    out.key_source = ref(begin, at_);
    return fine;
  }
  if (!is_letter(c) && c != '_' && c != '$') return unexpected("a key in double quotes");
  while (!at_end() && is_word(text_[at_])) ++at_;
  out.key = text_.substr(begin, at_ - begin);
  out.key_source = ref(begin, at_);
  fault("json.unquoted_key", "keys stand in double quotes", begin, at_);
  return true;
}

void Parser::note_duplicate(const Node& object, const Member& member, std::set<std::string>& seen) {
  bool twice = false;
  if (object.members.size() < kFewMembers) {
    for (const Member& m : object.members) twice = twice || m.key == member.key;
  } else {
    if (seen.empty())
      for (const Member& m : object.members) seen.insert(m.key);
    twice = !seen.insert(member.key).second;
  }
  if (!twice) return;
  const SourceRef at = member.key_source;
  fault("json.duplicate_key", "'" + shortened(member.key) + "' is written twice", at.begin, at.end);
}

/// Decodes the string at the cursor. Bad escapes are reported and left out.
bool Parser::string(std::string& out, char quote) {
  const std::size_t begin = at_++;
  if (quote == '\'')
    fault("json.single_quotes", "strings stand in double quotes", begin, begin + 1);
  while (!stopped_ && !at_end() && text_[at_] != quote) {
    const char c = text_[at_];
    if (c == '\n') break;
    if (static_cast<unsigned char>(c) < 0x20)
      fault("json.control_character", "control characters in strings are written as \\u escapes",
            at_, at_ + 1);
    if (c != '\\') {
      const std::size_t begin_of_run = at_++;
      while (!at_end() && is_plain(text_[at_], quote)) ++at_;
      out.append(text_.substr(begin_of_run, at_ - begin_of_run));
      continue;
    }
    const Escape escape = read_escape(text_, at_);
    if (escape.fault) fault(escape.fault, escape.text, at_, at_ + escape.size);
    if (!escape.fault) utf8::append(out, escape.code);
    at_ += escape.size;
  }
  if (stopped_) return false;
  if (at_end() || text_[at_] != quote)
    return stop("json.unclosed_string", "this string has no end on its line", begin, at_);
  ++at_;
  return true;
}

/// true, false, null, a number, or something that is none of them.
bool Parser::word(Node& out) {
  const std::size_t begin = at_;
  while (!at_end() && is_word(text_[at_])) ++at_;
  const std::string_view token = text_.substr(begin, at_ - begin);
  if (token == "true" || token == "false") {
    out.kind = Kind::boolean;
    out.flag = token == "true";
    return true;
  }
  out.kind = token == "null" ? Kind::null : Kind::number;
  if (token == "null") return true;
  const TokenFault bad = number_fault(token);
  out.text = bad.code ? std::string("0") : std::string(token);
  if (bad.code) fault(bad.code, bad.text, begin, at_);
  return true;
}

}  // namespace

bool parse(const SourceSet& sources, std::uint32_t document, bool jsonc, const Limits& limits,
           Node& root, Diagnostics& diags) {
  Parser parser(sources[document].text, document, jsonc, limits, diags);
  return parser.run(root);
}

}  // namespace strate::json
