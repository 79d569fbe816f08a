#include "formats/documents/format_order.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace strate::layout {
namespace {

/// The words of 11 §3.3 up to `note`, with what says what a slot, draw, decoration, waiver or edit
/// is.
constexpr std::string_view kIdentity[] = {
    "seq",   "id",   "op",      "use",     "strate", "archetype", "asset", "law", "slot", "mode",
    "shape", "code", "combine", "blend_m", "on",     "after",     "salt",  "of",  "file"};
/// An object of a list that has one of these is an entry.
constexpr std::string_view kNames[] = {"id", "op", "use", "law", "seq"};
/// One that has one of these is an entry of a stack.
constexpr std::string_view kStack[] = {"op", "use", "group"};
constexpr std::string_view kLast[] = {"sites", "where", "except", "mask", "set", "group"};

/// Ranks of the kinds of keys; a table has fewer rows than there is room between two of them.
constexpr std::size_t kNote = 1'000, kTable = 2'000, kUnknown = 3'000, kEnd = 4'000;

template <class List>
std::size_t index_in(const List& list, std::string_view word) {
  return static_cast<std::size_t>(std::find(std::begin(list), std::end(list), word) -
                                  std::begin(list));
}

template <class List>
bool holds(const List& list, std::string_view word) {
  return index_in(list, word) < std::size(list);
}

std::size_t rank_of(const Cell& member, bool of_stack, const OperatorRow* row) {
  const std::string_view name = *member.name;
  if (name == "note") return kNote;
  if (of_stack && holds(kLast, name)) return kEnd + index_in(kLast, name);
  if (member.is_scalar() && is_identity(name)) return index_in(kIdentity, name);
  if (!row) return kUnknown;
  const auto known = [&](const FieldSpec& spec) { return spec.name == name; };
  const auto at = std::find_if(row->params.begin(), row->params.end(), known);
  if (at == row->params.end()) return kUnknown;
  return kTable + static_cast<std::size_t>(at - row->params.begin());
}

void sort_keys(Cell& entry, const Catalog& catalog) {
  const Cell* op = find_member(entry, "op");
  const bool named = op && op->kind == json::Kind::string && op->node;
  const OperatorRow* row = named ? catalog.op(op->node->text) : nullptr;
  const bool of_stack = std::any_of(entry.cells.begin(), entry.cells.end(),
                                    [](const Cell& c) { return c.name && holds(kStack, *c.name); });
  std::vector<std::pair<std::size_t, Cell>> ranked;
  ranked.reserve(entry.cells.size());
  for (Cell& c : entry.cells) {
    const std::size_t rank = rank_of(c, of_stack, row);
    ranked.emplace_back(rank, std::move(c));
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < ranked.size(); ++i) entry.cells[i] = std::move(ranked[i].second);
}

bool is_entry(const Cell& item) {
  if (!item.is_object() || item.clash) return false;
  return std::any_of(item.cells.begin(), item.cells.end(), [](const Cell& c) {
    return c.name && c.is_scalar() && holds(kNames, *c.name);
  });
}

void arrange_inside(Cell& cell, const Catalog& catalog) {
  if (cell.clash) {
    for (std::vector<Cell>* side : {&cell.clash->ours, &cell.clash->theirs})
      for (Cell& c : *side) {
        if (!c.name && is_entry(c)) c.entry = true, sort_keys(c, catalog);
        arrange_inside(c, catalog);
      }
    return;
  }
  for (Cell& c : cell.cells) {
    if (cell.is_array() && is_entry(c)) {
      c.entry = true;
      sort_keys(c, catalog);
    }
    arrange_inside(c, catalog);
  }
}

}  // namespace

bool is_identity(std::string_view key) { return holds(kIdentity, key); }

void arrange(Cell& root, const Catalog& catalog) {
  for (Cell& section : root.cells)
    if (!section.is_named("runtime")) arrange_inside(section, catalog);
}

}  // namespace strate::layout
