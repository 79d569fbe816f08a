#include "compiler/source_set.hpp"

#include <algorithm>
#include <utility>

namespace strate {
namespace {

std::vector<std::uint32_t> line_starts(std::string_view text) {
  std::vector<std::uint32_t> starts{0};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') starts.push_back(static_cast<std::uint32_t>(i + 1));
  return starts;
}

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; }

}  // namespace

std::uint32_t SourceSet::add(std::string name, std::string text) {
  std::vector<std::uint32_t> starts = line_starts(text);
  sources_.push_back({std::move(name), std::move(text), std::move(starts)});
  return static_cast<std::uint32_t>(sources_.size() - 1);
}

LineColumn SourceSet::position(std::uint32_t document, std::uint32_t offset) const {
  const Source& source = sources_[document];
  const auto size = static_cast<std::uint32_t>(source.text.size());
  offset = std::min(offset, size);
  const auto next = std::upper_bound(source.line_starts.begin(), source.line_starts.end(), offset);
  LineColumn out;
  out.line = static_cast<std::uint32_t>(next - source.line_starts.begin());
  for (std::uint32_t i = *(next - 1); i < offset; ++i)
    if (!continues_code_point(source.text[i])) ++out.column;
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
