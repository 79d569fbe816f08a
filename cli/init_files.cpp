#include "cli/init_files.hpp"

#include <algorithm>
#include <cctype>

#include "compiler/file_system.hpp"
#include "formats/documents/schema.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate::cli {

namespace {

constexpr std::size_t kLongestName = 64;

// In these texts @words@ are replaced.

constexpr std::string_view kSeason = R"json({
  "$schema": "schemas/season-1.json",
  "title": "@title@",
  "note": "Three strates, top first. After a change: `stratec check`, then `stratec cook` again.",
  "seed": "@seed@",
  "revision": 1,

  "bake": {
    "window_m": [-40, -40, 40, 40],
    "mesh_step": 2,
    "formats": ["vdb", "obj", "png"],
    "views": 2
  },

  "slots": [
    { "id": "glade", "strate": "strates/glade.strate.jsonc",
      "note": "Wide: where one arrives, and sees the hills before the way."
    },
    { "id": "burrows", "strate": "strates/burrows.strate.jsonc",
      "note": "Tight: the way down runs from room to room."
    },
    { "id": "geode", "strate": "strates/geode.strate.jsonc",
      "note": "Wide again, and high: the reward."
    }
  ]
}
)json";

constexpr std::string_view kGlade =
    R"json(// Open ground under a sky of rock. Heights are metres above the strate's bottom, lengths are
// metres, angles degrees. `stratec expand` on this file prints the whole stack it stands for,
// `stratec docs surface_world` explains the archetype.
{
  "$schema": "../schemas/strate-1.json",
  "title": "The Glade",
  "note": "A quiet bowl among hills, under a sky that hangs low on leaning pillars.",

  "archetype": "surface_world",
  // An archetype is a list of operators with ids. `set` changes them by id.
  "set": {
    "ground": {
      "base_m": 9,
      // A curve: flat within 12 m of the spine, where one arrives; hills from 38 m on.
      "relief_m": { "by": "spine_m", "stops": [[12, 3], [38, 18]] },
      "warp_m": 10,
      "scale_m": 80,
      "ridges": 0.7,
      "ridge_scale_m": 36,
      "detail_m": 1,
      "relief_influence": 0.3
    },
    "sky": { "height_m": 30, "undulation_m": 2.5, "ridges_m": 2, "scale_m": 32 },
    // Meadows stay smooth, cliffs get rough.
    "roughness": { "amount_m": { "by": "slope_deg", "stops": [[12, 0.1], [40, 0.4]] } }
  },
  // `add` puts operators of one's own below those of the archetype.
  "add": [
    { "id": "sky_roots", "op": "columns", "combine": "smooth_union", "blend_m": 2,
      "note": "Silhouettes to walk towards. None near the arrival.",
      "spacing_m": 26,
      "radius_m": [1.2, 2.8],
      "occupancy": 0.6,
      "flare": 0.9,
      "lean_deg": 10,
      "sites": { "spine_m": [20, null] }
    }
  ],

  "height_m": 34,
  "seal_thickness_m": 2,
  "transition": { "style": "hard" },
  // The way to the strate below: where it departs and how it winds.
  "passages": { "connections": 1, "style": "switchback", "distance_m": [14, 22], "leg_max_m": 20 },
  // Only for the pictures.
  "atmosphere": {
    "fog_color": "#a3b4bb",
    "rock_color": "#5f6b49",
    "ambient_color": "#bccdd8",
    "key_color": "#ffe2ae",
    "fog_reach_m": 110,
    "ambient": 0.4
  }
}
)json";

