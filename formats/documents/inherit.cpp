#include "formats/documents/inherit.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/documents/node_edit.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {

using json::Kind;
using json::Member;
using json::Node;

namespace {

constexpr std::string_view kBases[] = {"archetype", "recipe", "regions"};
constexpr std::string_view kDensityPart[] = {"archetype", "recipe", "regions",     "fields",
                                             "set",       "add",    "disturbances"};
constexpr std::string_view kFieldKinds[] = {"by", "noise", "density_of", "where", "except"};
/// What a slot is filled with: one of them.
constexpr std::string_view kFillings[] = {"strate", "pool", "compose"};

template <std::size_t N>
bool one_of(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

template <std::size_t N>
bool has_one_of(const Node& object, const std::string_view (&words)[N]) {
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view w) { return object.find(w) != nullptr; });
}

Member* member_of(Node& object, std::string_view key) {
  for (Member& m : object.members)
    if (m.key == key) return &m;
  return nullptr;
}

/// How far down objects merge.
enum class Depth { all, members, unread };

void overlay(Node& under, const Node& over, Depth depth);

/// One member laid over the one that is there.
void overlay_member(Member& under, const Member& over, Depth depth) {
  under.key_source = over.key_source;
  const bool objects = under.value.kind == Kind::object && over.value.kind == Kind::object;
  const bool lists = under.value.kind == Kind::array && over.value.kind == Kind::array;
  if (objects) {
    overlay(under.value, over.value, depth);
  } else if (lists && over.key == "add" && depth == Depth::all) {
    under.value.source = over.value.source;
    for (const Node& item : over.value.items) under.value.items.push_back(item);
  } else {
    under.value = over.value;
  }
}

/// A style's own block says nothing about another style.
void drop_other_style(Node& under, const Node& over) {
  const Node *was = under.find("style"), *is = over.find("style");
  if (!was || !is || was->kind != Kind::string || is->kind != Kind::string) return;
  if (was->text != is->text) take_member(under, std::string(was->text));
}

void overlay(Node& under, const Node& over, Depth depth) {
  under.source = over.source;
  if (depth == Depth::all) drop_other_style(under, over);
  for (const Member& m : over.members) {
    Member* there = member_of(under, m.key);
    if (!there)
      under.members.push_back(m);
    else if (depth == Depth::members)
      *there = m;
    else
      overlay_member(*there, m, depth);
  }
}

/// `set` and `fields`: ids with parameters. `kinds`: what names its kind is a new one.
void overlay_ids(Member& under, const Member& over, bool kinds) {
  under.key_source = over.key_source;
  if (under.value.kind != Kind::object || over.value.kind != Kind::object) {
    under.value = over.value;
    return;
  }
  under.value.source = over.value.source;
  for (const Member& m : over.value.members) {
    Member* there = member_of(under.value, m.key);
    if (!there)
      under.value.members.push_back(m);
    else if (kinds && has_one_of(m.value, kFieldKinds))
      *there = m;
    else
      overlay_member(*there, m, Depth::members);
  }
}

void overlay_document(Node& under, const Node& over) {
  under.source = over.source;
  for (const Member& m : over.members) {
    Member* there = member_of(under, m.key);
    if (!there)
      under.members.push_back(m);
    else if (m.key == "set" || m.key == "fields" || m.key == "disturbances")
      overlay_ids(*there, m, m.key == "fields");
    else
      overlay_member(*there, m, m.key == "runtime" ? Depth::unread : Depth::all);
  }
}

std::vector<std::string> slot_ids(const Node& slots) {
  std::vector<std::string> ids;
  for (const Node& slot : slots.items)
    if (const Node* id = slot.find("id"); id && id->kind == Kind::string) ids.push_back(id->text);
  return ids;
}

/// One member of a season's `set`.
void set_slot(Node& slots, const Member& change, NodeReader& reader) {
  const auto is_it = [&](const Node& slot) {
    const Node* id = slot.find("id");
    return id && id->kind == Kind::string && id->text == change.key;
  };
  const auto slot = std::find_if(slots.items.begin(), slots.items.end(), is_it);
  if (slot == slots.items.end()) {
    const std::vector<std::string> known = slot_ids(slots);
    Error& e =
        reader.error("season.unknown_slot", "no slot " + in_quotes(change.key), change.key_source);
    note_nearest(e, change.key, known);
    e.notes.push_back("slots: " + listed(known));
    return;
  }
  if (!reader.is(change.value, Kind::object, "an object of what changes in the slot")) return;
  if (const Member* id = change.value.find_member("id")) {
    reader.error("season.set_changes_id", "a slot's id is for ever: `set` cannot change it",
                 id->key_source);
    return;
  }
  if (has_one_of(change.value, kFillings))
    for (std::string_view filling : kFillings) take_member(*slot, filling);
  const SourceRef source = slot->source;
  overlay(*slot, change.value, Depth::all);
  slot->source = source;
}

/// A season's `set` changes what its parents put into the slots.
void set_slots(Node& season, const Node& set, Diagnostics& diags) {
  NodeReader reader(diags);
  if (!reader.is(set, Kind::object, "an object of slots")) return;
  Member* slots = member_of(season, "slots");
  if (!slots || slots->value.kind != Kind::array) return;
  for (const Member& change : set.members) set_slot(slots->value, change, reader);
}

}  // namespace

Node lay_over(Node parent, const Node& child, DocumentKind kind, Diagnostics& diags) {
  Node own = child;
  take_member(own, "extends");
  take_member(parent, "extends");
  if (has_one_of(own, kBases))
    for (std::string_view key : kDensityPart) take_member(parent, key);
  const Node set = kind == DocumentKind::season ? take_member(own, "set") : Node{};
  overlay_document(parent, own);
  if (set.source.known()) set_slots(parent, set, diags);
  return parent;
}

/// The parents of a document, nearest first. False if one cannot be used.
bool Heritage::parents_of(const Document& document, std::vector<const Document*>& chain) {
  const Document* at = &document;
  while (const Node* path = at->root.find("extends")) {
    const Document* parent = library_.open_from(*at, *path, at->kind);
    if (!parent) return false;
    const bool cycle =
        parent == &document || std::find(chain.begin(), chain.end(), parent) != chain.end();
    if (cycle || chain.size() == kMostParents) {
      diags_.error(cycle ? "extends.cycle" : "extends.too_deep",
                   cycle ? in_quotes(path->text) + " extends this document in turn"
                         : "documents extend each other at most three deep",
                   path->source);
      return false;
    }
    chain.push_back(at = parent);
  }
  return true;
}

const Document* Heritage::whole(const Document& document) {
  if (!document.root.find("extends")) return &document;
  const auto [it, fresh] = whole_.try_emplace(&document);
  if (!fresh) return it->second.get();
  std::vector<const Document*> chain;
  if (!parents_of(document, chain)) return nullptr;
  Node root = chain.back()->root;
  for (auto heir = chain.rbegin() + 1; heir != chain.rend(); ++heir)
    root = lay_over(std::move(root), (*heir)->root, document.kind, diags_);
  root = lay_over(std::move(root), document.root, document.kind, diags_);
  it->second = std::make_unique<Document>();
  *it->second = {document.id, document.path, document.kind, std::move(root), true};
  return it->second.get();
}

}  // namespace strate
