#include "formats/recipe/entry_reader.hpp"
#include "formats/recipe/recipe_io.hpp"

namespace strate {

using json::Writer;

namespace {

void write_pair_or_number(Writer& out, double lo, double hi) {
  if (lo == hi)
    out.value(lo);
  else
    out.begin_row().value(lo).value(hi).end_array();
}

void write_stops(Writer& out, const std::vector<Stop>& stops) {
  out.begin_row();
  for (const Stop& s : stops) {
    out.begin_row().value(s.at);
    write_pair_or_number(out, s.lo, s.hi);
    out.end_array();
  }
  out.end_array();
}

void write_curve(Writer& out, const Curve& curve) {
  out.begin_object().key("by").value(curve.by).key("stops");
  write_stops(out, curve.stops);
  out.end_object();
}

void write_placed(Writer& out, const std::vector<PlacedRoom>& rooms, bool notes) {
  out.begin_array();
  for (const PlacedRoom& r : rooms) {
    out.begin_object().key("id").value(r.id);
    if (notes && !r.note.empty()) out.key("note").value(r.note);
    out.key("at_m").begin_row().value(r.at.x).value(r.at.y).value(r.at.z).end_array();
    out.key("radius_m").value(r.radius).key("squash").value(r.squash);
    out.key("links").value(r.links).end_object();
  }
  out.end_array();
}

bool is_default(const FieldSpec& spec, const Value& v) {
  if (!spec.lo && spec.kind != FieldKind::placed) return false;
  const Value d = default_value(spec);
  return d.kind == v.kind && d.lo == v.lo && d.hi == v.hi && d.flag == v.flag && d.name == v.name &&
         d.numbers == v.numbers && d.placed == v.placed;
}

void write_end(Writer& out, const std::optional<double>& end) {
  if (end)
    out.value(*end);
  else
    out.raw("null");
}

void write_ends(Writer& out, const Band& band) {
  out.begin_row();
  write_end(out, band.lo);
  write_end(out, band.hi);
  out.end_array();
}

void write_band(Writer& out, const ScopeTerm& term) {
  out.key(term.field);
  if (term.band.feather == 0) return write_ends(out, term.band);
  const std::string_view unit = unit_of(term.field);
  out.begin_object().key("in");
  write_ends(out, term.band);
  out.key(unit.empty() ? "feather" : "feather_" + std::string(unit)).value(term.band.feather);
  out.end_object();
}

void write_xy(Writer& out, const char* key, Vec3 at) {
  out.key(key).begin_row().value(at.x).value(at.y).end_array();
}

void write_term(Writer& out, const ScopeTerm& term) {
  switch (term.kind) {
    case ScopeTerm::Kind::band:
      write_band(out, term);
      break;
    case ScopeTerm::Kind::place:
      out.key("place").value(term.field);
      break;
    case ScopeTerm::Kind::biome:
      out.key("biome");
      if (term.biomes.size() == 1) {
        out.value(term.biomes[0]);
        break;
      }
      out.begin_row();
      for (const std::string& name : term.biomes) out.value(name);
      out.end_array();
      break;
    case ScopeTerm::Kind::disc:
      out.key("disc").begin_object();
      write_xy(out, "at_m", term.at);
      out.key("radius_m").value(term.radius).end_object();
      break;
    case ScopeTerm::Kind::box:
      out.key("box").begin_object();
      write_xy(out, "min_m", term.at);
      write_xy(out, "max_m", term.to);
      out.end_object();
      break;
  }
}

/// A clause of one place is its name.
void write_clause(Writer& out, const std::vector<ScopeTerm>& clause) {
  if (clause.size() == 1 && clause[0].kind == ScopeTerm::Kind::place) {
    out.value(clause[0].field);
    return;
  }
  out.begin_object();
  for (const ScopeTerm& term : clause) write_term(out, term);
  out.end_object();
}

void write_scope(Writer& out, const char* key, const Scope& scope) {
  if (scope.empty()) return;
  out.key(key);
  if (scope.any.size() == 1) return write_clause(out, scope.any[0]);
  out.begin_array();
  for (const auto& clause : scope.any) write_clause(out, clause);
  out.end_array();
}

void write_mask(Writer& out, const Mask& mask) {
  switch (mask.kind) {
    case Mask::Kind::none:
      return;
    case Mask::Kind::number:
      out.key("mask").value(mask.number);
      return;
    case Mask::Kind::field:
      out.key("mask").value(mask.field);
      return;
    case Mask::Kind::curve:
      out.key("mask"), write_curve(out, mask.curve);
      return;
  }
}

class RecipeWriter {
 public:
  RecipeWriter(Writer& out, const Catalog& catalog, RecipeForm form, bool notes)
      : out_(out), catalog_(catalog), form_(form), notes_(notes) {}

