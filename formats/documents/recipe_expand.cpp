// RecipeBuilder: entries, fields and knobs of one recipe in one use.
#include <algorithm>
#include <utility>

#include "formats/documents/node_edit.hpp"
#include "formats/documents/recipe_builder.hpp"
#include "formats/recipe/entry_reader.hpp"
#include "formats/recipe/words.hpp"

namespace strate {

using json::Kind;
using json::Member;
using json::Node;

namespace {

constexpr std::size_t kMostEntries = 4096;
constexpr std::size_t kMostUses = 3;

/// What `set` can never change: what an entry is, and where it stands.
bool is_identity(std::string_view key) {
  constexpr std::string_view kIdentity[] = {"id",  "op",    "use",   "group",
                                            "set", "after", "noise", "density_of"};
  return std::find(std::begin(kIdentity), std::end(kIdentity), key) != std::end(kIdentity);
}

}  // namespace

void RecipeBuilder::read_knobs(const Node& knobs, NameScope& scope) {
  NodeReader reader(diags_);
  if (!reader.is(knobs, Kind::object, "an object of knobs")) return;
  std::string text;
  for (const Member& m : knobs.members) {
    if (!is_id(m.key, false))
      reader.error("value.bad_id", in_quotes(m.key) + " is no name for a knob", m.key_source);
    if (!reader.is(m.value, Kind::object, "a knob {default, range}")) continue;
    reader.only_keys(m.value, knob_keys(), "a knob");
    if (const Node* note = m.value.find("note")) reader.string(*note, text);
    Knob& knob = scope.knobs[m.key];
    knob.named = m.key_source;
    const Node* value = m.value.find("default");
    const Node* range = m.value.find("range");
    knob.range.unit = unit_of(m.key);
    if (range) reader.pair(*range, {}, knob.range.min, knob.range.max);
    if (!value) reader.missing_key(m.value, "default", "a knob");
    double v = 0;
    if (value && reader.number(*value, knob.range, v))
      knob.value = *value;
    else
      knob.lost = true;
  }
}

void RecipeBuilder::set_knobs(Level& level) {
  for (Override& o : level.overrides) {
    if (!o.address.starts_with('$')) continue;
    o.matched = true;
    const auto it = level.scope.knobs.find(o.address.substr(1));
    if (it == level.scope.knobs.end()) {
      std::vector<std::string> known;
      for (const auto& [name, knob] : level.scope.knobs) known.push_back("$" + name);
      Error& e = diags_.error("recipe.unknown_knob",
                              "the recipe has no knob " + in_quotes(o.address), o.key);
      note_nearest(e, o.address, known);
      e.notes.push_back(known.empty() ? "it has none" : "knobs: " + listed(known));
      continue;
    }
    NodeReader reader(diags_);
    double v = 0;
    Knob& knob = it->second;
    knob.lost = !o.fine || !reader.number(o.value, knob.range, v);
    if (!knob.lost) knob.value = o.value;
  }
}

std::vector<RecipeBuilder::Override> RecipeBuilder::overrides_of(const Node* set,
                                                                 NameScope& written) {
  std::vector<Override> out;
  NodeReader reader(diags_);
  if (!set || !reader.is(*set, Kind::object, "an object of ids")) return out;
  for (const Member& m : set->members) {
    Override o{m.key, m.value, m.key_source, &written, true, false};
    o.fine = put_knobs(o.value, unit_of(m.key), written, diags_);
    out.push_back(std::move(o));
  }
  return out;
}

void RecipeBuilder::fields(const Node& fields, Level& level, PlainRecipe& out) {
  NodeReader reader(diags_);
  if (!reader.is(fields, Kind::object, "an object of fields")) return;
  NameScope& scope = level.scope;
  for (const Member& m : fields.members) scope.fields.insert(m.key);
  for (const Member& m : fields.members) {
    if (out.overfull) return;
    if (out.fields.members.size() == kMostFields) {
      too_many_fields(reader, m.key_source);
      out.overfull = true;
      return;
    }
    Member field = m;
    field.key = scope.address(m.key);
    bool fine = put_knobs(field.value, "", scope, diags_);
    put_field_addresses(field.value, scope, scope);
    for (Override& o : level.overrides)
      if (o.address == m.key) fine = merge(field.value, o, nullptr, scope) && fine;
    if (out.fields.find(field.key)) {
      reader.error("recipe.duplicate_field", "there is already a field " + in_quotes(m.key),
                   m.key_source);
      continue;
    }
    if (!fine) out.lost.insert(field.key);
    if (fine) out.fields.members.push_back(std::move(field));
  }
}

/// Lays the members of a `set` over an entry or a field.
bool RecipeBuilder::merge(Node& entry, Override& override, const OperatorRow* row,
                          const NameScope& target) {
  override.matched = true;
  NodeReader reader(diags_);
  if (!reader.is(override.value, Kind::object, "an object of parameters")) return false;
  Node value = override.value;
  if (entry.find("op") || entry.find("group") || entry.find("use"))
    put_addresses(value, row, *override.written, target);
  else
    put_field_addresses(value, *override.written, target);
  for (Member& m : value.members) {
    if (is_identity(m.key))
      reader.error("recipe.set_changes_kind",
                   "`set` changes parameters, never what an entry is: " + in_quotes(m.key),
                   m.key_source);
    else if (m.key.starts_with('$'))
      reader
          .error("recipe.knob_in_entry", "a knob is set by its address, not in an entry",
                 m.key_source)
          .notes.push_back("write \"" + override.address + "." + m.key + "\": …");
    else
      put_member(entry, std::move(m));
  }
  return override.fine && !reader.failed();
}

void RecipeBuilder::list(const Node& items, Level& level, PlainRecipe& out, Node& stack) {
  for (const Node& item : items.items) {
    if (++entries_ == kMostEntries)
      diags_.error("recipe.too_many_entries", "the stacks have more than 4096 entries",
                   item.source);
    if (entries_ >= kMostEntries) return;
    entry(item, level, out, stack);
  }
}

/// An entry with `use` has nothing else that says what it is, and an id.
bool RecipeBuilder::is_one_kind(const Node& item) {
  const Member* used = item.find_member("use");
  const Member* set = item.find_member("set");
  NodeReader reader(diags_);
  if (!used && set) {
    reader.error("key.useless", "'set' belongs to an entry with `use`", set->key_source);
    return false;
  }
  if (!used) return true;
  if (item.find("op") || item.find("group"))
    reader.error("recipe.entry_kind", "an entry is one of `op`, `group` and `use`",
                 used->key_source);
  else if (!item.find("id"))
    reader.missing_key(item, "id", "an entry with `use`");
  return !reader.failed();
}

RecipeBuilder::Draft RecipeBuilder::draft_of(const Node& item, Level& level) {
  Draft out;
  out.node = item;
  const Node* op = item.find("op");
  if (op) out.row = catalog_.op(op->text);
  if (const Node* id = id_node(item)) {
    out.id = id->text;
    put_string(out.node, "id", level.scope.address(out.id), id->source);
  }
  out.address = level.scope.address(out.id);
  take_member(out.node, "group");
  take_member(out.node, "set");
  if (!level.source.document) out.node.source = level.source.word;
  out.fine = put_knobs(out.node, "", level.scope, diags_);
  put_addresses(out.node, out.row, level.scope, level.scope);
  if (item.find("group")) out.node.members.push_back({"group", {}, {}});
  for (Override& o : level.overrides) {
    if (out.id.empty() || o.address != out.id) continue;
    out.fine = merge(out.node, o, out.row, level.scope) && out.fine;
    if (!level.source.document) out.node.source = o.value.source;
  }
  return out;
}

void RecipeBuilder::entry(const Node& item, Level& level, PlainRecipe& out, Node& stack) {
  if (item.kind != Kind::object) {
    stack.items.push_back(item);
    return;
  }
  const bool one_kind = is_one_kind(item);
  Draft draft = draft_of(item, level);
  if (one_kind && contents(item, draft, level, out) && draft.fine)
    stack.items.push_back(std::move(draft.node));
  else
    out.lost.insert(draft.address);
}

/// The members of a group, or the recipe that a `use` names.
bool RecipeBuilder::contents(const Node& item, Draft& draft, Level& level, PlainRecipe& out) {
  const Node* group = item.find("group");
  const Member* used = item.find_member("use");
  if (!group && !used) return true;
  Member inner{"group", {}, {}};
  inner.value.kind = Kind::array;
  inner.value.source = group ? group->source : item.source;
  if (group && group->kind == Kind::array)
    list(*group, level, out, inner.value);
  else if (group)
    inner.value = *group;
  bool fine = !used || use(item, draft, level, out, inner.value);
  if (group && inner.value.items.empty() && !group->items.empty()) fine = false;
  take_member(draft.node, "use");
  put_member(draft.node, std::move(inner));
  return fine;
}

bool RecipeBuilder::use(const Node& item, const Draft& draft, Level& level, PlainRecipe& out,
                        Node& group) {
  const Node& word = *item.find("use");
  std::vector<Override> below = overrides_of(item.find("set"), level.scope);
  const std::string prefix = draft.id + ".";
  for (Override& o : level.overrides) {
    if (!o.address.starts_with(prefix)) continue;
    o.matched = true;
    below.push_back(o);
    below.back().address = o.address.substr(prefix.size());
    below.back().matched = false;
  }
  const std::optional<Source> used = source_of(level.source.document, word);
  if (!used) return false;
  const std::string path = used->document ? used->document->path : used->name;
  const bool cycle = std::find(open_.begin(), open_.end(), path) != open_.end();
  if (cycle || open_.size() > kMostUses) {
    diags_.error(cycle ? "recipe.use_cycle" : "recipe.nested_too_deep",
                 cycle ? in_quotes(word.text) + " uses itself"
                       : std::string("recipes use each other at most three deep"),
                 word.source);
    return false;
  }
  open_.push_back(path);
  Level inner{*used, new_scope(level.scope.address(prefix)), std::move(below)};
  expand(inner, out, group);
  open_.pop_back();
  out.uses[draft.address] = {needs_of(*used->root), used->name, word.source};
  const Node* stack = used->root->find("stack");
  if (stack) report_unmatched(inner.overrides, ids_of(stack, inner.scope));
  return stack != nullptr;
}

namespace {

/// Puts `entry` behind the one called `after` and behind those that were put there before it.
bool insert_after(Node& list, const std::string& after, std::map<std::string, std::string>& last,
                  Node& entry) {
  const auto behind = last.find(after);
  const std::string& target = behind == last.end() ? after : behind->second;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const Node* id = id_node(list.items[i]);
    if (id && id->text == target) {
      const Node* own = id_node(entry);
      last[after] = own ? own->text : target;
      list.items.insert(list.items.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(entry));
      return true;
    }
    for (Member& m : list.items[i].members)
      if (m.key == "group" && insert_after(m.value, after, last, entry)) return true;
  }
  return false;
}

}  // namespace

