#include "formats/documents/format_tree.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "formats/documents/format_gap.hpp"

namespace strate::layout {

using json::Kind;
using json::Member;
using json::Node;

namespace {

Comments& comments_of(Cell& cell) {
  if (!cell.comments) cell.comments = std::make_shared<Comments>();
  return *cell.comments;
}

void append(std::vector<Comment>& to, std::vector<Comment>::const_iterator first,
            std::vector<Comment>::const_iterator last) {
  to.insert(to.end(), first, last);
}

class Builder {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  void run(const Node& tree, Text& out) {
    out.root = cell(tree);
    Gap gap = gap_between(text_, 0, tree.source.begin);
    lead(std::move(gap.comments), gap.blank_after, out.root);
    if (out.root.comments && !out.root.comments->before.empty())
      out.root.comments->before.front().blank_before = false;
    out.root.blank_before = false;
    gap = gap_between(text_, tree.source.end, text_.size());
    const auto split = gap.comments.begin() + static_cast<std::ptrdiff_t>(gap.on_first_line);
    if (split != gap.comments.begin())
      append(comments_of(out.root).after, gap.comments.begin(), split);
    append(out.tail, split, gap.comments.end());
    seal(out.root);
  }

 private:
  std::string_view slice(const SourceRef& s) const {
    return text_.substr(s.begin, s.end - s.begin);
  }

  Cell cell(const Node& node) {
    Cell out;
    out.node = &node;
    out.kind = node.kind;
    out.place = node.source;
    if (node.kind == Kind::array)
      inside(node, node.items, out);
    else if (node.kind == Kind::object)
      inside(node, node.members, out);
    else
      out.text = slice(node.source);
    return out;
  }

  Cell child(const Node& item) { return cell(item); }
  Cell child(const Member& member) {
    Cell out = cell(member.value);
    out.name = &member.key;
    out.key = slice(member.key_source);
    out.place = member.key_source;
    Gap gap = gap_between(text_, member.key_source.end, member.value.source.begin);
    if (gap.comments.empty()) return out;
    // A line that ends between key and value would tear them apart: such comments go in front.
    if (!gap.has_newline) {
      comments_of(out).inside = std::move(gap.comments);
    } else {
      for (Comment& c : gap.comments) c.breaks = true, c.blank_before = false;
      comments_of(out).before = std::move(gap.comments);
    }
    return out;
  }

  static std::uint32_t begin_of(const Node& item) { return item.source.begin; }
  static std::uint32_t begin_of(const Member& member) { return member.key_source.begin; }
  static std::uint32_t end_of(const Node& item) { return item.source.end; }
  static std::uint32_t end_of(const Member& member) { return member.value.source.end; }

  template <class Child>
  void inside(const Node& node, const std::vector<Child>& children, Cell& out) {
    std::uint32_t at = node.source.begin + 1;
    out.cells.reserve(children.size());
    for (const Child& c : children) {
      Cell next = child(c);
      between(gap_between(text_, at, begin_of(c)), out, &next);
      out.cells.push_back(std::move(next));
      at = end_of(c);
    }
    between(gap_between(text_, at, node.source.end - 1), out, nullptr);
    for (Cell& c : out.cells) seal(c);
  }

  /// Gives the comments of a gap to the value before, to the brackets, or to `next`.
  void between(Gap gap, Cell& around, Cell* next) {
    if (gap.comments.empty()) {
      if (next) next->blank_before = gap.blank_after && !around.cells.empty();
      return;
    }
    std::size_t back = gap.on_first_line;
    if (!gap.has_newline) back = next ? gap.before_comma : back;
    if (around.cells.empty() && !gap.has_newline) back = 0;
    const auto split = gap.comments.begin() + static_cast<std::ptrdiff_t>(back);
    if (back > 0) {
      std::vector<Comment>& to =
          around.cells.empty() ? comments_of(around).open : comments_of(around.cells.back()).after;
      append(to, gap.comments.begin(), split);
    }
    std::vector<Comment> rest(split, gap.comments.end());
    if (around.cells.empty() && !rest.empty()) rest.front().blank_before = false;
    if (next) {
      lead(std::move(rest), gap.blank_after, *next);
      if (around.cells.empty()) next->blank_before = false;
    } else if (!rest.empty()) {
      comments_of(around).end = std::move(rest);
    }
  }

