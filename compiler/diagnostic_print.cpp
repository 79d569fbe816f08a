// The printed forms of findings. All text is made harmless for terminals here, once.
#include <algorithm>
#include <map>
#include <optional>

#include "compiler/diagnostic.hpp"
#include "compiler/json.hpp"
#include "compiler/utf8.hpp"

namespace strate {
namespace {

/// Columns of a source line that are shown; longer ones are cut around the place.
constexpr std::size_t kLineColumns = 96;
/// Code points of a line that are looked at before the place when it is cut.
constexpr std::size_t kBefore = 48;
/// Bytes of one message or note.
constexpr std::size_t kTextBytes = 600;

/// Bytes of a JSON pointer.
constexpr std::size_t kPointerBytes = 160;

std::string harmless(std::string_view text, std::size_t most = kTextBytes) {
  if (text.size() <= most) return utf8::printable(text);
  std::size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0u) == 0x80u) --cut;
  return utf8::printable(text.substr(0, cut)) + "…";
}

/// One code point of a line as it is shown.
struct Cell {
  std::string text;
  std::size_t columns = 0;
  std::size_t begin = 0;  ///< byte offset in the line
};

Cell cell_at(std::string_view line, std::size_t at, std::size_t& size) {
  const utf8::Point p = utf8::decode(line, at);
  size = std::max(1u, p.size);
  if (line[at] == '\t') return {" ", 1, at};
  if (p.size == 0 || utf8::is_hostile(p.code)) {
    std::string text = utf8::printable(line.substr(at, size));
    const std::size_t width = text.size();
    return {std::move(text), width, at};
  }
  return {std::string(line.substr(at, size)), static_cast<std::size_t>(utf8::columns(p.code)), at};
}

/// Where a cut line starts: kBefore code points before the place.
std::size_t start_of_cut(std::string_view line, std::size_t place) {
  std::size_t start = place, points = 0;
  while (start > 0 && points < kBefore) {
    --start;
    if ((static_cast<unsigned char>(line[start]) & 0xc0u) != 0x80u) ++points;
  }
  return start;
}

struct Excerpt {
  std::string line, marks;
};

/// The line around bytes [begin, end), with a caret and tildes under them.
Excerpt excerpt(std::string_view line, std::size_t begin, std::size_t end, bool only_caret) {
  Excerpt out;
  std::size_t column = 0, at = 0;
  if (line.size() > kLineColumns) at = start_of_cut(line, begin);
  if (at > 0) out.line = "…", out.marks = " ", column = 1;
  bool caret = false;
  while (at < line.size() && column < kLineColumns) {
    std::size_t size = 1;
    const Cell cell = cell_at(line, at, size);
    if (at >= begin && (!caret || (at < end && !only_caret))) {
      out.marks += caret ? '~' : '^';
      out.marks.append(cell.columns > 1 && !only_caret ? cell.columns - 1 : 0, '~');
      caret = true;
    } else if (!caret) {
      out.marks.append(cell.columns, ' ');
    }
    out.line += cell.text;
    column += cell.columns;
    at += size;
  }
  if (at < line.size()) out.line += "…";
  if (!caret) out.marks += '^';
  return out;
}

struct Colors {
  const char *bold = "", *error = "", *warning = "", *mark = "", *off = "";
};

Colors colors_of(bool color) {
  if (!color) return {};
  return {"\033[1m", "\033[1;31m", "\033[1;35m", "\033[1;32m", "\033[0m"};
}

class Printer {
 public:
  Printer(const SourceSet& sources, bool color) : sources_(sources), paint_(colors_of(color)) {}

  void print(const Diagnostic& d, std::string& out) {
    const bool is_error = d.severity == Severity::error;
    const SourceRef& at = d.what.source;
    if (at.known()) out += paint_.bold + place(at) + ": " + paint_.off;
    out += is_error ? paint_.error : paint_.warning;
    out += is_error ? "error" : "warning";
    out += "[" + d.what.code + "]" + paint_.off + ": " + harmless(d.what.text) + "\n";
    if (at.known()) lines(at, out);
    for (const std::string& note : d.what.notes) out += "  " + harmless(note) + "\n";
  }