constexpr std::string_view kBurrows =
    R"json(// Rooms joined by tunnels, all of them reachable from the room on the spine.
{
  "$schema": "../schemas/strate-1.json",
  "title": "The Burrows",
  "note": "Close cells above, halls below: going down feels like being let in.",

  "archetype": "tunnel_network",
  // A field of one's own: smooth noise, here 0 where it is dry and 1 where it is damp.
  "fields": { "damp": { "noise": "xyz", "scale_m": 28, "stops": [[-0.1, 0], [0.25, 1]] } },
  "set": {
    "rooms": {
      "spacing_m": 24,
      // A pair is a range: each room draws its own. The deeper, the larger.
      "radius_m": { "by": "depth_m", "stops": [[6, [3.5, 5]], [28, [6, 9]]] },
      "hub_radius_m": 9,
      "squash": 0.75,
      "occupancy": 0.85,
      "heights_m": [8, 34]
    },
    "tunnels": { "radius_m": [1.9, 2.6], "wander_m": 6 },
    // This one ships switched off; "on" wakes it.
    "columns": {
      "on": true,
      "spacing_m": 9,
      "radius_m": [0.5, 1.1],
      "occupancy": 0.35,
      "flare": 0.6,
      "lean_deg": 10
    },
    // Damp rock is worn smooth.
    "roughness": { "amount_m": { "by": "damp", "stops": [[0, 0.65], [1, 0.25]] } }
  },

  "height_m": 42,
  "seal_thickness_m": 2,
  "transition": { "style": "hard" },
  "passages": { "connections": 1, "style": "switchback", "distance_m": [14, 22], "leg_max_m": 20 },
  "atmosphere": {
    "fog_color": "#4a3a30",
    "rock_color": "#8c7050",
    "ambient_color": "#b8997a",
    "key_color": "#ffb060",
    "fog_reach_m": 40,
    "ambient": 0.15
  }
}
)json";

constexpr std::string_view kGeode =
    R"json(// One tall hall of leaning crystals. It is the last strate, so nothing leads further down.
{
  "$schema": "../schemas/strate-1.json",
  "title": "The Geode",
  "note": "A vault that rises over the spine and closes around it: one stands in a hollow stone.",

  "archetype": "crystal_chamber",
  "set": {
    "hall": {
      "floor_m": { "by": "spine_m", "stops": [[12, 6], [36, 9]] },
      "ceiling_m": { "by": "spine_m", "stops": [[8, 27], [38, 17]] },
      "floor_relief_m": 1.2,
      "ceiling_relief_m": 3,
      "scale_m": 18
    },
    "columns": {
      "spacing_m": 11,
      "radius_m": [0.6, 2],
      "flare": 0.4,
      "lean_deg": 22,
      // Which of the columns exist: those at least 9 m from the spine.
      "sites": { "spine_m": [9, null] }
    },
    "roughness": { "amount_m": { "by": "height_m", "stops": [[8, 0.12], [20, 0.4]] } }
  },
  "add": [
    { "id": "needles", "op": "columns", "combine": "smooth_union", "blend_m": 0.5,
      "note": "Thin ones in between, for scale.",
      "spacing_m": 6,
      "radius_m": 0.5,
      "occupancy": 0.2,
      "flare": 0.6,
      "lean_deg": 28,
      "sites": { "spine_m": [12, null] }
    }
  ],

  "height_m": 34,
  "seal_thickness_m": 2,
  "atmosphere": {
    "fog_color": "#4a4674",
    "rock_color": "#656082",
    "ambient_color": "#a79ce0",
    "key_color": "#ffd6c4",
    "fog_reach_m": 70,
    "ambient": 0.26
  }
}
)json";

constexpr std::string_view kEditor =
    R"json(// Completion and errors while typing. Documents also name their schema themselves.
{
  "json.schemas": [
@schemas@
  ],
  "[json]": { "editor.tabSize": 2, "editor.rulers": [100] },
  "[jsonc]": { "editor.tabSize": 2, "editor.rulers": [100] }
}
)json";

constexpr std::string_view kAttributes =
    R"text(# Documents are merged by id and key, not by line, once a clone knows how:
