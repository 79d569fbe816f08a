#include <algorithm>
#include <utility>

#include "compiler/limits.hpp"
#include "formats/documents/biome_reader.hpp"
#include "formats/documents/node_edit.hpp"
#include "formats/documents/season_reader.hpp"
#include "formats/documents/settings.hpp"

namespace strate {

using json::Member;
using json::Node;

namespace {

/// Between the bands of a strate. [Units: µm]
constexpr Um kLeastContentUm = static_cast<Um>(limits::kLeastContentM) * kUmPerM;

class StrateReader {
 public:
  StrateReader(const Document& document, Diagnostics& diags, StrateDraft& out)
      : document_(document),
        reader_(diags),
        settings_(reader_, document.root, strate_settings(), "a strate"),
        out_(out) {}

  bool run() {
    settings_.text("title", out_.settings.title);
    settings_.text("note", out_.settings.note);
    settings_.flag("diggable", out_.world.diggable);
    runtime();
    heights();
    transition();
    passages();
    water();
    climate();
    atmosphere();
    return !reader_.failed();
  }

 private:
  void runtime() {
    const Node* n = settings_.find("runtime");
    if (!n) return;
    json::Writer writer;
    write_node(writer, *n);
    out_.settings.runtime = writer.text();
  }

  void heights() {
    const bool high = settings_.length("height_m", out_.height_um);
    const bool thick = settings_.length("seal_thickness_m", out_.world.seal_um);
    const Node* height = settings_.find("height_m");
    const Node* seal = settings_.find("seal_thickness_m");
    const std::uint32_t begin = document_.root.source.begin;
    out_.height = height ? height->source : SourceRef{document_.id, begin, begin + 1};
    if (!high || !thick) return;
    if (out_.height_um - 2 * out_.world.seal_um >= kLeastContentUm) return;
    Error& e = reader_.error("value.contradiction",
                             "less than 8 m are left between the bands of this strate",
                             seal ? seal->source : out_.height);
    e.notes.push_back("height_m = " + json::number_text(metres(out_.height_um)) +
                      (height ? "" : " (default)"));
    e.notes.push_back("seal_thickness_m = " + json::number_text(metres(out_.world.seal_um)) +
                      (seal ? "" : " (default)") + ", at the top and at the bottom");
  }

  void transition() {
    const Node* object = settings_.object("transition");
    if (!object) return;
    out_.transition = settings_.member("transition")->key_source;
    SettingReader s(reader_, *object, members_of(strate_settings(), "transition"), "a transition");
    std::string style;
    s.choice("style", style);
  }

  void passages() {
    PassageSettings& p = out_.settings.passages;
    p.source = out_.height;
    const Node* object = settings_.object("passages");
    if (!object) return;
    out_.passages = settings_.member("passages")->key_source;
    p.source = object->source;
    SettingReader s(reader_, *object, members_of(strate_settings(), "passages"), "passages");
    s.whole("connections", p.connections);
    s.choice("style", p.style);
    s.number("mouth_radius_m", p.mouth_radius_m);
    s.number("mid_radius_m", p.mid_radius_m);
    s.number("reach_m", p.reach_m);
    s.pair("distance_m", p.distance_lo_m, p.distance_hi_m);
    if (const Node* n = s.find("distance_m")) out_.distance = n->source;
    s.number("leg_max_m", p.leg_max_m);
    const Node* own = s.object("per_connection");
    if (!own) return;
    const Member* count = s.member("connections");
    for (const Member& m : own->members) connection(m, count, p);
    std::sort(p.per_connection.begin(), p.per_connection.end(),
              [](const auto& a, const auto& b) { return a.number < b.number; });
  }

  /// One member of `per_connection`; `count` is where `connections` stands, if anywhere.
  void connection(const Member& m, const Member* count, PassageSettings& p) {
    const bool digit = m.key.size() == 1 && m.key[0] >= '1' && m.key[0] <= '9';
    ConnectionSettings c;
    c.number = digit ? m.key[0] - '0' : 0;
    c.source = m.value.source;
    if (!digit || c.number > p.connections) return no_connection(m, count, p);
    if (!reader_.is(m.value, json::Kind::object, "an object of what this connection has")) return;
    SettingReader s(reader_, m.value,
                    members_of(members_of(strate_settings(), "passages"), "per_connection"),
                    "a connection");
    std::string style = p.style;
    double mouth = p.mouth_radius_m, mid = p.mid_radius_m, at[2] = {0, 0};
    if (s.find("style") && s.choice("style", style)) c.style = style;
    if (s.find("mouth_radius_m") && s.number("mouth_radius_m", mouth)) c.mouth_radius_m = mouth;
    if (s.find("mid_radius_m") && s.number("mid_radius_m", mid)) c.mid_radius_m = mid;
    const Node* place = s.find("at_m");
    if (place && s.place("at_m", at)) {
      c.at = Vec3{at[0], at[1], 0};
      within_reach(*place, *c.at, p);
    }
    p.per_connection.push_back(std::move(c));
  }

