#include "formats/manifest/parts.hpp"

namespace strate {
namespace {

void write_figures(json::Writer& out, const std::vector<Figure>& figures) {
  out.key("figures").begin_object();
  for (const Figure& f : figures) out.key(f.name).value(f.value);
  out.end_object();
}

void write_note(json::Writer& out, std::string_view kind, const std::string& name,
                const std::string& note) {
  if (note.empty()) return;
  out.begin_object().key(kind).value(name).key("note").value(note).end_object();
}

void write_entry_notes(json::Writer& out, const std::string& region,
                       const std::vector<OpEntry>& entries) {
  for (const OpEntry& entry : entries) {
    write_note(out, "operator", region + entry.id, entry.note);
    write_entry_notes(out, region, entry.group);
  }
}

/// `region`: before every name, "warren.".
void write_recipe_notes(json::Writer& out, const std::string& region, const Recipe& recipe) {
  for (const NamedField& field : recipe.fields)
    write_note(out, "field", region + field.name, field.note);
  write_entry_notes(out, region, recipe.stack);
}

void write_notes(json::Writer& out, const StrateWorld& s) {
  if (s.regions.list.empty()) return write_recipe_notes(out, "", s.recipe);
  for (const Region& region : s.regions.list) {
    write_note(out, "region", region.id, region.note);
    write_recipe_notes(out, region.id + ".", region.recipe);
  }
}

void write_atmosphere(json::Writer& out, const Atmosphere& a) {
  out.key("atmosphere").begin_object();
  out.key("fog_color").value(a.fog_color);
  out.key("rock_color").value(a.rock_color);
  out.key("ambient_color").value(a.ambient_color);
  out.key("key_color").value(a.key_color);
  out.key("fog_reach_m").value(a.fog_reach_m);
  out.key("ambient").value(a.ambient);
  out.end_object();
}

void write_biomes(json::Writer& out, const std::vector<BiomeLook>& biomes) {
  out.key("biomes").begin_array();
  for (const BiomeLook& b : biomes) {
    out.begin_object().key("name").value(b.name).key("title").value(b.title);
    out.key("note").value(b.note).key("color").value(b.color);
    out.key("palette").value(b.palette).end_object();
  }
  out.end_array();
}

void write_strate(json::Writer& out, const StrateReview& s, const StrateWorld& world) {
  out.begin_object();
  out.key("slot").value(s.slot);
  out.key("title").value(s.title);
  out.key("note").value(s.note);
  out.key("provenance").begin_object().key("file").value(s.file).key("base").value(s.base);
  out.end_object();
  write_atmosphere(out, s.atmosphere);
  if (!s.biomes.empty()) write_biomes(out, s.biomes);
  write_figures(out, s.figures);
  out.key("notes").begin_array();
  write_notes(out, world);
  out.end_array();
  out.end_object();
}

void write_law(json::Writer& out, const LawReview& law) {
  out.begin_object();
  out.key("law").value(law.law);
  out.key("slot").value(law.strate);
  out.key("verdict").value(verdict_name(law.verdict));
  out.key("window_m").begin_row();
  for (const double v : law.window_m) out.value(v);
  out.end_array();
  out.key("step_m").value(law.step_m);
  out.key("proved").value(law.proved);
  out.key("margins").begin_array();
  for (const Margin& m : law.margins) {
    out.begin_object().key("figure").value(m.figure).key("value").value(m.value);
    out.key("at_m");
    write_point(out, m.at);
    out.key("unit").value(m.unit).end_object();
  }
  out.end_array();
  out.end_object();
}

}  // namespace

void write_review_object(json::Writer& out, const Manifest& manifest) {
  const Review& review = manifest.review;
  out.begin_object();
  out.key("name").value(review.name);
  out.key("title").value(review.title);
  out.key("revision").value(review.revision);
  out.key("audited").value(review.audited);
  out.key("window_m").begin_row();
  for (const Um um : {review.lo_x, review.lo_y, review.hi_x, review.hi_y}) out.value(metres(um));
  out.end_array();
  out.key("strates").begin_array();
  // A review without a strate of the world cannot be read back; the reader says so.
  static const StrateWorld kNoStrate;
  for (std::size_t i = 0; i < review.strates.size(); ++i) {
    const bool known = i < manifest.world.strates.size();
    write_strate(out, review.strates[i], known ? manifest.world.strates[i] : kNoStrate);
  }
  out.end_array();
  write_figures(out, review.figures);
  out.key("laws").begin_array();
  for (const LawReview& law : review.laws) write_law(out, law);
  out.end_array();
  out.end_object();
}

}  // namespace strate