  std::string pointer(const SourceRef& at) {
    auto [it, fresh] = trees_.try_emplace(at.document);
    if (fresh) {
      Diagnostics ignored;
      json::parse(sources_, at.document, true, {}, it->second, ignored);
    }
    return json::pointer_at(it->second, at.begin);
  }

 private:
  std::string place(const SourceRef& at) const {
    const LineColumn p = sources_.position(at.document, at.begin);
    return harmless(sources_[at.document].name) + ":" + std::to_string(p.line) + ":" +
           std::to_string(p.column);
  }

  void lines(const SourceRef& at, std::string& out) {
    const std::string& text = sources_[at.document].text;
    if (text.empty()) return;
    const LineColumn p = sources_.position(at.document, at.begin);
    const std::string_view line = sources_.line(at.document, p.line);
    const std::size_t start = sources_[at.document].line_starts[p.line - 1];
    const char first = at.begin < text.size() ? text[at.begin] : ' ';
    const bool whole = first == '{' || first == '[';
    const Excerpt shown = excerpt(line, at.begin - start, at.end - start, whole);
    const std::string number = std::to_string(p.line);
    out += "  " + number + " | " + shown.line + "\n";
    out += "  " + std::string(number.size(), ' ') + " | " + paint_.mark + shown.marks + paint_.off +
           "\n";
    const std::string where = pointer(at);
    if (!where.empty()) out += "  at " + harmless(where, kPointerBytes) + "\n";
  }

  const SourceSet& sources_;
  Colors paint_;
  std::map<std::uint32_t, json::Node> trees_;
};

/// A field or knob often is unused because its user is at fault, farther down: a consequence.
bool is_consequence(const Diagnostic& d) { return d.what.code.starts_with("recipe.unused_"); }

/// By file, causes before consequences, and position; findings without a place come last, in the
/// order found.
std::vector<const Diagnostic*> sorted(const Diagnostics& diags, const SourceSet& sources) {
  std::vector<const Diagnostic*> out;
  for (const Diagnostic& d : diags.all()) out.push_back(&d);
  const auto before = [&](const Diagnostic* a, const Diagnostic* b) {
    const SourceRef &x = a->what.source, &y = b->what.source;
    if (!x.known() || !y.known()) return x.known() && !y.known();
    if (x.document != y.document) {
      const int names = sources[x.document].name.compare(sources[y.document].name);
      return names != 0 ? names < 0 : x.document < y.document;
    }
    if (is_consequence(*a) != is_consequence(*b)) return is_consequence(*b);
    return x.begin < y.begin;
  };
  std::stable_sort(out.begin(), out.end(), before);
  return out;
}

}  // namespace

std::string print(const Diagnostics& diags, const SourceSet& sources, bool color,
                  std::size_t max_per_code) {
  std::string out;
  std::map<std::string, std::size_t> count;
  Printer printer(sources, color);
  for (const Diagnostic* d : sorted(diags, sources)) {
    if (++count[d->what.code] > max_per_code) continue;
    printer.print(*d, out);
  }
  for (const auto& [code, n] : count)
    if (n > max_per_code)
      out += "and " + std::to_string(n - max_per_code) + " more of kind " + code + "\n";
  return out;
}

std::string print_json(const Diagnostics& diags, const SourceSet& sources) {
  json::Writer out;
  write_json(out, diags, sources);
  return out.text();
}

void write_json(json::Writer& out, const Diagnostics& diags, const SourceSet& sources) {
  out.begin_array();
  Printer printer(sources, false);
  for (const Diagnostic* d : sorted(diags, sources)) {
    const SourceRef& at = d->what.source;
    out.begin_object();
    out.key("severity").value(d->severity == Severity::error ? "error" : "warning");
    out.key("code").value(d->what.code);
    out.key("text").value(harmless(d->what.text));
    if (at.known()) {
      const LineColumn p = sources.position(at.document, at.begin);
      out.key("file").value(harmless(sources[at.document].name));
      out.key("line").value(static_cast<std::uint64_t>(p.line));
      out.key("column").value(static_cast<std::uint64_t>(p.column));
      out.key("pointer").value(harmless(printer.pointer(at)));
    }
    out.key("notes").begin_array();
    for (const std::string& note : d->what.notes) out.value(harmless(note));
    out.end_array().end_object();
  }
  out.end_array();
}

}  // namespace strate
