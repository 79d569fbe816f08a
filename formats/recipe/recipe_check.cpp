#include "formats/recipe/recipe_check.hpp"

#include <utility>
#include <vector>

#include "formats/recipe/coupled.hpp"
#include "formats/recipe/field_book.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {
namespace {

/// What a list of entries makes.
enum class Side { thing, rock_world, air_world };

Side side_of(const OpEntry& entry) {
  if (entry.op == "solid") return Side::rock_world;
  if (entry.op == "void") return Side::air_world;
  return entry.group.empty() ? Side::thing : side_of(entry.group.front());
}

class Checker {
 public:
  Checker(const Recipe& recipe, const Catalog& catalog, const RecipeSetting& setting,
          const RecipeReading& reading, Diagnostics& diags)
      : recipe_(recipe),
        catalog_(catalog),
        setting_(setting),
        reading_(reading),
        diags_(diags),
        fields_(recipe, setting, reading, diags) {}

  bool run() {
    const std::size_t before = diags_.error_count();
    collect(recipe_.stack);
    fields_.check_definitions();
    check_reaches();
    if (setting_.finished && !reading_.incomplete) check_start();
    list(recipe_.stack, setting_.ground);
    fields_.check_unused(setting_.also_used);
    check_coupled(recipe_, catalog_, setting_, reading_, diags_);
    return diags_.error_count() == before;
  }

 private:
  bool broken(const OpEntry& e) const { return reading_.broken.contains(e.id); }
  Error& error(const OpEntry& e, const char* code, std::string text, const char* key);
  void collect(const std::vector<OpEntry>& entries);
  void check_reaches();
  void check_start();
  void list(const std::vector<OpEntry>& entries, bool ground);
  void merging(const OpEntry& e, bool first, bool source);
  void side(const OpEntry& e);
  void names(const OpEntry& e);
  void uses(const OpEntry& e, const OperatorRow* row, bool ground);
  void parameters(const OpEntry& e, const OperatorRow& row);

