#include "formats/documents/merge_cells.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "formats/documents/merge_comments.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate::layout {
namespace {

std::string_view name_of_item(const Cell& item) {
  if (!item.is_object()) return {};
  const Cell* id = find_member(item, "id");
  if (!id) id = find_member(item, "op");
  return id && id->kind == json::Kind::string ? std::string_view(id->node->text)
                                              : std::string_view();
}

/// Takes over a value with the comments at its brackets, without what stands around it.
void take_value(const Cell& from, Cell& out) {
  out.node = from.node;
  out.kind = from.kind;
  out.text = from.text;
  out.cells = from.cells;
  if (!from.comments) return;
  out.comments = std::make_shared<Comments>();
  out.comments->open = from.comments->open;
  out.comments->end = from.comments->end;
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

std::string listed(const Names& names) {
  return strate::listed(std::vector<std::string>(names.begin(), names.end()));
}

bool holds_clash(const Cell& cell) {
  return cell.clash || std::any_of(cell.cells.begin(), cell.cells.end(), holds_clash);
}

}  // namespace

std::optional<Named> named_in(const Cell& cell) {
  if (cell.is_scalar()) return std::nullopt;
  Named out;
  for (const Cell& c : cell.cells) {
    const std::string_view name = cell.is_object() ? std::string_view(*c.name) : name_of_item(c);
    if (cell.is_array() && name.empty()) return std::nullopt;
    if (!out.cells.emplace(name, &c).second) return std::nullopt;
    out.names.push_back(name);
  }
  return out;
}

Cell Merger::merge(const Cell* base, const Cell& ours, const Cell& theirs) {
  if (ours.whole == theirs.whole) return ours;
  if (base && base->whole == ours.whole) return theirs;
  if (base && base->whole == theirs.whole) return ours;
  Cell out;
  out.name = ours.name;
  out.key = base && base->key == ours.key ? theirs.key : ours.key;
  out.place = ours.place;
  const Three three{base, &ours, &theirs};
  if (!merge_value(three, out)) return clash("both sides changed this value", three);
  merge_comments(base, ours, theirs, out);
  seal(out);
  return out;
}

bool Merger::merge_value(const Three& three, Cell& out) {
  const Cell *base = three.base, *ours = three.ours, *theirs = three.theirs;
  const auto take = [&](const Cell& from) { return take_value(from, out), true; };
  if (ours->content == theirs->content) return take(*ours);
  if (base && base->content == ours->content) return take(*theirs);
  if (base && base->content == theirs->content) return take(*ours);
  if (merge_inside(three, out)) return true;
  const bool same = ours->meaning == theirs->meaning;
  const bool ours_only = base && base->meaning == theirs->meaning;
  const bool theirs_only = base && base->meaning == ours->meaning;
  if (!same && !ours_only && !theirs_only) return false;
  // Spelling and comments of the other side may be new.
  take(theirs_only && !same ? *theirs : *ours);
  keep_comments(base, theirs_only && !same ? *ours : *theirs, out);
  return true;
}

/// Merges key by key or item by item; false if these values are taken whole.
bool Merger::merge_inside(const Three& three, Cell& out) {
  const Cell *base = three.base, *ours = three.ours, *theirs = three.theirs;
  if (ours->kind != theirs->kind || ours->is_scalar()) return false;
  const bool same = ours->meaning == theirs->meaning;
  const bool grown = !base || base->kind == ours->kind;
  if (grown || (same && ours->is_object())) {
    const std::optional<Named> b = base && grown ? named_in(*base) : Named{};
    const std::optional<Named> o = named_in(*ours), t = named_in(*theirs);
    if (b && o && t) return merge_named(three, {*b, *o, *t}, out), true;
  }
  if (!ours->is_array() || ours->cells.size() != theirs->cells.size()) return false;
  const bool comparable = base && base->is_array() && base->cells.size() == ours->cells.size();
  const bool one_side =
      comparable && (base->meaning == ours->meaning || base->meaning == theirs->meaning);
  if (!same && !one_side) return false;
  merge_items({comparable ? base : nullptr, ours, theirs}, out);
  return true;
}

/// Lists of values, of which at most one side changed any: only comments are merged.
void Merger::merge_items(const Three& three, Cell& out) {
  out.kind = three.ours->kind;
  for (std::size_t i = 0; i < three.ours->cells.size(); ++i)
    out.cells.push_back(merge(three.base ? &three.base->cells[i] : nullptr, three.ours->cells[i],
                              three.theirs->cells[i]));
  merge_bracket_comments(three.base, *three.ours, *three.theirs, out);
}

void Merger::merge_named(const Three& three, const ThreeNamed& named, Cell& out) {
  std::map<std::string_view, Cell> merged;
  const auto add = [&](const Names& names) {
    for (const std::string_view name : names) {
      if (merged.contains(name)) continue;
      path_.push_back(name);
      std::optional<Cell> cell =
          merge_member({named.base.find(name), named.ours.find(name), named.theirs.find(name)});
      path_.pop_back();
      if (cell) merged.emplace(name, std::move(*cell));
    }
  };
  add(named.ours.names);
  add(named.theirs.names);
  const auto kept = [&](const Names& names) {
    Names all;
    for (const std::string_view name : names)
      if (merged.contains(name)) all.push_back(name);
    return all;
  };
  const MergedOrder order =
      merge_order(named.base.names, kept(named.ours.names), kept(named.theirs.names));
  out.kind = three.ours->kind;
  // The order of keys says nothing: where it contradicts itself, ours is as good.
  if (out.is_array() && order.clash) {
    out.cells.push_back(order_clash(three, order, merged));
  } else {
    for (const std::string_view name : order.names) out.cells.push_back(std::move(merged.at(name)));
    if (out.is_array()) warn_beside(order, named.ours, named.theirs);
  }
  merge_bracket_comments(three.base, *three.ours, *three.theirs, out);
}

/// None if the value is gone.
std::optional<Cell> Merger::merge_member(const Three& three) {
  if (three.ours && three.theirs) return merge(three.base, *three.ours, *three.theirs);
  const Cell& left = three.ours ? *three.ours : *three.theirs;
  if (!three.base) return left;
  if (left.meaning == three.base->meaning) return std::nullopt;
  return clash(three.ours ? "ours changed this, theirs took it out"
                          : "theirs changed this, ours took it out",
               three);
}

/// The whole list once in the order of each side, its items merged where they could be.
Cell Merger::order_clash(const Three& three, const MergedOrder& order,
                         const std::map<std::string_view, Cell>& merged) {
  Cell out = clash("both sides moved the same things in this list", three);
  Error& e = conflicts_.back();
  e.notes.push_back("ours:   " + listed(order.names));
  e.notes.push_back("theirs: " + listed(order.theirs));
  const std::optional<Named> ours = named_in(*three.ours), theirs = named_in(*three.theirs);
  const auto fill = [&](const Names& names, const std::optional<Named>& own,
                        std::vector<Cell>& to) {
    to.clear();
    for (const std::string_view name : names) {
      const Cell* raw = own->find(name);
      const Cell& cell = merged.at(name);
      to.push_back(holds_clash(cell) && raw ? *raw : cell);
    }
  };
  fill(order.names, ours, out.clash->ours);
  fill(order.theirs, theirs, out.clash->theirs);
  return out;
}

Cell Merger::clash(const std::string& what, const Three& three) {
  const Cell& at = three.ours ? *three.ours : *three.theirs;
  Cell out;
  out.name = at.name;
  out.kind = at.kind;
  out.place = at.place;
  out.clash = std::make_shared<Clash>();
  out.clash->index = conflicts_.size();
  if (three.ours) out.clash->ours.push_back(*three.ours);
  if (three.theirs) out.clash->theirs.push_back(*three.theirs);
  Error e{"merge.conflict", here() + ": " + what, at.place, {}};
  if (three.ours && three.theirs) e.notes.push_back(line_of("theirs", *three.theirs));
  if (three.base) e.notes.push_back(line_of("base", *three.base));
  conflicts_.push_back(std::move(e));
  return out;
}

void Merger::warn_beside(const MergedOrder& order, const Named& ours, const Named& theirs) {
  for (const auto& [first, second] : order.beside) {
    const Cell* at = ours.find(first) ? ours.find(first) : ours.find(second);
    if (!at) at = theirs.find(first);
    Error e{"merge.same_place",
            here() + ": both sides added here; '" + std::string(first) + "' stands before '" +
                std::string(second) + "'",
            at->place,
            {"where order counts, look whether it should be the other way round"}};
    warnings_.push_back(std::move(e));
  }
}

/// "theirs, line 14: "radius_m": [4, 10],".
std::string Merger::line_of(std::string_view side, const Cell& cell) const {
  const SourceRef& at = cell.place;
  const std::uint32_t line = sources_.position(at.document, at.begin).line;
  return std::string(side) + ", line " + std::to_string(line) + ": " +
         std::string(trimmed(sources_.line(at.document, line)));
}

/// Keys and ids from the document inward: "add.reeds.radius_m".
std::string Merger::here() const {
  if (path_.empty()) return "the document";
  std::string out;
  for (const std::string_view part : path_) (out += out.empty() ? "" : ".") += part;
  return out;
}

}  // namespace strate::layout