void RecipeBuilder::adds(const Node& items, Level& level, PlainRecipe& out) {
  NodeReader reader(diags_);
  if (!reader.is(items, Kind::array, "a list of entries")) return;
  std::map<std::string, std::string> last;
  for (const Node& item : items.items) {
    Node added;
    added.kind = Kind::array;
    Node plain = item;
    const Node after = take_member(plain, "after");
    entry(plain, level, out, added);
    if (added.items.empty()) continue;
    if (!after.source.known()) {
      out.stack.items.push_back(std::move(added.items[0]));
      continue;
    }
    if (!reader.is(after, Kind::string, "the id of an entry")) continue;
    if (insert_after(out.stack, after.text, last, added.items[0])) continue;
    if (out.lost.contains(after.text)) continue;
    std::vector<std::string> known;
    for (const Node& n : out.stack.items)
      if (const Node* id = id_node(n)) known.push_back(id->text);
    Error& e = reader.error("recipe.unknown_entry",
                            "no entry " + in_quotes(after.text) + " in this stack", after.source);
    note_nearest(e, after.text, known);
    e.notes.push_back("here: " + listed(known));
  }
}

/// The strate's `disturbances` stand last in its stack, in the order of the catalog (11 §3.1); each
/// key is operator and id.
void RecipeBuilder::disturbances(const Node& object, Level& level, PlainRecipe& out) {
  NodeReader reader(diags_);
  if (!reader.is(object, Kind::object, "an object of disturbances")) return;
  std::vector<KeySpec> keys;
  for (const OperatorRow& row : catalog_.operators)
    if (row.disturbance) keys.push_back({row.id, "an object of its parameters"});
  reader.only_keys(object, keys, "disturbances");
  for (const OperatorRow& row : catalog_.operators) {
    const Member* m = row.disturbance ? object.find_member(row.id) : nullptr;
    if (!m || !reader.is(m->value, Kind::object, "an object of its parameters")) continue;
    NodeReader own(diags_);
    for (const Member& inner : m->value.members)
      if (is_identity(inner.key))
        own.error("recipe.disturbance_kind",
                  "the key of a disturbance says what it is: " + in_quotes(inner.key) +
                      " cannot stand in it",
                  inner.key_source);
    Node item = m->value;
    put_string(item, "op", std::string(row.id), m->key_source);
    if (own.failed())
      out.lost.insert(std::string(row.id));
    else
      entry(item, level, out, out.stack);
  }
}

