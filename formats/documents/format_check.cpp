#include "formats/documents/format_check.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "formats/documents/format_gap.hpp"

namespace strate::layout {
namespace {

void collect(const std::vector<Comment>& comments, std::vector<std::string>& out) {
  for (const Comment& c : comments) {
    std::string text;
    for (const std::string_view line : lines_of(c.text)) {
      const std::size_t first = line.find_first_not_of(" \t");
      if (first != std::string_view::npos) text += line.substr(first);
      text += '\n';
    }
    out.push_back(std::move(text));
  }
}

void collect(const Cell& cell, std::vector<std::string>& out) {
  if (const Comments* c = cell.comments.get())
    for (const auto* list : {&c->before, &c->inside, &c->after, &c->open, &c->end})
      collect(*list, out);
  for (const Cell& inner : cell.cells) collect(inner, out);
}

/// All comments, without the white space around their lines, sorted.
std::vector<std::string> comments_of(const Text& document) {
  std::vector<std::string> out;
  collect(document.root, out);
  collect(document.tail, out);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

bool holds_the_same(const Text& document, const std::string& printed) {
  SourceSet sources;
  Diagnostics diags;
  Text again;
  if (!read_text(sources, sources.add("", printed), true, again, diags)) return false;
  return again.root.meaning == document.root.meaning && comments_of(again) == comments_of(document);
}

}  // namespace strate::layout
