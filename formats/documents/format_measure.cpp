#include "formats/documents/format_measure.hpp"

#include <algorithm>

#include "compiler/utf8.hpp"
#include "formats/documents/format_order.hpp"

namespace strate::layout {
namespace {

/// Keys of an object on one line; the id of an entry does not count.
constexpr std::size_t kFewKeys = 4;

std::size_t sum(std::size_t a, std::size_t b) { return std::min(kNever, a + b); }

/// Comments on the line of a value, each with a space beside it.
std::size_t width_of(const std::vector<Comment>& comments) {
  std::size_t width = 0;
  for (const Comment& c : comments) {
    if (c.line || c.text.find('\n') != std::string_view::npos) return kNever;
    width = sum(width, layout::width_of(c.text) + 1);
  }
  return width;
}

bool any_breaks(const std::vector<Comment>& comments) {
  return std::any_of(comments.begin(), comments.end(), [](const Comment& c) { return c.breaks; });
}

/// Objects of many keys, and those that explain themselves, are opened.
bool may_be_one_line(const Cell& object) {
  std::size_t keys = 0;
  bool all_identity = object.entry;
  for (const Cell& c : object.cells) {
    if (c.is_named("note")) return object.cells.size() == 1;
    if (!object.entry || !c.is_named("id")) ++keys;
    all_identity = all_identity && c.name && c.is_scalar() && is_identity(*c.name);
  }
  return keys <= kFewKeys || all_identity;
}

/// A list of one small object may stand on one line; of more, each has its own.
bool objects_are_few(const Cell& array) {
  const auto holds_keys = [](const Cell& c) { return c.is_object() && !c.cells.empty(); };
  const auto first = std::find_if(array.cells.begin(), array.cells.end(), holds_keys);
  if (first == array.cells.end()) return true;
  return first->cells.size() <= kFewKeys && std::none_of(first + 1, array.cells.end(), holds_keys);
}

std::size_t width_inside(const Cell& cell) {
  const bool object = cell.is_object();
  if (cell.comments && !(cell.comments->open.empty() && cell.comments->end.empty())) return kNever;
  if (object && !may_be_one_line(cell)) return kNever;
  if (!object && !objects_are_few(cell)) return kNever;
  std::size_t width = 2;
  for (const Cell& c : cell.cells) width = sum(width, whole_width(c) + 2);
  if (cell.cells.empty()) return width;
  return object ? width : width - 2;
}

}  // namespace

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Point p = utf8::decode(text, at);
    width += static_cast<std::size_t>(utf8::columns(p.code));
    at += std::max(1u, p.size);
  }
  return width;
}

std::size_t whole_width(const Cell& cell) {
  if (cell.clash) return kNever;
  std::size_t width = cell.width;
  if (cell.name) width = sum(width, width_of(cell.key) + 2);
  if (!cell.comments) return width;
  const Comments& c = *cell.comments;
  if (any_breaks(c.before)) return kNever;
  for (const std::vector<Comment>* list : {&c.before, &c.inside, &c.after})
    width = sum(width, width_of(*list));
  return width;
}

void measure(Cell& cell) {
  if (cell.clash)
    for (std::vector<Cell>* side : {&cell.clash->ours, &cell.clash->theirs})
      for (Cell& c : *side) measure(c);
  for (Cell& c : cell.cells) measure(c);
  cell.width = cell.is_scalar() ? std::min(kNever, width_of(cell.text)) : width_inside(cell);
}

}  // namespace strate::layout