/// Takes `on` out of an entry.
bool RecipeBuilder::is_off(Node& entry, PlainRecipe& out) {
  const Node on = take_member(entry, "on");
  if (!on.source.known()) return false;
  NodeReader reader(diags_);
  bool value = true;
  if (!reader.flag(on, value))
    if (const Node* id = id_node(entry)) out.lost.insert(id->text);
  return !value;
}

/// Moves entries that are switched off to `out.off`; groups with nothing left in them go too.
void RecipeBuilder::split_off(Node& stack, PlainRecipe& out) {
  std::vector<Node> kept;
  for (Node& entry : stack.items) {
    const bool off = is_off(entry, out);
    bool emptied = false;
    for (Member& m : entry.members) {
      if (m.key != "group" || m.value.items.empty()) continue;
      split_off(m.value, out);
      emptied = m.value.items.empty();
    }
    if (!emptied) (off ? out.off.items : kept).push_back(std::move(entry));
  }
  stack.items = std::move(kept);
}

Archetypes::Archetypes(const Catalog& catalog, SourceSet& sources, Diagnostics& diags) {
  for (const ArchetypeRow& row : catalog.archetypes) {
    const std::uint32_t id =
        sources.add("archetype " + std::string(row.id), std::string(row.recipe_json));
    Node root;
    if (!json::parse(sources, id, true, {}, root, diags)) continue;
    names_.emplace_back(row.id);
    roots_.emplace(row.id, std::move(root));
  }
  first_authored_ = static_cast<std::uint32_t>(sources.size());
}

const Node* Archetypes::find(std::string_view id) const {
  const auto it = roots_.find(id);
  return it == roots_.end() ? nullptr : &it->second;
}

std::vector<std::string> Archetypes::names() const { return names_; }

}  // namespace strate