  /// Puts comments in front of a cell.
  static void lead(std::vector<Comment> comments, bool blank_after, Cell& cell) {
    if (comments.empty()) {
      cell.blank_before = blank_after;
      return;
    }
    cell.blank_before = std::exchange(comments.front().blank_before, false);
    cell.blank_inside = blank_after;
    std::vector<Comment>& before = comments_of(cell).before;
    before.insert(before.begin(), comments.begin(), comments.end());
  }

  std::string_view text_;
};

/// Bytes that are hashed: every part with its length, so that no two lists run into each other.
class Parts {
 public:
  explicit Parts(char what) : bytes_(1, what) {}
  void add(std::string_view part) {
    add(part.size());
    bytes_ += part;
  }
  void add(std::uint64_t v) { bytes_.append(reinterpret_cast<const char*>(&v), sizeof v); }
  void add(Hash128 h) { add(h.hi), add(h.lo); }
  void add(const std::vector<Comment>& comments) {
    add(comments.size());
    for (const Comment& c : comments) {
      add(c.text);
      add((c.breaks ? 1u : 0u) + (c.blank_before ? 2u : 0u));
    }
  }
  Hash128 hash() const { return xxh3_128(bytes_); }

 private:
  std::string bytes_;
};

Hash128 meaning_of(const Cell& cell) {
  Parts parts(static_cast<char>('0' + static_cast<int>(cell.kind)));
  if (cell.kind == Kind::number) {
    parts.add(std::bit_cast<std::uint64_t>(json::number_value(cell.text)));
  } else if (cell.kind == Kind::string) {
    parts.add(std::string_view(cell.node->text));
  } else if (cell.kind == Kind::boolean) {
    parts.add(cell.text);
  } else if (cell.is_array()) {
    for (const Cell& c : cell.cells) parts.add(c.meaning);
  } else if (cell.is_object()) {
    std::vector<std::pair<std::string_view, Hash128>> members;
    for (const Cell& c : cell.cells)
      if (c.name) members.emplace_back(*c.name, c.meaning);
    std::sort(members.begin(), members.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [name, meaning] : members) parts.add(name), parts.add(meaning);
  }
  return parts.hash();
}

}  // namespace

const Cell* find_member(const Cell& object, std::string_view name) {
  for (const Cell& c : object.cells)
    if (c.is_named(name)) return &c;
  return nullptr;
}

void seal(Cell& cell) {
  static const Comments kNone;
  const Comments& c = cell.comments ? *cell.comments : kNone;
  cell.meaning = meaning_of(cell);
  Parts content('c');
  content.add(cell.text);
  for (const Cell& inner : cell.cells) content.add(inner.whole);
  content.add(static_cast<std::uint64_t>(cell.kind));
  content.add(c.open), content.add(c.end);
  cell.content = content.hash();
  Parts whole('w');
  whole.add(cell.content), whole.add(cell.key);
  whole.add(c.before), whole.add(c.inside), whole.add(c.after);
  whole.add((cell.blank_before ? 1u : 0u) + (cell.blank_inside ? 2u : 0u));
  cell.whole = whole.hash();
}

bool read_text(const SourceSet& sources, std::uint32_t document, bool jsonc, Text& out,
               Diagnostics& diags) {
  out.tree = std::make_unique<Node>();
  if (!json::parse(sources, document, jsonc, {}, *out.tree, diags)) return false;
  Builder(sources[document].text).run(*out.tree, out);
  return true;
}

}  // namespace strate::layout
