// A season as resolved from documents: the world before planning, and what to bake, judge and show.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/recipe.hpp"
#include "compiler/world.hpp"

namespace strate {

/// What one connection has of its own (`per_connection`). [Units: m]
struct ConnectionSettings {
  int number = 1;
  std::optional<std::string> style;
  std::optional<double> mouth_radius_m, mid_radius_m;
  std::optional<Vec3> at;  ///< x and y: the only place it is looked for
  SourceRef source;        ///< its object
};

/// `passages` of a strate: how it is joined to the one below. [Units: m]
struct PassageSettings {
  int connections = 1;
  std::string style = "switchback";
  double mouth_radius_m = 1.75;  ///< 1.5 … 2
  double mid_radius_m = 1.5;
  double reach_m = 16;  ///< 8 … 24: how far a footing may lie from its anchor disc's centre
  double distance_lo_m = 16, distance_hi_m = 48;   ///< of the departure from the spine
  double leg_max_m = 24;                           ///< run of one leg of a switchback
  std::optional<Vec3> at;                          ///< of a single connection: its only spot
  std::vector<ConnectionSettings> per_connection;  ///< ascending numbers
  SourceRef source;                                ///< the `passages` object, or its strate

  /// The settings of connection `number`, from 1, with what it has of its own.
  PassageSettings connection(int number) const {
    PassageSettings out = *this;
    out.per_connection.clear();
    for (const ConnectionSettings& c : per_connection) {
      if (c.number != number) continue;
      out.style = c.style.value_or(style);
      out.mouth_radius_m = c.mouth_radius_m.value_or(mouth_radius_m);
      out.mid_radius_m = c.mid_radius_m.value_or(mid_radius_m);
      out.at = c.at;
      out.source = c.source;
    }
    return out;
  }
};

/// Colours and air of a strate: pictures only, never density.
struct Atmosphere {
  std::string fog_color = "#8a8f98", rock_color = "#7a7068", ambient_color = "#a8b4c8";
  std::string key_color = "#ffd9a0";
  double fog_reach_m = 60, ambient = 0.25;
};

/// How a biome is drawn, and what materials call it: never density.
struct BiomeLook {
  std::string name, title, note;
  std::string color;  ///< "#rrggbb"; empty: the strate's rock colour
  int palette = 0;    ///< index of a runtime's materials, 0 … 255
};

struct BakeSettings {
  Um lo_x = -64'000'000, lo_y = -64'000'000, hi_x = 64'000'000, hi_y = 64'000'000;
  int mesh_step = 2;
  std::vector<std::string> formats{"vdb", "obj", "png"};
  int views = 2;
  SourceRef window_source;  ///< `window_m` as written; unknown for the default
};

/// One strate as authored, beside its world part.
struct StrateSettings {
  std::string slot, title, note;
  std::string file;  ///< relative to the season root, for provenance
  std::string base;  ///< "archetype tunnel_network", "recipe x.recipe.json"
  PassageSettings passages;
  Atmosphere atmosphere;
  std::vector<BiomeLook> biomes;  ///< parallel to the world's
  std::string runtime;            ///< `runtime` as canonical JSON, carried unread; may be empty
  SourceRef source;               ///< the slot's entry in the season
};

/// A law's thresholds: the defaults of `laws.def`, tightened by the season.
struct LawBand {
  std::string law, figure;
  std::optional<double> lo, hi;
  SourceRef source;
};

struct Season {
  std::string name;  ///< file stem: "first-steps"
  std::string title;
  std::string runtime;  ///< `runtime` as canonical JSON, carried unread; may be empty
  std::int64_t revision = 0;
  WorldDef world;                       ///< without origins and passages until planned
  std::vector<StrateSettings> strates;  ///< parallel to world.strates
  BakeSettings bake;
  std::vector<LawBand> laws;
  std::vector<std::string> inputs;  ///< every file read, relative to the root, sorted
  std::string root;                 ///< the root's folder, absolute: never written anywhere
};

}  // namespace strate
