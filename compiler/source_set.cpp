#include "compiler/source_set.hpp"

#include <algorithm>
#include <utility>

namespace strate {
namespace {

std::vector<std::uint32_t> line_starts(std::string_view text) {
  std::vector<std::uint32_t> starts{0};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    starts.push_back(static_cast<std::uint32_t>(at + 1));
  return starts;
}

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; }

constexpr std::size_t kMarkBytes = 4096;

std::uint32_t points_in(std::string_view text) {
  const auto inside = std::count_if(text.begin(), text.end(), continues_code_point);
  return static_cast<std::uint32_t>(text.size()) - static_cast<std::uint32_t>(inside);
}

std::vector<std::uint32_t> point_marks(std::string_view text) {
  std::vector<std::uint32_t> marks{0};
  for (; text.size() >= kMarkBytes; text.remove_prefix(kMarkBytes))
    marks.push_back(marks.back() + points_in(text.substr(0, kMarkBytes)));
  return marks;
}

/// Code points that begin before `offset`. A line of megabytes may have hundreds of findings.
std::uint32_t points_before(const Source& source, std::uint32_t offset) {
  const std::size_t mark = offset / kMarkBytes, begin = mark * kMarkBytes;
  return source.point_marks[mark] +
         points_in(std::string_view(source.text).substr(begin, offset - begin));
}

}  // namespace

std::uint32_t SourceSet::add(std::string name, std::string text) {
  std::vector<std::uint32_t> starts = line_starts(text);
  std::vector<std::uint32_t> marks = point_marks(text);
  sources_.push_back({std::move(name), std::move(text), std::move(starts), std::move(marks)});
  return static_cast<std::uint32_t>(sources_.size() - 1);
}

LineColumn SourceSet::position(std::uint32_t document, std::uint32_t offset) const {
  const Source& source = sources_[document];
  const auto size = static_cast<std::uint32_t>(source.text.size());
  offset = std::min(offset, size);
  const auto next = std::upper_bound(source.line_starts.begin(), source.line_starts.end(), offset);
  LineColumn out;
  out.line = static_cast<std::uint32_t>(next - source.line_starts.begin());
  out.column += points_before(source, offset) - points_before(source, *(next - 1));
  return out;
}

std::string_view SourceSet::line(std::uint32_t document, std::uint32_t number) const {
  const Source& source = sources_[document];
  if (number == 0 || number > source.line_starts.size()) return {};
  std::string_view rest = std::string_view(source.text).substr(source.line_starts[number - 1]);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

}  // namespace strate
