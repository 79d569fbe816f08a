#include "formats/recipe/field_book.hpp"

#include <algorithm>
#include <utility>

#include "formats/recipe/builtin_fields.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {

void Reliance::add(const Reliance& other) {
  broken = broken || other.broken;
  column = column && other.column;
  ground = ground || other.ground;
  water = water || other.water;
  draw = draw || other.draw;
  biomes = biomes || other.biomes;
  operators.insert(other.operators.begin(), other.operators.end());
}

FieldBook::FieldBook(const Recipe& recipe, const RecipeSetting& setting,
                     const RecipeReading& reading, Diagnostics& diags)
    : recipe_(recipe), setting_(setting), reading_(reading), diags_(diags) {
  for (const NamedField& f : recipe.fields) own_.emplace(f.name, &f);
}

const NamedField* FieldBook::find(const std::string& name) const {
  const auto it = own_.find(name);
  return it == own_.end() ? nullptr : it->second;
}

std::vector<std::string> FieldBook::names(bool places) const {
  std::vector<std::string> out;
  for (const NamedField& f : recipe_.fields)
    if ((f.kind == NamedField::Kind::place) == places) out.push_back(f.name);
  if (!places)
    for (const BuiltinField& f : builtin_fields()) out.emplace_back(f.name);
  return out;
}

const Reliance& FieldBook::reliance(const std::string& name) {
  const auto it = known_.find(name);
  if (it != known_.end()) return it->second;
  Reliance out;
  if (const BuiltinField* f = builtin_field(name)) {
    out.column = f->xy, out.ground = f->ground, out.water = f->water, out.draw = f->site;
    out.biomes = f->biomes;
  } else if (const NamedField* own = find(name); own && open_.insert(name).second) {
    out = compute(*own);
    open_.erase(name);
  } else {
    out.broken = true;
  }
  return known_[name] = out;
}

Reliance FieldBook::compute(const NamedField& field) {
  Reliance out;
  out.broken = reading_.broken.contains(field.name);
  switch (field.kind) {
    case NamedField::Kind::noise:
      out.column = field.noise_xy;
      break;
    case NamedField::Kind::curve:
      out.add(reliance(field.by));
      break;
    case NamedField::Kind::density_of:
      out.column = false;
      out.operators.insert(field.by);
      break;
    case NamedField::Kind::place:
      out.add(of_scope(field.where));
      out.add(of_scope(field.except));
      break;
  }
  return out;
}

Reliance FieldBook::of_scope(const Scope& scope) {
  Reliance out;
  for (const auto& clause : scope.any)
    for (const ScopeTerm& term : clause) {
      if (!term.field.empty()) out.add(reliance(term.field));
      out.biomes = out.biomes || term.kind == ScopeTerm::Kind::biome;
    }
  return out;
}

bool FieldBook::known_number(const std::string& name, SourceRef at) {
  const NamedField* own = find(name);
  if (builtin_field(name) || (own && own->kind != NamedField::Kind::place)) return true;
  if (own) {
    diags_.error("recipe.not_a_number", in_quotes(name) + " is a place, not a number", at)
        .notes.push_back("a place stands under `where`, `except`, `sites`: { \"place\": \"" + name +
                         "\" }");
    return false;
  }
  Error& e = diags_.error("recipe.unknown_field", "there is no field " + in_quotes(name), at);
  mark(nearest_name(name, names(false)));  // it was meant: no word that nothing uses it
  note_nearest(e, name, names(false));
  e.notes.push_back("fields: " + listed(names(false)));
  return false;
}

bool FieldBook::known_place(const std::string& name, SourceRef at) {
  const NamedField* own = find(name);
  if (own && own->kind == NamedField::Kind::place) return true;
  if (own || builtin_field(name)) {
    diags_.error("recipe.not_a_place", in_quotes(name) + " is a number, not a place", at)
        .notes.push_back("write a band over it: { \"" + name +
                         "\": [low, high] }, or \"mask\": \"" + name + "\" for how strongly");
    return false;
  }
  Error& e = diags_.error("recipe.unknown_field", "there is no place " + in_quotes(name), at);
  mark(nearest_name(name, names(true)));
  note_nearest(e, name, names(true));
  e.notes.push_back("places: " + listed(names(true)));
  return false;
}

void FieldBook::mark(const std::string& name) {
  const NamedField* own = find(name);
  if (!own || !used_.insert(name).second) return;
  if (own->kind == NamedField::Kind::curve) mark(own->by);
  mark(own->where);
  mark(own->except);
}

void FieldBook::mark(const Scope& scope) {
  for (const auto& clause : scope.any)
    for (const ScopeTerm& term : clause) mark(term.field);
}

/// Fields in the longest chain that begins here; one that follows itself ends its chain. Every
/// field is counted once, and kMostFields bounds how deep this calls itself.
int FieldBook::depth(const NamedField& field) {
  const auto [it, fresh] = depth_.emplace(field.name, 0);
  if (!fresh) return it->second;
  const NamedField* by = field.kind == NamedField::Kind::curve ? find(field.by) : nullptr;
  const int below = std::max({by ? depth(*by) : 0, depth(field.where), depth(field.except)});
  return it->second = below + 1;
}

int FieldBook::depth(const Scope& scope) {
  int most = 0;
  for (const auto& clause : scope.any)
    for (const ScopeTerm& term : clause)
      if (const NamedField* own = find(term.field)) most = std::max(most, depth(*own));
  return most;
}

/// One error a chain: at its first field that has too many below it.
void FieldBook::check_depth(const NamedField& field) {
  if (depth(field) != kMostFieldDepth + 1) return;
  diags_
      .error("recipe.fields_too_deep",
             in_quotes(field.name) + " stands on more than " + std::to_string(kMostFieldDepth - 1) +
                 " fields, each made of the next",
             field.source)
      .notes.push_back("at most " + std::to_string(kMostFieldDepth) + " in a chain");
}

