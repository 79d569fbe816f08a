// Scopes, masks and named fields (11 §2 bands, §3.6, §4).
#include <algorithm>
#include <utility>

#include "compiler/biome.hpp"
#include "formats/recipe/builtin_fields.hpp"
#include "formats/recipe/entry_reader.hpp"
#include "formats/recipe/words.hpp"

namespace strate {

using json::Kind;
using json::Member;
using json::Node;

namespace {

constexpr std::size_t kMostClauses = 16;
constexpr std::size_t kMostTerms = 32;

bool read_ends(NodeReader& reader, const Node& node, Band& out) {
  if (!reader.is(node, Kind::array, "a band [low, high]")) return false;
  if (node.items.size() != 2) {
    reader.error("value.wrong_count", "a band has two ends: [low, high], null for an open end",
                 node.source);
    return false;
  }
  bool fine = true;
  for (int end = 0; end < 2; ++end) {
    const Node& item = node.items[static_cast<std::size_t>(end)];
    if (item.kind == Kind::null) continue;
    double v = 0;
    fine = reader.number(item, {}, v) && fine;
    (end == 0 ? out.lo : out.hi) = v;
  }
  if (!out.lo && !out.hi) {
    reader.error("value.empty_band", "a band that is open on both sides says nothing", node.source);
    return false;
  }
  if (fine && out.lo && out.hi && *out.lo > *out.hi) {
    reader.error("value.pair_order", "the low end is above the high end", node.source);
    return false;
  }
  return fine;
}

std::string feather_key(std::string_view field) {
  const std::string_view unit = unit_of(field);
  return unit.empty() ? "feather" : "feather_" + std::string(unit);
}

bool read_band(NodeReader& reader, const Node& node, std::string_view field, Band& out) {
  if (node.kind != Kind::object) return read_ends(reader, node, out);
  const std::string feather = feather_key(field);
  KeySpec keys[] = {band_keys()[0], band_keys()[1]};
  keys[1].name = feather;
  reader.only_keys(node, keys, "a band");
  const Node* in = node.find("in");
  if (!in) {
    reader.missing_key(node, "in", "a band");
    return false;
  }
  bool fine = read_ends(reader, *in, out);
  const Node* width = node.find(feather);
  if (!width) return fine;
  fine = reader.number(*width, {0, kWorldLimitM, unit_of(field), false}, out.feather) && fine;
  if (fine && out.lo && out.hi && 2 * out.feather > *out.hi - *out.lo) {
    reader.error("value.contradiction", "the feather is wider than half of its band",
                 width->source);
    fine = false;
  }
  return fine;
}

bool read_disc(NodeReader& reader, const Node& node, ScopeTerm& out) {
  if (!reader.is(node, Kind::object, "a disc {at_m, radius_m}")) return false;
  reader.only_keys(node, disc_keys(), "a disc");
  const Node* at = node.find("at_m");
  const Node* radius = node.find("radius_m");
  if (!at) reader.missing_key(node, "at_m", "a disc");
  if (!radius) reader.missing_key(node, "radius_m", "a disc");
  if (!at || !radius) return false;
  std::vector<double> xy;
  const bool placed = reader.numbers(*at, 2, {-kWorldLimitM, kWorldLimitM, "m", false}, xy);
  if (placed) out.at = {xy[0], xy[1], 0};
  return reader.number(*radius, {0, kWorldLimitM, "m", false}, out.radius) && placed;
}

bool read_box(NodeReader& reader, const Node& node, ScopeTerm& out) {
  if (!reader.is(node, Kind::object, "a box {min_m, max_m}")) return false;
  reader.only_keys(node, box_keys(), "a box");
  const Node* min = node.find("min_m");
  const Node* max = node.find("max_m");
  if (!min) reader.missing_key(node, "min_m", "a box");
  if (!max) reader.missing_key(node, "max_m", "a box");
  if (!min || !max) return false;
  const NumberSpec place{-kWorldLimitM, kWorldLimitM, "m", false};
  std::vector<double> lo, hi;
  const bool low = reader.numbers(*min, 2, place, lo);
  if (!reader.numbers(*max, 2, place, hi) || !low) return false;
  out.at = {lo[0], lo[1], 0};
  out.to = {hi[0], hi[1], 0};
  if (lo[0] <= hi[0] && lo[1] <= hi[1]) return true;
  reader.error("value.pair_order", "min_m is above max_m", node.source);
  return false;
}

bool read_biomes(NodeReader& reader, const Node& node, ScopeTerm& out) {
  out.kind = ScopeTerm::Kind::biome;
  const bool list = node.kind == Kind::array;
  if (list && (node.items.empty() || node.items.size() > kMostBiomes)) {
    reader.error("value.wrong_count", "any of 1 to 16 biomes", node.source);
    return false;
  }
  const std::span<const Node> names = list ? std::span(node.items) : std::span(&node, 1);
  bool fine = true;
  for (const Node& name : names) {
    std::string text;
    fine = reader.string(name, text) && fine;
    if (std::find(out.biomes.begin(), out.biomes.end(), text) != out.biomes.end()) {
      reader.error("value.duplicate", in_quotes(text) + " is listed twice", name.source);
      fine = false;
    }
    out.biomes.push_back(std::move(text));
  }
  return fine;
}

bool read_term(NodeReader& reader, const Member& member, ScopeTerm& out) {
  out.source = member.key_source;
  if (member.key == "biome") {
    out.source = member.value.source;
    return read_biomes(reader, member.value, out);
  }
  if (member.key == "place") {
    out.kind = ScopeTerm::Kind::place;
    out.source = member.value.source;
    return reader.string(member.value, out.field);
  }
  if (member.key == "disc" || member.key == "box") {
    const bool disc = member.key == "disc";
    out.kind = disc ? ScopeTerm::Kind::disc : ScopeTerm::Kind::box;
    return disc ? read_disc(reader, member.value, out) : read_box(reader, member.value, out);
  }
  out.kind = ScopeTerm::Kind::band;
  out.field = member.key;
  return read_band(reader, member.value, member.key, out.band);
}

bool read_clause(NodeReader& reader, const Node& node, std::vector<ScopeTerm>& out) {
  if (node.kind == Kind::string) {
    ScopeTerm term;
    term.kind = ScopeTerm::Kind::place;
    term.field = node.text;
    term.source = node.source;
    out.push_back(std::move(term));
    return true;
  }
  if (!reader.is(node, Kind::object, "bands over fields, or the name of a place,")) return false;
  if (node.members.size() > kMostTerms) {
    reader.error("value.wrong_count", "at most 32 conditions that must all hold", node.source);
    return false;
  }
  bool fine = true;
  for (const Member& m : node.members) {
    ScopeTerm term;
    fine = read_term(reader, m, term) && fine;
    out.push_back(std::move(term));
  }
  return fine;
}

/// The kind of a field by the one key that says it; reports none and several.
bool field_kind(NodeReader& reader, const Member& member, NamedField::Kind& out) {
  struct Word {
    std::string_view key;
    NamedField::Kind kind;
  };
  constexpr Word kWords[] = {{"by", NamedField::Kind::curve},
                             {"noise", NamedField::Kind::noise},
                             {"density_of", NamedField::Kind::density_of},
                             {"where", NamedField::Kind::place}};
  int found = 0;
  for (const Word& w : kWords)
    if (member.value.find(w.key)) ++found, out = w.kind;
  if (found == 0 && member.value.find("except")) ++found, out = NamedField::Kind::place;
  if (found == 1) return true;
  reader
      .error("recipe.field_kind",
             in_quotes(member.key) + (found == 0 ? " says of no kind of field what it is"
                                                 : " is several kinds of field at once"),
             member.key_source)
      .notes.push_back(
          "a field is one of: curve {by, stops}, noise {noise, scale_m, stops}, "
          "reach {density_of, stops}, place {where, except}");
  return false;
}

/// Keys that belong to another kind of field than this one.
void refuse_other_keys(NodeReader& reader, const Node& node, NamedField::Kind kind) {
  for (const Member& m : node.members) {
    const bool place_key = m.key == "where" || m.key == "except";
    const bool is_place = kind == NamedField::Kind::place;
    const bool wrong = (m.key == "scale_m" && kind != NamedField::Kind::noise) ||
                       (m.key == "stops" && is_place) || (place_key && !is_place);
    if (wrong)
      reader.error("key.useless", in_quotes(m.key) + " means nothing in this kind of field",
                   m.key_source);
  }
}

bool read_place(NodeReader& reader, const Node& node, NamedField& out) {
  bool fine = true;
  if (const Node* where = node.find("where")) fine = read_scope(reader, *where, out.where);
  if (const Node* except = node.find("except"))
    fine = read_scope(reader, *except, out.except) && fine;
  return fine;
}

bool read_numeric_field(NodeReader& reader, const Node& node, NamedField& out) {
  bool fine = true;
  if (const Node* by = node.find("by")) fine = reader.string(*by, out.by);
  if (const Node* of = node.find("density_of")) fine = reader.id(*of, true, out.by);
  if (const Node* noise = node.find("noise")) {
    constexpr std::string_view kAxes[] = {"xy", "xyz"};
    std::string axes;
    fine = reader.choice(*noise, kAxes, "kind of noise", axes);
    out.noise_xy = axes == "xy";
    const Node* scale = node.find("scale_m");
    if (!scale) reader.missing_key(node, "scale_m", "a noise field");
    fine = scale && reader.number(*scale, {2, 4096, "m", false}, out.scale_m) && fine;
  }
  const Node* stops = node.find("stops");
  if (!stops) reader.missing_key(node, "stops", "a numeric field");
  return stops && read_stops(reader, *stops, {}, false, out.stops) && fine;
}

bool check_field_name(NodeReader& reader, const Member& member) {
  if (builtin_field(member.key) || member.key == "place" || member.key == "disc" ||
      member.key == "box" || member.key == "biome") {
    reader.error("recipe.builtin_field",
                 in_quotes(member.key) + " is a built-in name and cannot be taken",
                 member.key_source);
    return false;
  }
  if (is_id(member.key, true) && !ends_like_a_unit(member.key)) return true;
  reader.error("value.bad_id", in_quotes(member.key) + " is no name for a field", member.key_source)
      .notes.push_back("names are snake_case and do not end like a unit");
  return false;
}

}  // namespace

bool read_scope(NodeReader& reader, const Node& node, Scope& out) {
  if (node.kind != Kind::array) {
    out.any.emplace_back();
    return read_clause(reader, node, out.any.back());
  }
  if (node.items.empty() || node.items.size() > kMostClauses) {
    reader.error("value.wrong_count", "any of 1 to 16 conditions", node.source);
    return false;
  }
  bool fine = true;
  for (const Node& item : node.items) {
    out.any.emplace_back();
    fine = read_clause(reader, item, out.any.back()) && fine;
  }
  return fine;
}

bool read_mask(NodeReader& reader, const Node& node, Mask& out) {
  out.source = node.source;
  if (node.kind == Kind::string) {
    out.kind = Mask::Kind::field;
    out.field = node.text;
    return true;
  }
  if (node.kind == Kind::number) {
    out.kind = Mask::Kind::number;
    return reader.number(node, {0, 1, "", false}, out.number);
  }
  if (!reader.is(node, Kind::object, "a number 0..1, the name of a field or a curve")) return false;
  constexpr FieldSpec kWeight{"mask", FieldKind::number, 0, 1, {}, {}, Drive::per_point, ""};
  Value value;
  if (!read_value(reader, node, kWeight, value)) return false;
  out.kind = Mask::Kind::curve;
  out.curve = std::move(value.curve);
  return true;
}

bool read_field(NodeReader& reader, const Member& member, NamedField& out) {
  const Node& node = member.value;
  out.name = member.key;
  out.source = member.key_source;
  const bool named = check_field_name(reader, member);
  if (!reader.is(node, Kind::object, "a field")) return false;
  reader.only_keys(node, field_keys(), "a field");
  bool fine = true;
  if (const Node* note = node.find("note")) fine = reader.string(*note, out.note);
  if (!field_kind(reader, member, out.kind)) return false;
  refuse_other_keys(reader, node, out.kind);
  const bool place = out.kind == NamedField::Kind::place;
  return (place ? read_place(reader, node, out) : read_numeric_field(reader, node, out)) && fine &&
         named;
}

}  // namespace strate