  void field(const NamedField& f) {
    out_.key(f.name).begin_object();
    note(f.note);
    if (f.kind == NamedField::Kind::curve) out_.key("by").value(f.by);
    if (f.kind == NamedField::Kind::density_of) out_.key("density_of").value(f.by);
    if (f.kind == NamedField::Kind::noise)
      out_.key("noise").value(f.noise_xy ? "xy" : "xyz").key("scale_m").value(f.scale_m);
    if (f.kind == NamedField::Kind::place) {
      write_scope(out_, "where", f.where);
      write_scope(out_, "except", f.except);
      if (f.where.empty() && f.except.empty()) out_.key("where").begin_object().end_object();
    } else {
      out_.key("stops");
      write_stops(out_, f.stops);
    }
    out_.end_object();
  }

  void stack(const std::vector<OpEntry>& entries) {
    out_.begin_array();
    for (const OpEntry& e : entries) entry(e);
    out_.end_array();
  }

 private:
  void note(const std::string& text) {
    if (notes_ && !text.empty()) out_.key("note").value(text);
  }

  void entry(const OpEntry& e) {
    out_.begin_object().key("id").value(e.id);
    if (!e.op.empty()) out_.key("op").value(e.op);
    if (e.combine != Combine::none) out_.key("combine").value(combine_name(e.combine));
    if (e.blend_m != 0) out_.key("blend_m").value(e.blend_m);
    if (!e.salt.empty()) out_.key("salt").value(e.salt);
    if (!e.of.empty()) out_.key("of").value(e.of);
    note(e.note);
    parameters(e);
    write_scope(out_, "sites", e.sites);
    write_scope(out_, "where", e.where);
    write_scope(out_, "except", e.except);
    write_mask(out_, e.mask);
    if (e.op.empty()) out_.key("group"), stack(e.group);
    out_.end_object();
  }

  void parameters(const OpEntry& e) {
    const OperatorRow* row = catalog_.op(e.op);
    if (!row) return;
    for (const FieldSpec& spec : row->params) {
      const Value* v = e.param(spec.name);
      if (!v || (form_ == RecipeForm::brief && is_default(spec, *v))) continue;
      out_.key(spec.name);
      write_value(out_, spec, *v, notes_);
    }
  }

  Writer& out_;
  const Catalog& catalog_;
  RecipeForm form_;
  bool notes_;
};

}  // namespace

void write_value(Writer& out, const FieldSpec& spec, const Value& v, bool notes) {
  switch (v.kind) {
    case Value::Kind::number:
      out.value(v.lo);
      break;
    case Value::Kind::pair:
      if (spec.kind == FieldKind::interval)
        out.begin_row().value(v.lo).value(v.hi).end_array();
      else
        write_pair_or_number(out, v.lo, v.hi);
      break;
    case Value::Kind::curve:
      write_curve(out, v.curve);
      break;
    case Value::Kind::flag:
      out.value(v.flag);
      break;
    case Value::Kind::name:
    case Value::Kind::file:
      out.value(v.name);
      break;
    case Value::Kind::numbers:
      out.begin_row();
      for (double n : v.numbers) out.value(n);
      out.end_array();
      break;
    case Value::Kind::placed:
      write_placed(out, v.placed, notes);
      break;
  }
}

void write_recipe(json::Writer& out, const Recipe& recipe, const Catalog& catalog, RecipeForm form,
                  bool notes) {
  RecipeWriter writer(out, catalog, form, notes);
  if (!recipe.needs.empty()) {
    out.key("needs").begin_row();
    for (const std::string& n : recipe.needs) out.value(n);
    out.end_array();
  }
  if (!recipe.fields.empty()) {
    out.key("fields").begin_object();
    for (const NamedField& f : recipe.fields) writer.field(f);
    out.end_object();
  }
  out.key("stack");
  writer.stack(recipe.stack);
}

}  // namespace strate
