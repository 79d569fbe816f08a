// The world part of a manifest as data (02, 04 §3): everything that decides density.
#pragma once

#include <string>
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
  Recipe recipe;
  OriginRoom origin;
};

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
  std::string style;         ///< "switchback"
  bool walkable = true;
  int spots_tried = 1;
  std::vector<TubeNode> path;  ///< from the upper landing to the lower one, straight between nodes
  Landing departure, arrival;  ///< in the upper, in the lower strate
  std::vector<Support> supports;
  friend bool operator==(const Passage&, const Passage&) = default;
};

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
  std::vector<Edit> edits;         ///< ascending seq
  std::vector<WorldAsset> assets;  ///< ascending file: what the recipes name, each once
};

}  // namespace strate