  const Recipe& recipe_;
  const Catalog& catalog_;
  const RecipeSetting& setting_;
  const RecipeReading& reading_;
  Diagnostics& diags_;
  FieldBook fields_;
  std::set<std::string> all_, above_;
  bool grounds_ = false;  ///< the recipe has some
  std::map<std::string, std::string> op_of_;
};

/// At the value of `key` of the entry if it was written, else at the entry.
Error& Checker::error(const OpEntry& e, const char* code, std::string text, const char* key) {
  SourceRef at = reading_.place(e.id, key);
  if (!at.known() || at.document < setting_.first_authored) at = place_of(e, key, setting_);
  return diags_.error(code, std::move(text), at);
}

void Checker::collect(const std::vector<OpEntry>& entries) {
  for (const OpEntry& e : entries) {
    if (!e.id.empty() && !all_.insert(e.id).second) {
      diags_
          .error("recipe.duplicate_id",
                 "there is already an entry " + in_quotes(e.id) + " in this stack", e.source)
          .notes.push_back("give this one its own \"id\"");
    }
    op_of_[e.id] = e.op;
    grounds_ = grounds_ || makes_ground(e, catalog_);
    collect(e.group);
  }
}

void Checker::check_reaches() {
  for (const NamedField& f : recipe_.fields) {
    if (f.kind != NamedField::Kind::density_of || all_.contains(f.by)) continue;
    if (reading_.broken.contains(f.name) || reading_.broken.contains(f.by)) continue;
    if (setting_.off.contains(f.by)) continue;
    SourceRef at = reading_.place(f.name, "density_of");
    const std::vector<std::string> known(all_.begin(), all_.end());
    Error& e =
        diags_.error("recipe.unknown_entry", "no entry " + in_quotes(f.by) + " in this stack",
                     at.known() ? at : f.source);
    note_nearest(e, f.by, known);
    e.notes.push_back("here: " + listed(known));
  }
}

void Checker::check_start() {
  if (recipe_.stack.empty() || broken(recipe_.stack.front())) return;
  const OpEntry& first = recipe_.stack.front();
  if (side_of(first) != Side::thing) return;
  error(first, "recipe.no_world", "a strate's stack starts with rock or air everywhere", "op")
      .notes.push_back("put an entry { \"op\": \"solid\" } or { \"op\": \"void\" } before it");
}

void Checker::list(const std::vector<OpEntry>& entries, bool ground) {
  bool first = true, own_ground = false;
  for (const OpEntry& e : entries) {
    const OperatorRow* row = catalog_.op(e.op);
    if (row && row->needs_ground && !own_ground && !broken(e))
      error(e, "recipe.no_ground",
            in_quotes(e.op) +
                " works on the ground, and no heightfield or heightmap stands above it in its list",
            "op")
          .notes.push_back(grounds_ ? "move it below the ground, into the same list"
                                    : "this stack has no ground: it needs a heightfield or "
                                      "heightmap above this entry");
    own_ground = own_ground || makes_ground(e, catalog_);
    const bool known = row || e.op.empty();
    if (known && !reading_.excused.contains(e.id)) uses(e, row, ground);
    if (known && !broken(e)) {
      merging(e, first, !row || row->role == Role::source);
      names(e);
      if (row) parameters(e, *row);
    }
    if (!e.group.empty()) list(e.group, ground);
    ground = ground || (row && row->height_channel);
    above_.insert(e.id);
    first = false;
  }
}

void Checker::merging(const OpEntry& e, bool first, bool source) {
  const bool has = e.combine != Combine::none;
  if (first && reading_.incomplete) return;
  if (first && !source) {
    error(e, "recipe.nothing_above", "a modifier needs something above it to work on", "op");
    return;
  }
  if (has && (first || !source))
    error(e, "recipe.combine_forbidden",
          first ? "the first entry has nothing to combine with"
                : "a modifier works on what is there and takes no 'combine'",
          "combine");
  if (!has && !first && source)
    error(e, "recipe.combine_missing", in_quotes(e.id) + " needs 'combine'", "op")
        .notes.push_back(
            "allowed: union, subtract, smooth_union, smooth_subtract, replace (with `where`), add");
  if (e.combine == Combine::replace && e.where.empty())
    error(e, "recipe.replace_without_where", "replace needs a `where`: it takes over there",
          "combine");
  if (has && !first && source) side(e);
}

void Checker::side(const OpEntry& e) {
  const Side side = side_of(e);
  const bool joins = e.combine == Combine::union_ || e.combine == Combine::smooth_union;
  const bool carves = e.combine == Combine::subtract || e.combine == Combine::smooth_subtract;
  if (joins && side == Side::rock_world)
    error(e, "recipe.wrong_side",
          in_quotes(e.id) + " is a world that starts with solid: " +
              std::string(combine_name(e.combine)) + " would fill everything with its rock",
          "combine")
        .notes.push_back("subtract: its air is carved · replace: it takes over (with `where`)");
  if (carves && side == Side::air_world)
    error(e, "recipe.wrong_side",
          in_quotes(e.id) + " is a world that starts with void: " +
              std::string(combine_name(e.combine)) + " would empty everything",
          "combine")
        .notes.push_back("union: its rock is added · replace: it takes over (with `where`)");
}

void Checker::names(const OpEntry& e) {
  if (!e.of.empty()) {
    const auto it = op_of_.find(e.of);
    const OperatorRow* row = it == op_of_.end() ? nullptr : catalog_.op(it->second);
    if (!row || !row->height_channel || !above_.contains(e.of))
      error(e, "recipe.unknown_entry",
            "no heightfield or heightmap " + in_quotes(e.of) + " above this entry", "of");
  }
  const Value* joins = e.param("joins");
  if (!joins || joins->name.empty() || reading_.broken.contains(joins->name)) return;
  const auto it = op_of_.find(joins->name);
  if (it != op_of_.end() && it->second == "rooms" && above_.contains(joins->name)) return;
  std::vector<std::string> rooms;
  for (const std::string& id : above_)
    if (op_of_[id] == "rooms") rooms.push_back(id);
  Error& wrong = error(e, "recipe.unknown_entry",
                       "no rooms " + in_quotes(joins->name) + " above this entry", "joins");
  note_nearest(wrong, joins->name, rooms);
  if (setting_.off.contains(joins->name))
    wrong.notes.push_back(in_quotes(joins->name) + " is switched off");
  wrong.notes.push_back("rooms above: " + listed(rooms));
}

void Checker::uses(const OpEntry& e, const OperatorRow* row, bool ground) {
  FieldUser user;
  user.ground = ground, user.above = &above_, user.all = &all_;
  const auto scope = [&](const Scope& s, const char* key, FieldUser::As as) {
    user.key = key, user.as = as;
    fields_.use_scope(s, user);
  };
  if (!e.sites.empty() && (!row || !row->has_sites))
    error(e, "recipe.no_sites",
          row ? in_quotes(row->id) + " has no sites" : std::string("a group has no sites"), "sites")
        .notes.push_back("`where` says where an entry may act");
  // Where a curve of this entry names its field.
  const auto by = [&](std::string_view key, SourceRef curve) {
    const SourceRef at = reading_.place(e.id, std::string(key) + ".by");
    return at.known() ? at : curve;
  };
  scope(e.sites, "sites", FieldUser::As::sites);
  scope(e.where, "where", FieldUser::As::point);
  scope(e.except, "except", FieldUser::As::point);
  user.key = "mask", user.as = FieldUser::As::point;
  if (e.mask.kind == Mask::Kind::field) fields_.use_number(e.mask.field, e.mask.source, user);
  if (e.mask.kind == Mask::Kind::curve)
    fields_.use_curve(e.mask.curve, by("mask", e.mask.source), user);
  if (!row) return;
  const auto curves = [&](const OpEntry& entry) {
    for (const FieldSpec& spec : row->params) {
      const Value* value = entry.param(spec.name);
      if (!value || value->kind != Value::Kind::curve) continue;
      user.key = spec.name;
      user.as = spec.drive == Drive::per_site     ? FieldUser::As::site
                : spec.drive == Drive::per_column ? FieldUser::As::column
                                                  : FieldUser::As::point;
      fields_.use_curve(value->curve, &entry == &e ? by(spec.name, value->source) : value->source,
                        user);
    }
  };
  curves(e);
  for (const OpEntry& variant : variants_of(e, setting_)) curves(variant);
}

/// The rules of the operator's own parameters, as written and as every biome has them.
void Checker::parameters(const OpEntry& e, const OperatorRow& row) {
  check_parameters(e, row, setting_, diags_);
  for (const OpEntry& variant : variants_of(e, setting_))
    check_parameters(variant, row, setting_, diags_);
}

}  // namespace

bool check_recipe(const Recipe& recipe, const Catalog& catalog, const RecipeSetting& setting,
                  Diagnostics& diags, const RecipeReading& reading) {
  return Checker(recipe, catalog, setting, reading, diags).run();
}

}  // namespace strate
