// What the tables of documents call the default is what the structs hold.
#include <catch2/catch.hpp>

#include "compiler/json.hpp"
#include "compiler/season.hpp"
#include "formats/documents/biome_reader.hpp"
#include "formats/documents/season_reader.hpp"
#include "formats/documents/settings.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/documents/support/load.hpp"

using namespace strate;

namespace {

/// The default of "bake.views" in the table of seasons.
std::string fallback(std::span<const SettingSpec> table, std::string_view path) {
  const std::size_t dot = path.find('.');
  const std::string_view name = path.substr(0, dot);
  for (const SettingSpec& s : table)
    if (s.name == name)
      return dot == std::string_view::npos ? std::string(s.fallback)
                                           : fallback(s.members, path.substr(dot + 1));
  return "no key";
}

std::string text(double v) { return json::number_text(v); }
std::string text(Um um) { return text(metres(um)); }
std::string quoted(const std::string& word) { return json::quoted(word); }
std::string pair(double lo, double hi) { return "[" + text(lo) + ", " + text(hi) + "]"; }

/// Keys that have a value where nobody writes one, and that the table does not tell.
void untold(std::span<const SettingSpec> table, const std::string& prefix,
            std::vector<std::string>& out) {
  for (const SettingSpec& s : table) {
    const std::string name = prefix + std::string(s.name);
    const bool plain = s.kind == Setting::number || s.kind == Setting::whole ||
                       s.kind == Setting::pair || s.kind == Setting::flag ||
                       s.kind == Setting::color || s.kind == Setting::choice ||
                       s.kind == Setting::words || s.kind == Setting::window;
    if (plain && !s.required && s.fallback.empty()) out.push_back(name);
    untold(s.members, name + ".", out);
  }
}

}  // namespace

TEST_CASE("defaults: of seasons") {
  const auto of = [](std::string_view path) { return fallback(season_settings(), path); };
  const Season season;
  const WorldDef& w = season.world;
  CHECK(of("revision") == text(static_cast<double>(season.revision)));
  CHECK(of("world.voxel_size_m") == text(w.voxel_um));
  CHECK(of("world.radius_m") == text(w.radius_um));
  CHECK(of("world.edge_seal_m") == text(w.edge_seal_um));
  CHECK(of("world.top_z_m") == text(w.top_um));
  CHECK(of("world.gap_m") == text(w.gap_um));
  CHECK(of("world.surface_entry.open") == (w.entry.open ? "true" : "false"));
  CHECK(of("world.surface_entry.radius_m") == text(w.entry.radius_m));
  const BakeSettings& b = season.bake;
  CHECK(of("bake.window_m") ==
        "[" + text(b.lo_x) + ", " + text(b.lo_y) + ", " + text(b.hi_x) + ", " + text(b.hi_y) + "]");
  CHECK(of("bake.mesh_step") == text(static_cast<double>(b.mesh_step)));
  CHECK(of("bake.views") == text(static_cast<double>(b.views)));
  std::string formats;
  for (const std::string& f : b.formats) formats += (formats.empty() ? "" : ", ") + quoted(f);
  CHECK(of("bake.formats") == "[" + formats + "]");
}

TEST_CASE("defaults: of strates and biomes") {
  const auto of = [](std::string_view path) { return fallback(strate_settings(), path); };
  const StrateDraft draft;
  CHECK(of("height_m") == text(draft.height_um));
  CHECK(of("seal_thickness_m") == text(draft.world.seal_um));
  CHECK(of("diggable") == (draft.world.diggable ? "true" : "false"));
  const PassageSettings p;
  CHECK(of("passages.connections") == text(static_cast<double>(p.connections)));
  CHECK(of("passages.style") == quoted(p.style));
  CHECK(of("passages.mouth_radius_m") == text(p.mouth_radius_m));
  CHECK(of("passages.mid_radius_m") == text(p.mid_radius_m));
  CHECK(of("passages.reach_m") == text(p.reach_m));
  CHECK(of("passages.distance_m") == pair(p.distance_lo_m, p.distance_hi_m));
  CHECK(of("passages.leg_max_m") == text(p.leg_max_m));
  const Climate c;
  CHECK(of("climate.relief_scale_m") == text(c.relief_scale_m));
  CHECK(of("climate.moisture_scale_m") == text(c.moisture_scale_m));
  CHECK(of("biomes.cell_m") == text(BiomeMap().cell_m));
  const Atmosphere a;
  CHECK(of("atmosphere.fog_color") == quoted(a.fog_color));
  CHECK(of("atmosphere.rock_color") == quoted(a.rock_color));
  CHECK(of("atmosphere.ambient_color") == quoted(a.ambient_color));
  CHECK(of("atmosphere.key_color") == quoted(a.key_color));
  CHECK(of("atmosphere.fog_reach_m") == text(a.fog_reach_m));
  CHECK(of("atmosphere.ambient") == text(a.ambient));
  const Biome biome;
  CHECK(fallback(biome_settings(), "climate.relief") == pair(biome.relief.lo, biome.relief.hi));
  CHECK(fallback(biome_settings(), "climate.moisture") ==
        pair(biome.moisture.lo, biome.moisture.hi));
  CHECK(fallback(biome_settings(), "palette") == text(static_cast<double>(BiomeLook().palette)));
}

TEST_CASE("defaults: every key that has one tells it, but those that depend on another key") {
  std::vector<std::string> found;
  untold(season_settings(), "", found);
  untold(strate_settings(), "", found);
  untold(slot_settings(), "", found);
  untold(biome_settings(), "", found);
  CHECK(found == std::vector<std::string>{"passages.per_connection.style",
                                          "passages.per_connection.mouth_radius_m",
                                          "passages.per_connection.mid_radius_m", "color"});
}

TEST_CASE("defaults: underwater stands nine twentieths up") {
  const test::Loaded loaded = test::load(
      {{"a.strate.json", R"({ "$schema": "strate-1.json", "archetype": "underwater" })"}}, {},
      shipped_catalog());
  INFO(loaded.printed());
  REQUIRE(loaded.fine);
  CHECK(loaded.season.world.strates[0].has_water);
  CHECK(loaded.season.world.strates[0].water_um == Um{28'800'000});
}
