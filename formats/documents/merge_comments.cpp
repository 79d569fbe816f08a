#include "formats/documents/merge_comments.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace strate::layout {
namespace {

using List = std::vector<Comment>;

const Comments& comments_of(const Cell* cell) {
  static const Comments kNone;
  return cell && cell->comments ? *cell->comments : kNone;
}

bool same(const List& a, const List& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Comment& x, const Comment& y) {
    return x.text == y.text && x.breaks == y.breaks && x.blank_before == y.blank_before;
  });
}

bool holds(const List& list, std::string_view text) {
  return std::any_of(list.begin(), list.end(), [&](const Comment& c) { return c.text == text; });
}

List merge_list(const List& base, const List& ours, const List& theirs) {
  if (same(ours, theirs) || same(base, theirs)) return ours;
  if (same(base, ours)) return theirs;
  List out;
  for (const Comment& c : ours)
    if (holds(theirs, c.text) || !holds(base, c.text)) out.push_back(c);
  for (const Comment& c : theirs)
    if (!holds(ours, c.text) && !holds(base, c.text)) out.push_back(c);
  return out;
}

/// Nothing stands behind "// …" on its line: what follows it there goes in front of the value.
void make_room(Comments& comments) {
  List& after = comments.after;
  const auto line =
      std::find_if(after.begin(), after.end(), [](const Comment& c) { return c.line; });
  if (line == after.end()) return;
  for (auto c = line + 1; c != after.end(); ++c) {
    c->breaks = true, c->blank_before = false;
    comments.before.push_back(*c);
  }
  after.erase(line + 1, after.end());
}

bool merge_flag(bool base, bool ours, bool theirs) { return ours == base ? theirs : ours; }

void collect(const Cell& cell, bool around, List& out) {
  const Comments& c = comments_of(&cell);
  if (around)
    for (const List* list : {&c.before, &c.inside, &c.after})
      out.insert(out.end(), list->begin(), list->end());
  for (const List* list : {&c.open, &c.end}) out.insert(out.end(), list->begin(), list->end());
  for (const Cell& inner : cell.cells) collect(inner, true, out);
}

}  // namespace

void merge_comments(const Cell* base, const Cell& ours, const Cell& theirs, Cell& out) {
  const Comments &b = comments_of(base), &o = comments_of(&ours), &t = comments_of(&theirs);
  out.blank_before = merge_flag(base && base->blank_before, ours.blank_before, theirs.blank_before);
  out.blank_inside = merge_flag(base && base->blank_inside, ours.blank_inside, theirs.blank_inside);
  auto merged = std::make_shared<Comments>(comments_of(&out));
  const List kept = std::move(merged->before);  // by keep_comments
  merged->before = merge_list(b.before, o.before, t.before);
  merged->before.insert(merged->before.end(), kept.begin(), kept.end());
  merged->inside = merge_list(b.inside, o.inside, t.inside);
  merged->after = merge_list(b.after, o.after, t.after);
  make_room(*merged);
  out.comments = std::move(merged);
}

void merge_bracket_comments(const Cell* base, const Cell& ours, const Cell& theirs, Cell& out) {
  const Comments &b = comments_of(base), &o = comments_of(&ours), &t = comments_of(&theirs);
  auto merged = std::make_shared<Comments>(comments_of(&out));
  merged->open = merge_list(b.open, o.open, t.open);
  merged->end = merge_list(b.end, o.end, t.end);
  out.comments = std::move(merged);
}

void keep_comments(const Cell* base, const Cell& from, Cell& out) {
  List before, now, there;
  if (base) collect(*base, false, before);
  collect(from, false, now);
  collect(out, false, there);
  auto copy = std::make_shared<Comments>(comments_of(&out));
  for (Comment c : now) {
    if (holds(before, c.text) || holds(there, c.text)) continue;
    c.breaks = true, c.blank_before = false;
    copy->before.push_back(c);
  }
  out.comments = std::move(copy);
}

}  // namespace strate::layout
