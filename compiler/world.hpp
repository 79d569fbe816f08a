// The world part of a manifest as data (02, 04 §3): everything that decides density.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/asset.hpp"
#include "compiler/biome.hpp"
#include "compiler/geometry.hpp"
#include "compiler/recipe.hpp"
#include "compiler/units.hpp"

namespace strate {

/// Bumped with every change of any bit of density.
inline constexpr int kWorldFunction = 2;

/// The player's capsule (02 §1). Part of the world: laws and supports depend on it.
struct Player {
  Um radius_um = 340'000;
  Um height_um = 1'760'000;
  Um step_um = 450'000;
  double scramble_deg = 44.8;
  double tunnel_deg = 15.0;
  friend bool operator==(const Player&, const Player&) = default;
};

/// Open around the spine at its own footing (02 §5). z is above the strate's bottom.
struct OriginRoom {
  Vec3 floor;  ///< floor centre, on the 1/64 m grid
  double radius_m = 3;
  double height_m = 3;
  friend bool operator==(const OriginRoom&, const OriginRoom&) = default;
};

/// Rolling climate maps that the fields `relief` and `moisture` read.
struct Climate {
  double relief_scale_m = 380;
  double moisture_scale_m = 460;
  friend bool operator==(const Climate&, const Climate&) = default;
};

/// A world beside others in one strate (02 §6). It owns density alone.
struct Region {
  std::string id;
  double share = 1;  ///< of the sites, weighed against the others'
  Recipe recipe;     ///< addresses as its author wrote them; draws put "<id>." before them
  std::string note;  ///< for reviewers
};

/// Lateral regions: every site of a jittered lattice over x and y belongs to one, drawn by share.
/// [Units: m]
struct Regions {
  double cell_m = 32;        ///< of the lattice
  double blend_m = 8;        ///< under half a cell: how much farther than the nearest a site counts
  std::vector<Region> list;  ///< at most 3; empty: the strate has one recipe
  double planned_m = 0;      ///< seams were planned this far from the spine; 0: not yet
};

/// One strate. World z of its faces in whole micrometres; top > bottom.
struct StrateWorld {
  std::string id;  ///< the slot's id
  std::uint64_t seed = 0;
  Um top_um = 0, bottom_um = 0;
  Um seal_um = 2'000'000;  ///< thickness of ceiling band and of bedrock band
  bool diggable = true;
  bool has_water = false;
  Um water_um = 0;  ///< above the strate's bottom
  Climate climate;
  BiomeMap biomes;  ///< may be empty
  Recipe recipe;    ///< empty where there are regions
  OriginRoom origin;
  Regions regions;
};

/// Every recipe of a strate: its own, or those of its regions.
template <class Strate, class Body>
void each_recipe(Strate& s, Body&& body) {
  if (s.regions.list.empty()) return body(s.recipe);
  for (auto& region : s.regions.list) body(region.recipe);
}

/// A point of a passage's floor line and the tube there. World metres, on the 1/64 m grid.
struct TubeNode {
  Vec3 floor;
  double radius_m = 1.5;
  friend bool operator==(const TubeNode&, const TubeNode&) = default;
};

/// A clear, flat standing place at a passage's mouth. World metres.
struct Landing {
  std::string strate;
  Vec3 floor;                  ///< centre of the floor
  double half_width_m = 2.25;  ///< clear floor radius
  double height_m = 4;         ///< clear height above the floor
  double floor_thickness_m = 0.75;
  friend bool operator==(const Landing&, const Landing&) = default;
};

/// Rock that carries or encloses a passage where native rock does not (02 §5 "Support").
struct Support {
  enum class Kind { jacket, column, span };
  Kind kind = Kind::jacket;
  Vec3 from, to;  ///< axis ends, world metres
  double radius_m = 3;
  friend bool operator==(const Support&, const Support&) = default;
};

/// One planned way between two neighbouring strates. Written whole into the manifest.
struct Passage {
  std::string id;            ///< "<upper slot>/<connection>", from 1
  std::string upper, lower;  ///< slot ids
  std::string style;         ///< "switchback"; of a seam's way "door"
  bool walkable = true;
  int spots_tried = 1;
  std::vector<TubeNode> path;  ///< from the upper landing to the lower one, straight between nodes
  Landing departure, arrival;  ///< in the upper, in the lower strate
  std::vector<Support> supports;
  friend bool operator==(const Passage&, const Passage&) = default;
};

/// Where two regions meet, and how players cross there (02 §6). Written whole into the manifest.
struct SeamDoor {
  enum class Kind {
    open,   ///< the native walk joins both sides there
    door,   ///< a tube does
    blank,  ///< at most one side has floor worth a door: there is nothing to join
  };
  /// Cell of a site (voronoi.hpp).
  struct Site {
    std::int64_t i = 0, j = 0;
    friend bool operator==(const Site&, const Site&) = default;
  };
  std::string strate;  ///< slot id
  Site a, b;           ///< a first: by j, then by i
  Kind kind = Kind::open;
  /// Of a door: style "door", from a landing on the side of a to one on that of b; no supports.
  Passage way;
  friend bool operator==(const SeamDoor&, const SeamDoor&) = default;
};

inline std::string_view door_word(SeamDoor::Kind kind) {
  constexpr std::string_view kWords[] = {"open", "door", "blank"};
  return kWords[static_cast<std::size_t>(kind)];
}

/// "<slot>/<i>,<j>/<i>,<j>": how a seam is called.
inline std::string seam_id(const std::string& strate, SeamDoor::Site a, SeamDoor::Site b) {
  const auto cell = [](SeamDoor::Site s) {
    return std::to_string(s.i) + "," + std::to_string(s.j);
  };
  return strate + "/" + cell(a) + "/" + cell(b);
}

/// The optional shaft from above the first strate at (0, 0).
struct SurfaceEntry {
  bool open = false;
  double radius_m = 1.75;
  friend bool operator==(const SurfaceEntry&, const SurfaceEntry&) = default;
};

/// A player edit (02 §8), world frame. Distances in metres.
struct Edit {
  enum class Shape { sphere, box, capsule };
  std::int64_t seq = 0;
  bool carve = true;
  Shape shape = Shape::sphere;
  Vec3 at, to;          ///< capsule: both ends; box: at = centre, to = half sizes
  double radius_m = 1;  ///< sphere, capsule
  double falloff_m = 0;
};

/// Everything that decides density. Order of strates: top first.
struct WorldDef {
  int world_function = kWorldFunction;
  std::uint64_t seed = 0;
  Um voxel_um = 125'000;
  Um radius_um = 0;  ///< 0: unbounded
  Um edge_seal_um = 16'000'000;
  Um top_um = 0;
  Um gap_um = 0;
  Player player;
  SurfaceEntry entry;
  std::vector<StrateWorld> strates;
  std::vector<Passage> passages;
  std::vector<SeamDoor> doors;     ///< by strate from the top, then by a, then by b
  std::vector<Edit> edits;         ///< ascending seq
  std::vector<WorldAsset> assets;  ///< ascending file: what the recipes name, each once
};

}  // namespace strate
