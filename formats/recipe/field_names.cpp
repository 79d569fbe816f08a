#include "formats/recipe/field_names.hpp"

#include <algorithm>

#include "formats/recipe/builtin_fields.hpp"

namespace strate {
namespace {

void add_scope(const Scope& scope, std::set<std::string>& out) {
  for (const auto& clause : scope.any)
    for (const ScopeTerm& term : clause)
      if (!term.field.empty()) out.insert(term.field);
}

/// Fields that `field` is made of.
std::set<std::string> parts_of(const NamedField& field) {
  std::set<std::string> out;
  if (field.kind == NamedField::Kind::curve) out.insert(field.by);
  add_scope(field.where, out);
  add_scope(field.except, out);
  return out;
}

}  // namespace

void add_field_names(const OpEntry& entry, std::set<std::string>& out) {
  add_scope(entry.sites, out);
  add_scope(entry.where, out);
  add_scope(entry.except, out);
  if (entry.mask.kind == Mask::Kind::field) out.insert(entry.mask.field);
  if (entry.mask.kind == Mask::Kind::curve) out.insert(entry.mask.curve.by);
  for (const Param& p : entry.params)
    if (p.value.kind == Value::Kind::curve) out.insert(p.value.curve.by);
  for (const OpEntry& inner : entry.group) add_field_names(inner, out);
}

namespace {

void add_field_names(const BiomeMap& biomes, std::set<std::string>& out) {
  for (const Biome& biome : biomes.biomes)
    for (const BiomeSet& set : biome.set)
      for (const Param& p : set.params)
        if (p.value.kind == Value::Kind::curve) out.insert(p.value.curve.by);
}

std::set<std::string> used_names(const Recipe& recipe, const BiomeMap* biomes) {
  std::set<std::string> used;
  for (const OpEntry& e : recipe.stack) add_field_names(e, used);
  if (biomes) add_field_names(*biomes, used);
  for (std::size_t found = 0; found != used.size();) {
    found = used.size();
    for (const NamedField& f : recipe.fields)
      if (used.contains(f.name)) used.merge(parts_of(f));
  }
  return used;
}

bool names_biomes(const Scope& scope) {
  for (const auto& clause : scope.any)
    for (const ScopeTerm& term : clause)
      if (term.kind == ScopeTerm::Kind::biome) return true;
  return false;
}

bool names_biomes(const OpEntry& e) {
  return names_biomes(e.sites) || names_biomes(e.where) || names_biomes(e.except) ||
         std::any_of(e.group.begin(), e.group.end(),
                     [](const OpEntry& inner) { return names_biomes(inner); });
}

}  // namespace

std::vector<std::string> needs_of(const Recipe& recipe) {
  const std::set<std::string> used = used_names(recipe, nullptr);
  bool water = false;
  bool biomes = std::any_of(recipe.stack.begin(), recipe.stack.end(),
                            [](const OpEntry& e) { return names_biomes(e); });
  for (const NamedField& f : recipe.fields)
    if (used.contains(f.name)) biomes = biomes || names_biomes(f.where) || names_biomes(f.except);
  for (const std::string& name : used) {
    const BuiltinField* field = builtin_field(name);
    water = water || (field && field->water);
    biomes = biomes || (field && field->biomes);
  }
  std::vector<std::string> out;
  if (water) out.emplace_back("water");
  if (biomes) out.emplace_back("biomes");
  return out;
}

void drop_unused_fields(Recipe& recipe, const BiomeMap* biomes) {
  const std::set<std::string> used = used_names(recipe, biomes);
  std::erase_if(recipe.fields, [&](const NamedField& f) { return !used.contains(f.name); });
}

}  // namespace strate
