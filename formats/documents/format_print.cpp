#include "formats/documents/format_print.hpp"

#include <algorithm>
#include <string_view>

#include "formats/documents/format_gap.hpp"
#include "formats/documents/format_measure.hpp"
#include "formats/documents/format_order.hpp"

namespace strate::layout {
namespace {

constexpr std::size_t kIndent = 2;
/// Room for a comma is always kept, so that what follows a value never changes its lines.
constexpr std::size_t kComma = 1;

const Comments& comments_of(const Cell& cell) {
  static const Comments kNone;
  return cell.comments ? *cell.comments : kNone;
}

class Printer {
 public:
  Printed run(const Text& document) {
    item(document.root, 0, false);
    for (const Comment& c : document.tail) {
      line(0, c.blank_before);
      comment(c, 0);
    }
    printed_.text += '\n';
    return std::move(printed_);
  }

 private:
  void put(std::string_view text) {
    printed_.text += text;
    column_ += width_of(text);
  }

  /// Begins a line, behind a blank one if `blank`. The document begins with none.
  void line(std::size_t indent, bool blank = false) {
    if (!printed_.text.empty()) printed_.text += blank ? "\n\n" : "\n";
    lines_ += printed_.text.empty() ? 0 : blank ? 2 : 1;
    printed_.text.append(indent, ' ');
    column_ = indent;
  }

  /// A comment of several lines keeps them as written, unless every one begins with '*'.
  void comment(const Comment& c, std::size_t indent) {
    const std::vector<std::string_view> lines = lines_of(c.text);
    put(lines[0]);
    const auto star = [](std::string_view l) {
      const std::size_t first = l.find_first_not_of(" \t");
      return first != std::string_view::npos && l[first] == '*';
    };
    const bool stars = std::all_of(lines.begin() + 1, lines.end(), star);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      line(stars ? indent + 1 : 0);
      put(stars ? lines[i].substr(lines[i].find('*')) : lines[i]);
    }
  }

  void behind(const std::vector<Comment>& comments, std::size_t indent) {
    for (std::size_t i = 0; i < comments.size(); ++i) {
      put(i == 0 ? "  " : " ");
      comment(comments[i], indent);
    }
  }

  /// A value with all around it; the cursor stands at its indent.
  void item(const Cell& cell, std::size_t indent, bool comma) {
    if (cell.clash) return clash(*cell.clash, indent, comma);
    const Comments& c = comments_of(cell);
    for (std::size_t i = 0; i < c.before.size(); ++i) {
      comment(c.before[i], indent);
      const bool last = i + 1 == c.before.size();
      if (c.before[i].breaks)
        line(indent, last ? cell.blank_inside : c.before[i + 1].blank_before);
      else
        put(" ");
    }
    if (cell.name) put(cell.key), put(": ");
    for (const Comment& i : c.inside) put(i.text), put(" ");
    value(cell, indent);
    if (comma) put(",");
    behind(c.after, indent);
  }

  void value(const Cell& cell, std::size_t indent) {
    const bool root = indent == 0 && !cell.name && !cell.cells.empty();
    if (cell.is_scalar() || (!root && column_ + cell.width + kComma <= kColumns))
      flat(cell);
    else
      open(cell, indent);
  }

  void flat_item(const Cell& cell) {
    const Comments& c = comments_of(cell);
    for (const Comment& b : c.before) put(b.text), put(" ");
    if (cell.name) put(cell.key), put(": ");
    for (const Comment& i : c.inside) put(i.text), put(" ");
    flat(cell);
    for (const Comment& a : c.after) put(" "), put(a.text);
  }

  void flat(const Cell& cell) {
    if (cell.is_scalar()) return put(cell.text);
    const bool spaced = cell.is_object() && !cell.cells.empty();
    put(cell.is_object() ? "{" : "[");
    if (spaced) put(" ");
    for (std::size_t i = 0; i < cell.cells.size(); ++i) {
      if (i > 0) put(", ");
      flat_item(cell.cells[i]);
    }
    if (spaced) put(" ");
    put(cell.is_object() ? "}" : "]");
  }

  /// One key or item a line. An entry opens with its identity.
  void open(const Cell& cell, std::size_t indent) {
    const Comments& c = comments_of(cell);
    const std::size_t inner = indent + kIndent, n = cell.cells.size();
    put(cell.is_object() ? "{" : "[");
    behind(c.open, inner);
    std::size_t i = cell.entry ? identity(cell, inner) : 0;
    for (; i < n; ++i) {
      const Cell& next = cell.cells[i];
      if (next.clash) {
        clash(*next.clash, inner, i + 1 < n);
        continue;
      }
      line(inner, next.blank_before && !cell.entry && i > 0);
      item(next, inner, i + 1 < n);
    }
    for (const Comment& e : c.end) {
      line(inner, e.blank_before);
      comment(e, inner);
    }
    line(indent);
    put(cell.is_object() ? "}" : "]");
  }

  static bool is_identity_cell(const Cell& c) {
    return c.name && !c.clash && c.is_scalar() && is_identity(*c.name) &&
           comments_of(c).inside.empty();
  }

  /// The line that an entry opens with, as far as it holds; returns how many keys it took.
  std::size_t identity(const Cell& entry, std::size_t indent) {
    const std::size_t n = entry.cells.size();
    std::size_t taken = 0;
    while (taken < n && is_identity_cell(entry.cells[taken])) {
      const Cell& next = entry.cells[taken];
      const Comments& around = comments_of(next);
      const bool comma = taken + 1 < n;
      if (taken == 0 && !(comments_of(entry).open.empty() && around.before.empty())) {
        line(indent);
      } else {
        const std::size_t width = 1 + width_of(next.key) + 2 + next.width + kComma;
        if (taken > 0 && (!around.before.empty() || column_ + width > kColumns)) break;
        put(" ");
      }
      item(next, indent, comma);
      ++taken;
      if (!around.after.empty()) break;
    }
    return taken;
  }

  void clash(const Clash& clash, std::size_t indent, bool comma) {
    line(0);
    if (printed_.clashes.size() <= clash.index) printed_.clashes.resize(clash.index + 1, 0);
    printed_.clashes[clash.index] = lines_ + 1;
    put("<<<<<<< ours");
    side(clash.ours, indent, comma);
    line(0);
    put("=======");
    side(clash.theirs, indent, comma);
    line(0);
    put(">>>>>>> theirs");
  }

  void side(const std::vector<Cell>& cells, std::size_t indent, bool comma) {
    for (const Cell& c : cells) {
      line(indent, c.blank_before && &c != cells.data());
      item(c, indent, comma || &c != &cells.back());
    }
  }

  Printed printed_;
  std::size_t column_ = 0, lines_ = 0;
};

}  // namespace

Printed print(const Text& document) { return Printer().run(document); }

}  // namespace strate::layout