#   git config merge.stratec.name "by id and key"
#   git config merge.stratec.driver "stratec fmt --merge %O %A %B --path %P"
@documents@
# Written by the tool.
schemas/*.json text eol=lf linguist-generated
)text";

constexpr std::string_view kIgnore = R"text(# What `stratec cook` writes when it is run here.
/out/
/out.failed/
)text";

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t hit = std::min(text.find(from, at), text.size());
    out += text.substr(at, hit - at);
    if (hit == text.size()) break;
    out += to;
    at = hit + from.size();
  }
  return out;
}

/// What documents of a schema are called (those that authors write begin with "*."); nothing for
/// the one that others only refer to.
std::vector<std::string> patterns_of(std::string_view schema) {
  const std::string kind(schema.substr(0, schema.rfind('-')));
  if (kind == "stack") return {};
  if (kind == "expect") return {"expect.json"};
  return {"*." + kind + ".json", "*." + kind + ".jsonc"};
}

std::string editor_settings() {
  std::string rules;
  for (const std::string_view schema : schema_kinds()) {
    std::string names;
    for (const std::string& p : patterns_of(schema))
      names += (names.empty() ? "\"" : ", \"") + p + "\"";
    if (names.empty()) continue;
    rules += (rules.empty() ? "" : ",\n") + std::string("    { \"fileMatch\": [") + names +
             "], \"url\": \"./schemas/" + std::string(schema) + ".json\" }";
  }
  return replaced(kEditor, "@schemas@", rules);
}

std::string git_attributes() {
  std::string rows;
  for (const std::string_view schema : schema_kinds())
    for (const std::string& p : patterns_of(schema))
      rows += p + " text eol=lf" + (p.starts_with("*.") ? " merge=stratec" : "") + "\n";
  return replaced(kAttributes, "@documents@", rows);
}

/// "deep-well" → "Deep well".
std::string title_of(std::string_view name) {
  std::string title = replaced(name, "-", " ");
  title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return title;
}

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

bool is_kebab(std::string_view name) {
  if (name.empty() || name.size() > kLongestName || !is_lower(name.front())) return false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool dash = name[i] == '-';
    if (!dash && !is_lower(name[i]) && !(name[i] >= '0' && name[i] <= '9')) return false;
    if (dash && (i + 1 == name.size() || name[i + 1] == '-')) return false;
  }
  return true;
}

/// The kebab-case name that is meant by a bad one; empty if that is anybody's guess.
std::string meant_by(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const char low = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (is_lower(low) || (low >= '0' && low <= '9'))
      out += low;
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  while (out.ends_with('-')) out.pop_back();
  return is_kebab(out) ? out : std::string();
}

}  // namespace

Result<std::string> season_name(std::string_view folder) {
  std::string name = file_name(folder);
  if (is_kebab(name)) return name;
  Error e{"init.bad_name", in_quotes(name) + " cannot name a season", {}, {}};
  if (const std::string meant = meant_by(name); !meant.empty())
    e.notes.push_back("did you mean '" + meant + "'?");
  e.notes.emplace_back(
      "the season is named like its folder: a small letter, then small letters, digits and single "
      "'-', at most 64");
  return e;
}

std::vector<InitFile> init_files(std::string_view name, std::string_view seed,
                                 const Catalog& catalog) {
  std::string season = replaced(kSeason, "@title@", title_of(name));
  std::vector<InitFile> files{
      {std::string(name) + ".season.json", replaced(season, "@seed@", seed)},
      {"strates/glade.strate.jsonc", std::string(kGlade)},
      {"strates/burrows.strate.jsonc", std::string(kBurrows)},
      {"strates/geode.strate.jsonc", std::string(kGeode)},
      {"stratec-root", ""},
      {".vscode/settings.json", editor_settings()},
      {".gitattributes", git_attributes()},
      {".gitignore", std::string(kIgnore)}};
  for (const std::string_view kind : schema_kinds())
    files.push_back({"schemas/" + std::string(kind) + ".json", schema_text(kind, catalog)});
  return files;
}

}  // namespace strate::cli
