#include "formats/documents/recipe_builder.hpp"

#include <algorithm>
#include <utility>

#include "formats/documents/height_check.hpp"
#include "formats/documents/node_edit.hpp"
#include "formats/recipe/biome_io.hpp"
#include "formats/recipe/field_names.hpp"
#include "formats/recipe/node_reader.hpp"
#include "formats/recipe/recipe_check.hpp"
#include "formats/recipe/words.hpp"

namespace strate {

using json::Kind;
using json::Member;
using json::Node;

namespace {

bool is_path(const std::string& text) {
  return text.find('/') != std::string::npos || text.ends_with(".json") || text.ends_with(".jsonc");
}

bool has(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::vector<std::string> RecipeBuilder::needs_of(const Node& root) {
  std::vector<std::string> out;
  if (const Node* words = root.find("needs"))
    for (const Node& w : words->items) out.push_back(w.text);
  return out;
}

RecipeBuilder::RecipeBuilder(Library& library, const Catalog& catalog, const Archetypes& archetypes,
                             SourceSet& sources, Diagnostics& diags)
    : library_(library),
      catalog_(catalog),
      archetypes_(archetypes),
      sources_(sources),
      diags_(diags),
      shelf_(library, catalog, diags) {}

NameScope& RecipeBuilder::new_scope(std::string prefix) {
  scopes_.emplace_back();
  scopes_.back().prefix = std::move(prefix);
  return scopes_.back();
}

std::optional<RecipeBuilder::Source> RecipeBuilder::archetype(const Node& word) {
  NodeReader reader(diags_);
  if (!reader.is(word, Kind::string, "the name of an archetype")) return std::nullopt;
  if (const Node* root = archetypes_.find(word.text))
    return Source{nullptr, root, word.text, word.source};
  Error& e = reader.error("recipe.unknown_archetype",
                          "there is no archetype " + in_quotes(word.text), word.source);
  note_nearest(e, word.text, archetypes_.names());
  e.notes.push_back("archetypes: " + listed(archetypes_.names()));
  return std::nullopt;
}

/// What a word names: an archetype, or a recipe by its path.
std::optional<RecipeBuilder::Source> RecipeBuilder::source_of(const Document* from,
                                                              const Node& word) {
  if (!from || word.kind != Kind::string || !is_path(word.text)) return archetype(word);
  const Document* document = library_.open_from(*from, word, DocumentKind::recipe);
  if (!document) return std::nullopt;
  check_document(*document);
  return Source{document, &document->root, word.text, word.source};
}

std::optional<RecipeBuilder::Source> RecipeBuilder::base_of(const Document& document,
                                                            const Node& part) {
  NodeReader reader(diags_);
  const bool strate = &part == &document.root;
  const Member* archetype_key = part.find_member("archetype");
  const Member* recipe_key = part.find_member("recipe");
  if (archetype_key && recipe_key) {
    reader.error("recipe.two_bases",
                 strate ? "a strate has one base: an archetype, a recipe or regions"
                        : "a region has one base: an archetype or a recipe",
                 recipe_key->key_source);
    return std::nullopt;
  }
  if (archetype_key) return archetype(archetype_key->value);
  if (!recipe_key) {
    const SourceRef at = part.source;
    Error& e = reader.error("recipe.no_base",
                            strate ? "a strate needs an \"archetype\", a \"recipe\" or \"regions\""
                                   : "a region needs an \"archetype\" or a \"recipe\"",
                            {strate ? document.id : at.document, at.begin, at.begin + 1});
    if (strate) e.notes.push_back("or \"extends\" another strate, which has one");
    return std::nullopt;
  }
  if (!reader.is(recipe_key->value, Kind::string, "a path")) return std::nullopt;
  const Document* recipe = library_.open_from(document, recipe_key->value, DocumentKind::recipe);
  if (!recipe) return std::nullopt;
  check_document(*recipe);
  const SourceRef word = recipe_key->value.source;
  const std::string name = word.document == document.id
                               ? recipe_key->value.text
                               : relative_path(folder_of(document.path), recipe->path);
  return Source{recipe, &recipe->root, name, word};
}

bool RecipeBuilder::strate(const Document& document, PlainRecipe& out, std::string& base) {
  NameScope& own = new_scope("");
  return density(document, document.root, overrides_of(document.root.find("set"), own), own, out,
                 base);
}

bool RecipeBuilder::region(const Document& document, const Node& region, const std::string& id,
                           PlainRecipe& out, std::string& base) {
  NameScope& own = new_scope("");
  std::vector<Override> overrides = overrides_of(region.find("set"), own);
  if (const Node* set = document.root.find("set"); set && set->kind == Kind::object) {
    Node mine = *set;
    std::erase_if(mine.members, [&](const Member& m) { return !m.key.starts_with(id + "."); });
    for (Member& m : mine.members) m.key = m.key.substr(id.size() + 1);
    for (Override& o : overrides_of(&mine, own)) overrides.push_back(std::move(o));
  }
  return density(document, region, std::move(overrides), own, out, base);
}

/// The stack of what has a base, `fields`, `set` and `add`: a strate or a region.
bool RecipeBuilder::density(const Document& document, const Node& part,
                            std::vector<Override> overrides, NameScope& own, PlainRecipe& out,
                            std::string& base) {
  const Node* added = part.find("add");
  out.fields.kind = Kind::object;
  out.stack.kind = out.off.kind = Kind::array;
  const std::optional<Source> source = base_of(document, part);
  if (!source) return false;
  base = (source->document ? "recipe " : "archetype ") + source->name;
  Level level{*source, new_scope(""), std::move(overrides)};
  if (const Node* fields_node = part.find("fields"))
    for (const Member& m : fields_node->members) own.fields.insert(m.key);
  open_ = {source->document ? source->document->path : source->name};
  expand(level, out, out.stack);
  const Source self{&document, &part, document.path, {}};
  // What the strate adds can be set too: an heir changes what its parent added.
  Level of_strate{self, own, std::move(level.overrides)};
  if (const Node* n = part.find("fields")) fields(*n, of_strate, out);
  if (added) adds(*added, of_strate, out);
  const Node* disturbed = part.find("disturbances");
  if (disturbed) disturbances(*disturbed, of_strate, out);
  open_.clear();
  out.base = {needs_of(*source->root), source->name, source->word};
  const Node* stack = source->root->find("stack");
  std::vector<std::string> known = ids_of(stack, level.scope);
  const std::vector<std::string> own_ids = ids_of(added, own);
  known.insert(known.end(), own_ids.begin(), own_ids.end());
  if (disturbed)
    for (const Member& m : disturbed->members) known.push_back(m.key);
  if (stack) report_unmatched(of_strate.overrides, known);
  return stack != nullptr;
}

void RecipeBuilder::check_document(const Document& document) {
  if (!checked_.insert(document.path).second) return;
  NodeReader reader(diags_);
  reader.only_keys(document.root, recipe_keys(), "a recipe");
  std::string text;
  for (const char* key : {"title", "note"})
    if (const Node* n = document.root.find(key)) reader.string(*n, text);
  Recipe words;
  read_recipe({document.root.find("needs"), nullptr, nullptr}, catalog_, words, diags_);

  PlainRecipe plain;
  plain.fields.kind = Kind::object;
  plain.stack.kind = plain.off.kind = Kind::array;
  const Source source{&document, &document.root, document.path, {}};
  Level level{source, new_scope(""), {}};
  std::vector<std::string> outer = std::exchange(open_, {document.path});
  expand(level, plain, plain.stack);
  open_ = std::move(outer);
  for (const auto& [name, knob] : level.scope.knobs)
    if (!knob.used && !knob.lost && !plain.overfull)
      diags_.error("recipe.unused_knob", "nothing uses the knob " + in_quotes(name), knob.named);
  if (!document.root.find("stack")) return;
  StackSetting setting;
  setting.ground = has(words.needs, "ground"), setting.water = has(words.needs, "water");
  setting.biomes = has(words.needs, "biomes");
  setting.finished = false;
  Recipe recipe;
  resolve(plain, setting, recipe);
}

/// Appends the fields and entries of a recipe in one use.
void RecipeBuilder::expand(Level& level, PlainRecipe& out, Node& stack) {
  const Node& root = *level.source.root;
  if (const Node* knobs = root.find("knobs")) read_knobs(*knobs, level.scope);
  set_knobs(level);
  if (const Node* own = root.find("fields")) fields(*own, level, out);
  const Node* items = root.find("stack");
  NodeReader reader(diags_);
  if (!items) {
    const SourceRef at = root.source;
    reader.error("key.missing", "a recipe needs 'stack'", {at.document, at.begin, at.begin + 1});
    return;
  }
  stack.source = items->source;
  if (reader.is(*items, Kind::array, "a list of entries")) list(*items, level, out, stack);
}

/// What a `set` can name: the entries of a list and the fields beside it.
std::vector<std::string> RecipeBuilder::ids_of(const Node* list, const NameScope& scope) {
  std::vector<std::string> known;
  const auto add_ids = [&](const auto& self, const Node& items) -> void {
    for (const Node& item : items.items) {
      if (const Node* id = id_node(item)) known.push_back(id->text);
      if (const Node* group = item.find("group")) self(self, *group);
    }
  };
  if (list) add_ids(add_ids, *list);
  known.insert(known.end(), scope.fields.begin(), scope.fields.end());
  return known;
}

void RecipeBuilder::report_unmatched(const std::vector<Override>& overrides,
                                     const std::vector<std::string>& known) {
  for (const Override& o : overrides) {
    if (o.matched) continue;
    Error& e = diags_.error("recipe.unknown_entry",
                            "no entry " + in_quotes(o.address) + " in this stack", o.key);
    note_nearest(e, o.address, known);
    e.notes.push_back("here: " + listed(known));
  }
}

/// Replaces switched-off entries by nothing, reads, checks, drops what only they used.
bool RecipeBuilder::resolve(PlainRecipe& plain, const StackSetting& setting, Recipe& out,
                            BiomeMap* biomes) {
  const std::size_t before = diags_.error_count();
  split_off(plain.stack, plain);
  RecipeSetting rules;
  rules.ground = setting.ground, rules.water = setting.water, rules.finished = setting.finished;
  rules.biomes = setting.biomes, rules.biome_map = biomes;
  rules.word = plain.base.used;
  rules.first_authored = archetypes_.first_authored();
  rules.sources = &sources_;
  RecipeReading reading;
  Recipe off;
  if (!plain.off.items.empty()) read_recipe({nullptr, nullptr, &plain.off}, catalog_, off, diags_);
  for (const OpEntry& e : off.stack) {
    add_field_names(e, rules.also_used);
    rules.off.insert(e.id);
    for (const OpEntry& inner : e.group) rules.off.insert(inner.id);
  }
  const bool lost_all = plain.stack.items.empty() && !plain.lost.empty();
  if (lost_all || plain.overfull) return false;
  read_recipe({nullptr, &plain.fields, &plain.stack}, catalog_, out, diags_, &reading);
  const bool files = shelf_.fill(out.stack);
  reading.broken.insert(plain.lost.begin(), plain.lost.end());
  reading.incomplete = !plain.lost.empty();
  if (biomes) read_sets(plain, rules.off, out, *biomes);
  check_needs(plain, out, setting, reading);
  check_recipe(out, catalog_, rules, diags_, reading);
  if (setting.height_m > 0)
    warn_of_heights(out.stack, catalog_, setting.height_m, rules.first_authored, shelf_,
                    reading.broken, diags_);
  drop_unused_fields(out, biomes);
  if (setting.finished) out.needs = strate::needs_of(out);
  return diags_.error_count() == before && files && plain.lost.empty() && reading.broken.empty();
}

void RecipeBuilder::read_sets(PlainRecipe& plain, const std::set<std::string>& off,
                              const Recipe& recipe, BiomeMap& biomes) {
  const SetTarget target{recipe, catalog_, off, plain.lost, !plain.lost.empty()};
  for (auto& [biome, set] : plain.biome_sets)
    if (put_knobs(set, "", new_scope(""), diags_))
      read_biome_set(set, target, biomes.biomes[biome], diags_);
}

namespace {

void add_addresses(const OpEntry& entry, std::set<std::string>& out) {
  out.insert(entry.id);
  for (const OpEntry& inner : entry.group) add_addresses(inner, out);
}

/// Whether a ground stands above the entry `id`; `ground` is what stands above the list.
bool ground_above(const std::vector<OpEntry>& entries, const Catalog& catalog, bool ground,
                  const std::string& id, const OpEntry*& found) {
  for (const OpEntry& e : entries) {
    if (e.id == id) {
      found = &e;
      return ground;
    }
    const bool inside = ground_above(e.group, catalog, ground, id, found);
    if (found) return inside;
    const OperatorRow* row = catalog.op(e.op);
    ground = ground || (row && row->height_channel);
  }
  return false;
}

}  // namespace

void RecipeBuilder::check_needs(const PlainRecipe& plain, const Recipe& recipe,
                                const StackSetting& setting, RecipeReading& reading) {
  const auto judge = [&](const PlainRecipe::Needs& needs, bool ground) {
    const std::string name = in_quotes(needs.name);
    bool fine = true;
    if (has(needs.words, "ground") && !ground) {
      diags_
          .error("recipe.no_ground",
                 name + " needs a ground, and no heightfield or heightmap stands above this entry",
                 needs.used)
          .notes.push_back("move it below the ground: the recipe says \"needs\": [\"ground\"]");
      fine = false;
    }
    if (has(needs.words, "water") && !setting.water) {
      diags_.error("recipe.no_water", name + " needs water, and the strate has none", needs.used)
          .notes.push_back("give the strate \"water\": { \"level_m\": … }");
      fine = false;
    }
    if (has(needs.words, "biomes") && !setting.biomes) {
      diags_.error("recipe.no_biomes", name + " needs biomes, and the strate has none", needs.used)
          .notes.push_back("give the strate \"biomes\": { \"use\": […] }");
      fine = false;
    }
    return fine;
  };
  if (setting.finished && !judge(plain.base, false))
    for (const OpEntry& e : recipe.stack) add_addresses(e, reading.excused);
  for (const auto& [id, needs] : plain.uses) {
    const OpEntry* entry = nullptr;
    const bool ground = ground_above(recipe.stack, catalog_, setting.ground, id, entry);
    if (entry && !judge(needs, ground)) add_addresses(*entry, reading.excused);
  }
}

}  // namespace strate