void FieldBook::check_definitions() {
  for (const NamedField& f : recipe_.fields) {
    check_depth(f);
    if (reading_.broken.contains(f.name)) continue;
    if (f.kind == NamedField::Kind::curve) {
      SourceRef at = reading_.place(f.name, "by");
      if (!at.known()) at = f.source;
      if (!known_number(f.by, at)) continue;
      std::set<std::string> passed{f.name};
      const NamedField* next = find(f.by);
      while (next && next->kind == NamedField::Kind::curve && passed.insert(next->name).second)
        next = find(next->by);
      if (next && next->name == f.name)
        diags_.error("recipe.field_cycle", in_quotes(f.name) + " follows itself", at);
    }
    for (const Scope* scope : {&f.where, &f.except})
      for (const auto& clause : scope->any)
        for (const ScopeTerm& term : clause) {
          if (term.kind == ScopeTerm::Kind::band) known_number(term.field, term.source);
          if (term.kind == ScopeTerm::Kind::biome && setting_.biomes) judge_biomes(term);
          if (term.kind == ScopeTerm::Kind::place && known_place(term.field, term.source) &&
              term.field == f.name)
            diags_.error("recipe.field_cycle", in_quotes(f.name) + " follows itself", term.source);
        }
  }
}

void FieldBook::use_number(const std::string& name, SourceRef at, const FieldUser& user) {
  mark(name);
  if (known_number(name, at)) judge(name, at, user);
}

void FieldBook::use_curve(const Curve& curve, SourceRef at, const FieldUser& user) {
  use_number(curve.by, at, user);
}

void FieldBook::use_scope(const Scope& scope, const FieldUser& user) {
  for (const auto& clause : scope.any)
    for (const ScopeTerm& term : clause) {
      if (term.kind == ScopeTerm::Kind::band) use_number(term.field, term.source, user);
      if (term.kind == ScopeTerm::Kind::biome) judge_biomes(term);
      if (term.kind != ScopeTerm::Kind::place) continue;
      mark(term.field);
      if (known_place(term.field, term.source)) judge(term.field, term.source, user);
    }
}

void FieldBook::judge(const std::string& name, SourceRef at, const FieldUser& user) {
  const Reliance& r = reliance(name);
  if (r.broken) return;
  if (r.draw && user.as != FieldUser::As::site && user.as != FieldUser::As::sites) {
    diags_.error("recipe.draw_outside_site",
                 "'draw' is a site's own number; " + in_quotes(user.key) + " is not read per site",
                 at);
    return;
  }
  if (!r.column && user.as == FieldUser::As::column) {
    std::vector<std::string> right;
    for (const BuiltinField& f : builtin_fields())
      if (f.xy && !f.site) right.emplace_back(f.name);
    diags_
        .error(
            "recipe.not_xy_pure",
            in_quotes(user.key) + " is read once per column: its field may depend on x and y only",
            at)
        .notes.push_back("fields that do: " + listed(right));
    return;
  }
  if (r.ground && !user.ground)
    diags_
        .error("recipe.no_ground",
               in_quotes(name) +
                   " reads the ground, and no heightfield or heightmap stands above this entry",
               at)
        .notes.push_back(
            "move it below the ground; a recipe that is used below one says "
            "\"needs\": [\"ground\"]");
  if (r.water && !setting_.water)
    diags_
        .error("recipe.no_water", in_quotes(name) + " reads the water level, and there is none", at)
        .notes.push_back(
            "give the strate \"water\": { \"level_m\": … }; a recipe that relies on "
            "it says \"needs\": [\"water\"]");
  if (r.biomes) no_biomes(in_quotes(name), at);
  for (const std::string& op : r.operators) {
    if (reading_.broken.contains(op) || user.above->contains(op)) continue;
    if (user.all->contains(op))
      diags_.error(
          "recipe.looks_down",
          "a field sees only operators above its user; " + in_quotes(op) + " does not stand above",
          at);
    else if (setting_.off.contains(op))
      diags_.error("recipe.switched_off",
                   in_quotes(name) + " reads " + in_quotes(op) + ", which is switched off", at);
  }
}

/// Reports that `what` reads biomes where there are none.
bool FieldBook::no_biomes(const std::string& what, SourceRef at) {
  if (setting_.biomes) return false;
  diags_.error("recipe.no_biomes", what + " reads the biomes, and there are none", at)
      .notes.push_back(
          "give the strate \"biomes\": { \"use\": […] }; a recipe that relies on them says "
          "\"needs\": [\"biomes\"]");
  return true;
}

void FieldBook::judge_biomes(const ScopeTerm& term) {
  if (no_biomes("'biome'", term.source) || !setting_.biome_map) return;
  std::vector<std::string> known;
  for (const Biome& b : setting_.biome_map->biomes) known.push_back(b.name);
  for (const std::string& name : term.biomes) {
    if (setting_.biome_map->find(name) >= 0) continue;
    Error& e = diags_.error("recipe.unknown_biome", "the strate has no biome " + in_quotes(name),
                            term.source);
    note_nearest(e, name, known);
    e.notes.push_back("biomes: " + listed(known));
  }
}

void FieldBook::check_unused(const std::set<std::string>& also_used) {
  for (const std::string& name : also_used) mark(name);
  for (const NamedField& f : recipe_.fields)
    if (!used_.contains(f.name) && !reading_.broken.contains(f.name))
      diags_.error("recipe.unused_field", "nothing uses the field " + in_quotes(f.name), f.source);
}

}  // namespace strate