  /// Passages are looked for in one disc around the spine, whose size moves them all.
  void within_reach(const Node& place, Vec3 at, const PassageSettings& p) {
    const double most = p.distance_hi_m + p.reach_m;
    if (at.x * at.x + at.y * at.y <= most * most) return;
    reader_
        .error("value.contradiction", "this place is farther from the spine than passages reach",
               place.source)
        .notes.push_back("within " + json::number_text(most) +
                         " m: the high end of distance_m, and reach_m");
  }

  /// An heir may have fewer connections than its parent, and cannot delete what that says of them.
  void no_connection(const Member& m, const Member* count, const PassageSettings& p) {
    const std::string has = "this strate has " + std::to_string(p.connections) +
                            (p.connections == 1 ? " connection" : " connections");
    const bool inherited = count && count->key_source.document != m.key_source.document &&
                           m.key_source.document != document_.id;
    if (inherited) {
      reader_.diags().warning("season.unused_setting", has + ": this has no effect", m.key_source);
      return;
    }
    reader_
        .error("passages.unknown_connection", "there is no connection " + in_quotes(m.key),
               m.key_source)
        .notes.push_back(has + ", numbered from 1" + (count ? "" : " (connections: 1 by default)"));
  }

  void water() {
    const Node* object = settings_.object("water");
    if (!object) return;
    SettingReader s(reader_, *object, members_of(strate_settings(), "water"), "water");
    const Node* level = s.find("level_m");
    if (!level || !s.length("level_m", out_.world.water_um)) return;
    out_.world.has_water = true;
    if (out_.world.water_um <= out_.height_um) return;
    reader_.error("value.contradiction", "the water stands above the strate's top", level->source)
        .notes.push_back("height_m = " + json::number_text(metres(out_.height_um)));
  }

  void climate() {
    const Node* object = settings_.object("climate");
    if (!object) return;
    SettingReader s(reader_, *object, members_of(strate_settings(), "climate"), "a climate");
    s.number("relief_scale_m", out_.world.climate.relief_scale_m);
    s.number("moisture_scale_m", out_.world.climate.moisture_scale_m);
  }

  void atmosphere() {
    const Node* object = settings_.object("atmosphere");
    if (!object) return;
    Atmosphere& a = out_.settings.atmosphere;
    SettingReader s(reader_, *object, members_of(strate_settings(), "atmosphere"), "an atmosphere");
    s.color("fog_color", a.fog_color);
    s.color("rock_color", a.rock_color);
    s.color("ambient_color", a.ambient_color);
    s.color("key_color", a.key_color);
    s.number("fog_reach_m", a.fog_reach_m);
    s.number("ambient", a.ambient);
  }

  const Document& document_;
  NodeReader reader_;
  SettingReader settings_;
  StrateDraft& out_;
};

/// Where the water of an archetype that has some stands, if the strate does not say: high enough to
/// cover the hub's floor.
void archetype_water(const Catalog& catalog, StrateDraft& out) {
  constexpr std::string_view kWord = "archetype ";
  const std::string_view base = out.settings.base;
  if (!base.starts_with(kWord)) return;
  const ArchetypeRow* row = catalog.archetype(base.substr(kWord.size()));
  if (!row || !row->water) return;
  out.world.has_water = true;
  out.world.water_um = out.height_um / 20 * 9;
}

}  // namespace

bool read_strate(const Document& document, RecipeBuilder& builder, Library& library,
                 Heritage& heritage, Diagnostics& diags, StrateDraft& out) {
  out.settings.file = document.path;
  const bool settings = StrateReader(document, diags, out).run();
  BiomesDraft biomes;
  const bool ruled = read_biomes(document, library, heritage, diags, biomes);
  if (ruled) warn_of_climate(biomes, out.world.climate, diags);
  const bool regions = document.root.find("regions") != nullptr;
  PlainRecipe plain;
  if (!regions && !builder.strate(document, plain, out.settings.base)) return false;
  if (!document.root.find("water")) archetype_water(builder.catalog(), out);
  StackSetting setting;
  setting.water = document.root.find("water") != nullptr || out.world.has_water;
  setting.biomes = biomes.there;
  setting.height_m = metres(out.height_um);
  if (regions && biomes.there) {
    const Member& there = *document.root.find_member("biomes");
    diags.error("regions.no_biomes", "a strate of regions has no biomes", there.key_source);
    return false;
  }
  if (regions) return read_regions(document, builder, diags, setting, out) && settings && ruled;
  plain.biome_sets = std::move(biomes.sets);
  const bool whole =
      builder.resolve(plain, setting, out.world.recipe, biomes.whole ? &biomes.map : nullptr);
  out.world.biomes = std::move(biomes.map);
  out.settings.biomes = std::move(biomes.looks);
  return whole && settings && ruled;
}

}  // namespace strate
