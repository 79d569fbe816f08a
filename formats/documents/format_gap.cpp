#include "formats/documents/format_gap.hpp"

namespace strate::layout {
namespace {

std::string_view without_end(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? text.substr(0, 0) : text.substr(0, last + 1);
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view comment) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t end = comment.find('\n');
    out.push_back(without_end(comment.substr(0, end)));
    if (end == std::string_view::npos) return out;
    comment.remove_prefix(end + 1);
  }
}

Gap gap_between(std::string_view text, std::size_t begin, std::size_t end) {
  Gap gap;
  std::size_t newlines = 0;
  bool comma = false;
  for (std::size_t at = begin; at < end; ++at) {
    if (text[at] == ',') {
      comma = true;
      newlines = 0;  // lines that end on both sides of a comma enclose no blank one
      gap.before_comma = gap.comments.size();
    }
    if (text[at] == '\n') {
      ++newlines;
      gap.has_newline = true;
      if (!gap.comments.empty()) gap.comments.back().breaks = true;
    }
    if (text[at] != '/') continue;
    const bool line = text[at + 1] == '/';
    const std::size_t stop = line ? text.find('\n', at) : text.find("*/", at + 2) + 2;
    const std::size_t last = stop > end ? end : stop;
    const std::string_view comment = without_end(text.substr(at, last - at));
    gap.comments.push_back({comment, line, line, newlines > 1});
    if (!gap.has_newline) gap.on_first_line = gap.comments.size();
    gap.has_newline = gap.has_newline || line || comment.find('\n') != std::string_view::npos;
    newlines = 0;
    at = last - 1;
  }
  if (!comma) gap.before_comma = gap.comments.size();
  gap.blank_after = newlines > 1;
  return gap;
}

}  // namespace strate::layout
